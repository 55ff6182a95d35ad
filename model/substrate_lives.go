package model

import "fmt"

// This file is how substrates come and go.

// registerSubstrates registers what is in the slots of a carrier whose slot map is
// accepted: SUB#1 and SUB#10 of each.
func (m *Model) registerSubstrates(carrier uint32) {
	slots := m.carriers.at(carrier).slots()
	for i := range slots {
		sl := &slots[i]
		if !sl.holdsSubstrate() || sl.substrate() != 0 {
			continue
		}
		owner := m.carriers.at(carrier).id
		s := substrate{id: m.names.text(sl.id), lot: m.names.again(sl.lot)}
		if s.id != "" && m.findSubstrate(s.id) != 0 {
			m.sink.Note("substrate id conflict", fmt.Sprintf("the content map of %s gives slot %d the identifier %s, which another substrate has", owner, i+1, s.id))
			s.id, s.flags = "", conflicting
		}
		if s.id == "" {
			s.id = m.freeDefaultID(owner, i+1)
		}
		m.enroll(s, inSlot(carrier, i+1))
	}
}

// freeDefaultID returns "" if the default identifier of a slot is free, else that
// with a number behind it that makes it so. Of a long CarrierID the end is left out,
// for only default ones may be longer than others.
func (m *Model) freeDefaultID(owner string, slot int) string {
	id := string(appendSlotID(make([]byte, 0, maxSubstID), owner, slot))
	if m.findSubstrate(id) == 0 {
		return ""
	}
	for n := 2; ; n++ {
		suffix := fmt.Sprintf("%s.%d", id[len(owner):], n)
		if other := owner[:min(len(owner), maxID-len(suffix))] + suffix; m.findSubstrate(other) == 0 {
			return other
		}
	}
}

// enroll registers a substrate at a place, AT SOURCE and NEEDS PROCESSING.
func (m *Model) enroll(s substrate, p place) {
	s.source = m.usePlace(p)
	s.registered = m.now.UnixNano()
	s.sequence = m.next()
	s.state, s.process = AtSource, NeedsProcessing
	id := s.id
	if id == "" {
		id = m.placeID(p)
	}
	m.touch(KindSubstrate, id)
	h := m.substrates.add(s)
	m.settle(h, p)
	if s.flags&conflicting != 0 {
		m.conflict(1)
	}
	if s.target == 0 {
		m.route(h)
	}
	m.transport(h, substrateRegistered)
	m.treat(h, substrateCreated)
}

// removeSubstrates ends the substrates in a carrier that leaves: SUB#7 of those AT
// DESTINATION, SUB#9 of others. Those that a carrier takes along that is IN ACCESS are
// LOST, unless their processing is over. What came from it and is elsewhere stays.
func (m *Model) removeSubstrates(carrier uint32) {
	c := m.carriers.at(carrier)
	for i, slots := 0, c.slots(); i < len(slots); i++ {
		h := slots[i].substrate()
		if h == 0 {
			continue
		}
		m.touchSubstrate(h)
		s := m.substrates.at(h)
		if c.access == InAccess && !s.process.Final() {
			m.treat(h, endsLost)
			m.substrateDone(h)
		}
		if s.state == AtDestination {
			m.transport(h, removedNormally)
		} else {
			m.transport(h, removedOtherwise)
		}
		m.removeSubstrate(h)
	}
	if name := m.names.find(c.id); name != 0 {
		for h, s := range m.substrates.all() {
			if s.source.name() == name && s.source.slot() != 0 && s.flags&orphan == 0 {
				m.touchSubstrate(h)
				s.flags |= orphan
			}
		}
		m.destinationLeaves(name)
	}
	m.forgetSlots(carrier)
}

// takeAway ends a substrate that is out of the equipment without its carrier:
// SUB#9. Its place is free.
func (m *Model) takeAway(h uint32) {
	m.touchSubstrate(h)
	m.transport(h, removedOtherwise)
	from := m.substrates.at(h).place
	m.removeSubstrate(h)
	m.placeLeft(from)
}

// removeSubstrate removes a substrate; it tells nobody.
func (m *Model) removeSubstrate(h uint32) {
	m.unsettle(h)
	s := m.substrates.at(h)
	m.listWorking(h, s.state, NoSubstrate)
	m.dropSubstrateNames(s)
	if s.flags&conflicting != 0 {
		m.conflict(-1)
	}
	m.substrates.remove(h)
}

func (m *Model) dropSubstrateNames(s *substrate) {
	m.dropPlaceName(s.source)
	m.dropPlaceName(s.target)
	m.names.drop(s.lot)
	m.names.drop(s.job)
	if s.history != nil {
		for _, v := range *s.history {
			m.dropPlaceName(v.place)
		}
	}
}

// conflict counts the substrates whose SubstID of ContentMap belonged to another;
// there is an alarm as long as there are any.
func (m *Model) conflict(change int) {
	was := m.conflicts
	m.conflicts += change
	switch {
	case was == 0 && m.conflicts > 0:
		m.sink.Alarmed(SubstrateIDConflict, 0, AlarmRaised)
	case was > 0 && m.conflicts == 0:
		m.sink.Alarmed(SubstrateIDConflict, 0, AlarmCleared)
	}
}
