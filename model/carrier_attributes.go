package model

import (
	"slices"
	"strings"

	"github.com/secsd/secsd/secs2"
)

// carrierType is the Carrier object (E87.1). Hosts give what it is like with the
// services of S3F17, none of it with SetAttr.
var carrierType = &ObjectType{
	Name: "Carrier",
	Attributes: []Attribute{
		{Name: "ObjType", Format: secs2.ASCII, value: func(_ *Model, _ uint32, a *secs2.Appender) { a.Text("Carrier") }},
		{Name: "ObjID", Format: secs2.ASCII, value: ofCarrier(func(_ *Model, c *carrier, a *secs2.Appender) { a.Text(c.id) })},
		{Name: "Capacity", Format: secs2.FormatU1, value: ofCarrier(appendCapacity)},
		{Name: "CarrierAccessingStatus", Format: secs2.FormatU1, value: ofCarrier(func(_ *Model, c *carrier, a *secs2.Appender) { a.U1(uint8(c.access)) })},
		{Name: "CarrierIDStatus", Format: secs2.FormatU1, value: ofCarrier(func(_ *Model, c *carrier, a *secs2.Appender) { a.U1(uint8(c.idStatus)) })},
		{Name: "ContentMap", Format: secs2.List, value: ofCarrier(appendContentMap)},
		{Name: "LocationID", Format: secs2.ASCII, value: ofCarrier(func(m *Model, c *carrier, a *secs2.Appender) { a.Text(m.locationName(c.place)) })},
		{Name: "SlotMap", Format: secs2.List, value: ofCarrier(appendSlotMap)},
		{Name: "SlotMapStatus", Format: secs2.FormatU1, value: ofCarrier(func(_ *Model, c *carrier, a *secs2.Appender) { a.U1(uint8(c.slotMap)) })},
		{Name: "SubstrateCount", Format: secs2.FormatU1, value: ofCarrier(appendSubstrateCount)},
		{Name: "Usage", Format: secs2.ASCII, value: ofCarrier(func(m *Model, c *carrier, a *secs2.Appender) { a.Text(m.names.text(c.usage)) })},
	},
	find: func(m *Model, id string) uint32 { return m.carriers.find(id) },
	each: func(m *Model, yield func(h uint32) bool) {
		for h := range m.carriers.all() {
			if !yield(h) {
				return
			}
		}
	},
	id:   func(m *Model, h uint32) string { return m.carriers.at(h).id },
	user: (*Model).userAttributes,
}

func ofCarrier(value func(m *Model, c *carrier, a *secs2.Appender)) func(*Model, uint32, *secs2.Appender) {
	return func(m *Model, h uint32, a *secs2.Appender) { value(m, m.carriers.at(h), a) }
}

func appendCapacity(_ *Model, c *carrier, a *secs2.Appender) {
	if c.capacity == 0 {
		noValue(a, secs2.FormatU1)
		return
	}
	a.U1(c.capacity)
}

// appendSlotMap appends the code of each slot, UNDEFINED for what nobody has told.
func appendSlotMap(_ *Model, c *carrier, a *secs2.Appender) {
	a.List(int(c.capacity))
	for i := range int(c.capacity) {
		code := SlotUndefined
		if slots := c.slots(); slots != nil {
			code = slots[i].mapped()
		}
		a.U1(code)
	}
}

// appendContentMap appends L[n] {L[2] {LotID, SubstID}} as the host has told it,
// L[0] if it has not.
func appendContentMap(m *Model, c *carrier, a *secs2.Appender) {
	if c.flags&contentTold == 0 {
		a.List(0)
		return
	}
	a.List(len(c.slots()))
	for i := range c.slots() {
		s := &c.slots()[i]
		a.List(2)
		a.Text(m.names.text(s.lot))
		a.Text(m.names.text(s.id))
	}
}

// appendSubstrateCount appends how many substrates are in the carrier now.
func appendSubstrateCount(_ *Model, c *carrier, a *secs2.Appender) {
	switch n := c.inside(); {
	case n >= 0:
		a.U1(uint8(n))
	case c.flags&countTold != 0:
		a.U1(c.extra.count)
	default:
		noValue(a, secs2.FormatU1)
	}
}

// inside counts the substrates in a carrier, -1 if its slot map is not known: those
// that the mapper saw until they are registered, later those that are there. What
// is in a double or cross slotted slot is never picked.
func (c *carrier) inside() int {
	if c.slotMap != SlotMapVerificationOK && c.flags&mapRead == 0 {
		return -1
	}
	n := 0
	for i := range c.slots() {
		s := &c.slots()[i]
		switch code := s.mapped(); {
		case s.substrate() != 0, code >= SlotDoubleSlotted:
			n++
		case c.flags&filled == 0 && code >= SlotNotEmpty:
			n++
		}
	}
	return n
}

// userAttributes returns the attributes whose names hosts gave to carriers, in the
// order in which they came. A carrier that has none of a name has a zero-length
// text.
func (m *Model) userAttributes() (list []Attribute) {
	for _, c := range m.carriers.all() {
		if c.extra == nil {
			continue
		}
		for _, at := range c.extra.attributes {
			name := at.name
			if slices.ContainsFunc(list, func(x Attribute) bool { return strings.EqualFold(x.Name, name) }) {
				continue
			}
			list = append(list, Attribute{Name: name, Format: secs2.ASCII, value: ofCarrier(func(_ *Model, c *carrier, a *secs2.Appender) {
				if value, ok := c.user(name); ok {
					a.Encoded(value)
					return
				}
				noValue(a, secs2.ASCII)
			})})
		}
	}
	return list
}
