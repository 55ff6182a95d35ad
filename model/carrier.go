package model

// carrier is a Carrier object (E87). Its layout is that of 48 bytes: equipment has
// few of them, but hosts may announce many.
type carrier struct {
	id       string
	content  *[]slot       // as many as capacity; nil: nobody has told what is in it
	extra    *carrierExtra // nil: nothing of it
	sequence uint32        // of its creation
	usage    uint32        // the name of Usage
	capacity uint8         // number of slots, 0: not known yet
	port     uint8         // the number of the port that it is associated with, 0: none
	place    uint8         // the number of the carrier location where it rests, 0: it is not here
	idStatus CarrierIDStatus
	slotMap  SlotMapStatus
	access   AccessingStatus
	reason   Reason // why its slot map waits for the host
	flags    carrierFlags
}

func (c *carrier) ident() string { return c.id }

// slots returns its slots from slot 1 up; none if nobody has told what is in them.
func (c *carrier) slots() []slot {
	if c.content == nil {
		return nil
	}
	return *c.content
}

// carrierFlags say what is known of a carrier besides.
type carrierFlags uint8

const (
	// capacityTold: capacity is not that of the port by default.
	capacityTold carrierFlags = 1 << iota
	// mapTold: the host has given the slot map that it expects.
	mapTold
	// mapRead: the slot map is the equipment's.
	mapRead
	// contentTold: the host has given ContentMap.
	contentTold
	// countTold: the host has given SubstrateCount.
	countTold
	// moveFailed: its last move inside internal buffer equipment failed.
	moveFailed
)

// carrierExtra is what few carriers have.
type carrierExtra struct {
	count      uint8 // SubstrateCount that the host has given
	attributes []userAttribute
	tag        []tagSegment
}

// userAttribute is an attribute with a name of the host's, which begins with UD.
type userAttribute struct {
	name  string
	value []byte // encoded
}

// tagSegment is a part of the data on the tag of a carrier.
type tagSegment struct {
	name  string
	value []byte // encoded
}

// accessEnd is how the access to a carrier ended.
type accessEnd uint8

// The ends: CAR#19 and CAR#20.
const (
	endNormal accessEnd = iota
	endAbnormal
)

// occupancy is what is known of a slot.
type occupancy uint8

const (
	slotUnknown occupancy = iota
	slotEmpty
	slotFull
	slotImproper // double or cross slotted: nothing is picked from it
)

// carrierReady returns the carrier with that CarrierID, 0 for none, and whether
// jobs may use it: it is at the equipment, ID and slot map are accepted, and it
// does not leave.
func (m *Model) carrierReady(id string) (h uint32, ready bool) { return m.carriers.find(id), false }

// carrierCapacity returns the number of slots of a carrier; ok is false for one
// that does not exist, or whose slots nobody knows.
func (m *Model) carrierCapacity(id string) (slots int, ok bool) { return 0, false }

// carrierAtPort returns the number of the port that a carrier is associated with,
// 0 for none.
func (m *Model) carrierAtPort(h uint32) uint8 { return m.carriers.at(h).port }

// slotOccupied returns what is known of a slot.
func (m *Model) slotOccupied(h uint32, slot int) occupancy { return slotUnknown }

// beginAccess says that the first substrate is taken out of a carrier, or put into
// it: CAR#18, if it is NOT ACCESSED.
func (m *Model) beginAccess(h uint32) {}

// endAccess says that a carrier is done with, CAR#19 or CAR#20, and orders the
// tool to let it go.
func (m *Model) endAccess(h uint32, end accessEnd) {}
