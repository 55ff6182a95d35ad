package model

import (
	"slices"

	"github.com/secsd/secsd/internal/fsm"
)

type controlTrigger uint8

const (
	controlCreated controlTrigger = iota
	controlCancel
	controlStop
	controlAbort
	controlSelect
	controlDeselect
	controlMaterialAuto
	controlMaterialManual
	controlStart
	controlPause
	controlPauseEvent
	controlResume
	controlEnded
	controlStopped
	controlAborted
	controlDelete
)

var controlTriggerNames = [...]string{
	"create accepted", "CJCancel", "CJStop", "CJAbort", "resource can begin the next", "CJDeselect", "material ready, Auto", "material ready, UserStart",
	"CJStart", "CJPause", "pause event", "CJResume", "all process jobs ended, material home", "stopped by CJStop", "aborted by CJAbort", "automatic",
}

func (t controlTrigger) String() string { return controlTriggerNames[t] }

var controlRow = fsm.Row[CJState, controlTrigger]

// controlJobTable is E94 3.3.
var controlJobTable = fsm.NewTable("Control job (E94)",
	controlRow(1, NoControlJob, controlCreated, CJQueued),
	controlRow(2, CJQueued, controlCancel, NoControlJob),
	controlRow(2, CJQueued, controlStop, NoControlJob),
	controlRow(2, CJQueued, controlAbort, NoControlJob),
	controlRow(3, CJQueued, controlSelect, CJSelected),
	controlRow(4, CJSelected, controlDeselect, CJQueued),
	controlRow(5, CJSelected, controlMaterialAuto, CJExecuting),
	controlRow(6, CJSelected, controlMaterialManual, CJWaitingForStart),
	controlRow(7, CJWaitingForStart, controlStart, CJExecuting),
	controlRow(8, CJExecuting, controlPause, CJPaused),
	controlRow(8, CJExecuting, controlPauseEvent, CJPaused),
	controlRow(9, CJPaused, controlResume, CJExecuting),
	controlRow(10, CJExecuting, controlEnded, CJCompleted),
	controlRow(11, CJSelected, controlStopped, CJCompleted),
	controlRow(11, CJWaitingForStart, controlStopped, CJCompleted),
	controlRow(11, CJExecuting, controlStopped, CJCompleted),
	controlRow(11, CJPaused, controlStopped, CJCompleted),
	controlRow(12, CJSelected, controlAborted, CJCompleted),
	controlRow(12, CJWaitingForStart, controlAborted, CJCompleted),
	controlRow(12, CJExecuting, controlAborted, CJCompleted),
	controlRow(12, CJPaused, controlAborted, CJCompleted),
	controlRow(13, CJCompleted, controlDelete, NoControlJob),
)

// takeControl takes the row that leaves the state of the control job on t, and
// reports whether there is one.
func (m *Model) takeControl(h uint32, t controlTrigger) bool {
	c := m.control.at(h)
	row, ok := controlJobTable.Next(c.state, t)
	if !ok {
		return false
	}
	m.touch(KindControlJob, c.id)
	if row.To != NoControlJob { // at its end it has the state that it had last
		c.state = row.To
	}
	switch row.Number {
	case 2:
		m.lines.queue = without(m.lines.queue, h)
	case 3:
		m.activateControl(h)
	case 4:
		m.lines.control = without(m.lines.control, h)
		m.queueFirst(h)
	}
	m.took(Subject{ControlJob: h, Action: c.action}, ControlJobModel, row.Number, row.From.String(), row.To.String(), t.String())
	return true
}

// The queue is ordered by places; there is room on both sides of the first one.
const firstPlace = 1 << 31

// activateControl puts a control job that is QUEUED into the line of those that
// are ACTIVE.
func (m *Model) activateControl(h uint32) {
	m.lines.queue = without(m.lines.queue, h)
	place := uint32(firstPlace)
	if n := len(m.lines.control); n > 0 {
		place = m.control.at(m.lines.control[n-1]).place + 1
	}
	m.control.at(h).place = place
	m.lines.control = append(m.lines.control, h)
}

// queueLast and queueFirst put a control job into the queue.
func (m *Model) queueLast(h uint32) {
	place := uint32(firstPlace)
	if n := len(m.lines.queue); n > 0 {
		place = m.control.at(m.lines.queue[n-1]).place + 1
	}
	m.control.at(h).place = place
	m.lines.queue = append(m.lines.queue, h)
}

func (m *Model) queueFirst(h uint32) {
	place := uint32(firstPlace)
	if len(m.lines.queue) > 0 {
		place = m.control.at(m.lines.queue[0]).place - 1
	}
	m.control.at(h).place = place
	m.lines.queue = slices.Insert(m.lines.queue, 0, h)
}

// completeControlJobs is the rule that ends control jobs: CJ#10 to CJ#12, then
// CJ#13.
func (m *Model) completeControlJobs() bool {
	for _, h := range m.lines.control {
		if t, over := m.controlEnd(h); over {
			m.completeControl(h, t)
			return true
		}
	}
	return false
}

// controlEnd returns how a control job ends, if it does now.
func (m *Model) controlEnd(h uint32) (t controlTrigger, over bool) {
	c := m.control.at(h)
	switch {
	case c.flags&controlAborting != 0:
		return controlAborted, m.activeJobs(h) == 0 && m.controlHome(h, Aborted)
	case c.flags&controlStopping != 0:
		return controlStopped, m.activeJobs(h) == 0 && m.controlHome(h, NoJob)
	}
	return controlEnded, c.state == CJExecuting && m.allEnded(h) && m.controlHome(h, NoJob)
}

// allEnded tells whether every process job of a control job is POST ACTIVE.
func (m *Model) allEnded(control uint32) bool {
	for h := range m.jobsOf(control) {
		if !m.jobs.at(h).state.PostActive() {
			return false
		}
	}
	return true
}

// controlHome tells whether all substrates of a control job are home, but for those
// of process jobs in the state except: where an ABORTED one leaves them is the tool's.
func (m *Model) controlHome(control uint32, except PRState) bool {
	for h := range m.jobsOf(control) {
		if j := m.jobs.at(h); j.state != except && !m.materialHome(j) {
			return false
		}
	}
	return true
}

// completeControl ends a control job. It counts as finished already when its
// carriers are released, which is told first.
func (m *Model) completeControl(h uint32, t controlTrigger) {
	c := m.control.at(h)
	c.flags |= controlOver
	m.endCarriers(h)
	m.takeControl(h, t)
	m.lines.control = without(m.lines.control, h)
	m.takeControl(h, controlDelete)
	m.deleteControl(h)
}

// deleteControl removes a control job; its process jobs go on without, or go with
// it if they are to.
func (m *Model) deleteControl(h uint32) {
	c := m.control.at(h)
	for j := range m.jobsOf(h) {
		if m.cfg.Jobs.Extinct == WithControlJob && m.jobs.at(j).state.PostActive() {
			m.takeJob(j, controlJobDeleted)
			continue
		}
		m.releaseJob(j)
	}
	m.setInputs(c, nil)
	m.control.remove(h)
	m.lines.stirred = true
}

// releaseJob ends the claim on a process job; what has not left its carrier has
// no other destination any more.
func (m *Model) releaseJob(h uint32) {
	j := m.jobs.at(h)
	if j.state == Pooled {
		for s := range m.namedSubstrates(j) {
			if m.substrates.at(s).state == AtSource {
				m.setDestination(s, "", 0)
			}
		}
	}
	m.unlinkJob(h)
}
