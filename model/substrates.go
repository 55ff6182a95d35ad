package model

import "fmt"

// substrate is a Substrate object (E90). Its layout is that of 72 bytes.
type substrate struct {
	id         string    // "" is the default one: carrier and slot where it was registered
	registered int64     // when, in nanoseconds of Unix time
	history    *[]visit  // SubstHistory; nil: it has not moved
	reading    *reading  // what a substrate reader has to do with it; nil: nothing
	source     placeName // where it was registered
	target     placeName // where it goes at the end; 0: to its source
	place      place     // where it is now
	lot        uint32    // the name of LotID
	job        uint32    // the name of the process job that has it, or had it last
	sequence   uint32    // of its creation

	state    SubstState
	process  SubstProcState
	kind     uint8 // SubstType
	usage    uint8 // SubstUsage
	material uint8 // MaterialStatus
	flags    substrateFlags
}

func (s *substrate) ident() string { return s.id }

type substrateFlags uint8

const (
	// orphan: the carrier it was registered from is gone.
	orphan substrateFlags = 1 << iota
	// conflicting: the SubstID that ContentMap gave it belonged to another.
	conflicting
	// treated: the job that has it is done with it.
	treated
	// displaced: it was said that it has nowhere to go.
	displaced
)

// home is where the substrate goes at the end.
func (s *substrate) home() placeName {
	if s.target != 0 {
		return s.target
	}
	return s.source
}

// substrateID returns the SubstID.
func (m *Model) substrateID(h uint32) string {
	s := m.substrates.at(h)
	if s.id != "" {
		return s.id
	}
	return string(appendSlotID(make([]byte, 0, maxSubstID), m.names.text(s.source.name()), s.source.slot()))
}

// findSubstrate returns the substrate with that SubstID, 0 if there is none.
func (m *Model) findSubstrate(id string) uint32 {
	if h := m.substrates.find(id); h != 0 {
		return h
	}
	owner, slot := cutSlotID(id)
	if slot == 0 {
		return 0
	}
	return m.registeredFrom(owner, slot, func(s *substrate) bool { return s.id == "" })
}

// substrateIn returns the substrate that was registered from that slot, wherever
// it is now; 0 if there is none.
func (m *Model) substrateIn(carrier uint32, slot int) uint32 {
	return m.registeredFrom(m.carriers.at(carrier).id, slot, func(s *substrate) bool { return s.flags&orphan == 0 })
}

// registeredFrom looks for a substrate with that source: there, at the locations,
// and, if any substrate of a carrier is in a slot that is not its source, among
// all.
func (m *Model) registeredFrom(carrier string, slot int, is func(*substrate) bool) uint32 {
	name := m.names.find(carrier)
	if name == 0 {
		return 0
	}
	source := placeName(name) | placeName(slot)<<placeSlotAt
	matches := func(h uint32) bool {
		s := m.substrates.at(h)
		return s.source == source && is(s)
	}
	if c := m.carriers.find(carrier); c != 0 {
		if h := m.substrateAtSlot(c, slot); h != 0 && matches(h) {
			return h
		}
	}
	for i := range m.locations {
		if h := m.locations[i].substrate; h != 0 && matches(h) {
			return h
		}
	}
	if m.strays == 0 {
		return 0
	}
	for h := range m.substrates.all() {
		if matches(h) {
			return h
		}
	}
	return 0
}

// strays tells whether a substrate of a carrier is in a slot that is not its
// source: it can be found by a search only.
func (m *Model) isStray(s *substrate) bool {
	_, _, inSlot := s.place.slot()
	return inSlot && s.source.slot() != 0 && !m.isNamed(s.place, s.source)
}

// settle puts a substrate to a place, unsettle takes it away; neither tells.
func (m *Model) settle(h uint32, p place) {
	s := m.substrates.at(h)
	s.place = p
	m.occupy(p, h)
	if m.isStray(s) {
		m.strays++
	}
}

func (m *Model) unsettle(h uint32) {
	s := m.substrates.at(h)
	if m.isStray(s) {
		m.strays--
	}
	m.occupy(s.place, 0)
	s.place = 0
}

// listWorking keeps the list of the substrates that are AT WORK.
func (m *Model) listWorking(h uint32, from, to SubstState) {
	if from == to {
		return
	}
	if from == AtWork {
		m.working = without(m.working, h)
	}
	if to == AtWork {
		m.working = lineUp(m.working, h, func(h uint32) uint32 { return m.substrates.at(h).sequence })
	}
}

// substrateAtSlot returns the substrate that is in that slot now, 0 if none is.
func (m *Model) substrateAtSlot(carrier uint32, slot int) uint32 {
	slots := m.carriers.at(carrier).slots()
	if slot < 1 || slot > len(slots) {
		return 0
	}
	return slots[slot-1].substrate()
}

// substratesHome tells whether nothing that came from the carrier, or that goes
// into it, is AT WORK.
func (m *Model) substratesHome(carrier uint32) bool {
	name := m.names.find(m.carriers.at(carrier).id)
	if name == 0 {
		return true
	}
	of := func(n placeName) bool { return n.name() == name && n.slot() != 0 }
	for _, h := range m.working {
		if s := m.substrates.at(h); of(s.source) && s.flags&orphan == 0 || of(s.target) {
			return false
		}
	}
	return true
}

// setDestination says where a substrate goes at the end; carrier "" is where it
// came from.
func (m *Model) setDestination(h uint32, carrier string, slot uint8) {
	target := m.usePlaceName(carrier, int(slot))
	if carrier == "" {
		target = 0
	}
	s := m.substrates.at(h)
	if s.target != target {
		m.touchSubstrate(h)
	}
	m.dropPlaceName(s.target)
	s.target = target
}

// assignJob gives a substrate to a process job, 0 to none; jobOf returns the job
// that has it, or had it last, if that still exists.
func (m *Model) assignJob(h, job uint32) {
	id := ""
	if job != 0 {
		id = m.jobs.at(job).id
	}
	s := m.substrates.at(h)
	name := m.names.use(id)
	if s.job != name {
		m.touchSubstrate(h)
	}
	m.names.drop(s.job)
	s.job = name
}

func (m *Model) jobOf(h uint32) uint32 { return m.jobs.find(m.names.text(m.substrates.at(h).job)) }

func (m *Model) touchSubstrate(h uint32) { m.touch(KindSubstrate, m.substrateID(h)) }

// substrateNamed is findSubstrate for a fact.
func (m *Model) substrateNamed(id string) (uint32, error) {
	h := m.findSubstrate(id)
	if h == 0 {
		return 0, fmt.Errorf("%w: no substrate %q", ErrUnknown, id)
	}
	return h, nil
}

func (m *Model) tellSubstrate(f Fact) error {
	switch f := f.(type) {
	case SubstrateMoved:
		return m.substrateMoved(f)
	case ProcessingBegun:
		return m.processingBegun(f)
	case ProcessingEnded:
		return m.processingEnded(f)
	case SubstrateIsLost:
		return m.substrateLost(f)
	case SubstrateIDRead:
		return m.substrateRead(f)
	case SubstrateIDUnread:
		return m.substrateUnread(f)
	case SubstrateReaderChange:
		return m.substrateReaderChange(f)
	}
	return ErrUnknown
}
