package sim

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/model"
)

// This file is where wafers go at the end, also those whose places were given away
// while they were out: to another slot, of their own carrier if it has one that is
// free. One that finds none is stranded: it waits where it is, the tool asks for help,
// and all others go on.

// strandedAlarm is the alarm that is set as long as a wafer is stranded, if the
// equipment has it.
const strandedAlarm = "WaferHasNoSlot"

// berth is where a wafer that returns can be put now, "" for nowhere.
func (p *planner) berth(w *model.SubstrateSnapshot) string {
	for _, to := range []string{home(w), w.Destination} {
		if p.free(to) {
			return to
		}
	}
	if !w.Displaced {
		return ""
	}
	own, _ := p.slotOf(w.Source)
	if to := p.spare(w, own); to != "" {
		return to
	}
	for i := range p.Carriers {
		if to := p.spare(w, &p.Carriers[i]); to != "" {
			return to
		}
	}
	return ""
}

// spare is the first slot of a carrier that a wafer can be put into which does not
// belong there. Carriers with wafers whose jobs have not begun are left alone: once
// anything is put into them they are as good as processed.
func (p *planner) spare(w *model.SubstrateSnapshot, c *model.CarrierSnapshot) string {
	if !p.open(c) || p.ports[c.Port-1].leaving || !accessed(c) && (!untouched(c) || p.holdsAny(c)) {
		return ""
	}
	for i, code := range c.SlotMap {
		to := fmt.Sprintf("%s.%02d", c.ID, i+1)
		if code != model.SlotEmpty && code != model.SlotNotEmpty && code != model.SlotCorrectlyOccupied {
			continue
		}
		if p.at[to] == nil && !p.promised(to, w.ID) {
			return to
		}
	}
	return ""
}

// holdsAny tells whether anything is in a carrier.
func (v *view) holdsAny(c *model.CarrierSnapshot) bool {
	return slices.ContainsFunc(v.Substrates, func(x model.SubstrateSnapshot) bool {
		in, _ := v.slotOf(x.Location)
		return in == c
	})
}

// promised tells whether a free slot is for another wafer.
func (v *view) promised(slot, to string) bool {
	return slices.ContainsFunc(v.Substrates, func(x model.SubstrateSnapshot) bool {
		return x.ID != to && (x.Destination == slot || x.Source == slot && x.State == model.AtWork)
	})
}

// isStranded tells whether a wafer has to wait for a slot that nobody is about to
// leave.
func (p *planner) isStranded(w *model.SubstrateSnapshot) bool {
	return w.Displaced && p.fate(w) == returns && p.berth(w) == ""
}

// setAside takes a wafer from an arm that finds no slot: every arm has one, and the
// others have to go on.
func (p *planner) setAside() *transfer {
	for _, arm := range p.arms {
		w := p.at[arm]
		if p.fate(w) != returns || p.berth(w) != "" {
			continue
		}
		for _, place := range slices.Concat(p.chambers, p.aligners) {
			if p.at[place] == nil {
				return &transfer{wafer: w.ID, job: w.Job, from: arm, arm: arm, to: place}
			}
		}
		if t := p.parking(w); t != nil {
			t.arm = arm
			return t
		}
	}
	return nil
}

// park makes room for the others: a wafer whose slot one of them has still to leave
// waits where it came from.
func (p *planner) park() *transfer {
	for _, place := range slices.Concat(p.chambers, p.aligners) {
		if w := p.at[place]; w != nil && p.fate(w) == returns && p.berth(w) == "" {
			if t := p.parking(w); t != nil {
				return t
			}
		}
	}
	return nil
}

func (p *planner) parking(w *model.SubstrateSnapshot) *transfer {
	if w.Displaced || !p.free(w.Source) {
		return nil
	}
	return &transfer{wafer: w.ID, job: w.Job, from: w.Location, to: w.Source}
}

// isParked tells whether a wafer waits where it came from for its slot.
func isParked(w *model.SubstrateSnapshot) bool {
	return w.State == model.AtSource && w.Processing.Final() && home(w) != w.Location
}

// misplaced is the transfer of a wafer that is parked, or was put into a slot which is
// not its own, when the right one had become free the moment before.
func (p *planner) misplaced() *transfer {
	for i := range p.Substrates {
		w := &p.Substrates[i]
		if c, _ := p.slotOf(w.Location); (w.State == model.AtWork || isParked(w)) && p.open(c) {
			if t := p.onward(w.Location); t != nil {
				return t
			}
		}
	}
	return nil
}

// worksOn tells whether any wafer of a job is out of its carrier and has still
// something before it.
func (r *robot) worksOn(v *view, job string) bool {
	if t := r.carries; t != nil && t.job == job {
		return true
	}
	p := r.planner(v)
	return slices.ContainsFunc(v.Substrates, func(w model.SubstrateSnapshot) bool {
		if w.Job != job || w.State != model.AtWork {
			return w.Job == job && isParked(&w)
		}
		runs := slices.ContainsFunc(r.chambers, func(c *chamber) bool { return c.wafer == w.ID })
		return runs || !p.isStranded(&w)
	})
}

// awaits tells whether a wafer that has no slot of its own can go to a carrier.
func (r *robot) awaits(v *view, c *model.CarrierSnapshot) bool {
	p := r.planner(v)
	return slices.ContainsFunc(v.Substrates, func(w model.SubstrateSnapshot) bool {
		return w.Displaced && p.fate(&w) == returns && p.spare(&w, c) != ""
	})
}

// help is the alarm that a wafer is stranded.
type help struct {
	*plant
	called bool
}

// act implements part.
func (h *help) act(ctx context.Context, v *view) (did bool, wake time.Time, err error) {
	p := h.robot.planner(v)
	needed := slices.ContainsFunc(v.Substrates, func(w model.SubstrateSnapshot) bool { return p.isStranded(&w) })
	if needed == h.called {
		return false, wake, nil
	}
	h.called = needed
	at := slices.IndexFunc(h.alarms, func(al gem.AlarmDescription) bool { return al.Name == strandedAlarm })
	if at < 0 {
		return true, wake, nil
	}
	state := gem.AlarmClear
	if needed {
		state = gem.AlarmSet
	}
	return true, wake, repeat(ctx, func() error { return h.eq.Alarm(ctx, h.alarms[at].ID, state) })
}
