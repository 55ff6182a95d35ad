package daemon

import (
	"context"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/secs2"
)

// This file is how a caller waits for the reply of a host.

// asked are the primaries whose callers wait, by their numbers.
type asked struct {
	open map[uint64]chan outcome
	last chan outcome // of the Step in progress; nil: it asked nothing
}

// outcome is a gem.Outcome that outlives its Step.
type outcome struct {
	item    secs2.Item
	err     error
	durable <-chan error // nil: nothing has to be
}

// keepOutcomes notes what the Step asked and brings outcomes to their callers;
// mu is held.
func (c *core) keepOutcomes() {
	if id := c.out.Asked; id != 0 {
		if c.asked.open == nil {
			c.asked.open = map[uint64]chan outcome{}
		}
		c.asked.last = make(chan outcome, 1)
		c.asked.open[id] = c.asked.last
	}
	for _, o := range c.out.Outcomes {
		caller, waits := c.asked.open[o.ID]
		if !waits {
			continue // its context ended
		}
		delete(c.asked.open, o.ID)
		told := outcome{item: o.Item.Clone(), err: o.Err}
		if o.Commit != 0 {
			told.durable = c.await(o.Commit)
		}
		caller <- told
	}
}

// ask steps an occurrence that sends a primary to a host, and waits for what
// becomes of it.
func (c *core) ask(ctx context.Context, in gem.Occurrence) (secs2.Item, error) {
	c.mu.Lock()
	if err := c.room(ctx, in); err != nil {
		return secs2.Item{}, err
	}
	c.asked.last = nil
	_, err := c.stepLocked(in)
	answer := c.asked.last
	c.mu.Unlock()
	c.drain()
	if err != nil {
		return secs2.Item{}, err
	}
	select {
	case o := <-answer:
		if o.err == nil && o.durable != nil {
			o.err = settled(ctx, o.durable)
		}
		return o.item, o.err
	case <-ctx.Done():
		c.forget(answer)
		return secs2.Item{}, context.Cause(ctx)
	}
}

// forget ends the wait of a caller.
func (c *core) forget(answer chan outcome) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for id, ch := range c.asked.open {
		if ch == answer {
			delete(c.asked.open, id)
			return
		}
	}
}
