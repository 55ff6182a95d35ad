package model

import (
	"fmt"

	"github.com/secsd/secsd/internal/fsm"
)

type slotMapTrigger string

const (
	mapInstantiated slotMapTrigger = "instantiated"
	mapEqual        slotMapTrigger = "slot map read, equal to the host's"
	mapWaits        slotMapTrigger = "slot map read and nothing expected, or another, or improper; or read failed"
	proceedMap      slotMapTrigger = "ProceedWithCarrier"
	cancelMap       slotMapTrigger = "CancelCarrier"
)

var slotMapRow = fsm.Row[SlotMapStatus, slotMapTrigger]

// slotMapTable is the carrier slot map status. Row 12 has no event.
var slotMapTable = fsm.NewTable("Carrier slot map status (E87)",
	slotMapRow(12, noSlotMap, mapInstantiated, SlotMapNotRead),
	slotMapRow(13, SlotMapNotRead, mapEqual, SlotMapVerificationOK),
	slotMapRow(14, SlotMapNotRead, mapWaits, SlotMapWaitingForHost),
	slotMapRow(15, SlotMapWaitingForHost, proceedMap, SlotMapVerificationOK),
	slotMapRow(16, SlotMapWaitingForHost, cancelMap, SlotMapVerificationBad),
)

// mapped takes the row of the slot map status on that trigger.
func (m *Model) mapped(h uint32, on slotMapTrigger) {
	c := m.carriers.at(h)
	row, ok := slotMapTable.Next(c.slotMap, on)
	if !ok {
		return
	}
	m.touchCarrier(h)
	c.slotMap = row.To
	about := m.aboutCarrier(h)
	if on == mapWaits {
		about.Reason = c.reason
	}
	m.took(about, CarrierModel, row.Number, row.From.String(), row.To.String(), string(on))
}

// acceptMap goes on with a carrier whose slot map is accepted on that trigger: its
// substrates are known now.
func (m *Model) acceptMap(h uint32, on slotMapTrigger) {
	m.mapped(h, on)
	m.clearMapAlarms(h)
	m.registerSubstrates(h)
	m.carriers.at(h).flags |= filled
	m.slotsMissing(h)
}

// clearMapAlarms ends the alarms that a slot map raised at a port.
func (m *Model) clearMapAlarms(h uint32) {
	if p := m.openerOf(h); p != nil {
		m.clearMapAlarmsAt(p)
	}
}

func (m *Model) clearMapAlarmsAt(p *port) {
	m.clearAlarm(p, SlotMapReadFailed)
	m.clearAlarm(p, SlotMapVerificationFailed)
}

// awaitsMap returns the carrier that a port's mapper may see, 0 for none.
func (m *Model) awaitsMap(p *port) uint32 {
	h := m.opens(p)
	if h == 0 {
		return 0
	}
	if c := m.carriers.at(h); c.idStatus != IDVerificationOK || c.slotMap != SlotMapNotRead || c.port == p.number && p.has(leaving|released) {
		return 0
	}
	return h
}

// mapRead is the fact that the mapper saw the slots.
func (m *Model) mapRead(p *port, seen []byte) error {
	h := m.awaitsMap(p)
	if h == 0 {
		return ErrNotNow
	}
	c := m.carriers.at(h)
	if len(seen) != int(c.capacity) {
		return fmt.Errorf("%w: %d slots, the carrier has %d", ErrValue, len(seen), c.capacity)
	}
	for i, code := range seen {
		if code > SlotCrossSlotted {
			return fmt.Errorf("%w: slot %d has the code %d, want 0 to %d", ErrValue, i+1, code, SlotCrossSlotted)
		}
	}
	m.touchCarrier(h)
	differs := c.keepMap(seen)
	switch {
	case c.improper():
		c.reason = ImproperSubstratePosition
	case differs:
		c.reason = VerificationUnsuccessful
	case c.flags&mapTold == 0:
		c.reason = VerificationNeeded
	default:
		m.acceptMap(h, mapEqual)
		return nil
	}
	m.mapped(h, mapWaits)
	if differs {
		m.setAlarm(p, SlotMapVerificationFailed)
	}
	return nil
}

// keepMap makes what the mapper saw the slot map, and reports whether the host
// expects another one.
func (c *carrier) keepMap(seen []byte) (differs bool) {
	c.needSlots()
	for i, code := range seen {
		s := &c.slots()[i]
		differs = differs || c.flags&mapTold != 0 && !agree(s.mapped(), code)
		s.setMapped(code)
	}
	c.flags |= mapRead | capacityTold
	return differs
}

// agree compares a code that the host expects with the one that was read.
// UNDEFINED expects nothing; NOT EMPTY and CORRECTLY OCCUPIED are one.
func agree(expected, read uint8) bool {
	if expected == SlotNotEmpty {
		expected = SlotCorrectlyOccupied
	}
	if read == SlotNotEmpty {
		read = SlotCorrectlyOccupied
	}
	return expected == SlotUndefined || expected == read
}

// improper tells whether a slot is double or cross slotted.
func (c *carrier) improper() bool {
	for i := range c.slots() {
		if c.slots()[i].mapped() >= SlotDoubleSlotted {
			return true
		}
	}
	return false
}

// needSlots makes room for what is told of the slots.
func (c *carrier) needSlots() {
	if c.content == nil && c.capacity > 0 {
		slots := make([]slot, c.capacity)
		c.content = &slots
	}
}

// mapUnread is the fact that the mapper failed.
func (m *Model) mapUnread(p *port) error {
	h := m.awaitsMap(p)
	if h == 0 {
		return ErrNotNow
	}
	m.touchCarrier(h)
	m.carriers.at(h).reason = SlotMapReadFail
	m.mapped(h, mapWaits)
	m.setAlarm(p, SlotMapReadFailed)
	return nil
}

// opens returns the carrier that a port opens and maps: the one at its docked
// place, or on a port that does not dock.
func (m *Model) opens(p *port) uint32 {
	if p.dock != 0 {
		return p.inside
	}
	if p.stage == standing {
		return p.carrier
	}
	return 0
}

// openerOf returns the port that opens a carrier where it is, nil for none.
func (m *Model) openerOf(h uint32) *port {
	c := m.carriers.at(h)
	if p := m.dockAt(c.place); p != nil {
		return p
	}
	if c.port != 0 && m.ports[c.port-1].dock == 0 {
		return &m.ports[c.port-1]
	}
	return nil
}
