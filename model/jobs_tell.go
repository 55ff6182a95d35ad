package model

import "fmt"

// This file is what the tool tells of jobs.

// tellJob is a fact about a job.
func (m *Model) tellJob(f Fact) error {
	switch f := f.(type) {
	case JobReady:
		return m.tellReady(f.Job)
	case JobAtRest:
		return m.tellRow(f.Job, jobAtRest)
	case JobHalted:
		return m.tellHalted(f.Job)
	case JobDone:
		return m.tellDone(f.Job)
	case JobCommand:
		if fault := m.CheckPRCommand(f.Job, f.Command); fault != nil {
			return refused(f.Command.String(), *fault)
		}
		m.doPRCommand(f.Job, f.Command)
	case ControlJobCommand:
		if fault := m.CheckCJCommand(f.Job, f.Command, f.Action); fault != nil {
			return refused(f.Command.String(), *fault)
		}
		m.doCJCommand(f.Job, f.Command, f.Action)
	}
	return nil
}

// jobNamed returns a process job that a fact names.
func (m *Model) jobNamed(id string) (h uint32, j *processJob, err error) {
	if h = m.jobs.find(id); h == 0 {
		return 0, nil, fmt.Errorf("%w: process job %s", ErrUnknown, id)
	}
	return h, m.jobs.at(h), nil
}

func notNow(j *processJob) error {
	return fmt.Errorf("%w: process job %s is %v", ErrNotNow, j.id, j.state)
}

// tellRow takes the row that a fact leads to.
func (m *Model) tellRow(id string, t jobTrigger) error {
	h, j, err := m.jobNamed(id)
	if err != nil {
		return err
	}
	if !m.takeJob(h, t) {
		return notNow(j)
	}
	return nil
}

// tellReady keeps that the pre-conditioning is over; it may end during a pause.
func (m *Model) tellReady(id string) error {
	_, j, err := m.jobNamed(id)
	if err != nil {
		return err
	}
	paused := (j.state == Pausing || j.state == Paused) && j.resume == SettingUp
	if j.flags&jobReady != 0 || j.state != SettingUp && !paused {
		return notNow(j)
	}
	m.touch(KindProcessJob, j.id)
	j.flags |= jobReady
	return nil
}

// tellHalted is PJ#16 or PJ#17. What is IN PROCESS cannot be safe; what was not
// begun will not be.
func (m *Model) tellHalted(id string) error {
	h, j, err := m.jobNamed(id)
	switch {
	case err != nil:
		return err
	case j.state == Aborting:
		return m.tellRow(id, abortDone)
	case j.state != Stopping || m.inProcess(j):
		return notNow(j)
	}
	m.skipSubstrates(j)
	m.takeJob(h, stopDone)
	return nil
}

// tellDone is PJ#6 of a job without material.
func (m *Model) tellDone(id string) error {
	_, j, err := m.jobNamed(id)
	if err != nil {
		return err
	}
	if j.hasMaterial() {
		return notNow(j)
	}
	return m.tellRow(id, materialProcessed)
}
