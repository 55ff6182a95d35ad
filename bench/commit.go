package bench

import (
	"context"
	"errors"
	"os"
	"sync"
	"time"

	"github.com/secsd/secsd/persist"
	"github.com/secsd/secsd/secs2"
)

// This file is the rows of commits: S2F15 through the whole daemon, and the
// journal alone.

// The kinds of host of rows that have none of the usual ones.
const (
	noHost       hostKind = "none"
	journalAlone hostKind = "journal alone"
)

// manyCommitters is how many commit at a time in the rows of many.
const manyCommitters = 16

// bareRow is the row of the bare sequence.
const bareRow = "bare tmp+fsync+rename+fsync"

// bareSize is the size of a batch of the journal with one S2F15.
const bareSize = 136

// lane returns the row of the bare sequence.
func (b *bare) lane(ops int) *lane {
	data := make([]byte, bareSize)
	return &lane{row: bareRow, kind: noHost, ops: ops, run: func(ctx context.Context, n int, samples *histogram) error {
		for range n {
			start := time.Now()
			if err := b.write(data); err != nil {
				return err
			}
			samples.record(time.Since(start))
			if err := context.Cause(ctx); err != nil {
				return err
			}
		}
		return nil
	}}
}

// measureCommits measures commits by one and by many, in turns with the bare
// sequence.
func (m *measuring) measureCommits(ctx context.Context) error {
	return withRig(ctx, setup{cfg: m.cfg, kind: windowedHost}, func(ctx context.Context, r *rig) error {
		return withBare(m.cfg.DataDir, func(b *bare) error {
			return withCommitters(ctx, m.cfg.DataDir, func(ctx context.Context, c *committers) error {
				n := m.cfg.durable()
				floor := b.lane(n)
				return m.alternateDurable(ctx, floor, floor,
					c.lane("journal commit, 1 committer", 1, n),
					r.link.commits("S2F15/F16 commit, 1 committer", 1, n),
					c.lane("journal commit, 16 committers", manyCommitters, manyCommitters*n),
					r.link.commits("S2F15/F16 commit, 16 committers", manyCommitters, manyCommitters*n),
				)
			})
		})
	})
}

// commits returns a row of so many S2F15 at a time.
func (l *link) commits(row string, window, ops int) *lane {
	q := durableRequest()
	return &lane{row: row, kind: windowedHost, ops: ops, run: func(ctx context.Context, n int, samples *histogram) error {
		return l.askWindowed(ctx, q, n, window, samples)
	}}
}

func durableRequest() request {
	return request{sf: secs2.SF{Stream: 2, Function: 15}, body: constants(committedECID, secs2.U4(42)).Encoded()}
}

func withBare(dir string, do func(*bare) error) error {
	b, err := newBare(dir)
	if err != nil {
		return err
	}
	defer b.remove()
	return do(b)
}

// committers commit to a journal and wait until that is durable.
type committers struct {
	journal *persist.Journal

	mu      sync.Mutex
	seq     uint64
	waiting []chan error // of the commits from first on, each of capacity 1
	first   uint64
	failed  error // of the disk: nothing is taken any more
}

// withCommitters runs a journal of its own.
func withCommitters(ctx context.Context, parent string, do func(context.Context, *committers) error) error {
	dir, err := os.MkdirTemp(parent, "journal-")
	if err != nil {
		return err
	}
	defer discard(dir)
	j, err := persist.Open(persist.Config{Dir: dir})
	if err != nil {
		return err
	}
	c := &committers{journal: j, first: 1}
	// What is committed when ctx ends still becomes durable.
	running, stop := context.WithCancel(context.WithoutCancel(ctx))
	ended := make(chan error, 1)
	go func() { ended <- j.Run(running, c.notify) }()
	err = do(ctx, c)
	stop()
	return errors.Join(err, <-ended, j.Close())
}

// lane returns a row of so many goroutines that commit.
func (c *committers) lane(row string, many, ops int) *lane {
	return &lane{row: row, kind: journalAlone, ops: ops, run: func(ctx context.Context, n int, samples *histogram) error {
		var group sync.WaitGroup
		faults, times := make([]error, many), make([]histogram, many)
		for i := range many {
			group.Go(func() { faults[i] = c.repeat(ctx, part(n, i, many), &times[i]) })
		}
		group.Wait()
		for i := range times {
			samples.add(&times[i])
		}
		return errors.Join(faults...)
	}}
}

func (c *committers) repeat(ctx context.Context, n int, samples *histogram) error {
	records := []persist.Record{{Kind: "constant", ID: "30001", Image: secs2.U4(42).Encoded()}}
	for range n {
		start := time.Now()
		if err := c.commit(records); err != nil {
			return err
		}
		samples.record(time.Since(start))
		if err := context.Cause(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (c *committers) commit(records []persist.Record) error {
	done := make(chan error, 1)
	c.mu.Lock()
	if c.failed != nil {
		defer c.mu.Unlock()
		return c.failed
	}
	c.seq++
	c.waiting = append(c.waiting, done)
	c.journal.Commit(persist.Commit{Seq: c.seq, Records: records})
	c.mu.Unlock()
	return <-done
}

// notify takes the word of the journal.
func (c *committers) notify(ev persist.Event) {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := len(c.waiting)
	switch ev.Kind {
	case persist.Durable:
		n = int(ev.Seq - c.first + 1)
	case persist.Failed:
		c.failed = ev.Err
	default:
		return
	}
	for _, done := range c.waiting[:n] {
		done <- ev.Err
	}
	c.waiting = append(c.waiting[:0], c.waiting[n:]...)
	c.first += uint64(n)
}
