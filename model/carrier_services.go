package model

import (
	"strings"

	"github.com/secsd/secsd/secs2"
)

// CarrierRequest is a service about a carrier (S3F17, S3F19).
type CarrierRequest struct {
	Action     string // CARRIERACTION, in any case
	Carrier    string // CARRIERID, "" is none given
	Port       int    // PTN, or NoPort
	Properties []Setting
}

// NoPort says that a request gives no port; 0 is a number that none has.
const NoPort = -1

// CarrierAnswer is CAACK with what is wrong.
type CarrierAnswer struct {
	Code   secs2.CAACK
	Faults []Fault
}

// Accepted tells whether the service is carried out, now or later.
func (x CarrierAnswer) Accepted() bool {
	return x.Code == secs2.CAACKDone || x.Code == secs2.CAACKCompletionLater
}

func deny(code secs2.CAACK, err ErrCode, format string, args ...any) *CarrierAnswer {
	return &CarrierAnswer{code, []Fault{fault(err, format, args...)}}
}

// wrongState refuses what the state does not allow.
func wrongState(format string, args ...any) *CarrierAnswer {
	return deny(secs2.CAACKInvalidState, ErrWrongState, format, args...)
}

// invalid refuses data that cannot be.
func invalid(err ErrCode, format string, args ...any) *CarrierAnswer {
	return deny(secs2.CAACKInvalidData, err, format, args...)
}

// carrierService is a service of S3F17; carrierServices are all of them.
type carrierService struct {
	name string
	need need
	code secs2.CAACK // of the acceptance
	// check returns why not, nil that it can be done; do does it.
	check func(m *Model, x *carrierCall) *CarrierAnswer
	do    func(m *Model, x *carrierCall)
}

// need says which parameters a service has, and which equipment has it.
type need uint8

const (
	needPort need = 1 << iota
	mayPort
	needCarrier
	needEither // port or carrier
	needNew    // the carrier must not exist
	needKnown  // a carrier that is given must exist
	needBuffer // internal buffer equipment only
)

// carrierCall is a request with what it names.
type carrierCall struct {
	*CarrierRequest
	port    *port  // nil: none given
	carrier uint32 // 0: none given, or none with that ID
	given   *properties
	faults  []Fault // of the properties
}

const (
	done  = secs2.CAACKDone
	later = secs2.CAACKCompletionLater
)

var carrierServices = []carrierService{
	{"Bind", needPort | needCarrier | needNew, done, (*Model).checkBind, (*Model).bind},
	{"CancelBind", needEither | needKnown, done, (*Model).checkCancelBind, (*Model).cancelBind},
	{"CarrierNotification", needCarrier | needNew, done, (*Model).checkNotification, (*Model).notify},
	{"CancelCarrierNotification", needCarrier | needKnown, done, (*Model).checkCancelNotification, (*Model).cancelNotification},
	{"ProceedWithCarrier", needCarrier | mayPort, done, (*Model).checkProceed, (*Model).proceed},
	{"CancelCarrier", needCarrier | mayPort, later, (*Model).checkCancelCarrier, (*Model).cancelCarrier},
	{"CancelCarrierAtPort", needPort | needKnown, later, (*Model).checkCancelAtPort, (*Model).cancelAtPort},
	{"CarrierReCreate", needPort | needCarrier, done, (*Model).checkReCreate, (*Model).reCreate},
	{"CarrierRelease", needEither | needKnown, done, (*Model).checkRelease, (*Model).release},
	{"CarrierIn", needCarrier | needKnown | needBuffer, done, (*Model).checkCarrierIn, (*Model).carrierIn},
	{"CarrierOut", needCarrier | needKnown | mayPort | needBuffer, done, (*Model).checkCarrierOut, (*Model).carrierOut},
	{"CancelCarrierOut", needCarrier | needKnown | needBuffer, done, (*Model).checkCancelOut, (*Model).cancelOut},
}

// CheckCarrier tells how a service is answered. It changes nothing.
func (m *Model) CheckCarrier(r *CarrierRequest) CarrierAnswer {
	s, x, no := m.carrierCall(r)
	if no == nil {
		no = s.check(m, x)
	}
	if no != nil {
		return *no
	}
	return CarrierAnswer{Code: s.code}
}

// DoCarrier carries out a service that CheckCarrier accepts.
func (m *Model) DoCarrier(r *CarrierRequest) {
	s, x, _ := m.carrierCall(r)
	s.do(m, x)
	m.run()
}

// carrierCall finds what a request names, or why it is refused whatever the state.
func (m *Model) carrierCall(r *CarrierRequest) (s *carrierService, x *carrierCall, no *CarrierAnswer) {
	for i := range carrierServices {
		if s = &carrierServices[i]; strings.EqualFold(s.name, r.Action) {
			x = &carrierCall{CarrierRequest: r}
			return s, x, m.resolve(x, s.need)
		}
	}
	return nil, nil, deny(secs2.CAACKInvalidCommand, ErrUnsupported, "CARRIERACTION %s", r.Action)
}

func (m *Model) resolve(x *carrierCall, n need) *CarrierAnswer {
	if n&needBuffer != 0 && len(m.cfg.Buffer) == 0 {
		return deny(secs2.CAACKInvalidCommand, ErrUnsupported, "%s: no internal buffer", x.Action)
	}
	if n&(needPort|mayPort|needEither) != 0 && x.Port != NoPort {
		p, err := m.port(x.Port)
		if err != nil {
			return invalid(ErrNoPort, "port %d", x.Port)
		}
		x.port = p
	}
	switch {
	case n&needPort != 0 && x.port == nil:
		return invalid(ErrInsufficient, "PTN is missing")
	case n&needCarrier != 0 && x.Carrier == "":
		return invalid(ErrInsufficient, "CARRIERID is missing")
	case n&needEither != 0 && x.port == nil && x.Carrier == "":
		return invalid(ErrInsufficient, "PTN or CARRIERID is missing")
	case x.Carrier != "" && !validID(x.Carrier):
		return invalid(ErrImproper, "CARRIERID %q is no identifier", x.Carrier)
	}
	x.carrier = m.carriers.find(x.Carrier)
	switch {
	case n&needNew != 0 && x.carrier != 0:
		return invalid(ErrInUse, "%s", x.Carrier)
	case n&needKnown != 0 && x.carrier == 0 && x.Carrier != "":
		return invalid(ErrUnknownObject, "%s", x.Carrier)
	}
	capacity, fixed := m.slotsOf(x)
	x.given, x.faults = readProperties(x.Properties, capacity, fixed)
	if most := m.mostSlots(m.portOf(x)); x.given != nil && x.given.capacity > most {
		x.faults = append(x.faults, fault(ErrAttributeValue, "Capacity: more than %d", most))
	}
	return nil
}

// slotsOf returns how many slots the carrier of a request has, 0 for a number that
// nobody knows, and whether that is fixed.
func (m *Model) slotsOf(x *carrierCall) (slots uint8, fixed bool) {
	if x.carrier != 0 {
		c := m.carriers.at(x.carrier)
		return c.capacity, c.flags&capacityTold != 0
	}
	if x.port != nil {
		return m.capacityAt(x.port), false
	}
	return m.commonCapacity(), false
}

// capacityAt is the number of slots of carriers on a port by default.
func (m *Model) capacityAt(p *port) uint8 { return uint8(m.cfg.Ports[p.number-1].Capacity) }

// commonCapacity is that of all ports, 0 if they differ.
func (m *Model) commonCapacity() uint8 {
	for i := range m.cfg.Ports {
		if m.cfg.Ports[i].Capacity != m.cfg.Ports[0].Capacity {
			return 0
		}
	}
	return uint8(m.cfg.Ports[0].Capacity)
}

// mostSlots is the highest number of slots of carriers on a port, or on any.
func (m *Model) mostSlots(p *port) (most uint8) {
	if p != nil {
		return m.capacityAt(p)
	}
	for i := range m.ports {
		most = max(most, m.capacityAt(&m.ports[i]))
	}
	return most
}

// propertyFaults refuses properties that cannot be.
func (x *carrierCall) propertyFaults() *CarrierAnswer {
	if len(x.faults) == 0 {
		return nil
	}
	return &CarrierAnswer{secs2.CAACKInvalidData, x.faults}
}

// contradicts refuses a port and a carrier that have nothing to do with each other.
func (m *Model) contradicts(x *carrierCall) *CarrierAnswer {
	if x.port == nil || x.carrier == 0 || m.carriers.at(x.carrier).port == x.port.number {
		return nil
	}
	return invalid(ErrImproper, "%s is not at port %d", x.Carrier, x.port.number)
}

// portOf returns the port of a request: the one that it gives, or that of its
// carrier; nil for none.
func (m *Model) portOf(x *carrierCall) *port {
	if x.port == nil && x.carrier != 0 {
		if n := m.carriers.at(x.carrier).port; n != 0 {
			return &m.ports[n-1]
		}
	}
	return x.port
}

// CarrierID returns the CarrierID of what a message calls a carrier: itself, or the
// OBJSPEC of one. What is neither comes back as it is: it names no carrier.
func (m *Model) CarrierID(spec string) string {
	if !strings.ContainsAny(spec, ":>") {
		return spec
	}
	if t, f := m.Target(spec, carrierType); f == nil && (t.Type == carrierType || t.Type == nil) && !t.Equipment() {
		return t.ID
	}
	return spec
}
