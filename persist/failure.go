package persist

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"slices"
	"time"
)

// This file is what follows an error of the disk, after which nobody knows what
// is on it: the durable state is written whole, under names never used before.

// Waits between attempts to write to the disk again.
const (
	firstWait = 100 * time.Millisecond
	lastWait  = 5 * time.Second
)

// fail drops all that is not durable and tells of it.
func (j *Journal) fail(err error, notify func(Event)) {
	j.failed = true
	j.spool.abandon()
	j.stopCompaction()
	oldest := j.failure.oldest
	if oldest == 0 {
		oldest = math.MaxUint64
	}
	oldest = j.inbox.fail(oldest)
	if oldest == math.MaxUint64 {
		oldest = j.last + 1
	}
	j.failure.oldest, j.failure.err, j.failure.whole = oldest, err, false
	j.tell(err, notify)
}

func (j *Journal) tell(err error, notify func(Event)) {
	j.failure.told = err.Error()
	notify(Event{Kind: Failed, Seq: j.failure.oldest, Err: err})
}

// recover tries until all is on disk again, or ctx ends: then it returns false.
func (j *Journal) recover(ctx context.Context, notify func(Event)) bool {
	for {
		j.failure.wait = min(max(2*j.failure.wait, firstWait), lastWait)
		if !j.pause(ctx, j.failure.wait, notify) {
			return false
		}
		err := j.restore(ctx)
		if err == nil {
			break
		}
		// Other errors are the same one again: that these are there is news.
		var damaged *CorruptError
		if (errors.Is(err, ErrFolder) || errors.As(err, &damaged)) && err.Error() != j.failure.told {
			j.tell(err, notify)
		}
	}
	j.failure = failure{wait: j.failure.wait}
	j.inbox.resume()
	notify(Event{Kind: Back})
	return true
}

// pause waits and answers fetches meanwhile.
func (j *Journal) pause(ctx context.Context, wait time.Duration, notify func(Event)) bool {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	for {
		j.serve(notify)
		select {
		case <-ctx.Done():
			return false
		case <-j.inbox.wake:
		case <-timer.C:
			return true
		}
	}
}

// restore makes the names in the spool folder durable, writes a checkpoint of the
// durable state under a new generation and removes all other files.
func (j *Journal) restore(ctx context.Context) error {
	if err := j.recognise(); err != nil {
		return err
	}
	for _, dir := range []string{journalDir, spoolDir} {
		_, unfinished, err := j.disk.list(dir)
		if err != nil {
			return err
		}
		for _, name := range unfinished {
			if err := j.disk.discard(name); err != nil {
				return err
			}
		}
	}
	if err := j.disk.syncAnew(spoolDir); err != nil {
		return err
	}
	if !j.failure.whole {
		j.generation++
		j.number = 0
		f, err := j.disk.checkpoint(ctx, j.state, j.identity, j.generation)
		if err != nil {
			return err
		}
		j.begin(f)
		j.failure.whole, j.seal = true, nil
	}
	s, err := j.disk.stock()
	if err != nil {
		return err
	}
	j.old = append(s.older, s.batches...)
	if s.checkpoint != j.state.checkpoint || slices.ContainsFunc(s.batches, file.batch) {
		return fmt.Errorf("%w: %s is not ours", ErrFolder, s.checkpoint.name())
	}
	for len(j.old) > 0 {
		if err := j.tidy(); err != nil {
			return err
		}
	}
	return nil
}

// recognise checks that the data folder is there and is ours.
func (j *Journal) recognise() error {
	id, err := j.disk.readIdentity()
	var damaged *CorruptError
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.As(err, &damaged):
		return fmt.Errorf("%w: %w", ErrFolder, err)
	case err != nil:
		return err
	case id != j.identity:
		return fmt.Errorf("%w: its identity is %s, want %s", ErrFolder, id, j.identity)
	}
	return nil
}
