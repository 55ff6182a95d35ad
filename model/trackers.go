package model

import (
	"fmt"
	"math"
	"time"
)

// tracker is an EPTTracker (E116): of the whole equipment, or of a module. Their
// order is the equipment, the production modules, the other modules.
type tracker struct {
	name    string
	element eptElementType
	state   eptState
	was     eptState
	task    task
	wasTask task
	blocked hindrance
	since   time.Time // of the state
	spent   uint32    // in the state left, in seconds: EPTStateTime
}

// eptElementType is EPTElementType.
type eptElementType uint8

// The types.
const (
	equipmentElement eptElementType = iota
	productionElement
	transportElement // an EFEM or load port module
)

type task struct {
	name   string
	kind   TaskType
	origin taskOrigin
}

// taskOrigin says what a task is known from.
type taskOrigin uint8

const (
	toldTask   taskOrigin = iota
	recipeTask            // the module runs a recipe and the tool told of no task
)

type hindrance struct {
	reason BlockedReason
	text   string
}

// equipmentTracker is the handle of the tracker of the whole equipment.
const equipmentTracker = 1

// maxEPTText is the longest TaskName and BlockedReasonText.
const maxEPTText = 80

func (m *Model) newTrackers() {
	add := func(name string, element eptElementType) {
		m.trackers = append(m.trackers, tracker{name: name, element: element, state: eptNoState, was: eptNoState})
	}
	add(m.cfg.Name, equipmentElement)
	for _, name := range m.cfg.ProductionModules() {
		add(name, productionElement)
	}
	for _, name := range m.cfg.Modules {
		add(name, transportElement)
	}
}

// startTrackers takes row 1 of each tracker, to the state it had before the stop.
func (m *Model) startTrackers() {
	lead := m.leading()
	e := &m.trackers[equipmentTracker-1]
	m.touch(KindTracker, e.name)
	e.state, e.task, e.blocked = lead.state, lead.task, lead.blocked
	for i := range m.trackers {
		t := &m.trackers[i]
		m.touch(KindTracker, t.name)
		on := startAs[t.state]
		t.state, t.since = eptNoState, m.now
		m.perform(uint32(i+1), on, t.task, t.blocked)
	}
}

// findTracker returns the tracker with that EPTElementName, 0 if there is none.
func (m *Model) findTracker(name string) uint32 {
	for i := range m.trackers {
		if m.trackers[i].name == name {
			return uint32(i + 1)
		}
	}
	return 0
}

// moduleTracker is the tracker that a fact names; that of the equipment follows
// from the others.
func (m *Model) moduleTracker(name string) (uint32, *tracker, error) {
	h := m.findTracker(name)
	if h <= equipmentTracker {
		return 0, nil, fmt.Errorf("%w: no module %q", ErrUnknown, name)
	}
	return h, &m.trackers[h-1], nil
}

func (m *Model) taskStarted(f TaskStarted) error {
	h, _, err := m.moduleTracker(f.Module)
	switch {
	case err != nil:
		return err
	case f.Type == NoTask || f.Type > WaitingTask:
		return fmt.Errorf("%w: task type %d", ErrValue, f.Type)
	case len(f.Task) > maxEPTText:
		return fmt.Errorf("%w: a task name of %d characters", ErrValue, len(f.Task))
	}
	m.performModule(h, taskBegins, task{f.Task, f.Type, toldTask}, hindrance{})
	return nil
}

func (m *Model) taskEnded(f TaskEnded) error {
	h, t, err := m.moduleTracker(f.Module)
	switch {
	case err != nil:
		return err
	case t.task.kind == NoTask:
		return fmt.Errorf("%w: %s has no task", ErrNotNow, f.Module)
	}
	m.endTask(h)
	return nil
}

// endTask takes the task from a module; one that is BLOCKED stays so.
func (m *Model) endTask(h uint32) {
	t := &m.trackers[h-1]
	if t.state == eptBlocked {
		m.performModule(h, reasonChanged, task{}, t.blocked)
		return
	}
	m.performModule(h, taskEnds, task{}, hindrance{})
}

func (m *Model) moduleBlocked(f ModuleBlocked) error {
	h, t, err := m.moduleTracker(f.Module)
	switch {
	case err != nil:
		return err
	case f.Reason == NotBlocked || f.Reason > PauseReason:
		return fmt.Errorf("%w: blocked reason %d", ErrValue, f.Reason)
	case len(f.Text) > maxEPTText:
		return fmt.Errorf("%w: a reason of %d characters", ErrValue, len(f.Text))
	}
	by, on := hindrance{f.Reason, f.Text}, cannotGoOn
	if t.state == eptBlocked {
		if t.blocked == by {
			return nil
		}
		on = reasonChanged
	}
	m.performModule(h, on, t.task, by)
	return nil
}

func (m *Model) moduleUnblocked(f ModuleUnblocked) error {
	h, t, err := m.moduleTracker(f.Module)
	switch {
	case err != nil:
		return err
	case t.state != eptBlocked:
		return fmt.Errorf("%w: %s is %v", ErrNotNow, f.Module, t.state)
	}
	on := goesOn
	if t.task.kind == NoTask {
		on = hindranceGone
	}
	m.performModule(h, on, t.task, hindrance{})
	return nil
}

// performModule takes a row of a module, and the one of the equipment that follows.
func (m *Model) performModule(h uint32, on performance, what task, by hindrance) {
	m.perform(h, on, what, by)
	m.performEquipment()
}

// leading is the production module that the equipment is like: the first that is
// BUSY, else the first that is BLOCKED, else one that is IDLE.
func (m *Model) leading() *tracker {
	lead := &tracker{state: eptIdle}
	for i := range m.trackers {
		t := &m.trackers[i]
		if t.element == productionElement && (t.state == eptBusy && lead.state != eptBusy || t.state == eptBlocked && lead.state == eptIdle) {
			lead = t
		}
	}
	return lead
}

// performEquipment takes the row of the whole equipment that follows from its
// production modules.
func (m *Model) performEquipment() {
	e, to := &m.trackers[equipmentTracker-1], m.leading()
	if e.state == to.state {
		return
	}
	on := taskEnds
	switch {
	case to.state == eptBusy:
		on = taskBegins
	case to.state == eptBlocked:
		on = cannotGoOn
	case e.state == eptBlocked:
		on = hindranceGone
	}
	m.perform(equipmentTracker, on, to.task, to.blocked)
}

// perform takes a row of a tracker.
func (m *Model) perform(h uint32, on performance, what task, by hindrance) {
	t := &m.trackers[h-1]
	row, ok := trackerTable.Next(t.state, on)
	if !ok {
		panic("model: tracker " + t.name + ": " + t.state.String() + " has no row for " + on.String())
	}
	m.touch(KindTracker, t.name)
	t.spent = uint32(min(max(m.now.Sub(t.since)/time.Second, 0), math.MaxUint32))
	t.was, t.wasTask, t.since = t.state, t.task, m.now
	t.state, t.task, t.blocked = row.To, what, by
	m.took(Subject{Tracker: h}, EPTModel, row.Number, t.was.String(), t.state.String(), on.String())
}
