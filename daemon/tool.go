package daemon

import (
	"context"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/hsms"
)

// This file is what goes between the core and the tool.

// trigger steps an event of the tool once every host that gets it has room.
func (c *core) trigger(ctx context.Context, in gem.Trigger) error {
	for {
		c.mu.Lock()
		full := c.fullFor(in.CEID)
		if full == nil {
			_, err := c.stepLocked(in)
			more := len(c.effects) > 0
			c.mu.Unlock()
			if more {
				c.drain()
			}
			return err
		}
		c.mu.Unlock()
		_ = full.WaitRoom(ctx) // a connection that ended has room for ever
		if err := context.Cause(ctx); err != nil {
			return err
		}
	}
}

// fullFor returns a connection without room whose host gets the event.
func (c *core) fullFor(ceid uint32) *hsms.Conn {
	for host, conn := range c.conns {
		if conn != nil && conn.Full() && c.eq.Reports(host, ceid) {
			return conn
		}
	}
	return nil
}

// tell brings transitions to the tool, in order, until ctx ends.
func (d *Daemon) tell(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case t := <-d.core.changes:
			d.tool.Changed(t)
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
			if !d.core.asks(q.ID) {
				continue
			}
			hcack, bad := d.tool.Command(ctx, q)
			// An answer that came too late is noted by the core.
			_, _ = d.core.step(gem.Answer{ID: q.ID, HCACK: hcack, Bad: bad})
		}
	}
}

// asks reports whether the question is still open.
func (c *core) asks(id uint64) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.eq.Asks(id)
}
