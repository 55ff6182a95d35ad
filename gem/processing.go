package gem

import (
	"fmt"
	"slices"

	"github.com/secsd/secsd/internal/fsm"
	"github.com/secsd/secsd/secs2"
)

// This file is the processing state model at work (E30 3.4): the tool says what
// happened, the model says whether that can be, and tells the hosts.

// Process is the tool's word that its processing state changed, with values to
// store first. Output.Err says why it was refused: ErrNotNow that the model has
// no such transition in the present state.
type Process struct {
	Trigger string
	Values  []Value
}

func (Process) input() {}

func (Process) occurrence() {}

// processing is the model and where it stands.
type processing struct {
	states   []ProcessState
	table    *fsm.Table[string, string]
	raises   map[int][]*event // by row, in the order in which they are told
	state    *ProcessState
	previous *ProcessState
	before   map[string]*ProcessState // by state: from which it was entered last
}

func newProcessing(c *Processing, es *events) processing {
	m := processing{states: c.states(), table: c.table(), raises: map[int][]*event{}, before: map[string]*ProcessState{}}
	m.state = &m.states[0]
	m.previous = m.state
	for _, r := range m.table.Rows() {
		if m.raises[r.Number] != nil {
			continue
		}
		var own *event
		if i := slices.IndexFunc(c.Transitions, func(t ProcessTransition) bool { return t.Row == r.Number }); i >= 0 {
			own = es.byID.get(c.Transitions[i].CEID)
		}
		var list []*event
		if !c.Custom() {
			list = es.standardEventsOf(r.Number, own)
		}
		if own != nil && !slices.Contains(list, own) {
			own.own = true
			list = append(list, own)
		}
		m.raises[r.Number] = append(list, es.stateChange)
	}
	return m
}

// next returns the row that the tool's trigger takes now.
func (m *processing) next(on string) (row fsm.Transition[string, string], to *ProcessState, err error) {
	row, ok := m.table.Next(m.state.Name, on)
	if !ok {
		known := slices.ContainsFunc(m.table.Rows(), func(r fsm.Transition[string, string]) bool { return r.On == on })
		if !known {
			return row, nil, fmt.Errorf("%w: trigger %.40q of the processing state model", ErrUnknown, on)
		}
		return row, nil, fmt.Errorf("%w: %s in %s", ErrNotNow, on, m.state.Name)
	}
	if row.To == History {
		if to = m.before[m.state.Name]; to == nil {
			return row, nil, fmt.Errorf("%w: %s in %s, which nothing has led to", ErrNotNow, on, m.state.Name)
		}
		return row, to, nil
	}
	i := slices.IndexFunc(m.states, func(s ProcessState) bool { return s.Name == row.To })
	return row, &m.states[i], nil
}

// is reports whether the present state is one of those.
func (m *processing) is(states []string) bool { return slices.Contains(states, m.state.Name) }

// active reports whether the equipment is processing, as far as LOCAL is
// concerned.
func (e *Equipment) active() bool { return e.process.state.Active }

// processed makes the transition for what the tool says and raises its events,
// ProcessingStateChange last.
func (e *Equipment) processed(in *Process) error {
	m := &e.process
	row, to, err := m.next(in.Trigger)
	if err != nil {
		return err
	}
	raised := m.raises[row.Number]
	if e.refuses(raised...) {
		return ErrStorage
	}
	if err := e.setVariables(in.Values); err != nil {
		return err
	}
	e.out.Transitions = append(e.out.Transitions, Transition{
		Machine: m.table.Name(), Row: row.Number, From: m.state.Name, To: to.Name, On: in.Trigger,
	})
	if to != m.state && row.To != History {
		m.before[to.Name] = m.state
	}
	m.previous, m.state = m.state, to
	for _, ev := range raised {
		e.raise(ev)
	}
	return nil
}

// follows tells whether the host gets a message because of in.
func (in Process) follows(h *Host) bool {
	m := &h.eq.process
	row, _, err := m.next(in.Trigger)
	return err == nil && slices.ContainsFunc(m.raises[row.Number], func(ev *event) bool { return h.events[ev.index].enabled })
}

// processVariables are ProcessState and PreviousProcessState.
func processVariables(c *Config) []*variable {
	var codes []Meaning
	for _, s := range c.Processing.states() {
		codes = append(codes, Meaning{uint64(s.Code), s.Name})
	}
	slices.SortFunc(codes, func(a, b Meaning) int { return int(a.Value) - int(b.Value) })
	list := []*variable{
		computed(103, processStateName, secs2.FormatU1, 1, func(ctx *valueContext, a *secs2.Appender) { a.U1(ctx.eq.process.state.Code) }),
		computed(104, previousProcessStateName, secs2.FormatU1, 1, func(ctx *valueContext, a *secs2.Appender) { a.U1(ctx.eq.process.previous.Code) }),
	}
	for _, v := range list {
		v.codes = codes
	}
	return list
}
