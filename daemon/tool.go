package daemon

import (
	"context"
	"time"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/hsms"
)

// This file is what goes between the core and the tool.

// queuePatience bounds how long an event waits for a host that does not answer
// the events before it. Then the queue may fill, which ends that host's session.
const queuePatience = 5 * time.Second

// occurs steps what the tool or the operator says has happened, once every host
// that is told of it has room. It returns when what had to be durable is. An
// event that nobody wants, the most frequent kind, costs no Step.
func (c *core) occurs(ctx context.Context, in gem.Occurrence) error {
	c.mu.Lock()
	if c.eq.Ignores(in) {
		c.mu.Unlock()
		return nil
	}
	if err := c.room(ctx, in); err != nil {
		return err
	}
	return c.occurLocked(ctx, in)
}

// room waits until every host that is told of an occurrence has room. mu is
// held, given back while it waits, and held again unless it returns an error.
func (c *core) room(ctx context.Context, in gem.Occurrence) error {
	patience := context.Background()
	for {
		conn, drained := c.obstacle(in, patience.Err() == nil)
		if conn == nil && drained == nil {
			return nil
		}
		c.mu.Unlock()
		if conn != nil {
			_ = conn.WaitRoom(ctx) // a connection that ended has room for ever
		} else {
			if patience == context.Background() {
				limited, stop := context.WithTimeout(ctx, queuePatience)
				defer stop()
				patience = limited
			}
			select {
			case <-drained:
			case <-patience.Done():
			}
		}
		if err := context.Cause(ctx); err != nil {
			return err
		}
		c.mu.Lock()
	}
}

// occurLocked is the Step of occurs; mu is held, and given back.
func (c *core) occurLocked(ctx context.Context, in gem.Occurrence) error {
	commit, err := c.stepAt(c.timeFor(in), in)
	if commit == 0 {
		commit = c.eq.Awaits(in)
	}
	var done <-chan error
	if (c.strict || gem.Durably(in)) && commit != 0 && err == nil {
		done = c.await(commit)
	}
	more := len(c.effects) > 0
	c.mu.Unlock()
	if more {
		c.drain()
	}
	if done != nil {
		return settled(ctx, done)
	}
	return err
}

// timeFor returns the time for an event: the last one told will do where nothing
// depends on it.
func (c *core) timeFor(in gem.Occurrence) time.Time {
	if c.clock.latest.IsZero() || c.eq.NeedsTime(in) {
		return c.clock.now()
	}
	return c.clock.latest
}

// obstacle returns what an occurrence has to wait for: a connection without room,
// or that the queue of a host gets shorter.
func (c *core) obstacle(in gem.Occurrence, queueCounts bool) (*hsms.Conn, <-chan struct{}) {
	for host, conn := range c.conns {
		full := conn != nil && conn.Full()
		if !full && !c.eq.Crowded(host) || !c.eq.Tells(host, in) {
			continue
		}
		if full {
			return conn, nil
		}
		if queueCounts {
			if c.drained == nil {
				c.drained = make(chan struct{})
			}
			return nil, c.drained
		}
	}
	return nil, nil
}

// tellDrained lets triggers go on that wait for a shorter queue; mu is held.
func (c *core) tellDrained() {
	for host := range c.conns {
		if c.eq.Crowded(host) {
			return
		}
	}
	close(c.drained)
	c.drained = nil
}

// change is one thing that the tool is told of: exactly one field is set.
type change struct {
	transition *gem.Transition
	display    *gem.TerminalSnapshot
}

// tell brings changes to the tool, in order, until ctx ends.
func (d *Daemon) tell(ctx context.Context) error {
	screen, _ := d.tool.(Display)
	for {
		select {
		case <-ctx.Done():
			return nil
		case c := <-d.core.changes:
			switch {
			case c.transition != nil:
				d.tool.Changed(*c.transition)
			case screen != nil:
				screen.Displayed(*c.display)
			}
		}
	}
}

// command brings commands to the tool, in order, until ctx ends. One that the
// host got an answer to already, because the tool took too long before, is not
// carried out.
func (d *Daemon) command(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case q := <-d.core.questions:
			if !d.core.offer(q.ID) {
				continue
			}
			hcack, bad := d.tool.Command(ctx, q)
			// An answer that came too late is noted by the core.
			_, _ = d.core.step(gem.Answer{ID: q.ID, HCACK: hcack, Bad: bad})
		}
	}
}

// offer reports whether the question is still open, now that the tool can take
// it.
func (c *core) offer(id uint64) bool {
	c.mu.Lock()
	defer c.drain()
	defer c.mu.Unlock()
	_, _ = c.stepLocked(gem.Offer{ID: id}) // never refused
	return c.eq.Asks(id)
}
