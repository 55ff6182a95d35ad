package model

import "github.com/secsd/secsd/internal/fsm"

type accessingTrigger string

const (
	accessInstantiated accessingTrigger = "instantiated"
	accessBegins       accessingTrigger = "access begins"
	accessFinished     accessingTrigger = "access finished normally"
	accessAbnormal     accessingTrigger = "access finished abnormally"
)

var accessingRow = fsm.Row[AccessingStatus, accessingTrigger]

// accessingTable is the carrier accessing status. Row 17 has no event.
var accessingTable = fsm.NewTable("Carrier accessing status (E87)",
	accessingRow(17, noAccessing, accessInstantiated, NotAccessed),
	accessingRow(18, NotAccessed, accessBegins, InAccess),
	accessingRow(19, InAccess, accessFinished, CarrierComplete),
	accessingRow(20, InAccess, accessAbnormal, CarrierStopped),
)

// accessed takes the row of the accessing status on that trigger, and reports
// whether there is one.
func (m *Model) accessed(h uint32, on accessingTrigger) bool {
	c := m.carriers.at(h)
	row, ok := accessingTable.Next(c.access, on)
	if !ok {
		return false
	}
	m.touchCarrier(h)
	c.access = row.To
	m.took(m.aboutCarrier(h), CarrierModel, row.Number, row.From.String(), row.To.String(), string(on))
	return true
}

// beginAccess says that the first substrate is taken out of a carrier, or put into
// it: CAR#18, if it is NOT ACCESSED.
func (m *Model) beginAccess(h uint32) {
	if m.accessed(h, accessBegins) {
		m.inAccess++
	}
}

// endAccess says that a carrier is done with, CAR#19 or CAR#20, and orders the
// tool to let it go.
func (m *Model) endAccess(h uint32, end accessEnd) {
	on := accessFinished
	if end == endAbnormal {
		on = accessAbnormal
	}
	if !m.accessed(h, on) {
		return
	}
	m.inAccess--
	c := m.carriers.at(h)
	if c.port == 0 {
		m.undockInside(h)
		return
	}
	p := &m.ports[c.port-1]
	if m.host.Constant(CarrierHold) == hostRelease {
		m.set(p, held)
		return
	}
	m.sendAway(p)
}

// hostRelease is the CarrierHold with which carriers wait for CarrierRelease.
const hostRelease = 1

// releaseCarriers is the rule that ends the access to carriers nobody needs any
// more.
func (m *Model) releaseCarriers() bool {
	if m.inAccess == 0 {
		return false
	}
	any := false
	for h, c := range m.carriers.all() {
		if c.access == InAccess && !m.carrierNeeded(c.id) && m.substratesHome(h) {
			m.endAccess(h, m.carrierEnd(h))
			any = true
		}
	}
	return any
}

// sendAway lets the carrier of a port go: the tool closes, undocks and unclamps
// it, then the port is READY TO UNLOAD.
func (m *Model) sendAway(p *port) {
	m.set(p, leaving)
	if m.mustUnclamp(p) || !m.isBack(p) {
		m.order(p.undock(m))
	}
	m.letGo(p)
}

func (p *port) undock(m *Model) Order {
	o := Order{Verb: Undock, Port: int(p.number)}
	if p.carrier != 0 {
		o.Carrier = m.carriers.at(p.carrier).id
	}
	return o
}

// carrierReady returns the carrier with that CarrierID, 0 for none, and whether
// jobs may use it: it is at the equipment, ID and slot map are accepted, and it
// neither leaves, nor waits inside for that, nor has a double.
func (m *Model) carrierReady(id string) (h uint32, ready bool) {
	if h = m.carriers.find(id); h == 0 {
		return 0, false
	}
	c := m.carriers.at(h)
	if c.place == 0 || c.idStatus != IDVerificationOK || c.slotMap != SlotMapVerificationOK || c.access > InAccess {
		return h, false
	}
	if c.port != 0 && m.ports[c.port-1].has(leaving|released) {
		return h, false
	}
	if c.port == 0 && m.queuedOut(id) != nil {
		return h, false
	}
	return h, c.access == InAccess || !m.doubled(id)
}

// carrierCapacity returns the number of slots of a carrier; ok is false for one
// that does not exist, or whose slots nobody knows.
func (m *Model) carrierCapacity(id string) (slots int, ok bool) {
	h := m.carriers.find(id)
	if h == 0 || m.carriers.at(h).capacity == 0 {
		return 0, false
	}
	return int(m.carriers.at(h).capacity), true
}

// carrierAtPort returns the number of the port that a carrier is associated with,
// 0 for none.
func (m *Model) carrierAtPort(h uint32) uint8 { return m.carriers.at(h).port }

// occupancy is what is known of a slot.
type occupancy uint8

const (
	slotUnknown occupancy = iota
	slotEmpty
	slotFull
	slotImproper // double or cross slotted: nothing is picked from it
)

// slotOccupied returns what is known of a slot; what the host expects is not
// known.
func (m *Model) slotOccupied(h uint32, slot int) occupancy {
	c := m.carriers.at(h)
	if c.slotMap != SlotMapVerificationOK || slot < 1 || slot > len(c.slots()) {
		return slotUnknown
	}
	s := &c.slots()[slot-1]
	if s.substrate() != 0 {
		return slotFull
	}
	switch s.mapped() {
	case SlotEmpty:
		return slotEmpty
	case SlotNotEmpty, SlotCorrectlyOccupied:
		return slotFull
	case SlotDoubleSlotted, SlotCrossSlotted:
		return slotImproper
	}
	return slotUnknown
}
