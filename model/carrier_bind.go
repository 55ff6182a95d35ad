package model

import "github.com/secsd/secsd/secs2"

// This file is the services before a carrier arrives: Bind, CarrierNotification and
// their ends.

// full refuses more carriers than any host has.
func (m *Model) full() *CarrierAnswer {
	if m.carriers.count < maxCarriers {
		return nil
	}
	return deny(secs2.CAACKCannotPerformNow, ErrBusy, "%d carriers exist", m.carriers.count)
}

func (m *Model) checkBind(x *carrierCall) *CarrierAnswer {
	p := x.port
	switch {
	case p.transfer != ReadyToLoad:
		return deny(secs2.CAACKInvalidState, ErrPortInUse, "port %d is %v", p.number, p.transfer)
	case p.carrier != 0:
		return deny(secs2.CAACKInvalidState, ErrPortInUse, "port %d is bound to %s", p.number, m.carriers.at(p.carrier).id)
	}
	if no := x.propertyFaults(); no != nil {
		return no
	}
	return m.full()
}

// bind tells of a carrier that will come to a port: CAR#2, ASC#2, RSV#2.
func (m *Model) bind(x *carrierCall) {
	h := m.instantiate(x.Carrier, m.capacityAt(x.port), nil, announced, x.given)
	m.associate(x.port, h, NotAssociated, associatedByBind)
	m.reserve(x.port, reservedByBind)
}

func (m *Model) checkCancelBind(x *carrierCall) *CarrierAnswer {
	p := m.portOf(x)
	switch {
	case x.carrier != 0 && m.carriers.at(x.carrier).port == 0:
		return wrongState("%s is not bound", x.Carrier)
	case x.carrier != 0 && p.carrier != x.carrier:
		return m.contradicts(x)
	case p.carrier == 0:
		return wrongState("port %d is not bound", p.number)
	case p.transfer != ReadyToLoad:
		return wrongState("port %d is %v", p.number, p.transfer)
	}
	return nil
}

func (m *Model) cancelBind(x *carrierCall) {
	p := m.portOf(x)
	h := p.carrier
	m.dissociate(p, endedByCancelBind)
	m.reserve(p, unreservedByCancel)
	m.destroy(h)
}

func (m *Model) checkNotification(x *carrierCall) *CarrierAnswer {
	if no := x.propertyFaults(); no != nil {
		return no
	}
	return m.full()
}

// notify tells of a carrier that will come to any port: CAR#2.
func (m *Model) notify(x *carrierCall) {
	m.instantiate(x.Carrier, m.commonCapacity(), nil, announced, x.given)
}

func (m *Model) checkCancelNotification(x *carrierCall) *CarrierAnswer {
	switch c := m.carriers.at(x.carrier); {
	case c.place != 0:
		return wrongState("%s is here", c.id)
	case c.port != 0:
		return wrongState("%s is bound to port %d", c.id, c.port)
	}
	return nil
}

func (m *Model) cancelNotification(x *carrierCall) { m.destroy(x.carrier) }
