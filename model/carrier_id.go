package model

import (
	"fmt"

	"github.com/secsd/secsd/internal/fsm"
)

type idTrigger string

const (
	announced          idTrigger = "Bind or CarrierNotification"
	unknownRead        idTrigger = "ID of an unknown carrier read"
	anotherRead        idTrigger = "ID read, not the one of Bind"
	proceedUnread      idTrigger = "ProceedWithCarrier after CarrierIDReadFail or UnknownCarrierID"
	cancelUnread       idTrigger = "CancelCarrier after CarrierIDReadFail or UnknownCarrierID"
	expectedRead       idTrigger = "ID read, the expected one"
	readingFailed      idTrigger = "read failed"
	proceedID          idTrigger = "ProceedWithCarrier"
	cancelID           idTrigger = "CancelCarrier"
	arrivedNoReader    idTrigger = "carrier arrives, no reader, BypassReadID FALSE"
	arrivedBypassRead  idTrigger = "carrier arrives, no reader, BypassReadID TRUE"
	announcedRecreated idTrigger = "CarrierReCreate with properties"
)

var idRow = fsm.Row[CarrierIDStatus, idTrigger]

// idTable is the carrier ID status.
var idTable = fsm.NewTable("Carrier ID status (E87)",
	idRow(2, noCarrierID, announced, IDNotRead),
	idRow(2, noCarrierID, announcedRecreated, IDNotRead),
	idRow(3, noCarrierID, unknownRead, IDWaitingForHost),
	idRow(3, noCarrierID, anotherRead, IDWaitingForHost),
	idRow(4, noCarrierID, proceedUnread, IDVerificationOK),
	idRow(5, noCarrierID, cancelUnread, IDVerificationFailed),
	idRow(6, IDNotRead, expectedRead, IDVerificationOK),
	idRow(7, IDNotRead, readingFailed, IDWaitingForHost),
	idRow(8, IDWaitingForHost, proceedID, IDVerificationOK),
	idRow(9, IDWaitingForHost, cancelID, IDVerificationFailed),
	idRow(10, IDNotRead, arrivedNoReader, IDWaitingForHost),
	idRow(11, IDNotRead, arrivedBypassRead, IDVerificationOK),
)

// identify takes the row of the ID status on that trigger, if there is one. p is
// the port where it happens: the association may come later; nil for none. With
// an accepted ID the carrier is docked.
func (m *Model) identify(h uint32, p *port, on idTrigger) {
	c := m.carriers.at(h)
	row, ok := idTable.Next(c.idStatus, on)
	if !ok {
		return
	}
	m.touchCarrier(h)
	c.idStatus = row.To
	if p != nil {
		m.placeCarrier(h, p.place)
		if c.capacity == 0 {
			c.capacity = m.capacityAt(p)
		}
	}
	about := m.aboutCarrier(h)
	if p != nil {
		about.Port = p.number
	}
	m.took(about, CarrierModel, row.Number, row.From.String(), row.To.String(), string(on))
}

// arrived looks for the identity of a carrier that has come to stand on a port.
func (m *Model) arrived(p *port) {
	if !p.has(readerOff) {
		m.order(Order{Verb: ReadID, Port: int(p.number)})
		return
	}
	m.cannotRead(p)
}

// cannotRead is for a carrier on a port without a reader, or with one out of
// service.
func (m *Model) cannotRead(p *port) {
	switch {
	case p.carrier == 0:
		m.touchPort(p)
		p.unread = noReader
		m.happened(p.about(), UnknownCarrierID)
	case m.host.Constant(BypassReadID) != 0:
		m.identify(p.carrier, p, arrivedBypassRead)
		m.accepted(p.carrier)
	default:
		m.identify(p.carrier, p, arrivedNoReader)
	}
}

// awaitsID tells whether the carrier on a port is still to be read. What could not
// be read may be read again as long as no object stands for it.
func (m *Model) awaitsID(p *port) bool {
	if p.stage != standing && p.stage != detected || p.has(leaving|released) || p.unread == doubleUnread {
		return false
	}
	return p.carrier == 0 || m.carriers.at(p.carrier).idStatus == IDNotRead
}

// recovered ends a load whose handoff (E84) broke off with the carrier in place: the
// reader works, so somebody has seen to it.
func (m *Model) recovered(p *port) {
	if p.stage == detected && !p.pio.engaged() {
		m.advance(p, standing)
		m.transferOver(p)
	}
}

// accepted goes on with a carrier whose ID is accepted.
func (m *Model) accepted(h uint32) {
	c := m.carriers.at(h)
	if c.idStatus == IDVerificationOK && c.slotMap == SlotMapNotRead && c.port != 0 {
		m.order(Order{Verb: Dock, Port: int(c.port), Carrier: c.id})
	}
}

// wasUnread is the fact that the reader saw nothing.
func (m *Model) wasUnread(p *port) error {
	if !m.awaitsID(p) {
		return ErrNotNow
	}
	m.recovered(p)
	if p.carrier != 0 {
		m.identify(p.carrier, p, readingFailed)
		return nil
	}
	m.touchPort(p)
	p.unread = readFailed
	m.happened(p.about(), CarrierIDReadFail)
	return nil
}

// wasRead is the fact that the reader saw an ID.
func (m *Model) wasRead(p *port, id string) error {
	if !validID(id) {
		return fmt.Errorf("%w: CarrierID %q, want %s", ErrValue, Clip(id), identifier)
	}
	if !m.awaitsID(p) {
		return ErrNotNow
	}
	m.recovered(p)
	m.touchPort(p)
	p.unread = notUnread
	h := m.carriers.find(id)
	switch {
	case h != 0 && h == p.carrier:
		m.identify(h, p, expectedRead)
		m.accepted(h)
	case h != 0 && m.carriers.at(h).place != 0:
		m.isDouble(p, h)
	case p.carrier != 0:
		m.isAnother(p, id)
	case h != 0:
		m.turnedUp(p, h)
	default:
		h = m.instantiate(id, m.capacityAt(p), p, unknownRead, nil)
		m.associate(p, h, NotAssociated, associatedByReading)
	}
	return nil
}

// turnedUp is a carrier that was notified, or bound to another port.
func (m *Model) turnedUp(p *port, h uint32) {
	if q := m.carriers.at(h).port; q != 0 {
		m.unbind(&m.ports[q-1])
		m.associate(p, h, NotAssociated, associatedByReading)
		m.identify(h, p, expectedRead)
	} else {
		m.identify(h, p, expectedRead)
		m.associate(p, h, NotAssociated, associatedByReading)
	}
	m.accepted(h)
}

// unbind ends a Bind because its carrier is somewhere else.
func (m *Model) unbind(q *port) {
	m.dissociate(q, endedByAnother)
	if q.stage == vacant || q.stage == loading {
		m.reserve(q, unreservedByAnother)
	}
}

// isAnother is a carrier on a port that is bound to another: the Bind ends. An
// object that waited for the one that came elsewhere is made anew, for it waits
// for the host now.
func (m *Model) isAnother(p *port, id string) {
	m.touchPort(p)
	p.flags |= changing
	m.destroy(p.carrier)
	if h := m.carriers.find(id); h != 0 {
		if q := m.carriers.at(h).port; q != 0 {
			m.unbind(&m.ports[q-1])
		}
		m.destroy(h)
	}
	h := m.instantiate(id, m.capacityAt(p), p, anotherRead, nil)
	m.associate(p, h, Associated, replacedByReading)
	m.setAlarm(p, CarrierVerificationFailure)
}

// isDouble is a carrier with the CarrierID of one that is here already. It gets no
// object; the first one is not processed either unless it is in process.
func (m *Model) isDouble(p *port, first uint32) {
	if p.carrier != 0 {
		m.destroy(p.carrier)
		m.associate(p, 0, Associated, endedByDuplicate)
	}
	m.touchPort(p)
	p.unread = doubleUnread
	p.double = m.carriers.at(first).id
	m.setAlarm(p, DuplicateCarrierID)
	if m.carriers.at(first).access == InAccess {
		m.happened(Subject{Carrier: first}, DuplicateCarrierIDInProcess)
	}
}

// doubled tells whether a carrier has a double that was not sent away.
func (m *Model) doubled(id string) bool {
	for i := range m.ports {
		if m.ports[i].double == id && id != "" {
			return true
		}
	}
	return false
}
