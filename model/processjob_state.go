package model

import "github.com/secsd/secsd/internal/fsm"

// executingByHistory stands for the substate of EXECUTING that PAUSE was entered
// from; it is passed through, never stayed in.
const executingByHistory PRState = 254

type jobTrigger uint8

const (
	jobCreated jobTrigger = iota
	resourceAllocated
	materialReadyManual
	materialReadyAuto
	jobStarted
	materialProcessed
	materialDeparted
	jobSuperseded
	controlJobDeleted
	jobPause
	jobPauseEvent
	jobAtRest
	jobResume
	jobStop
	jobAbort
	jobLacksMaterial
	abortDone
	stopDone
	jobCancel
	jobDequeued
	jobRemoved
)

var jobTriggerNames = [...]string{
	"create accepted", "resource allocated", "material ready, manual start", "material ready, automatic start", "START", "all material processed",
	"material left", "superseded", "control job deleted", "PAUSE", "pause event", "everything at rest", "RESUME", "STOP", "ABORT", "material missing",
	"abort procedure done", "stop procedure done", "CANCEL", "dequeued", "REMOVEJOBS",
}

func (t jobTrigger) String() string { return jobTriggerNames[t] }

var jobRow = fsm.Row[PRState, jobTrigger]

// processJobTable is E40 2.3.
var processJobTable = fsm.NewTable("Process job (E40)",
	jobRow(1, NoJob, jobCreated, Pooled),
	jobRow(2, Pooled, resourceAllocated, SettingUp),
	jobRow(3, SettingUp, materialReadyManual, WaitingForStart),
	jobRow(4, SettingUp, materialReadyAuto, Processing),
	jobRow(5, WaitingForStart, jobStarted, Processing),
	jobRow(6, Processing, materialProcessed, ProcessComplete),
	jobRow(7, ProcessComplete, materialDeparted, NoJob),
	jobRow(7, Stopped, materialDeparted, NoJob),
	jobRow(7, Aborted, materialDeparted, NoJob),
	jobRow(7, ProcessComplete, jobSuperseded, NoJob),
	jobRow(7, Stopped, jobSuperseded, NoJob),
	jobRow(7, Aborted, jobSuperseded, NoJob),
	jobRow(7, ProcessComplete, controlJobDeleted, NoJob),
	jobRow(7, Stopped, controlJobDeleted, NoJob),
	jobRow(7, Aborted, controlJobDeleted, NoJob),
	jobRow(8, SettingUp, jobPause, Pausing),
	jobRow(8, WaitingForStart, jobPause, Pausing),
	jobRow(8, Processing, jobPause, Pausing),
	jobRow(8, SettingUp, jobPauseEvent, Pausing),
	jobRow(8, WaitingForStart, jobPauseEvent, Pausing),
	jobRow(8, Processing, jobPauseEvent, Pausing),
	jobRow(9, Pausing, jobAtRest, Paused),
	jobRow(10, Pausing, jobResume, executingByHistory),
	jobRow(10, Paused, jobResume, executingByHistory),
	jobRow(11, SettingUp, jobStop, Stopping),
	jobRow(11, WaitingForStart, jobStop, Stopping),
	jobRow(11, Processing, jobStop, Stopping),
	jobRow(12, Pausing, jobStop, Stopping),
	jobRow(12, Paused, jobStop, Stopping),
	jobRow(13, SettingUp, jobAbort, Aborting),
	jobRow(13, WaitingForStart, jobAbort, Aborting),
	jobRow(13, Processing, jobAbort, Aborting),
	jobRow(13, SettingUp, jobLacksMaterial, Aborting),
	jobRow(14, Stopping, jobAbort, Aborting),
	jobRow(15, Pausing, jobAbort, Aborting),
	jobRow(15, Paused, jobAbort, Aborting),
	jobRow(16, Aborting, abortDone, Aborted),
	jobRow(17, Stopping, stopDone, Stopped),
	jobRow(18, Pooled, jobCancel, NoJob),
	jobRow(18, Pooled, jobStop, NoJob),
	jobRow(18, Pooled, jobAbort, NoJob),
	jobRow(18, Pooled, jobDequeued, NoJob),
	jobRow(18, Pooled, jobRemoved, NoJob),
	jobRow(18, Pooled, jobLacksMaterial, NoJob),
)

// takeJob takes the row that leaves the job's state on t, with what belongs to
// it, and reports whether there is one.
func (m *Model) takeJob(h uint32, t jobTrigger) bool {
	j := m.jobs.at(h)
	row, ok := processJobTable.Next(j.state, t)
	if !ok {
		return false
	}
	m.touch(KindProcessJob, j.id)
	to := row.To
	switch to {
	case executingByHistory:
		to = j.resume
	case Pausing:
		j.resume = j.state
	default:
	}
	if to != NoJob { // at its end the job has the state that it had last
		j.state = to
	}
	if row.From == Pooled && to == SettingUp {
		m.leavePool(h)
	}
	m.took(Subject{ProcessJob: h, ControlJob: j.control}, ProcessJobModel, row.Number, row.From.String(), to.String(), t.String())
	m.enteredJobState(h, row.Number, to)
	return true
}

// jobVerbs are the orders that rows give to the tool.
var jobVerbs = [...]Verb{2: SetUp, 4: Process, 5: Process, 8: Pause, 10: Resume, 11: Stop, 12: Stop, 13: Abort, 14: Abort, 15: Abort, 18: 0}

// enteredJobState is the entry work of a state.
func (m *Model) enteredJobState(h uint32, row int, to PRState) {
	j := m.jobs.at(h)
	if row < len(jobVerbs) && jobVerbs[row] != 0 {
		m.orderJob(jobVerbs[row], j)
	}
	m.lines.stirred = true
	switch to {
	case SettingUp:
		if row == 2 {
			m.assignSubstrates(h)
			m.routeJob(j)
			m.supersede(h)
		}
	case Stopping:
		m.stopSubstrates(j)
	case Aborting:
		m.abortSubstrates(j)
	case NoJob:
		m.removeJob(h)
	default:
	}
}

// orderJob gives an order about a job.
func (m *Model) orderJob(v Verb, j *processJob) {
	o := Order{Verb: v, Job: j.id}
	if v == Process && j.control == 0 {
		o.MaterialOrder = m.lines.order
	}
	m.order(o)
}

// removeJob ends the object.
func (m *Model) removeJob(h uint32) {
	j := m.jobs.at(h)
	if j.control != 0 {
		m.touch(KindControlJob, m.control.at(j.control).id)
	}
	m.lines.begun = without(m.lines.begun, h)
	m.freeSubstrates(j)
	m.dropJob(h)
}
