package model

// This file is the services about a carrier that is here: ProceedWithCarrier,
// CancelCarrier, CancelCarrierAtPort, CarrierReCreate and CarrierRelease.

// awaitsHost tells whether an unread carrier on a port waits for the host to say
// which one it is.
func (p *port) awaitsHost() bool {
	return p.stage == standing && p.carrier == 0 && (p.unread == readFailed || p.unread == noReader) && !p.has(leaving|released)
}

// unknown refuses a carrier that has no object, unless the port given has an
// unread one that it may be.
func (m *Model) unknown(x *carrierCall) *CarrierAnswer {
	if x.port != nil && x.port.awaitsHost() {
		if x.port.transfer != TransferBlocked {
			return wrongState("port %d is %v", x.port.number, x.port.transfer)
		}
		return m.full()
	}
	if x.port == nil {
		for i := range m.ports {
			if m.ports[i].awaitsHost() {
				return invalid(ErrInsufficient, "PTN is missing: %s has no object yet", x.Carrier)
			}
		}
	}
	return invalid(ErrUnknownObject, "%s", x.Carrier)
}

// blocked refuses what is for a carrier on a TRANSFER BLOCKED port, or inside.
func (m *Model) blocked(p *port) *CarrierAnswer {
	switch {
	case p == nil:
		return nil
	case p.transfer == ReadyToUnload:
		return wrongState("carrier is ready to unload")
	case p.transfer != TransferBlocked:
		return wrongState("port %d is %v", p.number, p.transfer)
	case p.stage != standing:
		return wrongState("port %d is in a transfer", p.number)
	case p.has(leaving):
		return wrongState("port %d: its carrier is leaving", p.number)
	}
	return nil
}

func (m *Model) checkProceed(x *carrierCall) *CarrierAnswer {
	if x.carrier == 0 {
		if no := m.unknown(x); no != nil {
			return no
		}
		return x.propertyFaults()
	}
	if no := m.contradicts(x); no != nil {
		return no
	}
	c := m.carriers.at(x.carrier)
	if no := m.blocked(m.portOf(x)); no != nil {
		return no
	}
	if c.idStatus != IDWaitingForHost && c.slotMap != SlotMapWaitingForHost {
		return wrongState("%s does not wait: %v, %v", c.id, c.idStatus, c.slotMap)
	}
	if no := x.propertyFaults(); no != nil {
		return no
	}
	if c.reason == SlotMapReadFail && c.slotMap == SlotMapWaitingForHost && x.given.slotMap == nil {
		return invalid(ErrInsufficient, "SlotMap is missing, for that of %s was not read", c.id)
	}
	return nil
}

// proceed accepts the ID of a carrier, or its slot map.
func (m *Model) proceed(x *carrierCall) {
	if x.carrier == 0 {
		p := x.port
		m.touchPort(p)
		p.unread = notUnread
		h := m.instantiate(x.Carrier, m.capacityAt(p), p, proceedUnread, x.given)
		m.associate(p, h, NotAssociated, associatedByProceed)
		m.accepted(h)
		return
	}
	m.give(x.carrier, x.given)
	if c := m.carriers.at(x.carrier); c.slotMap == SlotMapWaitingForHost {
		m.acceptMap(x.carrier, proceedMap)
		return
	}
	m.identify(x.carrier, nil, proceedID)
	if p := m.portOf(x); p != nil {
		m.clearCarrierAlarms(p)
	}
	m.accepted(x.carrier)
}

func (m *Model) checkCancelCarrier(x *carrierCall) *CarrierAnswer {
	if x.carrier == 0 {
		return m.unknown(x)
	}
	if no := m.contradicts(x); no != nil {
		return no
	}
	p := m.portOf(x)
	c := m.carriers.at(x.carrier)
	switch {
	case c.access != NotAccessed:
		return wrongState("%s is %v", c.id, c.access)
	case p == nil && c.place == 0, p != nil && (p.stage == vacant || p.stage == loading):
		return invalid(ErrMissingCarrier, "%s is not here", c.id)
	case p == nil && c.slotMap == SlotMapWaitingForHost:
		return nil
	case p == nil:
		return wrongState("%s is in the internal buffer", c.id)
	}
	if no := m.blocked(p); no != nil {
		return no
	}
	return m.checkHolders(x.carrier)
}

// cancelCarrier sends a carrier away; what is known of it decides which row says
// so.
func (m *Model) cancelCarrier(x *carrierCall) {
	if x.carrier != 0 {
		if p := m.portOf(x); p != nil {
			m.cancelAt(p)
		} else {
			m.cancelInside(x.carrier)
		}
		return
	}
	p := x.port
	m.touchPort(p)
	p.unread = notUnread
	h := m.instantiate(x.Carrier, m.capacityAt(p), p, cancelUnread, nil)
	m.associate(p, h, NotAssociated, associatedByCancel)
	m.sendAway(p)
}

func (m *Model) checkCancelAtPort(x *carrierCall) *CarrierAnswer {
	p := x.port
	if p.stage == vacant || p.stage == loading {
		return invalid(ErrMissingCarrier, "port %d has no carrier", p.number)
	}
	if no := m.contradicts(x); no != nil {
		return no
	}
	if p.carrier == 0 {
		return m.blocked(p)
	}
	if c := m.carriers.at(p.carrier); c.access != NotAccessed {
		return wrongState("%s is %v", c.id, c.access)
	}
	if no := m.blocked(p); no != nil {
		return no
	}
	return m.checkHolders(p.carrier)
}

func (m *Model) cancelAtPort(x *carrierCall) { m.cancelAt(x.port) }

// cancelAt sends away what stands on a port.
func (m *Model) cancelAt(p *port) {
	if h := p.carrier; h != 0 {
		m.identify(h, nil, cancelID)
		m.mapped(h, cancelMap)
		if m.carriers.at(h).place == 0 {
			m.placeCarrier(h, p.place) // nobody reads it any more: it is taken for the one that was bound
		}
	}
	m.touchPort(p)
	p.double = ""
	m.clearCarrierAlarms(p)
	m.sendAway(p)
}

func (m *Model) checkReCreate(x *carrierCall) *CarrierAnswer {
	p := x.port
	switch {
	case p.transfer != ReadyToUnload:
		return wrongState("port %d is %v", p.number, p.transfer)
	case p.carrier != x.carrier:
		return invalid(ErrImproper, "%s is not at port %d", x.Carrier, p.number)
	}
	return x.propertyFaults()
}

// reCreate makes a carrier that is done with as if newly placed. With properties it
// is expected, as after a Bind.
func (m *Model) reCreate(x *carrierCall) {
	p := x.port
	m.transfer(p, carrierReCreation)
	m.endCarrier(p, endedByRecreate)
	m.vacate(p)
	m.advance(p, standing)
	if len(x.Properties) > 0 {
		h := m.instantiate(x.Carrier, m.capacityAt(p), nil, announcedRecreated, x.given)
		m.associate(p, h, NotAssociated, associatedByRecreate)
	}
	m.arrived(p)
}

func (m *Model) checkRelease(x *carrierCall) *CarrierAnswer {
	if no := m.contradicts(x); no != nil {
		return no
	}
	p := m.portOf(x)
	switch {
	case p == nil:
		return invalid(ErrMissingCarrier, "%s is at no port", x.Carrier)
	case p.stage == vacant || p.stage == loading:
		return invalid(ErrMissingCarrier, "port %d has no carrier", p.number)
	case p.has(held):
		return nil
	case m.host.Constant(CarrierHold) == hostRelease:
		return wrongState("port %d: its carrier does not wait for CarrierRelease", p.number)
	}
	return nil
}

// release lets a carrier go that waits for the host's word.
func (m *Model) release(x *carrierCall) {
	p := m.portOf(x)
	if !p.has(held) {
		return
	}
	m.clear(p, held)
	m.order(Order{Verb: ClampRelease, Port: int(p.number), Carrier: m.carriers.at(p.carrier).id})
	m.sendAway(p)
}
