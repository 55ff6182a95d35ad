package sim

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/secsd/secsd/model"
	"github.com/secsd/secsd/secs2"
)

// This file is the operator of the tool: what START asks for, and what has to be
// done for lots without end.

// thinkTime is how long the operator takes for each action, in simulated seconds.
const thinkTime = 1

// operator is the person at the tool.
type operator struct {
	*plant
	request *request  // that START has left; nil: none
	due     time.Time // when the operator acts, zero: nothing to do

	needsControl bool // process jobs need a control job
}

// request is a lot that START wants: the next carrier that waits is proceeded with
// and gets its jobs.
type request struct {
	recipe, lot string
	carrier     string // that was chosen, "" for none yet
	held        bool   // by PAUSE
}

// act implements part.
func (o *operator) act(ctx context.Context, v *view) (did bool, wake time.Time, err error) {
	if command, ok := o.panel.next(); ok {
		return true, wake, o.obey(ctx, v, command)
	}
	if o.request == nil && !o.ending(v) {
		o.panel.settle()
	}
	deed := o.todo(v)
	switch {
	case deed == nil:
		o.due = time.Time{}
		return false, wake, nil
	case o.due.IsZero():
		o.due = v.now.Add(o.real(thinkTime))
	}
	if o.due.After(v.now) {
		return false, o.due, nil
	}
	o.due = time.Time{}
	return true, wake, deed(ctx)
}

// ending tells whether any job is about to be stopped or aborted.
func (o *operator) ending(v *view) bool {
	return slices.ContainsFunc(v.ProcessJobs, func(j model.ProcessJobSnapshot) bool {
		return j.State == model.Stopping || j.State == model.Aborting
	})
}

// todo returns what the operator does next, nil for nothing.
func (o *operator) todo(v *view) func(ctx context.Context) error {
	for i := range v.ProcessJobs {
		j := &v.ProcessJobs[i]
		switch {
		case !strings.HasPrefix(j.ID, ownPrefix) || j.State != model.Pooled:
		case len(j.Substrates) == 0:
			return func(ctx context.Context) error { return o.giveUp(ctx, j) }
		case j.ControlJob == "" && o.needsControl:
			return func(ctx context.Context) error { return o.control(ctx, j.ID) }
		}
	}
	if r := o.request; r != nil {
		if r.held {
			return nil
		}
		if v.carriers[r.carrier] == nil || !o.usable(v, v.carriers[r.carrier]) {
			r.carrier = ""
		}
		if c := o.choose(v); r.carrier == "" && c != nil {
			r.carrier = c.ID
		}
		if c := v.carriers[r.carrier]; c != nil {
			return o.handle(v, c)
		}
		return o.enterID(v)
	}
	if o.config.Lots != EndlessLots {
		return nil
	}
	for i := range v.Carriers {
		if c := &v.Carriers[i]; o.usable(v, c) {
			if deed := o.handle(v, c); deed != nil {
				return deed
			}
		}
	}
	return o.enterID(v)
}

// usable tells whether a carrier waits for somebody to say what becomes of it: it
// is here, may still be accessed, and no job is about it that has not ended.
func (o *operator) usable(v *view, c *model.CarrierSnapshot) bool {
	if c.Port == 0 || !untouched(c) || v.Ports[c.Port-1].Transfer != transferBlocked || !v.Ports[c.Port-1].Occupied {
		return false
	}
	if !idWaits(c) && !idVerified(c) || o.ports[c.Port-1].leaving {
		return false
	}
	return !slices.ContainsFunc(v.ProcessJobs, func(j model.ProcessJobSnapshot) bool {
		return !j.State.PostActive() && slices.ContainsFunc(j.Substrates, func(id string) bool {
			w := v.wafers[id]
			if w == nil {
				return false
			}
			source, _ := v.slotOf(w.Source)
			return source == c
		})
	})
}

// choose returns the carrier that has waited longest.
func (o *operator) choose(v *view) *model.CarrierSnapshot {
	for i := range v.Carriers {
		if c := &v.Carriers[i]; o.usable(v, c) {
			return c
		}
	}
	return nil
}

// handle returns what a carrier waits for: that it is proceeded with, jobs, or to
// be sent away because nothing is in it.
func (o *operator) handle(v *view, c *model.CarrierSnapshot) func(ctx context.Context) error {
	switch {
	case idWaits(c), mapWaits(c):
		return func(ctx context.Context) error { return o.proceed(ctx, c) }
	case !mapVerified(c):
		return nil
	}
	slots := o.slots(v, c)
	if len(slots) == 0 && o.robot.awaits(v, c) {
		return nil
	}
	if len(slots) == 0 {
		return func(ctx context.Context) error {
			return o.tell(ctx, model.OperatorCancels{Carrier: c.ID, Port: c.Port})
		}
	}
	return func(ctx context.Context) error { return o.create(ctx, v, c, slots) }
}

// proceed accepts what was read of a carrier. One whose slots could not be mapped
// has nothing to accept: it goes.
func (o *operator) proceed(ctx context.Context, c *model.CarrierSnapshot) error {
	away := model.OperatorCancels{Carrier: c.ID, Port: c.Port}
	if mapWaits(c) && len(c.SlotMap) == 0 {
		return o.tell(ctx, away)
	}
	taken, err := o.told(ctx, model.OperatorProceeds{Carrier: c.ID, Port: c.Port})
	if taken || err != nil {
		return err
	}
	if now := o.look().carriers[c.ID]; now != nil && mapWaits(now) {
		return o.tell(ctx, away)
	}
	return nil
}

// slots are those whose wafers a new job processes.
func (o *operator) slots(v *view, c *model.CarrierSnapshot) (slots []uint8) {
	for _, w := range v.content(c.ID) {
		if w.State == model.AtSource && w.Processing == model.NeedsProcessing {
			_, slot := v.slotOf(w.Location)
			slots = append(slots, uint8(slot))
		}
	}
	if o.request != nil {
		slots = slots[:min(len(slots), o.config.Wafers)]
	}
	return slots
}

// create makes the process job of a carrier, and its control job.
func (o *operator) create(ctx context.Context, v *view, c *model.CarrierSnapshot, slots []uint8) error {
	recipe, lot := o.choice(c.ID), lotOf(c.ID)
	if r := o.request; r != nil {
		recipe = r.recipe
		if r.lot != "" {
			lot = r.lot
		}
	}
	if recipe == "" {
		return sleep(ctx, again)
	}
	job := newJobID(v, lot)
	o.lots.named[job] = lot
	taken, err := o.told(ctx, model.OperatorProcessJob{Spec: model.ProcessJobSpec{
		ID: job, MaterialType: model.MaterialCarriers, Carriers: []model.CarrierSlots{{Carrier: c.ID, Slots: slots}},
		Method: 1, Recipe: recipe, Start: model.AutoStart,
	}})
	if !taken || err != nil {
		o.refused(v)
		return err
	}
	if o.needsControl {
		err = o.control(ctx, job)
	}
	o.request = nil
	return err
}

// refused is for jobs that the equipment does not take: the request ends, or the
// operator tries again a little later.
func (o *operator) refused(v *view) {
	if o.request != nil {
		o.request, o.lots.ended = nil, endedByAbort
	}
	o.due = v.now.Add(again)
}

// control makes the control job of a process job of ours.
func (o *operator) control(ctx context.Context, job string) error {
	v := o.look()
	taken, err := o.told(ctx, model.OperatorControlJob{Spec: model.ControlJobSpec{
		ID: job, Carriers: v.carriersOf(job), Jobs: []model.ControlledJob{{ID: job, ControlRule: secs2.L(), OutputRule: secs2.L()}},
		Order: model.OrderList, Start: model.AutoStart,
	}})
	if !taken {
		o.due = v.now.Add(again)
	}
	return err
}

// giveUp takes back a job of ours whose carrier was sent away before it began: no
// other job would begin before it.
func (o *operator) giveUp(ctx context.Context, j *model.ProcessJobSnapshot) error {
	if j.ControlJob == "" {
		return o.tell(ctx, model.JobCommand{Job: j.ID, Command: model.PRCancel})
	}
	return o.tell(ctx, model.ControlJobCommand{Job: j.ControlJob, Command: model.CJCancel, Action: model.RemoveJobs})
}

// enterID tells which carrier it is that could not be read.
func (o *operator) enterID(v *view) func(ctx context.Context) error {
	for _, x := range o.ports {
		s := v.Ports[x.number-1]
		if s.Occupied && s.Carrier == "" && s.Transfer == transferBlocked && !x.busy() && len(x.orders) == 0 {
			return func(ctx context.Context) error {
				x.identify(v)
				return o.tell(ctx, model.OperatorProceeds{Carrier: x.tag, Port: x.number})
			}
		}
	}
	return nil
}
