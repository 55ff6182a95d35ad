package model

import (
	"fmt"
	"slices"

	"github.com/secsd/secsd/secs2"
)

// carrierShelf keeps Carrier objects:
//
//	L[13] {A CarrierID, U4 sequence, U1 port or 0, A LocationID, U1 Capacity,
//	       U1 CarrierIDStatus, U1 SlotMapStatus, U1 CarrierAccessingStatus, U1 Reason,
//	       U1 flags, A Usage, content, extra}
//	content  L[0] | L[2] {U1[n] SlotMap, L[0] | L[n] {L[2] {A LotID, A SubstID}}}
//	extra    L[0] | L[3] {U1 SubstrateCount, L[n] {L[2] {A name, value}}, L[n] {L[2] {A segment, value}}}
//
// sequence orders the objects, Reason is one above the code that is sent, flags are
// those of carrierFlags.
var carrierShelf = shelf{image: (*Model).carrierImage, put: (*Model).putCarrier}

func (m *Model) carrierImage(id string, buf []byte) ([]byte, bool) {
	h := m.carriers.find(id)
	if h == 0 {
		return buf, false
	}
	c := m.carriers.at(h)
	a := secs2.NewAppender(buf)
	a.List(13)
	a.Text(c.id)
	a.U4(c.sequence)
	a.U1(c.port)
	a.Text(m.locationName(c.place))
	a.U1(c.capacity)
	a.U1(uint8(c.idStatus))
	a.U1(uint8(c.slotMap))
	a.U1(uint8(c.access))
	a.U1(uint8(c.reason))
	a.U1(uint8(c.flags))
	a.Text(m.names.text(c.usage))
	m.appendSlots(c, &a)
	c.extra.append(&a)
	return a.Bytes(), true
}

func (m *Model) appendSlots(c *carrier, a *secs2.Appender) {
	slots := c.slots()
	if slots == nil {
		a.List(0)
		return
	}
	var codes [maxCapacity]byte
	for i := range slots {
		codes[i] = slots[i].mapped()
	}
	a.List(2)
	a.Data(secs2.FormatU1, codes[:len(slots)])
	appendContentMap(m, c, a)
}

func (x *carrierExtra) append(a *secs2.Appender) {
	if x == nil {
		a.List(0)
		return
	}
	a.List(3)
	a.U1(x.count)
	a.List(len(x.attributes))
	for _, at := range x.attributes {
		a.List(2)
		a.Text(at.name)
		a.Encoded(at.value)
	}
	a.List(len(x.tag))
	for _, s := range x.tag {
		a.List(2)
		a.Text(s.name)
		a.Encoded(s.value)
	}
}

// putCarrier makes a carrier what its image says. The substrates in its slots, and
// the port that has it, are found by relink.
func (m *Model) putCarrier(id string, image []byte) error {
	h := m.carriers.find(id)
	if image == nil {
		if h != 0 {
			m.forget(m.carriers.at(h))
			m.carriers.remove(h)
		}
		return nil
	}
	it, err := secs2.Parse(image)
	if err != nil {
		return err
	}
	var x carrier
	if err := m.readCarrier(&x, it); err != nil {
		return err
	}
	m.sequence = max(m.sequence, x.sequence)
	if h != 0 {
		c := m.carriers.at(h)
		m.forget(c)
		if c.sequence == x.sequence {
			x.id = c.id
			*c = x
			return nil
		}
		m.carriers.remove(h) // it is another object with that CarrierID
	}
	m.carriers.add(x)
	return nil
}

func (m *Model) readCarrier(c *carrier, it secs2.Item) error {
	r := secs2.NewReader(it)
	r.Tuple(13)
	c.id = string(r.Text("CarrierID"))
	c.sequence = uint32(r.Uint("sequence"))
	c.port = uint8(r.Uint("port"))
	location := string(r.Text("LocationID"))
	c.capacity = uint8(r.Uint("Capacity"))
	c.idStatus = CarrierIDStatus(r.Uint("CarrierIDStatus"))
	c.slotMap = SlotMapStatus(r.Uint("SlotMapStatus"))
	c.access = AccessingStatus(r.Uint("CarrierAccessingStatus"))
	c.reason = Reason(r.Uint("Reason"))
	c.flags = carrierFlags(r.Uint("flags"))
	usage := string(r.Text("Usage"))
	codes, contents := readSlots(&r)
	c.extra = readExtra(&r)
	if err := r.Err(); err != nil {
		return err
	}
	c.place = uint8(slices.Index(m.carrierLocations, location) + 1)
	switch {
	case location != "" && c.place == 0:
		return noPlaceForCarrier(c.id, location)
	case int(c.port) > len(m.ports):
		return noPortFor(c.id, c.port)
	case codes != nil && len(codes) != int(c.capacity) || contents != nil && len(contents) != len(codes):
		return fmt.Errorf("%w: slots of carrier %q", ErrValue, c.id)
	}
	c.usage = m.names.use(usage)
	if codes != nil {
		c.needSlots()
	}
	for i := range c.slots() {
		s := &c.slots()[i]
		s.setMapped(codes[i])
		if contents != nil {
			s.lot, s.id = m.names.use(contents[i].lot), m.names.use(contents[i].id)
		}
	}
	return nil
}

func readSlots(r *secs2.Reader) (codes []byte, contents []content) {
	if !r.TupleOrEmpty(2) {
		return nil, nil
	}
	codes = r.Item("SlotMap").Data()
	r.Each("ContentMap", func(r *secs2.Reader) {
		r.Tuple(2)
		contents = append(contents, content{string(r.Text("LotID")), string(r.Text("SubstID"))})
	})
	return codes, contents
}

func readExtra(r *secs2.Reader) *carrierExtra {
	if !r.TupleOrEmpty(3) {
		return nil
	}
	x := &carrierExtra{count: uint8(r.Uint("SubstrateCount"))}
	r.Each("attributes", func(r *secs2.Reader) {
		r.Tuple(2)
		x.attributes = append(x.attributes, userAttribute{string(r.Text("name")), r.Item("value").Clone().Encoded()})
	})
	r.Each("tag", func(r *secs2.Reader) {
		r.Tuple(2)
		x.tag = append(x.tag, tagSegment{string(r.Text("segment")), r.Item("value").Clone().Encoded()})
	})
	return x
}

// relinkCarriers finds anew which port has which carrier, and which carrier is at
// which docked place.
func (m *Model) relinkCarriers() error {
	for i := range m.ports {
		m.ports[i].carrier, m.ports[i].inside = 0, 0
	}
	m.inAccess = 0
	for h, c := range m.carriers.all() {
		if c.port != 0 {
			p := &m.ports[c.port-1]
			if p.carrier != 0 {
				return fmt.Errorf("%w: load port %d has two carriers", ErrValue, c.port)
			}
			p.carrier = h
		}
		if p := m.dockAt(c.place); p != nil {
			p.inside = h
		}
		if c.access == InAccess {
			m.inAccess++
		}
	}
	return nil
}
