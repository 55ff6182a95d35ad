package model

import "github.com/secsd/secsd/internal/fsm"

// existence is whether a Carrier object exists.
type existence uint8

const (
	carrierIsIn existence = iota
	noCarrier   existence = 255
)

func (x existence) String() string {
	if x == carrierIsIn {
		return "CARRIER"
	}
	return "no state"
}

type existenceTrigger string

const (
	instantiated existenceTrigger = "instantiated"
	destroyed    existenceTrigger = "unloaded, cancelled, or replaced"
)

var existenceRow = fsm.Row[existence, existenceTrigger]

// existenceTable is the existence of a Carrier object. Row 1 has no event of its
// own: that is the one of its ID status.
var existenceTable = fsm.NewTable("Carrier object (E87)",
	existenceRow(1, noCarrier, instantiated, carrierIsIn),
	existenceRow(21, carrierIsIn, destroyed, noCarrier),
)

// maxCarriers bounds the carriers that hosts announce.
const maxCarriers = 1000

// touchCarrier comes before each change of a carrier.
func (m *Model) touchCarrier(h uint32) { m.touch(KindCarrier, m.carriers.at(h).id) }

// instantiate makes a carrier object with that many slots: rows 1, 12 and 17, and of
// the rows of its ID status the one on that trigger. p is the port where it
// stands, nil for one that is only announced.
func (m *Model) instantiate(id string, slots uint8, p *port, on idTrigger, given *properties) uint32 {
	m.touch(KindCarrier, id)
	h := m.carriers.add(carrier{id: id, idStatus: noCarrierID, capacity: slots, sequence: m.next()})
	m.give(h, given)
	m.identify(h, p, on)
	return h
}

// destroy ends a carrier object: CAR#21. The association that it had is for the
// caller to end.
func (m *Model) destroy(h uint32) { m.destroyWith(h, 0) }

// destroyWith is destroy of a carrier that leaves, with its Subject.TakenAlong.
func (m *Model) destroyWith(h uint32, takenAlong uint8) {
	m.touchCarrier(h)
	c := m.carriers.at(h)
	row, _ := existenceTable.Next(carrierIsIn, destroyed)
	about := m.aboutCarrier(h)
	about.TakenAlong = takenAlong
	m.placeCarrier(h, 0)
	m.took(about, CarrierModel, row.Number, row.From.String(), row.To.String(), string(row.On))
	if c.port != 0 {
		p := &m.ports[c.port-1]
		m.touchPort(p)
		p.carrier = 0
	}
	if c.access == InAccess {
		m.inAccess--
	}
	m.forget(c)
	failed := c.flags&moveFailed != 0
	m.carriers.remove(h)
	if failed {
		m.bufferAlarm()
	}
}

// forget lets go what a carrier shares with others.
func (m *Model) forget(c *carrier) {
	m.names.drop(c.usage)
	c.usage = 0
	m.dropContent(c)
}

// dropContent ends ContentMap.
func (m *Model) dropContent(c *carrier) {
	for i := range c.slots() {
		s := &c.slots()[i]
		m.names.drop(s.id)
		m.names.drop(s.lot)
		s.id, s.lot = 0, 0
	}
}

// aboutCarrier is the subject of the events of a carrier.
func (m *Model) aboutCarrier(h uint32) Subject {
	c := m.carriers.at(h)
	return Subject{Port: c.port, Carrier: h, CarrierLocation: m.locationName(c.place)}
}

// locationName returns the LocationID of a carrier location.
func (m *Model) locationName(place uint8) string {
	if place == 0 {
		return ""
	}
	return m.carrierLocations[place-1]
}

// placeCarrier says where a carrier rests now; it tells nobody.
func (m *Model) placeCarrier(h uint32, place uint8) {
	c := m.carriers.at(h)
	if p := m.dockAt(c.place); p != nil && p.inside == h {
		p.inside = 0
	}
	m.touchCarrier(h)
	c.place = place
	if p := m.dockAt(place); p != nil {
		p.inside = h
	}
}

// dockAt returns the port whose docked place that is, nil for other places.
func (m *Model) dockAt(place uint8) *port {
	for i := range m.ports {
		if p := &m.ports[i]; place != 0 && p.dock == place {
			return p
		}
	}
	return nil
}
