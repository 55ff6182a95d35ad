package sim

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/model"
	"github.com/secsd/secsd/secs2"
)

// This file is the heart of the tool: it looks at the world and lets each part
// do what is due, until nothing is; then it waits for a change.

// again is when a fact is told again that met a failed disk, or that the
// equipment did not take for another reason: real time.
const again = time.Second

// plant is the tool as far as it handles material. One goroutine owns it, but for
// panel, inbox, failures and demands.
type plant struct {
	config Config
	layout layout
	eq     equipment
	names  vocabulary

	alarms   []gem.AlarmDescription
	selected string // the program that was told to be selected
	least    int    // the least number of a new carrier

	panel    *panel
	inbox    *inbox
	failures *failures
	demands  *demands

	formats map[string]secs2.Format // of the variables that it sets

	process  *processing
	ports    []*port
	chambers []*chamber
	robot    *robot
	jobs     *jobs
	lots     *lots
	operator *operator
	parts    []part
	adopted  bool // what the equipment holds is known
}

func newPlant(t *Tool, e equipment) *plant {
	described := e.Describe()
	p := &plant{
		config: t.config, layout: t.layout, eq: e, names: newVocabulary(described.Description), alarms: described.Alarms,
		panel: t.panel, inbox: t.inbox, failures: t.failures, demands: t.demands, formats: t.layout.formats(),
	}
	p.process = &processing{plant: p, standard: t.standard}
	p.robot = newRobot(p)
	p.jobs = &jobs{plant: p, work: map[string]*work{}}
	p.lots = &lots{plant: p, named: map[string]string{}}
	p.operator = &operator{plant: p, needsControl: t.needsControl}
	p.parts = []part{p.process, p.lots, p.jobs}
	for i := range p.layout.ports {
		p.ports = append(p.ports, newPort(p, i+1))
		p.parts = append(p.parts, p.ports[i])
	}
	for i, where := range p.layout.chambers {
		p.chambers = append(p.chambers, newChamber(p, where, i))
		p.parts = append(p.parts, p.chambers[i])
	}
	for i, where := range p.layout.aligners {
		p.parts = append(p.parts, newAligner(p, where, i))
	}
	p.parts = append(p.parts, p.robot, &help{plant: p}, p.operator)
	return p
}

// part is a part of the tool, which does one thing after the other. What it does
// next follows from what the equipment holds rather than from what it did before:
// so a start in the middle of a lot goes on with it.
type part interface {
	// act does one thing that is due and tells that it did; else wake is when there
	// will be something, without any change.
	act(ctx context.Context, v *view) (did bool, wake time.Time, err error)
}

// run runs the tool until ctx is done.
func (p *plant) run(ctx context.Context) error {
	if err := p.process.enter(ctx, initialized); err != nil {
		return err
	}
	for {
		did, wake, err := p.turn(ctx)
		switch {
		case err != nil:
			return err
		case !did:
			if err := p.wait(ctx, wake); err != nil {
				return err
			}
		}
	}
}

// turn lets the first part act that has anything to do.
func (p *plant) turn(ctx context.Context) (did bool, wake time.Time, err error) {
	if err := p.obey(ctx); err != nil || !p.adopted {
		return false, wake, err
	}
	v := p.look()
	for _, x := range p.parts {
		did, at, err := x.act(ctx, v)
		if did || err != nil {
			return did, wake, err
		}
		if wake.IsZero() || !at.IsZero() && at.Before(wake) {
			wake = at
		}
	}
	return false, wake, nil
}

func (p *plant) look() *view { return newView(time.Now(), p.eq.Material()) }

// wait waits for a change, or until there is something to do anyway.
func (p *plant) wait(ctx context.Context, until time.Time) error {
	var timer <-chan time.Time
	if !until.IsZero() {
		t := time.NewTimer(time.Until(until))
		defer t.Stop()
		timer = t.C
	}
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-timer:
	case <-p.inbox.bell:
	}
	return nil
}

// obey takes the orders that have come. Of most it is enough to know that there
// are some: the state of the job tells the rest.
func (p *plant) obey(ctx context.Context) error {
	for _, o := range p.inbox.take() {
		switch o.Verb {
		case model.Resynchronize:
			if p.adopted {
				continue // the disk has failed: orders come again
			}
			if err := p.adopt(ctx); err != nil {
				return err
			}
		case model.ReadID, model.Dock, model.Undock, model.ClampRelease:
			p.ports[o.Port-1].take(o.Verb)
		default:
		}
	}
	return nil
}

// adopt makes what the equipment holds the world, after a start: what was under
// way is where it was, and begins again.
func (p *plant) adopt(ctx context.Context) error {
	v := p.look()
	for _, x := range p.ports {
		if err := x.adopt(ctx, v); err != nil {
			return err
		}
	}
	p.least = p.leastNumber(v.now)
	for _, x := range p.chambers {
		if err := x.adopt(ctx, v); err != nil {
			return err
		}
	}
	if err := p.robot.adopt(ctx, v); err != nil {
		return err
	}
	p.lots.adopt(v)
	p.adopted = true
	return p.operator.adopt(ctx, v)
}

// tell tells facts. One that cannot be was told before a start already, or a host
// was faster: it counts as told.
func (p *plant) tell(ctx context.Context, facts ...model.Fact) error {
	for _, f := range facts {
		if _, err := p.told(ctx, f); err != nil {
			return err
		}
	}
	return nil
}

// told tells a fact and whether it was taken.
func (p *plant) told(ctx context.Context, f model.Fact) (taken bool, err error) {
	err = repeat(ctx, func() error { return p.eq.Tell(ctx, f) })
	if errors.Is(err, gem.ErrNotNow) || errors.Is(err, gem.ErrUnknown) || errors.Is(err, gem.ErrValue) {
		return false, nil
	}
	return err == nil, err
}

// event triggers an event of the tool's own, after storing values.
func (p *plant) event(ctx context.Context, name string, values ...gem.Value) error {
	return repeat(ctx, func() error { return p.eq.Trigger(ctx, p.names.events[name], values...) })
}

// set stores values.
func (p *plant) set(ctx context.Context, values ...gem.Value) error {
	return repeat(ctx, func() error { return p.eq.Set(values...) })
}

// real converts simulated seconds.
func (p *plant) real(seconds float64) time.Duration {
	return time.Duration(seconds / p.config.Speed * float64(time.Second))
}

// sensed returns a value as a sensor would see it.
func sensed(random *rand.Rand, v float64) float64 { return v * (0.99 + 0.02*random.Float64()) }

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
