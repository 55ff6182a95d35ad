package sim

import (
	"context"
	"errors"
	"time"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/model"
)

// This file is how the processing state model of E30 3.4 follows the jobs: its
// triggers are those of the model's rows. This tool never pauses by itself
// (row 8).

// trigger is one of the model.
type trigger string

const (
	initialized trigger = "initialized"
	committed   trigger = "setup"
	setUp       trigger = "ready"
	started     trigger = "start"
	completed   trigger = "completed"
	stopped     trigger = "stop"
	aborted     trigger = "abort"
	suspended   trigger = "pause"
	resumed     trigger = "resume"
)

// processState is one of the model.
type processState uint8

const (
	starting processState = iota // INIT
	idle
	setting // SETUP
	ready
	executing
	pausing // PAUSE
)

// processing takes the model from state to state.
type processing struct {
	*plant
	state    processState
	left     processState // that PAUSE was entered from
	standard bool         // the model is that of E30
}

// act implements part.
func (p *processing) act(ctx context.Context, v *view) (did bool, wake time.Time, err error) {
	on := p.towards(p.wanted(v))
	if on == "" {
		return false, wake, nil
	}
	return true, wake, p.enter(ctx, on)
}

// wanted is the state that the jobs call for.
func (p *processing) wanted(v *view) processState {
	var has [pausing + 1]bool
	for i := range v.ProcessJobs {
		switch v.ProcessJobs[i].State {
		case model.SettingUp:
			has[setting] = true
		case model.WaitingForStart:
			has[ready] = true
		case model.Processing, model.Stopping, model.Aborting, model.Pausing:
			has[executing] = true
		case model.Paused:
			has[pausing] = true
		default:
		}
	}
	for _, x := range p.lots.open {
		has[executing] = has[executing] || v.jobs[x.job] == nil || v.jobs[x.job].State.PostActive()
	}
	switch request := p.operator.request; {
	case has[executing]:
		return executing
	case has[pausing], request != nil && request.held:
		return pausing
	case has[setting], request != nil && !has[ready]:
		return setting
	case has[ready]:
		return ready
	}
	return idle
}

// towards returns the trigger of the next row on the way to a state, "" if there
// is none to take: no row leads back to SETUP but by IDLE.
func (p *processing) towards(to processState) trigger {
	switch {
	case p.state == to, p.state == ready && to == setting:
		return ""
	case p.state == pausing && (to != idle || p.lots.ended == endedWell):
		return resumed
	case to == idle, p.state == executing && to != pausing:
		return p.end()
	case p.state == idle:
		return committed
	case to == pausing:
		return suspended
	case p.state == setting:
		return setUp
	}
	return started
}

// end is the trigger of how the lots ended; row 5 leaves only EXECUTING.
func (p *processing) end() trigger {
	switch {
	case p.lots.ended == endedByAbort:
		return aborted
	case p.lots.ended == endedByStop:
		return stopped
	case p.state == executing:
		return completed
	}
	return stopped
}

// enter tells the model what happened; it raises the events.
func (p *processing) enter(ctx context.Context, on trigger) error {
	switch on {
	case initialized, completed, stopped, aborted:
		p.state, p.lots.ended = idle, endedWell
	case committed:
		p.state = setting
	case setUp:
		p.state = ready
	case started:
		p.state = executing
	case suspended:
		p.left, p.state = p.state, pausing
	case resumed:
		p.state = p.left
	}
	p.panel.enter(on)
	if !p.standard {
		return nil
	}
	err := repeat(ctx, func() error { return p.eq.Process(ctx, string(on)) })
	if errors.Is(err, gem.ErrNotNow) {
		return nil
	}
	return err
}
