package gem

import "slices"

// ProcessingDescription is the processing state model (E30 3.4).
type ProcessingDescription struct {
	Initial     string                  `json:"initial"` // state at the start
	States      []StateDescription      `json:"states"`
	Transitions []TransitionDescription `json:"transitions"`
}

func (e *Equipment) describeProcessing() *ProcessingDescription {
	m := &e.process
	d := &ProcessingDescription{Initial: m.states[0].Name, Transitions: rowsOf(m.table, func(row int, _, _ string) (ceids []uint32) {
		for _, ev := range m.raises[row] {
			ceids = append(ceids, ev.ceid)
		}
		return ceids
	})}
	for i := range d.Transitions {
		if d.Transitions[i].To == History {
			d.Transitions[i].To = "the state before (history)"
		}
	}
	if !e.cfg.Processing.Custom() {
		d.States = []StateDescription{
			{Name: "PROCESSING ACTIVE", Meaning: "A process program is in use."},
			{Name: "PROCESS", Parent: "PROCESSING ACTIVE", Meaning: "The process goes on."},
		}
	}
	for _, s := range m.states {
		code := s.Code
		d.States = append(d.States, StateDescription{Name: s.Name, Parent: e.processParent(s), Code: &code, Meaning: s.Description})
	}
	return d
}

// processParent is the state that a state of the model is part of.
func (e *Equipment) processParent(s ProcessState) string {
	switch {
	case e.cfg.Processing.Custom() || !s.Active:
		return ""
	case s.Name == "PAUSE":
		return "PROCESSING ACTIVE"
	}
	return "PROCESS"
}

// gapProcessing is row F2: an event for every transition, ProcessState and
// PreviousProcessState.
func (e *Equipment) gapProcessing() gap {
	for _, r := range e.process.table.Rows() {
		if !slices.Contains(e.process.raises[r.Number], e.events.stateChange) {
			return gap{lacks: "a transition without an event"}
		}
	}
	return gap{}
}
