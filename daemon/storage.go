package daemon

import (
	"fmt"
	"time"

	"go.uber.org/zap"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/persist"
)

// This file is what the journal says, and what people learn of it.

// Storage is the state of the data folder.
type Storage struct {
	// Identity is that of the data folder; empty without one.
	Identity string
	// Failures counts how often the disk stopped to take commits.
	Failures uint64
	// Since is when it did last, Reason why; zero while it takes them.
	Since  time.Time
	Reason string
}

// storageError is gem.ErrStorage with what is known of it.
type storageError struct{ Storage }

func (e storageError) Error() string {
	return fmt.Sprintf("storage failed at %s: %s", e.Since.Format(time.RFC3339), e.Reason)
}

func (e storageError) Unwrap() error { return gem.ErrStorage }

// journaled brings the journal's word to the equipment and to the callers
// that wait for it.
func (c *core) journaled(ev persist.Event) {
	var in gem.Input
	switch ev.Kind {
	case persist.Durable:
		in = gem.Durable{Seq: ev.Seq}
	case persist.Failed:
		in = gem.StorageFailed{Seq: ev.Seq, Reason: reason(ev.Err)}
	case persist.Back:
		in = gem.StorageBack{}
	case persist.Fetched:
		in = gem.Fetched{Host: ev.Segment.Host, Segment: ev.Segment.Number, Data: ev.Segment.Data, Fault: reason(ev.Err)}
	}
	c.noteStorage(ev)
	_, _ = c.step(in) // none of these is ever refused
	c.mu.Lock()
	defer c.mu.Unlock()
	kept := c.waiters[:0]
	for _, w := range c.waiters {
		switch {
		case ev.Kind == persist.Durable && w.seq <= ev.Seq:
			w.done <- nil
		case ev.Kind == persist.Failed && w.seq >= ev.Seq:
			w.done <- gem.ErrStorage
		default:
			kept = append(kept, w)
		}
	}
	c.waiters = kept
}

func reason(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// noteStorage keeps what the journal says of the disk. That it fails and that it
// is back are notes of the equipment; another reason meanwhile is news.
func (c *core) noteStorage(ev persist.Event) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := &c.storage
	switch {
	case ev.Kind == persist.Back:
		s.Since, s.Reason = time.Time{}, ""
	case ev.Kind != persist.Failed:
	case s.Since.IsZero():
		s.Failures++
		s.Since, s.Reason = time.Now(), reason(ev.Err)
	default:
		s.Reason = reason(ev.Err)
		c.log.Warn("storage still failed", zap.String("detail", s.Reason))
	}
}
