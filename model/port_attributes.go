package model

import (
	"strconv"

	"github.com/secsd/secsd/secs2"
)

// loadPortType is the LoadPort object, which E87 does not define: its identifier is
// the number of the port.
var loadPortType = &ObjectType{
	Name: "LoadPort",
	Attributes: []Attribute{
		{Name: "ObjType", Format: secs2.ASCII, value: func(_ *Model, _ uint32, a *secs2.Appender) { a.Text("LoadPort") }},
		{Name: "ObjID", Format: secs2.ASCII, value: ofPort(func(_ *Model, p *port, a *secs2.Appender) { a.Text(p.id()) })},
		{Name: "PortAccessMode", Format: secs2.FormatU1, value: ofPort(appendAccess)},
		{Name: "PortTransferState", Format: secs2.FormatU1, value: ofPort(appendTransfer)},
		{Name: "PortAssociationState", Format: secs2.FormatU1, value: ofPort(appendAssociation)},
		{Name: "PortReservationState", Format: secs2.FormatU1, value: ofPort(appendReservation)},
		{Name: "CarrierID", Format: secs2.ASCII, value: ofPort(func(m *Model, p *port, a *secs2.Appender) { a.Text(m.carrierOn(p)) })},
	},
	find: func(m *Model, id string) uint32 {
		n, err := strconv.Atoi(id)
		if err != nil || n < 1 || n > len(m.ports) || m.ports[n-1].id() != id {
			return 0
		}
		return uint32(n)
	},
	each: func(m *Model, yield func(h uint32) bool) {
		for i := range m.ports {
			if !yield(uint32(i + 1)) {
				return
			}
		}
	},
	id: func(m *Model, h uint32) string { return m.ports[h-1].id() },
}

func ofPort(value func(m *Model, p *port, a *secs2.Appender)) func(*Model, uint32, *secs2.Appender) {
	return func(m *Model, h uint32, a *secs2.Appender) { value(m, &m.ports[h-1], a) }
}

// carrierOn returns the CarrierID that a port is associated with, "" for none.
func (m *Model) carrierOn(p *port) string {
	if p.carrier == 0 {
		return ""
	}
	return m.carriers.at(p.carrier).id
}

func appendTransfer(_ *Model, p *port, a *secs2.Appender)    { a.U1(uint8(p.settled())) }
func appendAccess(_ *Model, p *port, a *secs2.Appender)      { a.U1(uint8(p.access)) }
func appendReservation(_ *Model, p *port, a *secs2.Appender) { a.U1(uint8(p.reservation)) }
func appendAssociation(_ *Model, p *port, a *secs2.Appender) { a.U1(uint8(p.association())) }

func (m *Model) appendPortStateInfo(a *secs2.Appender, p *port) {
	a.List(2)
	appendAssociation(m, p, a)
	appendTransfer(m, p, a)
}

func appendInfo(m *Model, p *port, a *secs2.Appender) { m.appendPortStateInfo(a, p) }

// portVariables are the status variables of E87: lists in the order of the ports,
// and their subscripted forms.
func (c *Config) portVariables() []Variable {
	list := []Variable{
		portList(451, "PortTransferStateList", "0 out of service, 1 transfer blocked, 2 ready to load, 3 ready to unload, for each port", appendTransfer),
		portList(452, "PortAssociationStateList", "0 not associated, 1 associated, for each port", appendAssociation),
		portList(453, "LoadPortReservationStateList", "0 not reserved, 1 reserved, for each port", appendReservation),
		portList(454, "PortStateInfoList", "PortAssociationState and PortTransferState of each port", appendInfo),
		portList(455, "AccessModeList", "0 MANUAL, 1 AUTO, for each port", appendAccess),
		{
			VID: 456, Name: "CarrierLocationMatrix", Format: secs2.List, MaxLength: listLength,
			Meaning: "LocationID and CarrierID of each carrier location; empty for none, UNKNOWN for a carrier that is not read", Append: (*Model).appendMatrix,
		},
	}
	if len(c.Buffer) > 0 {
		list = append(list, bufferVariables()...)
	}
	for n := range c.Ports {
		p := n + 1
		list = append(list,
			perPort(p, 1, "PortTransferState", secs2.FormatU1, 1, appendTransfer),
			perPort(p, 2, "AccessMode", secs2.FormatU1, 1, appendAccess),
			perPort(p, 3, "LoadPortReservationState", secs2.FormatU1, 1, appendReservation),
			perPort(p, 4, "PortAssociationState", secs2.FormatU1, 1, appendAssociation),
			perPort(p, 5, "PortStateInfo", secs2.List, listLength, appendInfo),
		)
	}
	return list
}

func portList(vid uint32, name, meaning string, value func(m *Model, p *port, a *secs2.Appender)) Variable {
	return Variable{VID: vid, Name: name, Format: secs2.List, MaxLength: listLength, Meaning: meaning, Append: func(m *Model, a *secs2.Appender) {
		a.List(len(m.ports))
		for i := range m.ports {
			value(m, &m.ports[i], a)
		}
	}}
}

// appendMatrix appends L[n] {L[2] {LocationID, CarrierID}}.
func (m *Model) appendMatrix(a *secs2.Appender) {
	at := make([]string, len(m.carrierLocations)+1)
	for i := range m.ports {
		if p := &m.ports[i]; p.stage.holds() {
			at[p.place] = "UNKNOWN"
			if p.carrier != 0 && m.carriers.at(p.carrier).place != 0 {
				at[p.place] = ""
			}
		}
	}
	for _, c := range m.carriers.all() {
		if c.place != 0 {
			at[c.place] = c.id
		}
	}
	a.List(len(m.carrierLocations))
	for i, name := range m.carrierLocations {
		a.List(2)
		a.Text(name)
		a.Text(at[i+1])
	}
}

// bufferVariables are those of internal buffer equipment, whose one partition holds
// carriers of any kind. What is on its way in counts as inside.
func bufferVariables() []Variable {
	return []Variable{
		{
			VID: 459, Name: "BufferPartitionInfo", Format: secs2.List, MaxLength: listLength,
			Meaning: "PartitionID, PartitionType, AvailPartitionCapacity, PartitionCapacity and UnallocatedPartitionCapacity", Append: (*Model).appendPartition,
		},
		{
			VID: 460, Name: "BufferCapacityList", Format: secs2.List, MaxLength: listLength,
			Meaning: "AvailPartitionCapacity of each partition", Append: func(m *Model, a *secs2.Appender) {
				available, _ := m.partition()
				a.List(1)
				a.U1(available)
			},
		},
	}
}

// partition returns how many places of the buffer are free, and how many of those
// nobody is on the way to.
func (m *Model) partition() (available, unallocated uint8) {
	n := len(m.cfg.Buffer)
	first := uint8(len(m.carrierLocations) - n)
	for _, c := range m.carriers.all() {
		if c.place > first {
			n--
		}
	}
	coming := 0
	for i := range m.ports {
		if m.ports[i].stage == movingIn {
			coming++
		}
	}
	return uint8(n), uint8(max(0, n-coming))
}

func (m *Model) appendPartition(a *secs2.Appender) {
	available, unallocated := m.partition()
	a.List(5)
	a.Text("BUFFER")
	a.Text("ANY")
	a.U1(available)
	a.U1(uint8(len(m.cfg.Buffer)))
	a.U1(unallocated)
}
