package model

import (
	"cmp"
	"iter"
	"slices"
)

// This file is what process jobs have to do with carriers and substrates. A
// substrate belongs to one job at a time: it gets it when the job begins, or when
// it is registered for one that has begun, and leaves it with the job's end.

// substratesOf ranges over the substrates that belong to a job, in the order of
// their registration.
func (m *Model) substratesOf(j *processJob) iter.Seq2[uint32, *substrate] {
	name := m.names.find(j.id)
	return func(yield func(uint32, *substrate) bool) {
		if name == 0 {
			return
		}
		for h, s := range m.substrates.all() {
			if s.job == name && !yield(h, s) {
				return
			}
		}
	}
}

// namedSubstrates ranges over the registered substrates that a job names, in the
// order in which it names them: that is the order of processing.
func (m *Model) namedSubstrates(j *processJob) iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		for carrier, slot := range m.namedSlots(j) {
			if s := m.substrateIn(carrier, slot); s != 0 && !yield(s) {
				return
			}
		}
		for _, id := range j.substrates() {
			if s := m.findSubstrate(id); s != 0 && !yield(s) {
				return
			}
		}
	}
}

// namedSlots ranges over the slots that a job names, of carriers that are known and
// in the job's order.
func (m *Model) namedSlots(j *processJob) iter.Seq2[uint32, int] {
	return func(yield func(carrier uint32, slot int) bool) {
		for x := range j.materials() {
			c := m.carriers.find(m.names.text(x.carrier))
			if c == 0 {
				continue
			}
			capacity := int(m.carriers.at(c).capacity)
			for i := range cmp.Or(len(x.slots), capacity) {
				slot := i + 1
				if len(x.slots) > 0 {
					slot = int(x.slots[i])
				}
				if slot <= capacity && !yield(c, slot) {
					return
				}
			}
		}
	}
}

// assignSubstrates gives a job that has begun what it names and is registered. It
// processes that, whatever jobs before it have done.
func (m *Model) assignSubstrates(h uint32) {
	for s := range m.namedSubstrates(m.jobs.at(h)) {
		if m.jobOf(s) != h && !m.held(s, h) {
			m.assignJob(s, h)
			m.touchSubstrate(s)
			m.substrates.at(s).flags &^= treated
		}
	}
}

// held tells whether a job other than that one is ACTIVE on a substrate: both may
// have begun before anybody knew that they name the same.
func (m *Model) held(s, job uint32) bool {
	h := m.jobOf(s)
	return h != 0 && h != job && m.jobs.at(h).state.Active()
}

// othersHold tells whether any material of a job is held by another.
func (m *Model) othersHold(h uint32) bool {
	for s := range m.namedSubstrates(m.jobs.at(h)) {
		if m.held(s, h) {
			return true
		}
	}
	return false
}

// awaited tells whether an ACTIVE job has still to process the substrate.
func (m *Model) awaited(s uint32) bool {
	h := m.jobOf(s)
	if h == 0 || m.substrates.at(s).flags&treated != 0 {
		return false
	}
	j := m.jobs.at(h)
	return j.state.Active() && j.state != Aborting
}

// substrateDone is told that the processing of a substrate ended, for the job that
// has it: it may go elsewhere now.
func (m *Model) substrateDone(s uint32) {
	m.touchSubstrate(s)
	m.substrates.at(s).flags |= treated
	m.lines.stirred = true
	if m.awaitsRoute(s) {
		m.route(s)
	}
}

// awaitsRoute tells whether the job of a substrate says where it goes by its
// MaterialStatus.
func (m *Model) awaitsRoute(s uint32) bool {
	h := m.jobOf(s)
	if h == 0 || m.jobs.at(h).control == 0 || m.substrates.at(s).material == 0 || m.substrates.at(s).state != AtWork {
		return false
	}
	return m.control.at(m.jobs.at(h).control).byStatus() != nil
}

// freeSubstrates takes its substrates from a job that ends.
func (m *Model) freeSubstrates(j *processJob) {
	for s := range m.substratesOf(j) {
		m.assignJob(s, 0)
	}
}

// materialReady tells whether all material of a job is there, its carriers with ID
// and slot map verified.
func (m *Model) materialReady(j *processJob) bool {
	for carrier := range j.carriers() {
		if _, ready := m.carrierReady(m.names.text(carrier)); !ready {
			return false
		}
	}
	return !slices.ContainsFunc(j.substrates(), func(id string) bool { return m.findSubstrate(id) == 0 })
}

// arrival orders jobs by when the last of their material came: 0 is none needed.
func (m *Model) arrival(j *processJob) (at uint32) {
	for carrier := range j.carriers() {
		if c := m.carriers.find(m.names.text(carrier)); c != 0 {
			at = max(at, m.registrationOf(c))
		}
	}
	for _, id := range j.substrates() {
		if s := m.findSubstrate(id); s != 0 {
			at = max(at, m.substrates.at(s).sequence)
		}
	}
	return at
}

// registrationOf returns the sequence number of the first substrate that was
// registered from a carrier.
func (m *Model) registrationOf(carrier uint32) uint32 {
	for i := range int(m.carriers.at(carrier).capacity) {
		if s := m.substrateIn(carrier, i+1); s != 0 {
			return m.substrates.at(s).sequence
		}
	}
	return 0
}

// inUse tells whether another job that is ACTIVE has some of the job's material.
func (m *Model) inUse(j *processJob) bool {
	return slices.ContainsFunc(m.lines.begun, func(h uint32) bool {
		other := m.jobs.at(h)
		return other != j && other.state.Active() && m.sameMaterial(other, j)
	})
}

// sameMaterial tells whether two jobs name the same material.
func (m *Model) sameMaterial(a, b *processJob) bool {
	for carrier, slots := range a.carriers() {
		for other, others := range b.carriers() {
			if carrier == other && (slots == 0 || others == 0 || slots&others != 0) {
				return true
			}
		}
	}
	return slices.ContainsFunc(a.substrates(), func(id string) bool { return m.namesSubstrate(b, id) }) ||
		slices.ContainsFunc(b.substrates(), func(id string) bool { return m.namesSubstrate(a, id) })
}

// namesSubstrate tells whether a job takes the substrate with that SubstID; of one
// that is not registered, by its default identifier.
func (m *Model) namesSubstrate(j *processJob, id string) bool {
	if slices.Contains(j.substrates(), id) {
		return true
	}
	if s := m.findSubstrate(id); s != 0 {
		return j.takes(m.substrates.at(s).source)
	}
	owner, slot := cutSlotID(id)
	name := m.names.find(owner)
	return name != 0 && slot > 0 && slot <= maxCapacity && j.takes(placeName(name)|placeName(slot)<<placeSlotAt)
}

// unfinished tells whether a job is not done with a substrate of it.
func (m *Model) unfinished(j *processJob) bool {
	for _, s := range m.substratesOf(j) {
		if s.flags&treated == 0 {
			return true
		}
	}
	return false
}

// inProcess tells whether any substrate of a job is IN PROCESS.
func (m *Model) inProcess(j *processJob) bool {
	for _, s := range m.substratesOf(j) {
		if s.process == InProcess {
			return true
		}
	}
	return false
}

// stopSubstrates follows PJ#11 and PJ#12: what has not left its carrier stays
// there.
func (m *Model) stopSubstrates(j *processJob) {
	for h, s := range m.substratesOf(j) {
		if s.state == AtSource && s.process == NeedsProcessing {
			m.keepHome(h)
		}
	}
}

// abortSubstrates follows PJ#13 to PJ#15: what is IN PROCESS is ABORTED, the rest
// SKIPPED.
func (m *Model) abortSubstrates(j *processJob) {
	for h, s := range m.substratesOf(j) {
		if s.process == InProcess {
			m.abortSubstrate(h)
		}
	}
	m.skipSubstrates(j)
}

// skipSubstrates says of all that needs processing that it will not be.
func (m *Model) skipSubstrates(j *processJob) {
	for h, s := range m.substratesOf(j) {
		if s.process == NeedsProcessing {
			m.keepHome(h)
		}
	}
}

// keepHome skips a substrate that no other job waits for; in its carrier it has no
// other destination any more.
func (m *Model) keepHome(s uint32) {
	if m.substrates.at(s).state == AtSource {
		m.setDestination(s, "", 0)
	}
	if !m.neededAgain(s) {
		m.skipSubstrate(s)
	}
}

// supersede follows PJ#2 of a job without a control job: those before it that have
// ended on the same material go.
func (m *Model) supersede(h uint32) {
	j := m.jobs.at(h)
	if j.control != 0 || !j.hasMaterial() {
		return
	}
	for _, x := range slices.Clone(m.lines.begun) {
		if other := m.jobs.at(x); other.control == 0 && other.state.PostActive() && m.sameMaterial(other, j) {
			m.takeJob(x, jobSuperseded)
		}
	}
}

// isHome tells whether a substrate is where its job leaves it: at its destination,
// or where it came from if it was not processed to the end.
func (s *substrate) isHome() bool {
	switch s.state {
	case AtDestination:
		return true
	case AtSource:
		return s.home() == s.source || s.process != SubstProcessed && s.process != SubstRejected
	default:
		return false
	}
}

// materialHome tells whether every substrate of a job is home.
func (m *Model) materialHome(j *processJob) bool {
	for _, s := range m.substratesOf(j) {
		if !s.isHome() {
			return false
		}
	}
	return true
}

// materialHere tells whether any substrate of a job is in the equipment.
func (m *Model) materialHere(j *processJob) bool {
	for range m.substratesOf(j) {
		return true
	}
	for range m.namedSubstrates(j) {
		return true
	}
	return false
}

// neededAgain tells whether another job waits for a substrate whose processing
// ends for the one that has it.
func (m *Model) neededAgain(s uint32) bool {
	if m.jobs.count == len(m.lines.begun) {
		return false
	}
	for _, j := range m.jobsOn(m.substrates.at(s).source.name()) {
		if j.state == Pooled && m.namedBy(j, s) {
			return true
		}
	}
	return false
}
