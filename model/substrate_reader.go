package model

import "fmt"

// This file is the confirmation of substrate IDs (E90), of equipment with a
// substrate reader and SubstrateReaderEnabled.

// reading is what a reader saw of a substrate.
type reading struct {
	acquired string // AcquiredID
	status   substIDStatus
}

// readsSubstrates tells whether substrates have a SubstIDStatus now.
func (m *Model) readsSubstrates() bool {
	if m.host.Constant(SubstrateReaderEnabled) == 0 {
		return false
	}
	for i := range m.cfg.Locations {
		if m.cfg.Locations[i].Reader == HasSubstrateReader {
			return true
		}
	}
	return false
}

// idStatus is SubstIDStatus where there is a reader: row 16 comes with the
// substrate and has no event.
func (s *substrate) idStatus() substIDStatus {
	if s.reading == nil {
		return idNotConfirmed
	}
	return s.reading.status
}

// substrateRead compares what the reader saw. A substrate that need not wait goes
// on, also where reading is disabled.
func (m *Model) substrateRead(f SubstrateIDRead) error {
	h, err := m.atReader(f.Location)
	if err != nil {
		return err
	}
	if len(f.ID) > maxSubstID {
		return fmt.Errorf("%w: an identifier of %d characters", ErrValue, len(f.ID))
	}
	on := idReadDifferent
	if f.ID == m.substrateID(h) {
		on = idReadEqual
	}
	m.readBy(h, f.ID, on)
	return nil
}

func (m *Model) substrateUnread(f SubstrateIDUnread) error {
	h, err := m.atReader(f.Location)
	if err != nil {
		return err
	}
	m.readBy(h, "", idReadFailed)
	return nil
}

func (m *Model) readBy(h uint32, id string, on verdict) {
	s := m.substrates.at(h)
	if m.readsSubstrates() && s.idStatus() == idNotConfirmed {
		m.judge(h, on, id)
	}
	m.afterReading(h)
}

// afterReading orders what becomes of a substrate at a reader.
func (m *Model) afterReading(h uint32) {
	switch m.substrates.at(h).idStatus() {
	case idWaiting:
	case idFailed:
		m.order(Order{Verb: WaferReturn, Substrate: m.substrateID(h)})
	default:
		m.order(Order{Verb: WaferGo, Substrate: m.substrateID(h)})
	}
}

// judge takes a row of the ID states.
func (m *Model) judge(h uint32, on verdict, acquired string) {
	s := m.substrates.at(h)
	from := s.idStatus()
	row, ok := verdictTable.Next(from, on)
	if !ok {
		panic("model: substrate " + m.substrateID(h) + ": " + from.String() + " has no row for " + on.String())
	}
	m.touchSubstrate(h)
	s.reading = &reading{acquired, row.To}
	m.took(Subject{Substrate: h}, SubstrateModel, row.Number, from.String(), row.To.String(), on.String())
}

// atReader returns the substrate at a location that has a reader.
func (m *Model) atReader(location string) (uint32, error) {
	l, err := m.readerAt(location)
	switch {
	case err != nil:
		return 0, err
	case l.substrate == 0:
		return 0, fmt.Errorf("%w: nothing is at %s", ErrNotNow, location)
	}
	return l.substrate, nil
}

func (m *Model) readerAt(location string) (*location, error) {
	p := m.findPlace(location)
	if p == 0 || p&inCarrier != 0 || m.cfg.Locations[p.location()].Reader != HasSubstrateReader {
		return nil, fmt.Errorf("%w: no substrate reader at %q", ErrUnknown, location)
	}
	return &m.locations[p.location()], nil
}

// substrateReaderChange tells whether a reader works. The present state is no
// event.
func (m *Model) substrateReaderChange(f SubstrateReaderChange) error {
	l, err := m.readerAt(f.Location)
	if err != nil {
		return err
	}
	if f.State > ReaderAvailable {
		return fmt.Errorf("%w: reader state %d, want 0 or 1", ErrValue, f.State)
	}
	if l.reader == f.State {
		return nil
	}
	m.touch(KindLocation, f.Location)
	l.reader = f.State
	o := SubstrateIDReaderUnavailable
	if f.State == ReaderAvailable {
		o = SubstrateIDReaderAvailable
	}
	m.happened(Subject{Location: uint32(m.findPlace(f.Location))}, o)
	return nil
}

// repeatSubstrateOrders orders again what substrates at readers wait for, and the
// return of those that failed.
func (m *Model) repeatSubstrateOrders() {
	if !m.readsSubstrates() {
		return
	}
	for _, h := range m.working {
		s := m.substrates.at(h)
		if s.reading == nil || s.place&inCarrier != 0 {
			continue
		}
		atReader := m.cfg.Locations[s.place.location()].Reader == HasSubstrateReader
		if s.reading.status == idFailed || s.reading.status == idConfirmed && atReader {
			m.afterReading(h)
		}
	}
}
