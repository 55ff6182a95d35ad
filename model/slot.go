package model

// slot is a slot of a carrier, and as such the place of a substrate: 12 bytes.
type slot struct {
	id   uint32 // the name of SubstID of ContentMap, 0 if it gives none
	lot  uint32 // the name of LotID of ContentMap
	bits uint32 // what is in it now, 24 bits; SlotMap, 4 bits
}

const (
	slotSubstrate = 1<<24 - 1
	slotMapAt     = 24
)

// substrate returns the substrate that is in the slot now, 0 if none is.
func (s *slot) substrate() uint32 { return s.bits & slotSubstrate }

// put says which substrate is in the slot, 0 that none is.
func (s *slot) put(substrate uint32) { s.bits = s.bits&^slotSubstrate | substrate&slotSubstrate }

// mapped returns the code of SlotMap.
func (s *slot) mapped() uint8 { return uint8(s.bits >> slotMapAt & 0xF) }

func (s *slot) setMapped(code uint8) {
	s.bits = s.bits&^(0xF<<slotMapAt) | uint32(code&0xF)<<slotMapAt
}

// holdsSubstrate tells whether SlotMap says that there is a substrate to take.
func (s *slot) holdsSubstrate() bool {
	return s.mapped() == SlotNotEmpty || s.mapped() == SlotCorrectlyOccupied
}
