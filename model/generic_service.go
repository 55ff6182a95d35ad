package model

import (
	"strings"

	"github.com/secsd/secsd/secs2"
)

// This file is the generic services (E39, S14F19): those of E90 that have no
// message of their own.

// The services of substrates (SVCNAME).
const (
	updateSubstrateObject = "UpdateSubstrateObject"
	proceedWithSubstrate  = "ProceedWithSubstrate"
	cancelSubstrate       = "CancelSubstrate"
)

// ServiceParameter is SPNAME with SPVAL.
type ServiceParameter struct {
	Name  string
	Value secs2.Item
}

// ServiceCall is a request of a generic service.
type ServiceCall struct {
	Spec       string // OBJSPEC
	Service    string // SVCNAME
	Parameters []ServiceParameter

	do func() []ServiceParameter
}

// genericService is a service with its parameters, the mandatory ones first.
type genericService struct {
	name       string
	parameters []string
	check      func(m *Model, c *ServiceCall, h uint32) (secs2.SVCACK, []Fault)
}

func genericServices() []genericService {
	return []genericService{
		{updateSubstrateObject, []string{"SubstID", "SubstType", "SubstState", "SubstProcState", "SubstLocID"}, (*Model).checkUpdateSubstrate},
		{proceedWithSubstrate, []string{"SubstID", "SubstLocID"}, (*Model).checkProceedWithSubstrate},
		{cancelSubstrate, []string{"SubstID", "SubstLocID"}, (*Model).checkCancelSubstrate},
	}
}

// ServiceParameters returns the names of the parameters of a service of a type;
// ok is false if the type has no such service.
func (t *ObjectType) ServiceParameters(service string) (names []string, ok bool) {
	for _, name := range t.Services {
		if !strings.EqualFold(name, service) {
			continue
		}
		for _, s := range genericServices() {
			if s.name == name {
				return s.parameters, true
			}
		}
	}
	return nil, false
}

// CheckService finds out whether a service can be performed. If it can, DoService
// performs it.
func (m *Model) CheckService(c *ServiceCall) (secs2.SVCACK, []Fault) {
	for _, s := range genericServices() {
		if !strings.EqualFold(s.name, c.Service) {
			continue
		}
		if f := c.known(s.parameters); f != nil {
			return secs2.SVCACKParameter, []Fault{*f}
		}
		h, ack, f := m.substrateOf(c)
		if f != nil {
			return ack, []Fault{*f}
		}
		return s.check(m, c, h)
	}
	return secs2.SVCACKNoService, []Fault{{ErrUnsupported, Clip(c.Service)}}
}

// DoService performs a service that has been checked and returns what it sets.
func (m *Model) DoService(c *ServiceCall) []ServiceParameter {
	set := c.do()
	m.run()
	return set
}

// known finds a parameter that the service does not have, or has twice.
func (c *ServiceCall) known(names []string) *Fault {
	for i, p := range c.Parameters {
		ok := strings.EqualFold(p.Name, "ObjID")
		for _, name := range names {
			ok = ok || strings.EqualFold(p.Name, name)
		}
		for _, q := range c.Parameters[:i] {
			ok = ok && !strings.EqualFold(p.Name, q.Name)
		}
		if !ok {
			return &Fault{ErrImproper, Clip(p.Name)}
		}
	}
	return nil
}

// substrateOf finds the substrate that a service is about: by OBJSPEC, by the
// parameter SubstID or ObjID, or by all of them, which must agree.
func (m *Model) substrateOf(c *ServiceCall) (h uint32, ack secs2.SVCACK, f *Fault) {
	at, f := m.Target(c.Spec, substrateType)
	switch {
	case f != nil && f.Code == ErrSyntax:
		return 0, secs2.SVCACKParameter, f
	case f != nil:
		return 0, secs2.SVCACKNoObject, f
	case !at.Equipment() && (at.Type != substrateType || at.handle == 0):
		return 0, secs2.SVCACKNoObject, &Fault{ErrUnknownObject, Clip(c.Spec)}
	}
	id := at.ID
	for _, name := range []string{"SubstID", "ObjID"} {
		given, has, fault := c.text(name)
		switch {
		case fault != nil:
			return 0, secs2.SVCACKParameter, fault
		case !has:
		case id != "" && id != given:
			return 0, secs2.SVCACKParameter, &Fault{ErrImproper, name}
		default:
			id = given
		}
	}
	if id == "" {
		return 0, secs2.SVCACKParameter, &Fault{ErrInsufficient, "SubstID"}
	}
	if h = m.findSubstrate(id); h == 0 {
		return 0, secs2.SVCACKNoObject, &Fault{ErrUnknownObject, Clip(id)}
	}
	return h, secs2.SVCACKDone, nil
}

// text returns a parameter that is a text, code one that is a code from 0 to most.
func (c *ServiceCall) text(name string) (text string, has bool, f *Fault) {
	it, has := c.value(name)
	if !has {
		return "", false, nil
	}
	it, ok := inFormat(it, secs2.ASCII)
	if !ok {
		return "", false, &Fault{ErrAttributeValue, name}
	}
	return string(it.Data()), true, nil
}

func (c *ServiceCall) code(name string, most uint8) (code uint8, has bool, f *Fault) {
	it, has := c.value(name)
	if !has {
		return 0, false, nil
	}
	it, ok := inFormat(it, secs2.FormatU1)
	if !ok || it.Data()[0] > most {
		return 0, false, &Fault{ErrAttributeValue, name}
	}
	return it.Data()[0], true, nil
}

func (c *ServiceCall) value(name string) (secs2.Item, bool) {
	for _, p := range c.Parameters {
		if strings.EqualFold(p.Name, name) {
			return p.Value, true
		}
	}
	return secs2.Item{}, false
}
