package sim

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/model"
)

// This file is what the operator does for the remote commands.

// obey carries out a command that the panel has accepted.
func (o *operator) obey(ctx context.Context, v *view, c command) error {
	switch c.name {
	case ppSelect:
		return o.selectProgram(ctx, c.recipe)
	case start:
		o.request = &request{recipe: c.recipe, lot: c.lot}
	case pause:
		o.request.hold()
		return o.each(ctx, v, model.CJPause, model.PRPause)
	case resume:
		o.request.release()
		return o.each(ctx, v, model.CJResume, model.PRResume)
	case stop:
		return errors.Join(o.cancel(ctx, v, endedByStop), o.each(ctx, v, model.CJStop, model.PRStop))
	case abort:
		return errors.Join(o.cancel(ctx, v, endedByAbort), o.each(ctx, v, model.CJAbort, model.PRAbort))
	}
	return nil
}

func (r *request) hold() {
	if r != nil {
		r.held = true
	}
}

func (r *request) release() {
	if r != nil {
		r.held = false
	}
}

// cancel forgets what START wants; the carrier that was chosen goes.
func (o *operator) cancel(ctx context.Context, v *view, how ending) error {
	r := o.request
	if r == nil {
		return nil
	}
	o.request, o.lots.ended = nil, how
	if c := v.carriers[r.carrier]; c != nil {
		return o.tell(ctx, model.OperatorCancels{Carrier: c.ID, Port: c.Port})
	}
	return nil
}

// each gives a command to the jobs that run: to control jobs, and for PAUSE and
// RESUME to their process jobs, too, because a control job that pauses only begins
// no more of them. What a job cannot do now it does not.
func (o *operator) each(ctx context.Context, v *view, control model.CJCommand, process model.PRCommand) error {
	for _, c := range v.ControlJobs {
		if c.State != model.CJExecuting && c.State != model.CJPaused || !runs(c.State, control) {
			continue
		}
		action := model.NoAction
		if control == model.CJStop || control == model.CJAbort {
			action = model.RemoveJobs
		}
		if err := o.tell(ctx, model.ControlJobCommand{Job: c.ID, Command: control, Action: action}); err != nil {
			return err
		}
	}
	for i := range v.ProcessJobs {
		j := &v.ProcessJobs[i]
		if !j.State.Active() || j.ControlJob != "" && (control == model.CJStop || control == model.CJAbort) || !takes(j.State, process) {
			continue
		}
		if err := o.tell(ctx, model.JobCommand{Job: j.ID, Command: process}); err != nil {
			return err
		}
	}
	return nil
}

// runs tells whether a command can be for a control job that is EXECUTING or
// PAUSED.
func runs(s model.CJState, c model.CJCommand) bool {
	switch c {
	case model.CJPause:
		return s == model.CJExecuting
	case model.CJResume:
		return s == model.CJPaused
	default:
		return true
	}
}

// takes tells whether a command can be for a process job in that state.
func takes(s model.PRState, c model.PRCommand) bool {
	paused := s == model.Pausing || s == model.Paused
	switch c {
	case model.PRPause:
		return s == model.SettingUp || s == model.WaitingForStart || s == model.Processing
	case model.PRResume:
		return paused
	case model.PRStop:
		return s != model.Stopping && s != model.Aborting
	default:
		return s != model.Aborting
	}
}

// selectProgram tells which program was selected; one that was deleted since is not.
func (p *plant) selectProgram(ctx context.Context, ppid string) error {
	p.selected = ppid
	err := repeat(ctx, func() error { return p.eq.SelectProgram(ctx, ppid) })
	if errors.Is(err, gem.ErrUnknown) {
		return nil
	}
	return err
}

// choice is the recipe for a carrier of lots without end: the recipes take turns,
// those that are still there.
func (o *operator) choice(carrier string) string {
	var there []string
	for _, r := range o.config.Recipes {
		if _, err := loadRecipe(o.eq, r.Name); err == nil {
			there = append(there, r.Name)
		}
	}
	if len(there) == 0 {
		return ""
	}
	return there[carrierNumber(carrier)%len(there)]
}

// newJobID returns an identifier for the jobs of a lot that no job has.
func newJobID(v *view, lot string) string {
	id := ownPrefix + objectName(lot)
	for n := 2; v.hasJob(id); n++ {
		id = fmt.Sprintf("%s%s.%d", ownPrefix, objectName(lot), n)
	}
	return id
}

// objectName makes a text one that identifiers of objects may have (E39).
func objectName(text string) string {
	name := []byte(text)
	for i, c := range name {
		if c <= ' ' || c > '~' || c == '>' || c == ':' || c == '?' || c == '*' || c == '~' {
			name[i] = '_'
		}
	}
	return string(name)
}

// adopt finds what is to go on after a start. In lots without end nobody else
// would resume what stands still, but for an alarm.
func (o *operator) adopt(ctx context.Context, v *view) error {
	if o.config.Lots != EndlessLots {
		return nil
	}
	v.ProcessJobs = slices.DeleteFunc(slices.Clone(v.ProcessJobs), func(j model.ProcessJobSnapshot) bool {
		return slices.ContainsFunc(o.chambers, func(c *chamber) bool { return !c.broken.IsZero() && c.job == j.ID })
	})
	return o.each(ctx, v, model.CJResume, model.PRResume)
}
