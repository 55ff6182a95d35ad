package model

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/secsd/secsd/secs2"
)

// This file is internal buffer equipment: carriers go on from their ports to places
// inside, which leaves the ports free, and come back on the host's word.

// inBuffer tells whether a carrier is inside, at no port.
func (m *Model) inBuffer(h uint32) bool {
	c := m.carriers.at(h)
	return c.port == 0 && c.place != 0
}

func (m *Model) checkCarrierIn(x *carrierCall) *CarrierAnswer {
	p := m.portOf(x)
	switch {
	case p == nil:
		return wrongState("%s is at no port", x.Carrier)
	case p.transfer != ReadyToUnload:
		return wrongState("port %d is %v", p.number, p.transfer)
	}
	if c := m.carriers.at(x.carrier); c.idStatus != IDVerificationOK {
		return wrongState("%s is %v", c.id, c.idStatus)
	}
	if _, unallocated := m.partition(); unallocated == 0 {
		return deny(secs2.CAACKCannotPerformNow, ErrBusy, "the internal buffer is full")
	}
	return nil
}

// carrierIn takes a carrier back that may leave.
func (m *Model) carrierIn(x *carrierCall) {
	p := m.portOf(x)
	m.advance(p, movingIn)
	m.transfer(p, carrierInBegins)
	m.order(m.moveOrder(p))
}

// moveOrder is the order of the move that is under way at a port.
func (m *Model) moveOrder(p *port) Order {
	verb := CarrierIn
	if p.stage == movingOut {
		verb = CarrierOut
	}
	return Order{Verb: verb, Port: int(p.number), Carrier: m.carriers.at(p.carrier).id}
}

func (m *Model) checkCarrierOut(x *carrierCall) *CarrierAnswer {
	switch c := m.carriers.at(x.carrier); {
	case c.port != 0 && m.ports[c.port-1].stage == movingOut:
		return wrongState("%s is on its way to port %d", x.Carrier, c.port)
	case !m.inBuffer(x.carrier):
		return wrongState("%s is not in the internal buffer", x.Carrier)
	case c.access == InAccess:
		return wrongState("%s is %v", x.Carrier, c.access)
	case m.queuedOut(x.Carrier) != nil:
		return wrongState("%s waits for its way out", x.Carrier)
	}
	switch p := m.portOut(x); {
	case p == nil:
		return wrongState("no port is IN SERVICE")
	case p.transfer == PortOutOfService:
		return wrongState("port %d is %v", p.number, p.transfer)
	}
	return m.checkHolders(x.carrier)
}

// queuedOut returns the port for which a carrier waits inside, nil for none.
func (m *Model) queuedOut(id string) *port {
	for i := range m.ports {
		if slices.Contains(m.ports[i].outs, id) {
			return &m.ports[i]
		}
	}
	return nil
}

// carrierOut puts a carrier into the queue of a port.
func (m *Model) carrierOut(x *carrierCall) {
	p := m.portOut(x)
	m.touchPort(p)
	p.outs = append(p.outs, x.Carrier)
}

// portOut returns the port that a CarrierOut is for: the one given, else of those IN
// SERVICE one that takes a carrier now before others, then the one with the shortest
// queue. nil is none.
func (m *Model) portOut(x *carrierCall) (best *port) {
	if x.port != nil {
		return x.port
	}
	busy := func(p *port) int {
		if p.takesOut() {
			return 0
		}
		return 1
	}
	for i := range m.ports {
		p := &m.ports[i]
		if p.transfer == PortOutOfService {
			continue
		}
		if best == nil || cmp.Or(cmp.Compare(busy(p), busy(best)), cmp.Compare(len(p.outs), len(best.outs))) < 0 {
			best = p
		}
	}
	return best
}

// takesOut tells whether nothing keeps a port from a carrier that comes from the
// inside: no other carrier, nobody who wants it for one, and no handoff.
func (p *port) takesOut() bool {
	return p.transfer == ReadyToLoad && p.carrier == 0 && p.reservation == NotReserved && !p.pio.engaged()
}

// waitsOut tells whether the first carrier in the queue of a port may go. One that is
// used meanwhile stays, and those behind it.
func (m *Model) waitsOut(p *port) bool {
	return len(p.outs) > 0 && m.carriers.at(m.carriers.find(p.outs[0])).access != InAccess
}

// sendOut is the rule that begins the first CarrierOut of ports that are free.
func (m *Model) sendOut() (found bool) {
	for i := range m.ports {
		p := &m.ports[i]
		if !m.waitsOut(p) || !p.takesOut() {
			continue
		}
		m.beginOut(p, NotAssociated, associatedByOut)
		m.transfer(p, carrierOutBegins)
		m.order(m.moveOrder(p))
		found = true
	}
	return found
}

// beginOut reserves a port for the first carrier in its queue, and associates the two:
// RSV#2, then ASC#2 or #4.
func (m *Model) beginOut(p *port, from AssociationState, on associationTrigger) {
	h := m.carriers.find(p.outs[0])
	m.reserveFor(p, h, reservedByOut)
	m.advance(p, movingOut)
	p.outs = p.outs[1:]
	m.associate(p, h, from, on)
}

func (m *Model) checkCancelOut(x *carrierCall) *CarrierAnswer {
	if m.queuedOut(x.Carrier) == nil {
		return wrongState("%s waits for no way out", x.Carrier)
	}
	return nil
}

func (m *Model) cancelOut(x *carrierCall) {
	p := m.queuedOut(x.Carrier)
	m.touchPort(p)
	i := slices.Index(p.outs, x.Carrier)
	p.outs = slices.Delete(slices.Clone(p.outs), i, i+1)
}

// CheckCancelAllOut tells how CancelAllCarrierOut is answered (S3F19).
func (m *Model) CheckCancelAllOut() CarrierAnswer {
	if len(m.cfg.Buffer) == 0 {
		return *deny(secs2.CAACKInvalidCommand, ErrUnsupported, "no internal buffer")
	}
	return CarrierAnswer{}
}

// CancelAllOut empties the queues of all ports. What is on its way goes on.
func (m *Model) CancelAllOut() {
	for i := range m.ports {
		if p := &m.ports[i]; len(p.outs) > 0 {
			m.touchPort(p)
			p.outs = nil
		}
	}
	m.run()
}

// carrierMoved is a carrier that rests at another place of internal buffer
// equipment.
func (m *Model) carrierMoved(f CarrierMoved) error {
	h := m.carriers.find(f.Carrier)
	place := slices.Index(m.carrierLocations, f.Location) + 1
	switch {
	case h == 0:
		return fmt.Errorf("%w: carrier %q", ErrUnknown, f.Carrier)
	case place == 0:
		return fmt.Errorf("%w: carrier location %q", ErrUnknown, f.Location)
	case len(m.cfg.Buffer) == 0:
		return errNoBuffer
	case !m.mayMoveTo(h, uint8(place)):
		at := m.carriers.at(h)
		return fmt.Errorf("%w: carrier %q from %q to %q, CarrierIDStatus %v", ErrNotNow, f.Carrier, m.locationName(at.place), f.Location, at.idStatus)
	}
	c := m.carriers.at(h)
	m.touchCarrier(h)
	c.flags &^= moveFailed
	m.bufferAlarm()
	from := m.dockAt(c.place)
	before, _ := m.partition()
	m.restsAt(h, uint8(place))
	if from != nil {
		m.clearMapAlarmsAt(from)
	}
	if now, _ := m.partition(); now != before {
		m.happened(Subject{}, BufferCapacityChanged)
	}
	return nil
}

// restsAt is a carrier that has come to a place, from a port, to one or neither.
func (m *Model) restsAt(h uint32, place uint8) {
	c := m.carriers.at(h)
	if c.port == 0 {
		m.relocate(h, nil, place)
		return
	}
	p := &m.ports[c.port-1]
	m.relocate(h, p, place)
	if p.stage == movingOut {
		m.isOut(p)
	} else {
		m.isIn(p)
	}
}

// mayMoveTo tells whether a carrier may come to rest at a place.
func (m *Model) mayMoveTo(h uint32, place uint8) bool {
	c := m.carriers.at(h)
	if c.place == 0 || c.place == place || c.idStatus != IDVerificationOK {
		return false
	}
	if m.carrierAt(place) != 0 {
		return false
	}
	if q := m.dockAt(c.place); q != nil && q.has(opened) {
		return false
	}
	for i := range m.ports {
		if p := &m.ports[i]; p.place == place {
			return p.stage == movingOut && p.carrier == h
		}
	}
	if c.port == 0 {
		return true
	}
	p := &m.ports[c.port-1]
	return p.stage == movingIn || p.stage == standing && !p.has(leaving|released|clamped)
}

// isIn is a carrier that has left its port for the inside.
func (m *Model) isIn(p *port) {
	m.vacate(p)
	if !m.waitsOut(p) || p.transfer != TransferBlocked {
		m.dissociate(p, endedByBuffer)
		m.transfer(p, unloadDone)
	} else {
		m.leavePort(p)
		p.flags |= changing
		m.beginOut(p, Associated, replacedByOut)
		m.order(m.moveOrder(p))
	}
}

// isOut is a carrier that has come from the inside to its port: it may leave.
func (m *Model) isOut(p *port) {
	m.advance(p, standing)
	p.flags |= released
	m.reserve(p, unreservedByArrival)
	m.transfer(p, carrierOutFinished)
}

var errNoBuffer = fmt.Errorf("%w: the equipment has no internal buffer", ErrNotNow)

// carrierMoveFailed is a carrier that stays where it was.
func (m *Model) carrierMoveFailed(f CarrierMoveFailed) error {
	h := m.carriers.find(f.Carrier)
	if h == 0 {
		return fmt.Errorf("%w: carrier %q", ErrUnknown, f.Carrier)
	}
	c := m.carriers.at(h)
	switch {
	case len(m.cfg.Buffer) == 0:
		return errNoBuffer
	case c.place == 0:
		return fmt.Errorf("%w: carrier %q is not here", ErrNotNow, f.Carrier)
	}
	m.touchCarrier(h)
	c.flags |= moveFailed
	m.bufferAlarm()
	if c.port == 0 {
		return nil
	}
	switch p := &m.ports[c.port-1]; p.stage {
	case movingIn:
		m.advance(p, standing)
		m.transfer(p, transferFailed)
	case movingOut:
		m.advance(p, vacant)
		m.dissociate(p, endedByFailure)
		m.reserve(p, unreservedByFailure)
		m.transfer(p, transferFailed)
	default: // it was on its way in before its port knew
	}
	return nil
}

// bufferAlarm sets or clears the alarm of moves: while the last one of any carrier that
// is here failed. It is kept at port 1, for no port has it.
func (m *Model) bufferAlarm() {
	for _, c := range m.carriers.all() {
		if c.flags&moveFailed != 0 {
			m.setAlarm(&m.ports[0], BufferMoveFailure)
			return
		}
	}
	m.clearAlarm(&m.ports[0], BufferMoveFailure)
}

// cancelInside refuses the slot map of a carrier inside: it rests there until its
// CarrierOut.
func (m *Model) cancelInside(h uint32) {
	m.mapped(h, cancelMap)
	m.clearMapAlarms(h)
	m.undockInside(h)
}

// undockInside orders that a carrier that is at no port leaves the docked place.
func (m *Model) undockInside(h uint32) {
	c := m.carriers.at(h)
	if p := m.dockAt(c.place); p != nil {
		m.order(Order{Verb: Undock, Port: int(p.number), Carrier: c.id})
	}
}

// repeatInside gives again the order for a carrier at a port's docked place that no
// port has.
func (m *Model) repeatInside(p *port) {
	if p.inside == 0 || p.inside == p.carrier {
		return
	}
	if c := m.carriers.at(p.inside); c.port == 0 && (c.access > InAccess || c.slotMap == SlotMapVerificationBad) {
		m.undockInside(p.inside)
	}
}
