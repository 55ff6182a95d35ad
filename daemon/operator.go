package daemon

import (
	"context"

	"github.com/secsd/secsd/gem"
)

// This file is what an operator does besides the switches.

// Control makes the host called name the one that may command the tool; the
// others get "cannot perform now". It returns when that is durable.
func (d *Daemon) Control(ctx context.Context, name string) error {
	host, err := d.hostIndex(name)
	if err != nil {
		return err
	}
	return d.core.settle(ctx, gem.TakeControl{Host: host})
}
