package model

// This file is whether the slots that substrates of a control job go to are there
// for them.

// checkTargets complains of slots that two substrates of a control job would go to,
// as far as it can be known: what a process job takes of a carrier without saying
// which slots is not, before the slot map is accepted.
func (m *Model) checkTargets(s *ControlJobSpec, add complaint) {
	const words = "MtrlOutSpec: destination"
	if len(s.Out) == 0 {
		return
	}
	planned := m.plannedSlots(s.Jobs)
	sent, to := map[string]uint32{}, slotSet{}
	for _, o := range s.Out {
		from, slots := o.From.Carrier, o.To.Slots
		switch {
		case len(slots) > 0:
		case len(o.From.Slots) > 0:
			slots = o.From.Slots
		default:
			slots = ascending(planned[from] &^ sent[from])
		}
		if !to.take(CarrierSlots{o.To.Carrier, slots}, m.capacityOf(o.To.Carrier), words, add) {
			return
		}
		sent[from] |= slotBits(o.From.Slots)
		if len(o.From.Slots) == 0 {
			sent[from] = allSlots
		}
	}
	for _, id := range m.carriersOf(s.Jobs) { // the rest goes home
		if !to.take(CarrierSlots{id, ascending(planned[id] &^ sent[id])}, m.capacityOf(id), words, add) {
			return
		}
	}
}

// plannedSlots returns, as sets, the slots of carriers that process jobs are known
// to take substrates from.
func (m *Model) plannedSlots(jobs []ControlledJob) map[string]uint32 {
	planned := map[string]uint32{}
	for _, x := range jobs[:min(len(jobs), maxControlledJobs)] {
		h := m.jobs.find(x.ID)
		if h == 0 {
			continue
		}
		j := m.jobs.at(h)
		for carrier, slots := range j.carriers() {
			planned[m.names.text(carrier)] |= slots
		}
		for s := range m.namedSubstrates(j) {
			if source := m.substrates.at(s).source; source.slot() != 0 {
				planned[m.names.text(source.name())] |= 1 << (source.slot() - 1)
			}
		}
	}
	return planned
}

// holds tells whether a process job does not begin because a slot is taken that one
// of its substrates goes to; it says so once.
func (m *Model) holds(control, h uint32) bool {
	j := m.jobs.at(h)
	slot := m.takenTarget(m.control.at(control), j)
	if slot != "" && j.flags&jobHeld == 0 {
		m.touch(KindProcessJob, j.id)
		j.flags |= jobHeld
		m.sink.Note("process job waits", j.id+" of "+m.control.at(control).id+" waits until "+slot+" is free for one substrate of it")
	}
	return slot != ""
}

// takenTarget returns a slot that a substrate of a process job goes to and does not
// find free: one that nothing is put into, one that two of the job go to, or one
// that another stays in, comes back to or is on its way to. "" is none. What
// leaves a slot for another does not count.
func (m *Model) takenTarget(c *controlJob, j *processJob) string {
	if c.rare == nil || c.rare.out == nil {
		return ""
	}
	goes, mine := map[place]bool{}, map[uint32]bool{}
	for s := range m.namedSubstrates(j) {
		x := m.substrates.at(s)
		if x.state != AtSource {
			continue
		}
		mine[s] = true
		p := x.place
		if carrier, slot := m.destination(c, s); carrier != "" {
			h := m.carriers.find(carrier)
			if h == 0 {
				continue
			}
			p = inSlot(h, int(slot))
			if state := m.slotOccupied(h, int(slot)); goes[p] || state == slotUnknown || state == slotImproper {
				return string(appendSlotID(nil, carrier, int(slot)))
			}
		} else if goes[p] {
			return m.placeID(p)
		}
		goes[p] = true
	}
	for s, x := range m.substrates.all() {
		if mine[s] {
			continue
		}
		if p := m.placeNamed(x.home()); goes[p] && (x.place == p || !x.isHome() || m.awaited(s)) {
			return m.placeID(p)
		}
	}
	return ""
}

// turnBack sends substrates elsewhere that are processed and whose slot at their
// destination was given away meanwhile, and reports whether there was one: nothing
// is to lie on a robot for ever.
func (m *Model) turnBack() (found bool) {
	for _, s := range m.working {
		x := m.substrates.at(s)
		if !x.process.Final() || x.target == 0 || x.target == x.source || !m.isGivenAway(x.target) {
			continue
		}
		was, from := x.target, m.placeNameID(x.target)
		if m.sendElsewhere(s); x.target != was {
			m.goesElsewhere(s, from)
			found = true
		}
	}
	return m.turnParked() || found
}

// turnParked leaves those where they are that wait at their source for a slot which
// they will not get, and reports whether there was one.
func (m *Model) turnParked() (found bool) {
	if !m.lines.parked {
		return false
	}
	m.lines.parked = false
	for s, x := range m.substrates.all() {
		if x.state != AtSource || !x.process.Final() || x.isHome() {
			continue
		}
		if !m.isGivenAway(x.target) {
			m.lines.parked = true
			continue
		}
		m.losesDestination(s)
		found = true
	}
	return found
}

// sendElsewhere sends a substrate to another slot for its MaterialStatus, if its job
// has any, else home, if that is free.
func (m *Model) sendElsewhere(s uint32) {
	if m.awaitsRoute(s) {
		if carrier, slot := m.outByStatus(m.control.at(m.jobs.at(m.jobOf(s)).control), s); carrier != "" {
			m.setDestination(s, carrier, slot)
			return
		}
	}
	if from := m.placeNamed(m.substrates.at(s).source); from != 0 && m.takes(from) {
		m.setDestination(s, "", 0)
	}
}
