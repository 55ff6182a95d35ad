package daemon

import (
	"context"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/hsms"
)

// This file is what happens while a host reads more slowly than it is told
// things: its primaries wait in the core's queue until the out buffer has room.

// stall has flow wait for room on a connection; mu is held.
func (c *core) stall(host int, conn *hsms.Conn) {
	select {
	case c.stalled[host] <- conn:
	default: // flow waits already, or is about to
	}
}

// flow steps the core when a host's out buffer has room again, until ctx ends.
func (c *core) flow(ctx context.Context, host int) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case conn := <-c.stalled[host]:
			for c.isBlocked(host, conn) && conn.WaitRoom(ctx) == nil {
				_, _ = c.step(gem.Continue{}) // it is never refused
			}
		}
	}
}

// isBlocked reports whether the core keeps primaries back from a connection.
func (c *core) isBlocked(host int, conn *hsms.Conn) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.conns[host] == conn && c.blocked[host]
}
