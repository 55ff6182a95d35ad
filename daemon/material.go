package daemon

import (
	"context"
	"errors"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/model"
)

// This file is material and jobs (GEM300): what the tool tells, and what it is
// ordered to do.

// Handler is what a Tool may also be, and has to be where gem.Config.Material has
// load ports: one that handles material.
type Handler interface {
	// Order tells what is to be done with a carrier, a substrate or a job. Orders
	// come in their order, from one goroutine, once what they follow from is on
	// disk; the next one waits until it returns, so that the tool begins the work
	// elsewhere. After a start come model.Resynchronize, and again each order that
	// the state calls for. How it goes, the tool tells with Tell.
	Order(ctx context.Context, o model.Order)
}

var errNoHandler = errors.New("daemon: load ports, but the tool is no Handler")

// handles tells whether the tool handles material, if there is any. A daemon
// without a tool is one that only describes itself.
func handles(cfg *gem.Config, tool Tool) error {
	if _, ok := tool.(Handler); tool != nil && !ok && cfg.Material.Enabled() {
		return errNoHandler
	}
	return nil
}

// Tell tells a fact about carriers, substrates, jobs or modules. It returns when
// what followed is on disk; it waits for hosts as Trigger does. An error that
// wraps gem.ErrStorage says that the disk refused: nothing has changed, and the
// fact has to be told again until it is accepted. gem.ErrUnknown, gem.ErrNotNow
// and gem.ErrValue say that it cannot be.
func (d *Daemon) Tell(ctx context.Context, f model.Fact) error {
	return d.core.occurs(ctx, gem.Material{Fact: f})
}

// Material returns the material and the jobs as they are; nothing where there are
// no load ports. What is in it may not be on disk yet.
func (d *Daemon) Material() model.Snapshot {
	d.core.mu.Lock()
	defer d.core.mu.Unlock()
	return d.core.eq.Material()
}

// give leaves orders to the tool; mu is held.
func (c *core) give(orders []model.Order) {
	c.orders = append(c.orders, orders...)
	select {
	case c.ordered <- struct{}{}:
	default:
	}
}

// handle brings orders to the tool, in order, until ctx ends.
func (d *Daemon) handle(ctx context.Context) error {
	tool, _ := d.tool.(Handler)
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-d.core.ordered:
		}
		d.core.mu.Lock()
		orders := d.core.orders
		d.core.orders = nil
		d.core.mu.Unlock()
		for _, o := range orders {
			if ctx.Err() == nil {
				tool.Order(ctx, o)
			}
		}
	}
}
