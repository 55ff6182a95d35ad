package model

import "github.com/secsd/secsd/secs2"

// This file is the services of substrates (E90): corrections by the host or the
// operator, and the word on substrates whose ID could not be confirmed.

// correction is what UpdateSubstrateObject is to do.
type correction struct {
	kind    uint8
	state   *SubstState
	process *SubstProcState
	to      place // where the substrate is then
	on      transport
	moves   bool // to another place, or to another transport state
	treated bool // to another processing state
}

// checkUpdateSubstrate finds the rows that lead to the states given. One of them
// at least must change something.
func (m *Model) checkUpdateSubstrate(c *ServiceCall, h uint32) (secs2.SVCACK, []Fault) {
	var x correction
	kind, hasKind, f := c.code("SubstType", maxSubstType)
	if f != nil {
		return secs2.SVCACKParameter, []Fault{*f}
	}
	if state, has, f := c.code("SubstState", uint8(AtDestination)); f != nil {
		return secs2.SVCACKParameter, []Fault{*f}
	} else if has {
		x.state = (*SubstState)(&state)
	}
	if process, has, f := c.code("SubstProcState", uint8(SubstSkipped)); f != nil {
		return secs2.SVCACKParameter, []Fault{*f}
	} else if has {
		x.process = (*SubstProcState)(&process)
	}
	var missing []Fault
	if !hasKind {
		missing = append(missing, Fault{ErrInsufficient, "SubstType"})
	}
	if x.state == nil && x.process == nil {
		missing = append(missing, Fault{ErrInsufficient, "SubstState or SubstProcState"})
	}
	if missing != nil {
		return secs2.SVCACKParameter, missing
	}
	x.kind = kind
	if ack, f := m.checkPlace(c, h, &x); f != nil {
		return ack, []Fault{*f}
	}
	if f := m.checkTreatment(h, &x); f != nil {
		return secs2.SVCACKNotCompleted, []Fault{*f}
	}
	if !x.moves && !x.treated {
		s := m.substrates.at(h)
		return secs2.SVCACKNotCompleted, []Fault{fault(ErrWrongState, "%s is %v and %v", m.substrateID(h), s.state, s.process)}
	}
	c.do = func() []ServiceParameter { return m.correct(h, &x) }
	return secs2.SVCACKDone, nil
}

// checkPlace finds the row of the transport states, and the place it leads to:
// source and destination are known, one to be AT WORK at is SubstLocID.
func (m *Model) checkPlace(c *ServiceCall, h uint32, x *correction) (secs2.SVCACK, *Fault) {
	s := m.substrates.at(h)
	location, told, f := c.text("SubstLocID")
	if f != nil {
		return secs2.SVCACKParameter, f
	}
	x.to = s.place
	if told {
		if x.to = m.findPlace(location); x.to == 0 {
			return secs2.SVCACKParameter, &Fault{ErrImproper, Clip(location)}
		}
	}
	to := s.state
	if x.state != nil {
		to = *x.state
	}
	x.on = movedInside
	switch {
	case to == s.state && x.to == s.place:
		return secs2.SVCACKDone, nil
	case to == AtSource && s.state != AtSource:
		x.on = putToSource
		if s.state == AtDestination {
			x.on = foundAtSource
		}
		x.to = m.placeNamed(s.source)
	case to == AtDestination && s.state == AtWork:
		x.on = putToDestination
		x.to = m.placeNamed(s.home())
	case to != AtWork:
		return secs2.SVCACKNotCompleted, m.noRow(h, to.String())
	}
	if x.to == 0 || x.to != s.place && !m.takes(x.to) || to == AtWork && !m.worksAt(s, x.to) {
		return secs2.SVCACKNotCompleted, &Fault{ErrWrongState, "SubstLocID"}
	}
	if told && location != m.placeID(x.to) {
		return secs2.SVCACKParameter, &Fault{ErrImproper, "SubstLocID"}
	}
	x.moves = true
	return secs2.SVCACKDone, nil
}

// worksAt tells whether a substrate can be AT WORK at a place: another location of
// the equipment than it is at, and neither its source nor its destination.
func (m *Model) worksAt(s *substrate, to place) bool {
	return to != s.place && to&inCarrier == 0 && !m.isNamed(to, s.source) && !m.isNamed(to, s.home())
}

// checkTreatment finds the row of the processing states.
func (m *Model) checkTreatment(h uint32, x *correction) *Fault {
	from := m.substrates.at(h).process
	if x.process == nil || *x.process == from {
		return nil
	}
	if _, ok := treatmentTable.Next(from, treatmentTo[*x.process]); !ok {
		return m.noRow(h, x.process.String())
	}
	x.treated = true
	return nil
}

func (m *Model) noRow(h uint32, to string) *Fault {
	s := m.substrates.at(h)
	f := fault(ErrWrongState, "%v, %v: not to %s", s.state, s.process, to)
	return &f
}

// placeNamed returns the place with that name, 0 if it is not here.
func (m *Model) placeNamed(n placeName) place {
	return m.findPlace(string(appendSlotID(make([]byte, 0, maxSubstID), m.names.text(n.name()), n.slot())))
}

// correct makes a correction and returns what it has set.
func (m *Model) correct(h uint32, x *correction) []ServiceParameter {
	set := []ServiceParameter{{"SubstID", secs2.A(m.substrateID(h))}, {"SubstType", secs2.U1(x.kind)}}
	if x.state != nil {
		set = append(set, ServiceParameter{"SubstState", secs2.U1(uint8(*x.state))})
	}
	if x.process != nil {
		set = append(set, ServiceParameter{"SubstProcState", secs2.U1(uint8(*x.process))})
	}
	s := m.substrates.at(h)
	m.touchSubstrate(h)
	s.kind = x.kind
	switch {
	case x.moves && x.to != s.place:
		m.move(h, x.to, x.on)
	case x.moves:
		m.transport(h, x.on)
	}
	switch {
	case !x.treated:
	case *x.process == SubstLost:
		m.lose(h)
	default:
		m.treat(h, treatmentTo[*x.process])
		if x.process.Final() {
			m.substrateDone(h)
		}
	}
	return set
}

func (m *Model) checkProceedWithSubstrate(c *ServiceCall, h uint32) (secs2.SVCACK, []Fault) {
	return m.checkVerdict(c, h, idProceed)
}

func (m *Model) checkCancelSubstrate(c *ServiceCall, h uint32) (secs2.SVCACK, []Fault) {
	return m.checkVerdict(c, h, idCancel)
}

// checkVerdict finds out whether a substrate waits for the host, where it says.
func (m *Model) checkVerdict(c *ServiceCall, h uint32, on verdict) (secs2.SVCACK, []Fault) {
	location, told, f := c.text("SubstLocID")
	s := m.substrates.at(h)
	switch {
	case f != nil:
		return secs2.SVCACKParameter, []Fault{*f}
	case !told:
		return secs2.SVCACKParameter, []Fault{{ErrInsufficient, "SubstLocID"}}
	case location != m.placeID(s.place):
		return secs2.SVCACKParameter, []Fault{fault(ErrImproper, "%s is at %s", m.substrateID(h), m.placeID(s.place))}
	case s.idStatus() != idWaiting:
		return secs2.SVCACKNotNow, []Fault{fault(ErrWrongState, "%s is %v", m.substrateID(h), s.idStatus())}
	}
	c.do = func() []ServiceParameter {
		m.judge(h, on, s.reading.acquired)
		if on == idCancel {
			m.skipSubstrate(h)
			m.substrateDone(h)
		}
		m.afterReading(h)
		return nil
	}
	return secs2.SVCACKDone, nil
}
