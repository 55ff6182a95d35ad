package model

import (
	"cmp"
	"math"
	"slices"

	"github.com/secsd/secsd/secs2"
)

// This file is what happens to process jobs by itself.

// progressJobs is the rule that takes process jobs on: PJ#3, PJ#4, PJ#6, PJ#7.
func (m *Model) progressJobs() bool {
	for _, h := range m.lines.begun {
		if m.jobs.at(h).state == SettingUp && m.leaveSetUp(h) {
			return true
		}
	}
	if !m.lines.stirred {
		return false
	}
	for _, h := range m.lines.begun {
		j := m.jobs.at(h)
		if j.state == Processing && j.hasMaterial() && !m.unfinished(j) {
			return m.takeJob(h, materialProcessed)
		}
	}
	if m.turnBack() {
		return true
	}
	m.noteDisplaced()
	m.lines.stirred = false
	return m.extinguish()
}

// leaveSetUp takes a job on whose pre-conditioning is over and whose material is
// there; it tells once that it is not.
func (m *Model) leaveSetUp(h uint32) bool {
	j := m.jobs.at(h)
	switch {
	case j.flags&jobReady == 0:
		return false
	case !m.materialReady(j):
		if j.flags&jobWaited != 0 {
			return false
		}
		m.touch(KindProcessJob, j.id)
		j.flags |= jobWaited
		m.happened(Subject{ProcessJob: h, ControlJob: j.control}, WaitingForMaterial)
		return true
	case j.hasMaterial() && !m.materialHere(j):
		m.lackMaterial(h)
		return true
	case m.othersHold(h):
		return false
	}
	m.assignSubstrates(h)
	if j.flags&jobAuto == 0 {
		return m.takeJob(h, materialReadyManual)
	}
	return m.takeJob(h, materialReadyAuto)
}

// lackMaterial ends a job that has none of its material: PJ#13, or PJ#18 if it is
// QUEUED.
func (m *Model) lackMaterial(h uint32) {
	j := m.jobs.at(h)
	m.touch(KindProcessJob, j.id)
	j.flags |= jobLacked
	m.takeJob(h, jobLacksMaterial)
}

// extinguish takes PJ#7 of the jobs that have ended and have nothing in the
// equipment any more, and reports whether there was one.
func (m *Model) extinguish() (found bool) {
	for i := 0; i < len(m.lines.begun); {
		h := m.lines.begun[i]
		j := m.jobs.at(h)
		if !j.state.PostActive() || m.cfg.Jobs.Extinct == WithControlJob && j.control != 0 || m.materialHere(j) {
			i++
			continue
		}
		found = m.takeJob(h, materialDeparted)
	}
	return found
}

// materialLeft tells that the substrates of a carrier have left with it.
func (m *Model) materialLeft(string) { m.extinguish() }

// slotsMissing tells that the slot map of a carrier is accepted and its substrates
// are registered: jobs that have begun get theirs, destinations are set, and jobs
// whose material is all missing end.
func (m *Model) slotsMissing(carrier uint32) {
	name := m.names.find(m.carriers.at(carrier).id)
	if name == 0 {
		return
	}
	var uses []uint32
	for h, j := range m.jobsOn(name) {
		if m.usesCarrier(j, name) {
			uses = append(uses, h)
		}
	}
	slices.SortFunc(uses, func(a, b uint32) int { return cmp.Compare(m.jobs.at(a).sequence, m.jobs.at(b).sequence) })
	for _, h := range uses {
		j := m.jobs.at(h)
		if j.state.PostActive() {
			continue
		}
		if j.state.Active() {
			m.assignSubstrates(h)
		}
		m.routeJob(j)
		if (j.state == Pooled || j.state == SettingUp) && m.materialReady(j) && !m.materialHere(j) {
			m.lackMaterial(h)
		}
	}
}

// Watches tells whether the event pauses a job that executes.
func (m *Model) Watches(ceid uint32) bool {
	for _, h := range m.lines.begun {
		if j := m.jobs.at(h); j.state.executing() && j.pausesOn(ceid) {
			return true
		}
	}
	for _, h := range m.lines.control {
		if c := m.control.at(h); c.state == CJExecuting && c.pausesOn(ceid) {
			return true
		}
	}
	return false
}

// pauseJobs is the rule that pauses jobs whose pause event has occurred: PJ#8,
// CJ#8.
func (m *Model) pauseJobs() bool {
	if len(m.pausing) == 0 {
		return false
	}
	occurred := m.pausing
	m.pausing = nil
	for _, ceid := range occurred {
		for _, h := range m.lines.begun {
			if j := m.jobs.at(h); j.state.executing() && j.pausesOn(ceid) {
				m.takeJob(h, jobPauseEvent)
			}
		}
		for _, h := range m.lines.control {
			if c := m.control.at(h); c.state == CJExecuting && !c.ending() && c.pausesOn(ceid) {
				m.takeControl(h, controlPauseEvent)
			}
		}
	}
	return true
}

// repeatJobOrders gives each order again that the state of a process job calls
// for.
func (m *Model) repeatJobOrders() {
	for _, h := range m.lines.begun {
		switch j := m.jobs.at(h); {
		case j.state == SettingUp && j.flags&jobReady == 0:
			m.orderJob(SetUp, j)
		case j.state == Processing:
			m.orderJob(Process, j)
		case j.state == Pausing:
			m.orderJob(Pause, j)
		case j.state == Stopping:
			m.orderJob(Stop, j)
		case j.state == Aborting:
			m.orderJob(Abort, j)
		}
	}
}

// JobFault returns why the process job of the event at hand goes otherwise than
// normally, as the alert of its end says it; 0 is that it does not.
func (m *Model) JobFault() (code ErrCode) {
	if m.subject.ProcessJob == 0 {
		return 0
	}
	switch j := m.jobs.at(m.subject.ProcessJob); {
	case j.flags&jobLacked != 0:
		return ErrNoMaterial
	case j.state == Aborted:
		return ErrJobAborted
	case j.state == Stopped:
		return ErrJobStopped
	case j.state == Pooled:
		return ErrJobCancelled
	}
	return 0
}

// jobVariables are the status variables of control jobs.
func (c *Config) jobVariables() []Variable {
	return []Variable{
		{
			VID: 457, Name: "QueuedCJobs", Format: secs2.List, MaxLength: listLength, Meaning: "The control jobs that are QUEUED, the head first.",
			Append: func(m *Model, a *secs2.Appender) {
				a.List(len(m.lines.queue))
				for _, h := range m.lines.queue {
					a.Text(m.control.at(h).id)
				}
			},
		},
		{
			VID: 458, Name: "QueueAvailableSpace", Format: secs2.FormatU2, MaxLength: 1, Meaning: "How many control jobs can still be queued.",
			Append: func(m *Model, a *secs2.Appender) { a.U2(uint16(min(m.controlSpace(), math.MaxUint16))) },
		},
	}
}

// controlSpace is how many control jobs the queue still has room for; a swap changes
// nothing.
func (m *Model) controlSpace() int {
	queued := len(m.lines.queue)
	if m.lines.swapping != 0 {
		queued--
	}
	return max(0, m.cfg.Jobs.MaxControlJobs-queued)
}

// controlJobOf returns the control job of a process job, 0 for none.
func (m *Model) controlJobOf(job uint32) uint32 {
	if job == 0 {
		return 0
	}
	return m.jobs.at(job).control
}
