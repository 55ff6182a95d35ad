package model

import (
	"fmt"

	"github.com/secsd/secsd/secs2"
)

// substLocType is SubstLoc (E90.1): the locations of the equipment, then the slots
// of the carriers. Its handles are places.
var substLocType = &ObjectType{
	Name: "SubstLoc",
	find: func(m *Model, id string) uint32 { return uint32(m.findPlace(id)) },
	id:   func(m *Model, h uint32) string { return m.placeID(place(h)) },
	each: func(m *Model, yield func(uint32) bool) {
		for i := range m.locations {
			if !yield(uint32(atLocation(i))) {
				return
			}
		}
		for h, c := range m.carriers.all() {
			for slot := range int(c.capacity) {
				if !yield(uint32(inSlot(h, slot+1))) {
					return
				}
			}
		}
	},
	Attributes: []Attribute{
		{Name: "ObjType", value: func(_ *Model, _ uint32, a *secs2.Appender) { a.Text("SubstLoc") }},
		{Name: "ObjID", value: func(m *Model, h uint32, a *secs2.Appender) { m.appendPlaceID(a, place(h)) }},
		{Name: "SubstID", value: func(m *Model, h uint32, a *secs2.Appender) { m.appendOccupant(a, place(h)) }},
		{Name: "SubstLocState", value: func(m *Model, h uint32, a *secs2.Appender) { m.appendSubstLocState(a, place(h)) }},
		{
			Name: "DisableEvents", Access: ReadWrite, Format: secs2.Boolean,
			value: func(m *Model, h uint32, a *secs2.Appender) { a.Bool(bool(m.isQuiet(place(h)))) },
			check: func(*Model, uint32, secs2.Item, *Change) *Fault { return nil },
			set: func(m *Model, h uint32, it secs2.Item) {
				m.disableEvents(place(h), eventsDisabled(it.Data()[0] != 0))
			},
		},
	},
}

func (m *Model) appendSubstLocState(a *secs2.Appender, p place) {
	state := unoccupied
	if m.occupant(p) != 0 {
		state = occupied
	}
	a.U1(uint8(state))
}

// appendOccupant appends the SubstID of what is at a place, zero-length if it is
// free.
func (m *Model) appendOccupant(a *secs2.Appender, p place) {
	if h := m.occupant(p); h != 0 {
		m.appendSubstrateID(a, h)
		return
	}
	a.Text("")
}

// locationVariables are the status variables of the locations of the equipment
// (E90): SubstLocID_1, SubstLocState_1, SubstLocSubstID_1 and so on.
func (c *Config) locationVariables() (list []Variable) {
	const first = 500
	for i, l := range c.Locations {
		p, vid := atLocation(i), uint32(first+3*i)
		list = append(list,
			Variable{
				VID: vid + 1, Name: fmt.Sprintf("SubstLocID_%d", i+1), Format: secs2.ASCII, MaxLength: textLength,
				Meaning: "The name of substrate location " + l.Name + ".",
				Append:  func(m *Model, a *secs2.Appender) { m.appendPlaceID(a, p) },
			},
			Variable{
				VID: vid + 2, Name: fmt.Sprintf("SubstLocState_%d", i+1), Format: secs2.FormatU1, MaxLength: 1,
				Meaning: "Whether " + l.Name + " is UNOCCUPIED (0) or OCCUPIED (1).",
				Append:  func(m *Model, a *secs2.Appender) { m.appendSubstLocState(a, p) },
			},
			Variable{
				VID: vid + 3, Name: fmt.Sprintf("SubstLocSubstID_%d", i+1), Format: secs2.ASCII, MaxLength: maxSubstID,
				Meaning: "The substrate at " + l.Name + ".",
				Append:  func(m *Model, a *secs2.Appender) { m.appendOccupant(a, p) },
			})
	}
	return list
}
