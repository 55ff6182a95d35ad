package sim

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/model"
)

// This file is the robot, which carries one wafer at a time.

// robotTime is how long the robot takes to take a wafer, or to put it down, in
// simulated seconds.
const robotTime = 1

// robot is the robot with its arms.
type robot struct {
	*plant
	chore
	carries *transfer       // nil: it stands
	aligned map[string]bool // wafers that the aligner has had
	moves   float64         // RobotMoves
	total   float64         // WaferTotal
	working bool            // a task is told
}

func newRobot(p *plant) *robot {
	return &robot{plant: p, chore: chore{speed: p.config.Speed}, aligned: map[string]bool{}}
}

func (r *robot) planner(v *view) *planner { return &planner{v, r.layout, r.aligned, r.ports} }

// act implements part.
func (r *robot) act(ctx context.Context, v *view) (did bool, wake time.Time, err error) {
	if r.busy() {
		return r.pursue(ctx, v.now)
	}
	if r.carries != nil {
		r.carries = nil // jobs may have waited for that
		return true, wake, nil
	}
	t := r.planner(v).next()
	switch {
	case t == nil && r.working:
		r.working = false
		return true, wake, r.tell(ctx, model.TaskEnded{Module: r.layout.tracker})
	case t == nil:
		return false, wake, nil
	}
	r.carries = t
	deeds := []deed{{0, r.start}}
	if t.from != t.arm {
		deeds = append(deeds, deed{robotTime, r.pick})
	}
	r.begin(append(deeds, deed{robotTime, r.place})...)
	return true, wake, nil
}

// start tells that the robot works.
func (r *robot) start(ctx context.Context) error {
	if r.layout.tracker == "" || r.working {
		return nil
	}
	r.working = true
	return r.tell(ctx, model.TaskStarted{Module: r.layout.tracker, Task: "Wafer transfer", Type: model.SupportTask})
}

// pick takes the wafer, unless it is to stay where it is by now, or is elsewhere.
func (r *robot) pick(ctx context.Context) error {
	v, t := r.look(), r.carries
	w := v.wafers[t.wafer]
	c, _ := v.slotOf(t.from)
	if w != nil && (w.State == model.AtWork || isParked(w)) {
		c = nil // it has left its carrier before
	}
	if w == nil || w.Location != t.from || v.fate(w) == stays || c != nil && v.fate(w) != proceeds {
		r.drop()
		return nil
	}
	taken, err := r.told(ctx, model.SubstrateMoved{From: t.from, To: t.arm})
	if !taken {
		r.drop()
		return err
	}
	if c != nil {
		err = r.leaves(ctx, v, w, c)
	} else if i := slices.Index(r.layout.chambers, t.from); i >= 0 {
		err = r.chambers[i].unloaded(ctx, v, w)
	}
	if err != nil {
		return err
	}
	values := append(r.about(v, w), r.text("Location", r.placeText(v, t.from)), r.text("RobotState", "MOVING"))
	if err := r.event(ctx, "WaferPicked", values...); err != nil {
		return err
	}
	if r.failures.occurs(WaferLost, "") {
		r.drop()
		return r.lose(ctx, v, w)
	}
	return nil
}

// leaves tells that a wafer has left its carrier.
func (r *robot) leaves(ctx context.Context, v *view, w *model.SubstrateSnapshot, c *model.CarrierSnapshot) error {
	if err := r.event(ctx, "WaferStarted", r.about(v, w)...); err != nil {
		return err
	}
	return r.approaches(ctx, r.look(), c)
}

// approaches tells that a carrier will soon be done with, if nothing that a job
// wants is left in it.
func (r *robot) approaches(ctx context.Context, v *view, c *model.CarrierSnapshot) error {
	for i := range v.ProcessJobs {
		j := &v.ProcessJobs[i]
		if !j.State.PostActive() && slices.ContainsFunc(j.Substrates, func(id string) bool { return v.waits(id, c) }) {
			return nil
		}
	}
	return r.tell(ctx, model.ApproachingComplete{Carrier: c.ID})
}

// waits tells whether a wafer is still in its carrier, to be processed.
func (v *view) waits(id string, in *model.CarrierSnapshot) bool {
	w := v.wafers[id]
	if w == nil || w.State != model.AtSource || w.Processing != model.NeedsProcessing {
		return false
	}
	c, _ := v.slotOf(w.Location)
	return c != nil && c.ID == in.ID
}

// adopt finds the robot as it is after a start: it stands, and what it had taken may
// not have been told.
func (r *robot) adopt(ctx context.Context, v *view) error {
	if r.layout.tracker != "" {
		if err := r.tell(ctx, model.TaskEnded{Module: r.layout.tracker}); err != nil {
			return err
		}
	}
	for _, arm := range r.layout.arms {
		w := v.at[arm]
		if w == nil || v.fate(w) != proceeds {
			continue
		}
		if c, _ := v.slotOf(w.Source); c != nil {
			if err := r.approaches(ctx, v, c); err != nil {
				return err
			}
		}
	}
	return nil
}

// lose loses the wafer that the robot has.
func (r *robot) lose(ctx context.Context, v *view, w *model.SubstrateSnapshot) error {
	delete(r.aligned, w.ID)
	if err := r.tell(ctx, model.SubstrateIsLost{Substrate: w.ID}); err != nil {
		return err
	}
	return r.event(ctx, "WaferLost", append(r.about(v, w), r.text("Location", r.carries.arm), r.text("RobotState", "IDLE"))...)
}

func (r *robot) place(ctx context.Context) error {
	v, t := r.look(), r.carries
	if w := v.wafers[t.wafer]; w != nil && v.fate(w) == returns {
		c, _ := v.slotOf(t.to)
		if to := r.planner(v).berth(w); to != t.to && (to != "" || c != nil && t.to != w.Source) {
			r.drop() // something has happened to it on the way
			return nil
		}
	}
	taken, err := r.told(ctx, model.SubstrateMoved{From: t.arm, To: t.to})
	if !taken {
		r.drop()
		return err
	}
	r.moves++
	v = r.look()
	w := v.wafers[t.wafer]
	if w == nil {
		return nil
	}
	values := append(r.about(v, w), r.text("Location", r.placeText(v, t.to)), r.text("RobotState", "IDLE"), r.count("RobotMoves", r.moves))
	if err := r.event(ctx, "WaferPlaced", values...); err != nil {
		return err
	}
	if i := slices.Index(r.layout.chambers, t.to); i >= 0 {
		return r.chambers[i].loaded(ctx, v, w)
	}
	if c, _ := v.slotOf(t.to); c != nil && w.Processing.Final() && !isParked(w) {
		return r.finish(ctx, v, w)
	}
	return nil
}

// finish tells that a wafer is back in a carrier.
func (r *robot) finish(ctx context.Context, v *view, w *model.SubstrateSnapshot) error {
	delete(r.aligned, w.ID)
	if w.Processing == model.SubstProcessed {
		r.total++
	}
	result := "PARTIAL"
	switch w.Processing {
	case model.SubstProcessed:
		result = "GOOD"
	case model.SubstSkipped:
		result = "SKIPPED"
	default:
	}
	return r.event(ctx, "WaferCompleted", append(r.about(v, w), r.text("WaferResult", result), r.count("WaferTotal", r.total))...)
}

// about are the variables that tell which wafer an event is about.
func (p *plant) about(v *view, w *model.SubstrateSnapshot) []gem.Value {
	_, slot := v.slotOf(w.Source)
	recipe := ""
	if j := v.jobs[w.Job]; j != nil {
		recipe = j.Recipe
	}
	return []gem.Value{
		p.text("WaferID", w.ID), p.count("Slot", float64(slot)), p.text("LotID", p.lots.of(v, w)), p.text("PPID", recipe),
	}
}

// placeText is what the events of the robot call a place.
func (p *plant) placeText(v *view, location string) string {
	if c, _ := v.slotOf(location); c != nil {
		return fmt.Sprintf("LOADPORT%d", c.Port)
	}
	return location
}
