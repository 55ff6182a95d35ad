package model

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
