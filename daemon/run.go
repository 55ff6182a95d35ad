package daemon

import (
	"context"
	"errors"

	"golang.org/x/sync/errgroup"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/persist"
)

// Run serves the hosts until ctx ends and returns when everything it started
// has stopped: nil after ctx, else the error that ended it.
func (d *Daemon) Run(ctx context.Context) error {
	if _, err := d.Listen(); err != nil {
		return err
	}
	if err := d.restore(); err != nil {
		return err
	}
	// The inner context outlives ctx until the links are down: what they still
	// receive is stepped, and what that commits becomes durable.
	inner, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	inside, inner := errgroup.WithContext(inner)
	inside.Go(func() error { return d.core.journal.Run(inner, d.core.journaled) })
	inside.Go(func() error { return d.core.timers(inner) })
	inside.Go(func() error { return d.tell(inner) })
	inside.Go(func() error { return d.command(inner) })
	for host := range d.core.stalled {
		inside.Go(func() error { return d.core.flow(inner, host) })
	}
	if _, err := d.core.step(gem.Start{}); err != nil {
		return err
	}
	outside, outer := errgroup.WithContext(ctx)
	d.running.Store(true)
	for _, ep := range d.core.endpoints {
		outside.Go(func() error { return ep.Run(outer) })
	}
	outside.Go(func() error { return d.tool.Run(outer, d) })
	outside.Go(func() error {
		// A part inside that fails ends the links too.
		select {
		case <-outer.Done():
			return nil
		case <-inner.Done():
			return context.Cause(inner)
		}
	})
	err := outside.Wait()
	d.running.Store(false)
	_, _ = d.core.step(gem.Stop{}) // it is never refused
	stop()
	err = errors.Join(err, inside.Wait())
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return nil
	}
	return err
}

// restore reads the journal into the equipment.
func (d *Daemon) restore() error {
	return d.core.journal.Load(func(r persist.Record) error {
		_, err := d.core.step(gem.Restored{Record: gem.Record(r)})
		return err
	}, func(s persist.Segment) error {
		_, err := d.core.step(gem.RestoredSegment(s))
		return err
	})
}
