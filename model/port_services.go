package model

import (
	"strings"

	"github.com/secsd/secsd/secs2"
)

// PortRequest is a service about a load port (S3F25).
type PortRequest struct {
	Action     string // PORTACTION, in any case
	Port       int    // PTN, or NoPort
	Parameters []Setting
}

// portService is a service of S3F25; portServices are all of them.
type portService struct {
	name      string
	parameter string // that it must have, "" for none
	check     func(m *Model, p *port, value uint8) *CarrierAnswer
	do        func(m *Model, p *port, value uint8)
}

var portServices = []portService{
	{"ReserveAtPort", "", (*Model).checkReserve, func(m *Model, p *port, _ uint8) { m.reserve(p, reserveAtPort) }},
	{"CancelReservationAtPort", "", (*Model).checkCancelReservation, func(m *Model, p *port, _ uint8) { m.reserve(p, cancelReservation) }},
	{"ChangeServiceStatus", "ServiceStatus", (*Model).checkServiceStatus, func(m *Model, p *port, v uint8) { m.serve(p, ServiceStatus(v)) }},
	{"ChangeAccess", "AccessMode", (*Model).checkChangeAccess, func(m *Model, p *port, v uint8) { m.changeAccess(p, AccessMode(v)) }},
}

// CheckPort tells how a service about a port is answered. It changes nothing.
func (m *Model) CheckPort(r *PortRequest) CarrierAnswer {
	if _, _, _, no := m.portCall(r); no != nil {
		return *no
	}
	return CarrierAnswer{Code: secs2.CAACKDone}
}

// DoPort carries out a service that CheckPort accepts.
func (m *Model) DoPort(r *PortRequest) {
	s, p, value, _ := m.portCall(r)
	s.do(m, p, value)
	m.run()
}

// portCall finds what a request names, and why it is refused.
func (m *Model) portCall(r *PortRequest) (s *portService, p *port, value uint8, no *CarrierAnswer) {
	for i := range portServices {
		if s = &portServices[i]; strings.EqualFold(s.name, r.Action) {
			p, value, no = m.portParameters(s, r)
			if no == nil {
				no = s.check(m, p, value)
			}
			return s, p, value, no
		}
	}
	return nil, nil, 0, deny(secs2.CAACKInvalidCommand, ErrUnsupported, "PORTACTION %s", r.Action)
}

func (m *Model) portParameters(s *portService, r *PortRequest) (p *port, value uint8, no *CarrierAnswer) {
	if r.Port == NoPort {
		return nil, 0, invalid(ErrInsufficient, "PTN is missing")
	}
	p, err := m.port(r.Port)
	if err != nil {
		return nil, 0, invalid(ErrNoPort, "port %d", r.Port)
	}
	if s.parameter == "" {
		return p, 0, nil
	}
	for _, x := range r.Parameters {
		if strings.EqualFold(x.Attribute, s.parameter) {
			value, ok := oneUint(x.Data, 1)
			if !ok {
				return p, 0, invalid(ErrImproper, "%s is neither 0 nor 1", s.parameter)
			}
			return p, value, nil
		}
	}
	return p, 0, invalid(ErrInsufficient, "%s is missing", s.parameter)
}

func (m *Model) checkReserve(p *port, _ uint8) *CarrierAnswer {
	switch {
	case p.transfer == PortOutOfService:
		return deny(secs2.CAACKInvalidState, ErrPortInUse, "port %d is %v", p.number, p.transfer)
	case p.reservation == Reserved:
		return deny(secs2.CAACKInvalidState, ErrPortInUse, "port %d is reserved", p.number)
	case p.transfer != ReadyToLoad:
		return wrongState("port %d is %v", p.number, p.transfer)
	}
	return nil
}

func (m *Model) checkCancelReservation(p *port, _ uint8) *CarrierAnswer {
	switch {
	case p.reservation != Reserved:
		return wrongState("port %d is not reserved", p.number)
	case p.transfer != ReadyToLoad:
		return wrongState("port %d is %v", p.number, p.transfer)
	case p.carrier != 0:
		return wrongState("port %d is bound to %s", p.number, m.carriers.at(p.carrier).id)
	}
	return nil
}

func (m *Model) checkServiceStatus(p *port, value uint8) *CarrierAnswer {
	if why := p.cannotServe(ServiceStatus(value)); why != "" {
		return deny(secs2.CAACKCannotPerformNow, ErrWrongState, "port %d: %s", p.number, why)
	}
	return nil
}

func (m *Model) checkChangeAccess(p *port, value uint8) *CarrierAnswer {
	if why := p.cannotChange(AccessMode(value)); why != "" {
		return deny(secs2.CAACKCannotPerformNow, ErrWrongState, "port %d %s", p.number, why)
	}
	return nil
}

// AccessRequest is ChangeAccess (S3F27); no Ports are all.
type AccessRequest struct {
	Mode  AccessMode
	Ports []int
}

// PortFailure is a port that cannot do what others could.
type PortFailure struct {
	Port  int // PTN, as it was given
	Fault Fault
}

// CheckAccess tells which ports cannot change their access mode, and the code for
// all of them. It changes nothing.
func (m *Model) CheckAccess(r *AccessRequest) (code secs2.CAACK, failures []PortFailure) {
	ports := m.accessPorts(r)
	for _, n := range ports {
		p, err := m.port(n)
		if err != nil {
			failures = append(failures, PortFailure{n, fault(ErrNoPort, "port %d", n)})
		} else if why := p.cannotChange(r.Mode); why != "" {
			failures = append(failures, PortFailure{n, fault(ErrWrongState, "port %d %s", n, why)})
		}
	}
	switch len(failures) {
	case 0:
		return secs2.CAACKDone, nil
	case len(ports):
		return secs2.CAACKCannotPerformNow, failures
	}
	return secs2.CAACKPerformedWithErrors, failures
}

// ChangeAccess changes the access mode of the ports that can.
func (m *Model) ChangeAccess(r *AccessRequest) {
	for _, n := range m.accessPorts(r) {
		if p, err := m.port(n); err == nil && p.cannotChange(r.Mode) == "" {
			m.changeAccess(p, r.Mode)
		}
	}
	m.run()
}

// accessPorts returns the ports of a request, each once.
func (m *Model) accessPorts(r *AccessRequest) (ports []int) {
	if len(r.Ports) == 0 {
		for i := range m.ports {
			ports = append(ports, i+1)
		}
		return ports
	}
	seen := map[int]bool{}
	for _, n := range r.Ports {
		if !seen[n] {
			seen[n] = true
			ports = append(ports, n)
		}
	}
	return ports
}
