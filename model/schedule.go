package model

import "slices"

// This file is the lines that jobs wait and run in, and who is next.

// jobLines are the jobs by what they wait for. All of it follows from the images
// of the jobs but order, which has one of its own.
type jobLines struct {
	queue   []uint32 // the control jobs that are QUEUED, the head first
	control []uint32 // the control jobs that are ACTIVE, in the order of their selection
	begun   []uint32 // the process jobs that have left the pool, in the order of their creation
	several uint32   // the process job listed last of those with more than one carrier, or with SubstIDs
	order   uint8    // PRMTRLORDER
	// swapping is a job that the head of the queue makes room for, 0 but for the
	// moment between CJ#4 and CJ#3.
	swapping uint32
	// stirred: a substrate or a job changed, so that jobs may have ended.
	stirred bool
	// parked: a substrate may be back at its source that has still to go to its
	// destination.
	parked bool
}

// without takes a handle out of a line.
func without(line []uint32, h uint32) []uint32 {
	if i := slices.Index(line, h); i >= 0 {
		return slices.Delete(line, i, i+1)
	}
	return line
}

// lineUp puts a handle into a line that is in the order of sequence.
func lineUp(line []uint32, h uint32, sequence func(h uint32) uint32) []uint32 {
	at := len(line)
	for at > 0 && sequence(line[at-1]) > sequence(h) {
		at--
	}
	return slices.Insert(line, at, h)
}

// leavePool puts a job into the line of those that have begun.
func (m *Model) leavePool(h uint32) {
	m.lines.begun = lineUp(m.lines.begun, h, func(h uint32) uint32 { return m.jobs.at(h).sequence })
}

// activeJobs counts the process jobs that are ACTIVE; of one control job, or of all
// if it is 0.
func (m *Model) activeJobs(control uint32) (n int) {
	for _, h := range m.lines.begun {
		if j := m.jobs.at(h); j.state.Active() && (control == 0 || j.control == control) {
			n++
		}
	}
	return n
}

// resourceFree tells whether one more process job can be ACTIVE.
func (m *Model) resourceFree() bool { return m.activeJobs(0) < m.cfg.Jobs.MaxActiveProcessJobs }

// initiateJobs is the rule that lets a process job begin: PJ#2.
func (m *Model) initiateJobs() bool {
	if m.jobs.count == len(m.lines.begun) || !m.resourceFree() {
		return false
	}
	for _, c := range m.lines.control {
		if at := m.control.at(c); at.state != CJExecuting || at.ending() || m.activeJobs(c) >= m.cfg.Jobs.PerControlJob {
			continue
		}
		if h := m.nextJob(c); h != 0 && m.mayBegin(c, h) && !m.holds(c, h) {
			return m.takeJob(h, resourceAllocated)
		}
	}
	return m.cfg.Jobs.ControlJobs == NoControlJobs && m.initiatePooled()
}

// initiatePooled lets the first job of the pool begin whose material no other job
// before it has or waits for.
func (m *Model) initiatePooled() bool {
	var held []uint32
	for h, j := range m.jobs.all() {
		if j.state != Pooled || j.control != 0 {
			continue
		}
		if !m.inUse(j) && !slices.ContainsFunc(held, func(x uint32) bool { return m.sameMaterial(m.jobs.at(x), j) }) {
			return m.takeJob(h, resourceAllocated)
		}
		held = append(held, h)
	}
	return false
}

// nextJob returns the process job of a control job that is next to begin, 0 if
// there is none: in LIST the first that is QUEUED, else of those whose material is
// ready the one whose was first, those without material before all.
func (m *Model) nextJob(control uint32) uint32 {
	var next, arrived uint32
	for h := range m.jobsOf(control) {
		j := m.jobs.at(h)
		if j.state != Pooled {
			continue
		}
		if m.control.at(control).order == OrderList {
			return h
		}
		if !m.materialReady(j) || m.inUse(j) {
			continue
		}
		if at := m.arrival(j); next == 0 || at < arrived {
			next, arrived = h, at
		}
	}
	return next
}

// mayBegin tells whether the material of a job, and where it goes, is ready.
func (m *Model) mayBegin(control, h uint32) bool {
	j := m.jobs.at(h)
	return m.materialReady(j) && !m.inUse(j) && m.targetsReady(control, j)
}

// selectControlJobs is the rule that selects the head of the queue, CJ#3, and lets
// the selected job go on once its first material is there: CJ#5, CJ#6.
func (m *Model) selectControlJobs() bool {
	for _, h := range m.lines.control {
		if c := m.control.at(h); c.state == CJSelected && m.mayExecute(h) {
			if c.flags&controlAuto != 0 || c.first == 0 {
				return m.takeControl(h, controlMaterialAuto)
			}
			return m.takeControl(h, controlMaterialManual)
		}
	}
	return len(m.lines.queue) > 0 && m.maySelect() && m.takeControl(m.lines.queue[0], controlSelect)
}

// maySelect tells whether the tool can take one more control job.
func (m *Model) maySelect() bool {
	if len(m.lines.control) >= m.cfg.Jobs.MaxActiveControlJobs {
		return false
	}
	for _, h := range m.lines.control {
		switch m.control.at(h).state {
		case CJSelected, CJWaitingForStart:
			return false
		default:
			if m.hasPooled(h) {
				return false
			}
		}
	}
	return true
}

func (m *Model) hasPooled(control uint32) bool {
	for h := range m.jobsOf(control) {
		if m.jobs.at(h).state == Pooled {
			return true
		}
	}
	return false
}

// mayExecute tells whether the material of the first process job is verified, or
// the resource free for one without; a control job without any may always.
func (m *Model) mayExecute(control uint32) bool {
	if m.control.at(control).first == 0 {
		return true
	}
	h := m.nextJob(control)
	if h == 0 {
		return false
	}
	j := m.jobs.at(h)
	return m.materialReady(j) && (j.hasMaterial() || m.resourceFree())
}
