package daemon

import (
	"context"
	"errors"
	"fmt"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/secs2"
)

// This file is private messages: those of hosts for the tool, and those of the
// tool for hosts.

// maxRequests bounds the private primaries of a host that wait for the tool.
const maxRequests = 16

var errNoResponder = errors.New("daemon: private messages of hosts, but the tool is no Responder")

// responds tells whether the tool answers the private messages that hosts may
// send, if there are any.
func responds(cfg *gem.Config, tool Tool) error {
	if _, ok := tool.(Responder); ok {
		return nil
	}
	for _, m := range cfg.Private {
		if m.Sender != gem.SentByEquipment {
			return errNoResponder
		}
	}
	return nil
}

// request leaves a private primary to the tool; one too many gets SxF0. mu is
// held.
func (c *core) request(r gem.Request) {
	select {
	case c.requests[r.Host] <- r:
	default:
		c.unheard = append(c.unheard, r.ID)
	}
}

// respond brings the private primaries of one host to the tool, in order, until
// ctx ends. One that the host got SxF0 for already is left out.
func (d *Daemon) respond(ctx context.Context, host int) error {
	tool, _ := d.tool.(Responder)
	for {
		select {
		case <-ctx.Done():
			return nil
		case r := <-d.core.requests[host]:
			if !d.core.requested(r.ID) {
				continue
			}
			limited, stop := context.WithDeadline(ctx, r.Deadline)
			answer := tool.Respond(limited, r)
			stop()
			// An answer that came too late has been given by the core.
			_, _ = d.core.step(gem.Respond{ID: r.ID, Response: answer})
		}
	}
}

func (c *core) requested(id uint64) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.eq.Requested(id)
}

// Send sends a private primary to the host called name, the controlling one when
// name is empty, and returns the item of its reply, the zero Item for a reply or
// a message without. It must be in gem.Config.Private. An error that wraps
// gem.ErrNotNow says that the host cannot be reached, gem.ErrNoReply that no
// reply came, gem.ErrSpooled that the message waits in the spool.
func (d *Daemon) Send(ctx context.Context, name string, sf secs2.SF, w secs2.WBit, item secs2.Item) (secs2.Item, error) {
	host, err := d.addressee(name)
	if err != nil {
		return secs2.Item{}, err
	}
	reply, err := d.core.ask(ctx, gem.Send{Host: host, SF: sf, W: w, Item: item})
	if err != nil {
		return secs2.Item{}, fmt.Errorf("%v: %w", sf, err)
	}
	return reply, nil
}
