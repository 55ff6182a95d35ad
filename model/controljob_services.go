package model

import (
	"fmt"
	"slices"

	"github.com/secsd/secsd/secs2"
)

// This file is the services of control jobs (E94).

// CreateControlJob is CJ#1. It copies what it keeps.
func (m *Model) CreateControlJob(s *ControlJobSpec) {
	m.touch(KindControlJob, s.ID)
	c := controlJob{id: s.ID, sequence: m.next(), state: CJQueued, order: s.Order}
	if s.Start == AutoStart {
		c.flags = controlAuto
	}
	h := m.control.add(c)
	at := m.control.at(h)
	m.setInputs(at, s.Carriers)
	at.setOut(s.Out)
	at.setByStatus(s.ByStatus)
	if len(s.PauseEvents) > 0 {
		at.more().pauses = unique(s.PauseEvents)
	}
	if s.DataCollectionPlan != "" {
		at.more().plan = s.DataCollectionPlan
	}
	m.queueLast(h)
	m.setJobs(h, s.Jobs)
	m.took(Subject{ControlJob: h}, ControlJobModel, 1, NoControlJob.String(), CJQueued.String(), controlCreated.String())
	m.routeJobs(h)
	m.run()
}

// routeJobs sets the destinations of what the process jobs of a control job name.
func (m *Model) routeJobs(control uint32) {
	for h := range m.jobsOf(control) {
		m.routeJob(m.jobs.at(h))
	}
}

// setOut and setByStatus keep MtrlOutSpec and MtrlOutByStatus.
func (c *controlJob) setOut(list []OutMap) {
	if len(list) == 0 {
		if c.rare != nil {
			c.rare.out = nil
		}
		return
	}
	var a secs2.Appender
	a.List(len(list))
	for _, o := range list {
		a.List(2)
		appendCarrierSlots(o.From, &a)
		appendCarrierSlots(o.To, &a)
	}
	c.more().out = slices.Clip(a.Bytes())
}

func (c *controlJob) setByStatus(list []StatusMap) {
	if len(list) == 0 {
		if c.rare != nil {
			c.rare.byStatus = nil
		}
		return
	}
	var a secs2.Appender
	a.List(len(list))
	for _, x := range list {
		a.List(2)
		a.U1(x.Status)
		appendCarrierSlots(x.To, &a)
	}
	c.more().byStatus = slices.Clip(a.Bytes())
}

func appendCarrierSlots(x CarrierSlots, a *secs2.Appender) {
	a.List(2)
	a.Text(x.Carrier)
	a.List(len(x.Slots))
	for _, s := range x.Slots {
		a.U1(s)
	}
}

// controlTriggers are the triggers of commands in the states that have a row for
// them; CJStop and CJAbort end a job that is ACTIVE in another way.
var controlTriggers = [...]controlTrigger{
	CJStart: controlStart, CJPause: controlPause, CJResume: controlResume, CJCancel: controlCancel, CJDeselect: controlDeselect, CJStop: controlStop,
	CJAbort: controlAbort,
}

// CheckCJCommand returns why the command cannot be (S16F27). NoAction is a
// missing Action.
func (m *Model) CheckCJCommand(id string, cmd CJCommand, a CtrlJobAction) *Fault {
	h := m.control.find(id)
	switch {
	case h == 0:
		return &Fault{ErrUnknownObject, Clip(id)}
	case cmd < CJStart || cmd > CJHOQ:
		f := fault(ErrUnsupported, "CTLJOBCMD %d", cmd)
		return &f
	}
	if why := m.forbids(h, cmd); why != "" {
		return &Fault{ErrWrongState, Clip(why)}
	}
	switch {
	case cmd == CJDeselect && len(m.lines.queue) == 0:
		return &Fault{ErrBusy, "the queue is empty"}
	case (cmd == CJCancel || cmd == CJStop || cmd == CJAbort) && a == NoAction && m.cfg.Jobs.Action == StrictAction:
		return &Fault{ErrInsufficient, "Action is missing"}
	}
	return nil
}

// forbids tells why a control job does not take a command, "" if it does.
func (m *Model) forbids(h uint32, cmd CJCommand) string {
	c := m.control.at(h)
	refused := fmt.Sprintf("%v not valid in %v", cmd, c.state)
	switch {
	case !c.state.takes(cmd):
		return refused
	case c.flags&controlAborting != 0:
		return refused + ": CJAbort is under way"
	case c.flags&controlStopping != 0 && cmd != CJAbort:
		return refused + ": CJStop is under way"
	case cmd == CJDeselect:
		if first := m.materialCame(h); first != 0 {
			return refused + ": the material of " + shorten(m.jobs.at(first).id, minShort) + " is here"
		}
	}
	return ""
}

// takes tells whether there is a row for a command in the state, or it needs none.
func (s CJState) takes(cmd CJCommand) bool {
	switch cmd {
	case CJHOQ:
		return s == CJQueued
	case CJStop, CJAbort:
		return s != CJCompleted
	default:
		_, ok := controlJobTable.Next(s, controlTriggers[cmd])
		return ok
	}
}

// materialCame returns the process job whose material is here so that a selected
// control job may begin: all carriers of the first one, or of any if there is no
// order. 0 is none.
func (m *Model) materialCame(control uint32) uint32 {
	for h := range m.jobsOf(control) {
		if m.carriersHere(m.jobs.at(h)) {
			return h
		}
		if m.control.at(control).order == OrderList {
			return 0
		}
	}
	return 0
}

// carriersHere tells whether every carrier of a job is at the equipment and none of
// them was refused.
func (m *Model) carriersHere(j *processJob) bool {
	for carrier := range j.carriers() {
		h := m.carriers.find(m.names.text(carrier))
		if h == 0 {
			return false
		}
		if c := m.carriers.at(h); c.place == 0 || c.idStatus == IDVerificationFailed || c.slotMap == SlotMapVerificationBad {
			return false
		}
	}
	return m.materialReady(j) || len(j.substrates()) == 0
}

// DoCJCommand carries the command out.
func (m *Model) DoCJCommand(id string, cmd CJCommand, a CtrlJobAction) {
	m.doCJCommand(id, cmd, a)
	m.run()
}

func (m *Model) doCJCommand(id string, cmd CJCommand, a CtrlJobAction) {
	h := m.control.find(id)
	switch cmd {
	case CJHOQ:
		m.toHead(h)
	case CJDeselect:
		m.deselect(h)
	case CJCancel, CJStop, CJAbort:
		if a == NoAction {
			a = SaveJobs
		}
		m.endControl(h, cmd, a)
	default:
		m.takeControl(h, controlTriggers[cmd])
	}
}

// toHead moves a control job to the head of the queue.
func (m *Model) toHead(h uint32) {
	if m.lines.queue[0] == h {
		return
	}
	m.touch(KindControlJob, m.control.at(h).id)
	m.lines.queue = without(m.lines.queue, h)
	m.queueFirst(h)
}

// deselect is CJ#4, and CJ#3 of the job that was the head of the queue.
func (m *Model) deselect(h uint32) {
	head := m.lines.queue[0]
	m.lines.swapping = h
	m.takeControl(h, controlDeselect)
	m.lines.swapping = 0
	m.takeControl(head, controlSelect)
}

// endControl is CJCancel, CJStop or CJAbort: CJ#2 of a job that is QUEUED; of
// another one the process jobs are stopped or aborted, and its end follows when
// they have ended.
func (m *Model) endControl(h uint32, cmd CJCommand, a CtrlJobAction) {
	c := m.control.at(h)
	m.touch(KindControlJob, c.id)
	c.action = a
	if c.state == CJQueued {
		m.takeControl(h, controlTriggers[cmd])
		m.dropPooled(h, a)
		m.deleteControl(h)
		return
	}
	flag, trigger := controlStopping, jobStop
	if cmd == CJAbort {
		flag, trigger = controlAborting, jobAbort
	}
	c.flags = c.flags&^(controlStopping|controlAborting) | flag
	m.dropPooled(h, a)
	for j := range m.jobsOf(h) {
		m.takeJob(j, trigger) // those that are ending or have ended stay as they are
	}
}

// dropPooled ends or releases the process jobs of a control job that have not
// begun.
func (m *Model) dropPooled(control uint32, a CtrlJobAction) {
	for h := range m.jobsOf(control) {
		switch {
		case m.jobs.at(h).state != Pooled:
		case a == RemoveJobs:
			m.takeJob(h, jobRemoved)
		default:
			m.releaseJob(h)
		}
	}
}
