package model

// This file is substrates that have nowhere to go: somebody gave their places away
// while they were AT WORK. A tool may put such a one into any slot of a carrier.

// isGivenAway tells whether a substrate that is elsewhere will not find a place
// free: its carrier may be taken away, or another one stays there. What leaves it for
// another place does not count, nor does a carrier that is still to come.
func (m *Model) isGivenAway(n placeName) bool {
	p := m.placeNamed(n)
	if p == 0 || m.isReleased(p) {
		return p != 0
	}
	other := m.occupant(p)
	return other != 0 && m.remains(other)
}

// remains tells whether a substrate stays where it is, or comes back there.
func (m *Model) remains(h uint32) bool {
	s := m.substrates.at(h)
	return m.isNamed(s.place, s.home()) || s.isHome() && s.process.Final() && !m.awaited(h)
}

// isDisplaced tells whether a substrate that nothing is done to any more has neither
// a destination nor a source to go to.
func (m *Model) isDisplaced(h uint32) bool {
	s := m.substrates.at(h)
	if s.state != AtWork || s.process == InProcess || m.awaited(h) || m.placeNamed(s.source) != 0 && !m.isGivenAway(s.source) {
		return false
	}
	return s.target == 0 || s.target == s.source || m.isGivenAway(s.target)
}

// destinationLeaves sends substrates home that are AT WORK, or done with, and were to
// go into a carrier that leaves.
func (m *Model) destinationLeaves(carrier uint32) {
	for h, s := range m.substrates.all() {
		if (s.state == AtWork || s.process.Final()) && s.target.slot() != 0 && s.target.name() == carrier && s.target != s.source {
			m.losesDestination(h)
		}
	}
}

// losesDestination sends a substrate home that has a destination which is gone.
func (m *Model) losesDestination(h uint32) {
	from := m.placeNameID(m.substrates.at(h).target)
	m.setDestination(h, "", 0)
	m.goesElsewhere(h, from)
}

// goesElsewhere says that a substrate has another destination than from.
func (m *Model) goesElsewhere(h uint32, from string) {
	m.sink.Note("substrate goes elsewhere", m.substrateID(h)+" goes to "+m.placeNameID(m.substrates.at(h).home())+": "+from+" is occupied or gone")
}

// noteDisplaced says once of each substrate that it has nowhere to go.
func (m *Model) noteDisplaced() {
	for _, h := range m.working {
		s := m.substrates.at(h)
		was := s.flags&displaced != 0
		if m.isDisplaced(h) == was {
			continue
		}
		m.touchSubstrate(h)
		s.flags ^= displaced
		if !was {
			m.sink.Note("substrate has no slot", m.substrateID(h)+" goes to any slot of a carrier that is free: "+m.placeNameID(s.home())+" is occupied or gone")
		}
	}
}

// finds makes the slot that the tool has put a substrate into its destination, if it
// has no other, and reports whether it did.
func (m *Model) finds(h uint32, to place) bool {
	carrier, slot, ok := to.slot()
	if !ok || !m.isDisplaced(h) {
		return false
	}
	m.setDestination(h, m.carriers.at(carrier).id, uint8(slot))
	return true
}
