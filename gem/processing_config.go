package gem

import (
	"fmt"
	"slices"

	"github.com/secsd/secsd/internal/fsm"
)

// Processing is the processing state model (E30 3.4). The zero value is the
// model that the standard shows. With transitions that have a From it is the
// supplier's own: States are all it has, and it begins in the first of them.
// Else States may give those of the standard other codes, and Transitions give
// its rows events of their own.
type Processing struct {
	States      []ProcessState
	Transitions []ProcessTransition
}

// ProcessState is a state of the model.
type ProcessState struct {
	Name string
	// Code is the value of ProcessState; E5 reserves those below 64.
	Code uint8
	// Active says that a process program is in use: the host may not disturb it
	// in LOCAL. It counts in a model of one's own.
	Active      bool
	Description string
}

// ProcessTransition is a row of the model.
type ProcessTransition struct {
	Row  int
	From []string
	// On is the trigger, Process.Trigger.
	On string
	// To is a state, or History.
	To string
	// CEID is an event that tells of this row, besides ProcessingStateChange
	// behind it; 0 is none.
	CEID uint32
}

// History is the state from which the present one was entered.
const History = "history"

// Custom reports whether the model is the supplier's own.
func (p *Processing) Custom() bool {
	return slices.ContainsFunc(p.Transitions, func(t ProcessTransition) bool { return len(t.From) > 0 })
}

// states returns the states of the model in effect.
func (p *Processing) states() []ProcessState {
	if p.Custom() {
		return p.States
	}
	list := standardStates()
	for _, s := range p.States {
		for i := range list {
			if list[i].Name == s.Name {
				list[i].Code = s.Code
				if s.Description != "" {
					list[i].Description = s.Description
				}
			}
		}
	}
	return list
}

// table returns the rows of the model in effect.
func (p *Processing) table() *fsm.Table[string, string] {
	if !p.Custom() {
		return processTable
	}
	var rows []fsm.Transition[string, string]
	for _, t := range p.Transitions {
		for _, from := range t.From {
			rows = append(rows, processRow(t.Row, from, t.On, t.To))
		}
	}
	return fsm.NewTable(processTable.Name(), rows...)
}

// maxProcess bounds the states and the rows of a model.
const maxProcess = 100

func (p *problems) processing(c Config) {
	m := &c.Processing
	if len(m.States) > maxProcess {
		p.add("process.states", fmt.Sprintf("%d states", len(m.States)), fmt.Sprintf("at most %d", maxProcess))
		return
	}
	if len(m.Transitions) > maxProcess {
		p.add("process.transitions", fmt.Sprintf("%d transitions", len(m.Transitions)), fmt.Sprintf("at most %d", maxProcess))
		return
	}
	before := len(p.errs)
	p.processStates(m)
	p.processRows(c)
	if m.Custom() && len(p.errs) == before {
		p.reachable(m)
	}
}

func (p *problems) processStates(m *Processing) {
	for i, s := range m.States {
		key := fmt.Sprintf("process.states[%d]", i)
		p.text(key+".name", s.Name, 1, maxName)
		p.prose(key+".description", s.Description)
		same := func(o ProcessState) bool { return o.Name == s.Name }
		switch {
		case s.Name == History:
			p.add(key+".name", s.Name, "another name: this one stands for the state before")
		case slices.ContainsFunc(m.States[:i], same):
			p.add(key+".name", s.Name, "a name that no other state has")
		case !m.Custom() && !slices.ContainsFunc(standardStates(), same):
			p.add(key+".name", s.Name, "a state of E30 3.4, or transitions of a model of your own")
		}
	}
	states := m.states()
	for i, s := range states {
		if j := slices.IndexFunc(states[:i], func(o ProcessState) bool { return o.Code == s.Code }); j >= 0 {
			p.add(m.stateKey(s.Name)+".code", s.Code, "a code that "+states[j].Name+" does not have")
		}
	}
}

// stateKey returns where the configuration has a state.
func (p *Processing) stateKey(name string) string {
	i := slices.IndexFunc(p.States, func(s ProcessState) bool { return s.Name == name })
	return fmt.Sprintf("process.states[%d]", max(i, 0))
}

func (p *problems) processRows(c Config) {
	m := &c.Processing
	ceids := c.EventIDs()
	for i, t := range m.Transitions {
		key := fmt.Sprintf("process.transitions[%d]", i)
		p.number(key+".row", t.Row, 1, 999)
		if slices.ContainsFunc(m.Transitions[:i], func(o ProcessTransition) bool { return o.Row == t.Row }) {
			p.add(key+".row", t.Row, "a row that no other transition has")
		}
		if t.CEID != 0 && !hasValue(ceids, t.CEID) {
			p.add(key+".event", t.CEID, "the id of a collection event")
		}
		if name := nameOf(ceids, t.CEID); ownEvents[name] && !processEvents[name] || name == processingStateChangeName {
			p.add(key+".event", name, "an event that nothing else raises")
		}
		if m.Custom() {
			p.processRow(key, m, i)
			continue
		}
		if !slices.ContainsFunc(processTable.Rows(), func(r fsm.Transition[string, string]) bool { return r.Number == t.Row }) {
			p.add(key+".row", t.Row, "a row of E30 3.4, 1 to 10, or from, on and to of a model of your own")
		}
		if t.On != "" || t.To != "" {
			p.add(key+".from", "nothing", "the states in which the transition begins")
		}
	}
}

func (p *problems) processRow(key string, m *Processing, index int) {
	t := m.Transitions[index]
	known := func(name string) bool {
		return slices.ContainsFunc(m.States, func(s ProcessState) bool { return s.Name == name })
	}
	if len(t.From) == 0 {
		p.add(key+".from", "nothing", "at least one state")
	}
	for j, from := range t.From {
		at := fmt.Sprintf("%s.from[%d]", key, j)
		switch {
		case !known(from):
			p.add(at, from, "a state of process.states")
		case slices.Contains(t.From[:j], from):
			p.add(at, from, "each state once")
		case slices.ContainsFunc(m.Transitions[:index], func(o ProcessTransition) bool { return o.On == t.On && slices.Contains(o.From, from) }):
			p.add(at, from, "a state that no other transition leaves on "+t.On)
		}
	}
	p.text(key+".on", t.On, 1, maxName)
	if t.To != History && !known(t.To) {
		p.add(key+".to", t.To, "a state of process.states, or history")
	}
}

// reachable checks that every state can be entered.
func (p *problems) reachable(m *Processing) {
	entered := map[string]bool{m.States[0].Name: true}
	for range m.States {
		for _, t := range m.Transitions {
			for _, from := range t.From {
				if entered[from] && t.To != History {
					entered[t.To] = true
				}
			}
		}
	}
	for i, s := range m.States {
		if !entered[s.Name] {
			p.add(fmt.Sprintf("process.states[%d].name", i), s.Name, "a state that a transition leads to, from the first one on")
		}
	}
}

// stateNames checks a list of states of the model in effect.
func (p *problems) stateNames(key string, names []string, m *Processing) {
	states := m.states()
	for i, name := range names {
		at := fmt.Sprintf("%s[%d]", key, i)
		switch {
		case !slices.ContainsFunc(states, func(s ProcessState) bool { return s.Name == name }):
			p.add(at, name, "a state of the processing state model")
		case slices.Contains(names[:i], name):
			p.add(at, name, "each state once")
		}
	}
}

func hasValue(ids map[string]uint32, id uint32) bool { return nameOf(ids, id) != "" }

// nameOf returns the name that has an identifier.
func nameOf(ids map[string]uint32, id uint32) string {
	for name, v := range ids {
		if v == id {
			return name
		}
	}
	return ""
}
