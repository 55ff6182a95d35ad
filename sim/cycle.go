package sim

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/secs2"
)

// This file runs the cycle between START and IDLE: when it waits, when it
// obeys, when it ends. What it does to carriers and wafers is in lot.go.

// again is when a fact is told again that met a failed disk: real time.
const again = time.Second

// Why a lot ends before its last wafer.
var (
	errStopped = errors.New("sim: stopped")
	errAborted = errors.New("sim: aborted")
)

// cycle is the tool's sequencer.
type cycle struct {
	panel  *panel
	eq     equipment
	names  vocabulary
	speed  float64
	random *rand.Rand
	plant  *plant

	formats map[string]secs2.Format // of the variables that it sets
}

// run carries out commands until ctx is done.
func (c *cycle) run(ctx context.Context) error {
	if err := c.enter(ctx, initialized); err != nil {
		return err
	}
	for {
		if !c.panel.given(&c.panel.start) {
			select {
			case <-ctx.Done():
				return context.Cause(ctx)
			case <-c.panel.changed:
			}
		}
		if err := c.obey(ctx); err != nil {
			return err
		}
		if !c.panel.given(&c.panel.start) {
			continue
		}
		if err := c.lot(ctx); err != nil {
			return err
		}
	}
}

// work lets simulated seconds pass during which the tool obeys. A PAUSE
// lengthens them.
func (c *cycle) work(ctx context.Context, seconds float64) error {
	left := c.real(seconds)
	for {
		began := time.Now()
		timer := time.NewTimer(left)
		select {
		case <-ctx.Done():
			timer.Stop()
			return context.Cause(ctx)
		case <-timer.C:
			return nil
		case <-c.panel.changed:
			timer.Stop()
		}
		left -= time.Since(began)
		if err := c.obey(ctx); err != nil {
			return err
		}
	}
}

// obey acts on the orders on the panel. STOP lets the wafer under way finish:
// it is looked at between wafers. In IDLE orders behind a START wait for it.
func (c *cycle) obey(ctx context.Context) error {
	if c.panel.take(&c.panel.selected) {
		if err := c.tellSelection(ctx); err != nil {
			return err
		}
	}
	switch {
	case c.panel.idle():
		return nil
	case c.panel.given(&c.panel.abort):
		return errAborted
	case c.panel.take(&c.panel.pause):
		return c.pause(ctx)
	}
	return nil
}

// pause waits for RESUME, which lets the cycle go on, or for its end.
func (c *cycle) pause(ctx context.Context) error {
	if err := c.enter(ctx, suspended); err != nil {
		return err
	}
	for {
		switch {
		case c.panel.given(&c.panel.abort):
			return errAborted
		case c.panel.given(&c.panel.stop):
			return errStopped
		case c.panel.take(&c.panel.resume):
			return c.enter(ctx, resumed)
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-c.panel.changed:
		}
	}
}

// enter tells the model what happened; it raises the events.
func (c *cycle) enter(ctx context.Context, on trigger) error {
	on = c.panel.enter(on)
	return repeat(ctx, func() error { return c.eq.Process(ctx, string(on)) })
}

// tellSelection tells which program is selected; one that was deleted since is not.
func (c *cycle) tellSelection(ctx context.Context) error {
	err := repeat(ctx, func() error { return c.eq.SelectProgram(ctx, c.panel.selection()) })
	if errors.Is(err, gem.ErrUnknown) {
		return nil
	}
	return err
}

// tell triggers an event after storing values.
func (c *cycle) tell(ctx context.Context, event string, values ...gem.Value) error {
	return repeat(ctx, func() error { return c.eq.Trigger(ctx, c.names.events[event], values...) })
}

// repeat tells a fact until it is taken: a disk that fails is no reason to forget
// what happened.
func repeat(ctx context.Context, tell func() error) error {
	for {
		err := tell()
		if !errors.Is(err, gem.ErrStorage) {
			return err
		}
		if err := sleep(ctx, again); err != nil {
			return err
		}
	}
}

// real converts simulated seconds.
func (c *cycle) real(seconds float64) time.Duration {
	return time.Duration(seconds / c.speed * float64(time.Second))
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-timer.C:
		return nil
	}
}
