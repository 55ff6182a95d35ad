package model

import "fmt"

// This file is what a tool does with a carrier on a port: clamp, dock, open, and
// the way back. A step of the way back that there is nothing to do for tells
// nobody: tools take all of them.

// occasion tells of an event of the carrier on a port at a place, whether it has an
// object or not.
func (m *Model) occasion(p *port, h uint32, place uint8, o Occasion) {
	m.happened(Subject{Port: p.number, Carrier: h, CarrierLocation: m.locationName(place)}, o)
}

func (m *Model) clamp(p *port) error {
	if p.stage != standing && p.stage != detected || p.has(clamped|released) {
		return ErrNotNow
	}
	m.set(p, clamped)
	m.occasion(p, p.carrier, p.place, CarrierClamped)
	return nil
}

func (m *Model) unclamp(p *port) error {
	if p.stage != standing && p.stage != detected || !m.isBack(p) {
		return ErrNotNow
	}
	if !p.has(clamped) {
		return nil
	}
	m.clear(p, clamped)
	m.occasion(p, p.carrier, p.place, CarrierUnclamped)
	m.letGo(p)
	return nil
}

// docked is a carrier that rests at the docked place. Without an accepted ID none
// gets there.
func (m *Model) docked(p *port) error {
	if p.dock == 0 {
		return errNoDock
	}
	if p.stage != standing || p.inside != 0 || p.carrier == 0 || p.has(released) {
		return ErrNotNow
	}
	if m.carriers.at(p.carrier).idStatus != IDVerificationOK {
		return ErrNotNow
	}
	m.relocate(p.carrier, p, p.dock)
	return nil
}

func (m *Model) undocked(p *port) error {
	if p.dock == 0 {
		return errNoDock
	}
	if p.stage != standing || p.has(opened) {
		return ErrNotNow
	}
	if p.inside == 0 || p.inside != p.carrier {
		return nil
	}
	m.relocate(p.carrier, p, p.place)
	m.letGo(p)
	return nil
}

var errNoDock = fmt.Errorf("%w: it does not dock", ErrNotNow)

// relocate is a carrier that rests at another place; p is the port there, nil for
// none.
func (m *Model) relocate(h uint32, p *port, place uint8) {
	m.placeCarrier(h, place)
	about := m.aboutCarrier(h)
	if p != nil {
		about.Port = p.number
	}
	m.happened(about, CarrierLocationChange)
}

func (m *Model) open(p *port) error {
	h := m.opens(p)
	if h == 0 || p.has(opened) || h == p.carrier && p.has(released) || m.carriers.at(h).idStatus != IDVerificationOK {
		return ErrNotNow
	}
	m.set(p, opened)
	m.occasion(p, h, m.carriers.at(h).place, CarrierOpened)
	return nil
}

func (m *Model) close(p *port) error {
	h := m.opens(p)
	if h == 0 && p.stage != standing {
		return ErrNotNow
	}
	if !p.has(opened) {
		return nil
	}
	m.clear(p, opened)
	m.occasion(p, h, m.carriers.at(h).place, CarrierClosed)
	m.letGo(p)
	return nil
}

// readerChanged is a reader that works, or does not. A carrier that waits to be
// read is then as one that comes to a port without a reader, or is read.
func (m *Model) readerChanged(p *port, to ReaderState) error {
	if to > ReaderAvailable {
		return fmt.Errorf("%w: reader state %d, want 0 or 1", ErrValue, to)
	}
	if m.cfg.Ports[p.number-1].Reader == NoReader {
		return fmt.Errorf("%w: no carrier ID reader", ErrUnknown)
	}
	if p.has(readerOff) == (to == ReaderUnavailable) {
		return nil
	}
	if to == ReaderAvailable {
		m.clear(p, readerOff)
		m.happened(Subject{Port: p.number}, IDReaderAvailable)
		return nil
	}
	m.set(p, readerOff)
	m.happened(Subject{Port: p.number}, IDReaderUnavailable)
	if p.stage == standing && m.awaitsID(p) && p.unread == notUnread {
		m.cannotRead(p)
	}
	return nil
}

// approachingComplete is a carrier that will soon be done with.
func (m *Model) approachingComplete(f ApproachingComplete) error {
	h := m.carriers.find(f.Carrier)
	if h == 0 {
		return fmt.Errorf("%w: carrier %q", ErrUnknown, f.Carrier)
	}
	if access := m.carriers.at(h).access; access != InAccess {
		return fmt.Errorf("%w: %s is %v", ErrNotNow, f.Carrier, access)
	}
	m.happened(m.aboutCarrier(h), CarrierApproachingComplete)
	return nil
}

// startPorts takes the rows of a start, port by port.
func (m *Model) startPorts() {
	for i := range m.ports {
		p := &m.ports[i]
		if !p.stored {
			m.touchPort(p) // what it is now counts from here on, not the configuration
		}
		m.pioRestart(p)
		m.startTransfer(p)
		m.startAccess(p)
		if h := p.carrier; h != 0 && (p.stage == standing || p.stage == unloading || p.stage == movingIn) {
			row, _ := associationTable.Next(NotAssociated, associatedAtStart)
			m.took(p.about(), PortAssociation, row.Number, row.From.String(), row.To.String(), string(row.On))
		}
	}
}

// repeatCarrierOrders gives again the orders that the state of ports calls for.
func (m *Model) repeatCarrierOrders() {
	for i := range m.ports {
		p := &m.ports[i]
		switch {
		case p.stage == movingIn || p.stage == movingOut:
			m.order(m.moveOrder(p))
		case p.stage != standing || p.has(released):
		case p.has(leaving):
			if m.mustUnclamp(p) || !m.isBack(p) {
				m.order(p.undock(m))
			}
		case m.awaitsID(p) && p.unread == notUnread && !p.has(readerOff):
			m.order(Order{Verb: ReadID, Port: int(p.number)})
		case p.carrier != 0:
			m.accepted(p.carrier)
		}
		m.repeatInside(p)
	}
}
