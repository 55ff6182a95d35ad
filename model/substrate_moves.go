package model

import (
	"fmt"
	"math"
	"time"
)

// This file is how substrates move, and where they have been.

// visit is a place of SubstHistory with its times, in milliseconds since the
// substrate was registered.
type visit struct {
	place   placeName
	in, out uint32 // out of the last visit is not known yet
}

// maxVisits bounds SubstHistory; of more visits the oldest but the first go.
const maxVisits = 64

// substrateMoved moves what is at one place to another that is UNOCCUPIED. It
// tells the carriers whose slots are used, then the substrate, then the places.
func (m *Model) substrateMoved(f SubstrateMoved) error {
	from, to := m.findPlace(f.From), m.findPlace(f.To)
	switch {
	case from == 0:
		return fmt.Errorf("%w: no substrate location %q", ErrUnknown, f.From)
	case to == 0:
		return fmt.Errorf("%w: no substrate location %q", ErrUnknown, f.To)
	}
	h := m.occupant(from)
	switch {
	case h == 0:
		return fmt.Errorf("%w: nothing is at %s", ErrNotNow, f.From)
	case !m.gives(from):
		return fmt.Errorf("%w: the carrier of %s is done with, or leaves", ErrNotNow, f.From)
	case m.isReleased(to):
		return fmt.Errorf("%w: the carrier of %s may be taken away", ErrNotNow, f.To)
	case !m.takes(to):
		return fmt.Errorf("%w: %s is occupied, or nobody knows what is in it", ErrNotNow, f.To)
	}
	on := m.arriving(h, to)
	if on == movedInside && m.finds(h, to) {
		on = putToDestination
	}
	m.move(h, to, on)
	return nil
}

// arriving is the row that brings a substrate to a place once it is AT WORK. What
// comes back to its source to go on later is AT SOURCE; else the source is the
// destination if there is no other.
func (m *Model) arriving(h uint32, to place) transport {
	s := m.substrates.at(h)
	switch atSource := m.isNamed(to, s.source); {
	case atSource && (s.target != 0 && s.target != s.source || !s.process.Final()):
		return putToSource
	case atSource, m.isNamed(to, s.target):
		return putToDestination
	}
	return movedInside
}

// move takes a substrate to another place, by the rows that lead there.
func (m *Model) move(h uint32, to place, on transport) {
	s := m.substrates.at(h)
	from := s.place
	for _, p := range []place{from, to} {
		if c, _, ok := p.slot(); ok {
			m.beginAccess(c)
		}
	}
	m.touchSubstrate(h)
	m.unsettle(h)
	m.settle(h, to)
	m.visited(s)
	switch s.state {
	case AtSource:
		if s.target != 0 && m.controlOf(h) != 0 && m.placeNamed(s.target) == 0 {
			m.losesDestination(h) // it was here when the job began
		}
		m.transport(h, takenFromSource)
	case AtDestination:
		if on != foundAtSource {
			m.transport(h, takenFromDestination)
		}
	case AtWork:
		if on == movedInside {
			m.transport(h, movedInside)
		}
	default:
	}
	m.lines.parked = m.lines.parked || on == putToSource || on == foundAtSource
	if on != movedInside {
		s.flags &^= displaced
		m.transport(h, on)
	}
	m.placeLeft(from)
	m.placeEntered(to)
}

// transport takes a row of the transport states. The object of row 1 is there
// already, that of rows 7 and 9 is still.
func (m *Model) transport(h uint32, on transport) {
	s := m.substrates.at(h)
	from := s.state
	if on == substrateRegistered {
		from = NoSubstrate
	}
	row, ok := transportTable.Next(from, on)
	if !ok {
		panic("model: substrate " + m.substrateID(h) + ": " + from.String() + " has no row for " + on.String())
	}
	if row.To != NoSubstrate {
		s.state = row.To
		m.listWorking(h, from, row.To)
	}
	m.took(Subject{Substrate: h}, SubstrateModel, row.Number, from.String(), row.To.String(), on.String())
}

// visited enters the place where a substrate is now into its history.
func (m *Model) visited(s *substrate) {
	now := m.sinceRegistered(s)
	if s.history == nil {
		s.history = &[]visit{{place: s.source}}
		m.names.again(s.source.name())
	}
	list := *s.history
	list[len(list)-1].out = now
	if len(list) == maxVisits {
		m.dropPlaceName(list[1].place)
		list = append(list[:1], list[2:]...)
	}
	*s.history = append(list, visit{place: m.usePlace(s.place), in: now})
}

func (m *Model) sinceRegistered(s *substrate) uint32 {
	ms := (m.now.UnixNano() - s.registered) / int64(time.Millisecond)
	return uint32(min(max(ms, 0), math.MaxUint32))
}
