package daemon

import (
	"context"
	"errors"
	"fmt"

	"golang.org/x/sync/errgroup"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/persist"
	"github.com/secsd/secsd/spool"
)

// Run serves the hosts until ctx ends and returns when everything it started
// has stopped: nil after ctx, else the error that ended it.
func (d *Daemon) Run(ctx context.Context) error {
	if _, err := d.Listen(); err != nil {
		return err
	}
	if err := d.restore(); err != nil {
		d.unbind()
		return located(err)
	}
	// Start only judges so far: what it commits waits for Run.
	if _, err := d.core.step(gem.Start{}); err != nil {
		d.unbind()
		return located(err)
	}
	if err := d.core.journal.Accept(); err != nil {
		d.unbind()
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
	inside.Go(func() error { return d.verify(inner) })
	inside.Go(func() error { return d.handle(inner) })
	for host := range d.core.stalled {
		inside.Go(func() error { return d.core.flow(inner, host) })
		if len(d.cfg.Equipment.Private) > 0 {
			inside.Go(func() error { return d.respond(inner, host) })
		}
	}
	err := d.supply(ctx)
	if err == nil {
		err = d.serve(ctx, inner)
	} else {
		d.unbind()
	}
	_, _ = d.core.step(gem.Stop{}) // it is never refused
	stop()
	err = errors.Join(err, inside.Wait())
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return nil
	}
	return err
}

// serve runs the links and the tool until ctx ends, or one of them, or a part inside.
func (d *Daemon) serve(ctx, inner context.Context) error {
	outside, outer := errgroup.WithContext(ctx)
	d.running.Store(true)
	defer d.running.Store(false)
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
	return outside.Wait()
}

// unbind gives the addresses back that Listen bound.
func (d *Daemon) unbind() {
	over, stop := context.WithCancel(context.Background())
	stop()
	for _, ep := range d.core.endpoints {
		_ = ep.Run(over)
	}
}

// located names the file that an error at start is about.
func located(err error) error {
	var of *gem.SpoolError
	var damage *spool.CorruptError
	if errors.As(err, &of) && errors.As(err, &damage) && damage.Segment != 0 {
		return fmt.Errorf("%s: %w", persist.SegmentFile(of.Host, damage.Segment), err)
	}
	return err
}

// restore reads the journal and the list of programs into the equipment.
func (d *Daemon) restore() error {
	for _, p := range d.core.programs.store.List() {
		if _, err := d.core.step(gem.RestoredProgram{PPID: p.Name, Format: gem.ProgramFormat(p.Format), Size: p.Size}); err != nil {
			return err
		}
	}
	return d.core.journal.Load(func(r persist.Record) error {
		_, err := d.core.step(gem.Restored{Record: gem.Record(r)})
		return err
	}, func(s persist.Segment) error {
		_, err := d.core.step(gem.RestoredSegment(s))
		return err
	})
}
