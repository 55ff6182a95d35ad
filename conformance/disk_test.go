package conformance_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/secsd/secsd/daemon"
	"github.com/secsd/secsd/persist"
)

// disk is a journal that does what the script says: in state "ok" a commit is
// durable at once, in "stalls" it waits, in "fails" it is lost. What is durable
// survives a restart, what waits does not.
type disk struct {
	mu      sync.Mutex
	state   string
	records map[string]persist.Record
	waiting []persist.Commit
	events  []persist.Event // not told yet
	wake    chan struct{}
}

var _ daemon.Journal = (*disk)(nil)

func newDisk() *disk {
	return &disk{state: "ok", records: map[string]persist.Record{}, wake: make(chan struct{}, 1)}
}

// Load is the start of the equipment.
func (d *disk) Load(restore func(persist.Record) error, _ func(persist.Segment) error) error {
	d.mu.Lock()
	d.waiting, d.events = nil, nil
	records := slices.Collect(maps.Values(d.records))
	d.mu.Unlock()
	slices.SortFunc(records, func(a, b persist.Record) int { return strings.Compare(recordKey(a), recordKey(b)) })
	for _, r := range records {
		if err := restore(r); err != nil {
			return err
		}
	}
	return nil
}

func recordKey(r persist.Record) string { return r.Kind + "\x00" + r.ID }

func (d *disk) Commit(c persist.Commit) {
	d.mu.Lock()
	defer d.mu.Unlock()
	c.Records, c.Writes = slices.Clone(c.Records), slices.Clone(c.Writes)
	d.waiting = append(d.waiting, c)
	d.work()
}

// Fetch is not needed so far: nothing spools.
func (d *disk) Fetch(string, uint32) {}

// work does with what waits what the state asks for.
func (d *disk) work() {
	if len(d.waiting) == 0 || d.state == "stalls" {
		return
	}
	if d.state == "fails" {
		d.tell(persist.Event{Kind: persist.Failed, Seq: d.waiting[0].Seq})
		d.waiting = nil
		return
	}
	for _, c := range d.waiting {
		for _, r := range c.Records {
			d.records[recordKey(r)] = r
			if r.Image == nil {
				delete(d.records, recordKey(r))
			}
		}
		d.tell(persist.Event{Kind: persist.Durable, Seq: c.Seq})
	}
	d.waiting = nil
}

func (d *disk) tell(ev persist.Event) {
	d.events = append(d.events, ev)
	select {
	case d.wake <- struct{}{}:
	default:
	}
}

func (d *disk) Run(ctx context.Context, notify func(persist.Event)) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-d.wake:
		}
		d.mu.Lock()
		events := d.events
		d.events = nil
		d.mu.Unlock()
		for _, ev := range events {
			notify(ev)
		}
	}
}

// SetDisk brings the disk into the state "ok", "stalls" or "fails".
func (p *inProcess) SetDisk(state string) error {
	d := p.disk
	d.mu.Lock()
	defer d.mu.Unlock()
	if !slices.Contains([]string{"ok", "stalls", "fails"}, state) {
		return fmt.Errorf("disk %s: %w", state, errors.ErrUnsupported)
	}
	failed := d.state == "fails"
	d.state = state
	if failed && state == "ok" {
		d.tell(persist.Event{Kind: persist.Back})
	}
	d.work()
	return nil
}
