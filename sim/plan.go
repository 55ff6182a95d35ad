package sim

import (
	"slices"

	"github.com/secsd/secsd/model"
)

// This file is what the robot carries next.

// transfer is a wafer on its way.
type transfer struct {
	wafer, job string
	from       string
	arm        string // that takes it, or has it
	to         string
}

// planner plans transfers in one world.
type planner struct {
	*view
	layout
	aligned map[string]bool // the wafers that are ready for a chamber
	ports   []*port
}

// next returns the transfer that comes next, nil for none: what lies on an arm
// goes on, then what is done goes home, then what is aligned into a chamber, then
// a new wafer leaves its carrier, then what is in its way makes room.
func (p *planner) next() *transfer {
	for _, arm := range p.arms {
		if t := p.onward(arm); t != nil {
			t.arm = arm
			return t
		}
	}
	arm := p.freeArm()
	if arm == "" {
		return p.putBack()
	}
	t := p.fromInside()
	if t == nil {
		t = p.fromCarrier()
	}
	if t == nil {
		t = p.park()
	}
	if t != nil {
		t.arm = arm
	}
	return t
}

func (p *planner) freeArm() string {
	for _, arm := range p.arms {
		if p.at[arm] == nil {
			return arm
		}
	}
	return ""
}

// onward is the transfer of what lies at a place of the tool.
func (p *planner) onward(place string) *transfer {
	w := p.at[place]
	if w == nil {
		return nil
	}
	switch p.fate(w) {
	case returns:
		if to := p.berth(w); to != "" {
			return &transfer{wafer: w.ID, job: w.Job, from: place, to: to}
		}
	case proceeds:
		if to := p.towards(w); to != "" && to != place {
			return &transfer{wafer: w.ID, job: w.Job, from: place, to: to}
		}
	case stays:
	}
	return nil
}

// towards is where a wafer that is to be processed goes, "" as long as it has to
// wait. It goes to the aligner once, and stays in the chamber that it is in: a start
// finds it there and does not know that it is aligned.
func (p *planner) towards(w *model.SubstrateSnapshot) string {
	if slices.Contains(p.chambers, w.Location) {
		return w.Location
	}
	places := p.chambers
	if len(p.aligners) > 0 && !p.aligned[w.ID] {
		places = p.aligners
	}
	if slices.Contains(places, w.Location) {
		return w.Location
	}
	for _, place := range places {
		if p.at[place] == nil {
			return place
		}
	}
	return ""
}

func (p *planner) fromInside() *transfer {
	for _, place := range slices.Concat(p.chambers, p.aligners) {
		if t := p.onward(place); t != nil {
			return t
		}
	}
	return p.misplaced()
}

// fromCarrier takes the next wafer of the job that has the fewest under way.
func (p *planner) fromCarrier() (best *transfer) {
	fewest := 0
	for i := range p.ProcessJobs {
		j := &p.ProcessJobs[i]
		if j.State != model.Processing {
			continue
		}
		w := p.first(j)
		out := p.out(j)
		if w == nil || best != nil && out >= fewest {
			continue
		}
		if to := p.towards(w); to != "" {
			best, fewest = &transfer{wafer: w.ID, job: j.ID, from: w.Location, to: to}, out
		}
	}
	return best
}

// first returns the first wafer of a job that has not left its carrier and can.
func (p *planner) first(j *model.ProcessJobSnapshot) *model.SubstrateSnapshot {
	for _, id := range j.Substrates {
		w := p.wafers[id]
		if w == nil || w.Job != j.ID || w.State == model.AtWork || w.Processing != model.NeedsProcessing {
			continue
		}
		if c, _ := p.slotOf(w.Location); p.open(c) {
			return w
		}
	}
	return nil
}

// out counts the wafers of a job that are out of their carriers.
func (p *planner) out(j *model.ProcessJobSnapshot) (n int) {
	for i := range p.Substrates {
		if w := &p.Substrates[i]; w.Job == j.ID && w.State == model.AtWork {
			n++
		}
	}
	return n
}

// putBack brings a wafer from an arm back into its carrier to begin later: every
// arm has one, and none finds a place. If none can begin later, it sets one aside.
func (p *planner) putBack() *transfer {
	for _, arm := range p.arms {
		w := p.at[arm]
		if p.fate(w) == proceeds && p.free(w.Source) {
			return &transfer{wafer: w.ID, job: w.Job, from: arm, arm: arm, to: w.Source}
		}
	}
	return p.setAside()
}
