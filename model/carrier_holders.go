package model

import "slices"

// This file is who counts on a carrier that nothing was taken from yet. A process
// job that is SETTING UP waits for its material however often it comes and goes;
// one that is past that has it.

// pastSetUp tells whether a job has its material, or had it when it began to end.
func (j *processJob) pastSetUp() bool {
	switch j.state {
	case WaitingForStart, Processing, Stopping, Aborting:
		return true
	case Pausing, Paused:
		return j.resume != SettingUp
	default:
		return false
	}
}

// checkHolders refuses to send a carrier away that a job has, or that substrates go
// to. One whose slots nobody knows is of no use to any.
func (m *Model) checkHolders(h uint32) *CarrierAnswer {
	c := m.carriers.at(h)
	if c.slotMap != SlotMapVerificationOK {
		return nil
	}
	for _, job := range m.lines.begun {
		if j := m.jobs.at(job); j.pastSetUp() && m.countsOn(j, c.id) {
			return wrongState("%s: %s is %v", c.id, j.id, j.state)
		}
	}
	for _, s := range m.working {
		x := m.substrates.at(s)
		if to := x.target; to != x.source && to.slot() != 0 && m.names.text(to.name()) == c.id {
			return wrongState("%s: %s is on its way there", c.id, m.substrateID(s))
		}
	}
	return nil
}

// countsOn tells whether a job takes substrates from a carrier, or may put some into
// it.
func (m *Model) countsOn(j *processJob, id string) bool {
	if name := m.names.find(id); name != 0 && m.usesCarrier(j, name) {
		return true
	}
	if j.control == 0 {
		return false
	}
	c := m.control.at(j.control)
	return slices.ContainsFunc(c.outMaps(), func(o OutMap) bool { return o.To.Carrier == id && m.sendsFrom(&o, j) }) ||
		slices.ContainsFunc(c.statusMaps(), func(x StatusMap) bool { return x.To.Carrier == id })
}
