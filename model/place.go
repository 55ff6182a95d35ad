package model

import "github.com/secsd/secsd/secs2"

// place is where a substrate is: a location of the equipment, or a slot of a
// carrier. As a handle it is that of a SubstLoc object.
type place uint32

const inCarrier place = 1 << 31

// atLocation is the location with that index, inSlot a slot of a carrier.
func atLocation(i int) place { return place(i + 1) }

func inSlot(carrier uint32, slot int) place { return inCarrier | place(carrier<<5) | place(slot) }

// slot returns the carrier and its slot; ok is false for other places.
func (p place) slot() (carrier uint32, slot int, ok bool) {
	if p&inCarrier == 0 {
		return 0, 0, false
	}
	return uint32(p&^inCarrier) >> 5, int(p & 31), true
}

// location returns the index of a location of the equipment.
func (p place) location() int { return int(p) - 1 }

// placeName names a place for as long as something remembers it, also when the
// carrier is gone: the name of the carrier and the slot, or the name of the
// location and no slot. 0 is none.
type placeName uint32

const placeSlotAt = 27

func (n placeName) name() uint32 { return uint32(n) & (1<<placeSlotAt - 1) }
func (n placeName) slot() int    { return int(n >> placeSlotAt) }

// usePlaceName counts one more user of the name of a place. Slot 0 is a location
// of the equipment.
func (m *Model) usePlaceName(owner string, slot int) placeName {
	return placeName(m.names.use(owner)) | placeName(slot)<<placeSlotAt
}

func (m *Model) usePlace(p place) placeName {
	owner, slot := m.ownerOf(p)
	return m.usePlaceName(owner, slot)
}

func (m *Model) dropPlaceName(n placeName) { m.names.drop(n.name()) }

// ownerOf returns the carrier and the slot of a place, or the name of the location
// and 0.
func (m *Model) ownerOf(p place) (owner string, slot int) {
	if c, slot, ok := p.slot(); ok {
		return m.carriers.at(c).id, slot
	}
	return m.locations[p.location()].name, 0
}

// isNamed tells whether the place has that name.
func (m *Model) isNamed(p place, n placeName) bool {
	owner, slot := m.ownerOf(p)
	return n != 0 && n.slot() == slot && m.names.text(n.name()) == owner
}

// appendSlotID appends the identifier of a slot: FOUP01.05; slot 0 adds nothing.
func appendSlotID(buf []byte, owner string, slot int) []byte {
	buf = append(buf, owner...)
	if slot == 0 {
		return buf
	}
	return append(buf, '.', '0'+byte(slot/10), '0'+byte(slot%10))
}

// cutSlotID undoes appendSlotID; slot is 0 where the text has none.
func cutSlotID(id string) (owner string, slot int) {
	n := len(id) - 3
	if n < 1 || id[n] != '.' || id[n+1] < '0' || id[n+1] > '9' || id[n+2] < '0' || id[n+2] > '9' {
		return id, 0
	}
	return id[:n], int(id[n+1]-'0')*10 + int(id[n+2]-'0')
}

// cutPlaceID is cutSlotID, but for the names of locations of the equipment.
func (m *Model) cutPlaceID(id string) (owner string, slot int) {
	for i := range m.locations {
		if m.locations[i].name == id {
			return id, 0
		}
	}
	return cutSlotID(id)
}

func (m *Model) placeID(p place) string {
	owner, slot := m.ownerOf(p)
	if slot == 0 {
		return owner
	}
	return string(appendSlotID(make([]byte, 0, maxSubstID), owner, slot))
}

// appendPlaceID appends the identifier of a place as an item, appendPlaceName that
// of a name; none is zero-length.
func (m *Model) appendPlaceID(a *secs2.Appender, p place) {
	owner, slot := m.ownerOf(p)
	a.Data(secs2.ASCII, appendSlotID(make([]byte, 0, maxSubstID), owner, slot))
}

func (m *Model) appendPlaceName(a *secs2.Appender, n placeName) {
	a.Data(secs2.ASCII, appendSlotID(make([]byte, 0, maxSubstID), m.names.text(n.name()), n.slot()))
}

// findPlace returns the place with that identifier, 0 if there is none now.
func (m *Model) findPlace(id string) place {
	for i := range m.locations {
		if m.locations[i].name == id {
			return atLocation(i)
		}
	}
	owner, slot := cutSlotID(id)
	if slot == 0 {
		return 0
	}
	c := m.carriers.find(owner)
	if c == 0 || slot > int(m.carriers.at(c).capacity) {
		return 0
	}
	return inSlot(c, slot)
}

// occupant returns the substrate at a place, 0 if it is UNOCCUPIED.
func (m *Model) occupant(p place) uint32 {
	if c, slot, ok := p.slot(); ok {
		return m.substrateAtSlot(c, slot)
	}
	return m.locations[p.location()].substrate
}

// occupy puts a substrate to a place, 0 takes it away.
func (m *Model) occupy(p place, substrate uint32) {
	if c, slot, ok := p.slot(); ok {
		m.carriers.at(c).slots()[slot-1].put(substrate)
		return
	}
	m.locations[p.location()].substrate = substrate
}

// gives tells whether a substrate may be taken from a place: a carrier that is done
// with, or sent away, keeps what it has.
func (m *Model) gives(p place) bool {
	h, _, ok := p.slot()
	if !ok {
		return true
	}
	c := m.carriers.at(h)
	if c.port != 0 && m.ports[c.port-1].has(leaving|released) {
		return false
	}
	if c.access == NotAccessed && c.port == 0 && m.queuedOut(c.id) != nil {
		return false
	}
	return c.place == 0 || c.access <= InAccess
}

// isReleased tells whether a place is a slot of a carrier that may be taken away
// from its port.
func (m *Model) isReleased(p place) bool {
	h, _, ok := p.slot()
	if !ok {
		return false
	}
	c := m.carriers.at(h)
	return c.port != 0 && m.ports[c.port-1].has(released)
}

// takes tells whether a substrate can be put to a place: of a carrier it must be
// known what is in its slots.
func (m *Model) takes(p place) bool {
	c, _, ok := p.slot()
	return m.occupant(p) == 0 && (!ok || m.carriers.at(c).slotMap == SlotMapVerificationOK)
}
