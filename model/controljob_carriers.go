package model

// This file is what control jobs have to do with carriers: which of them are still
// needed, and how the access to them ends.

// namesCarrier tells whether a control job uses the carrier with that CarrierID:
// as one of its inputs, as one of a process job, or as a destination.
func (m *Model) namesCarrier(control uint32, id string) bool {
	name := m.names.find(id)
	c := m.control.at(control)
	if name != 0 {
		for x := range c.inputs() {
			if x == name {
				return true
			}
		}
		for h := range m.jobsOf(control) {
			if m.usesCarrier(m.jobs.at(h), name) {
				return true
			}
		}
	}
	return m.sendsTo(c, id)
}

// sendsTo tells whether a control job has a carrier as a destination.
func (m *Model) sendsTo(c *controlJob, id string) bool {
	for _, o := range c.outMaps() {
		if o.To.Carrier == id {
			return true
		}
	}
	for _, x := range c.statusMaps() {
		if x.To.Carrier == id {
			return true
		}
	}
	return false
}

// usesCarrier tells whether a process job has material from a carrier.
func (m *Model) usesCarrier(j *processJob, carrier uint32) bool {
	for name := range j.carriers() {
		if name == carrier {
			return true
		}
	}
	for _, id := range j.substrates() {
		if s := m.findSubstrate(id); s != 0 && m.substrates.at(s).source.name() == carrier {
			return true
		}
	}
	return false
}

// carrierNeeded tells whether a job still needs the carrier with that CarrierID: a
// control job that is QUEUED or ACTIVE, or a process job that is ACTIVE; where
// process jobs need no control job, one that is QUEUED too.
func (m *Model) carrierNeeded(id string) bool {
	for _, line := range [...][]uint32{m.lines.control, m.lines.queue} {
		for _, h := range line {
			if m.control.at(h).flags&controlOver == 0 && m.namesCarrier(h, id) {
				return true
			}
		}
	}
	name := m.names.find(id)
	if name == 0 {
		return false
	}
	if m.cfg.Jobs.ControlJobs == NoControlJobs {
		for _, j := range m.jobsOn(name) {
			if j.control == 0 && !j.state.PostActive() && m.usesCarrier(j, name) {
				return true
			}
		}
		return false
	}
	for _, h := range m.lines.begun {
		if j := m.jobs.at(h); j.control == 0 && j.state.Active() && m.usesCarrier(j, name) {
			return true
		}
	}
	return false
}

// carrierEnd returns how the access to a carrier ends: abnormally if a job on its
// material was stopped or aborted.
func (m *Model) carrierEnd(carrier uint32) accessEnd {
	id := m.carriers.at(carrier).id
	name := m.names.find(id)
	for _, h := range m.lines.begun {
		j := m.jobs.at(h)
		if j.state != Stopped && j.state != Aborted {
			continue
		}
		if name != 0 && m.usesCarrier(j, name) || j.control != 0 && m.sendsTo(m.control.at(j.control), id) {
			return endAbnormal
		}
	}
	return endNormal
}

// endCarriers ends the access to the carriers of a control job that nothing else
// needs.
func (m *Model) endCarriers(control uint32) {
	for h, c := range m.carriers.all() {
		if c.access == InAccess && m.namesCarrier(control, c.id) && !m.carrierNeeded(c.id) && m.substratesHome(h) {
			m.endAccess(h, m.carrierEnd(h))
		}
	}
}
