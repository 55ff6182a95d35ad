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
	// filled: its substrates are registered.
	filled
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
