package model

// This file is the services of E87, E40 and E94 in the hands of the operator: the
// same rules and transitions as for hosts, in LOCAL too.

// The operator's services. What they cannot have is an error that tells the first
// Fault: it wraps ErrUnknown, ErrValue or ErrNotNow.
type (
	// OperatorProcessJob creates a process job.
	OperatorProcessJob struct{ Spec ProcessJobSpec }
	// OperatorControlJob creates a control job.
	OperatorControlJob struct{ Spec ControlJobSpec }
	// OperatorProceeds is ProceedWithCarrier.
	OperatorProceeds struct {
		Carrier string
		Port    int // 0: not given
	}
	// OperatorCancels is CancelCarrier, or with an empty Carrier
	// CancelCarrierAtPort.
	OperatorCancels struct {
		Carrier string
		Port    int
	}
)

func (OperatorProcessJob) fact() {}
func (OperatorControlJob) fact() {}
func (OperatorProceeds) fact()   {}
func (OperatorCancels) fact()    {}

// operate carries out a service of the operator.
func (m *Model) operate(f Fact) error {
	switch f := f.(type) {
	case OperatorProcessJob:
		if faults := m.CheckProcessJob(&f.Spec); len(faults) > 0 {
			return refused("PRJobCreate", faults[0])
		}
		m.CreateProcessJob(&f.Spec)
	case OperatorControlJob:
		if faults := m.CheckControlJob(&f.Spec); len(faults) > 0 {
			return refused("Create ControlJob", faults[0])
		}
		m.CreateControlJob(&f.Spec)
	case OperatorProceeds:
		return m.handleCarrier(CarrierRequest{Action: "ProceedWithCarrier", Carrier: f.Carrier, Port: portOr(f.Port)})
	case OperatorCancels:
		r := CarrierRequest{Action: "CancelCarrier", Carrier: f.Carrier, Port: portOr(f.Port)}
		if f.Carrier == "" {
			r.Action = "CancelCarrierAtPort"
		}
		return m.handleCarrier(r)
	}
	return nil
}

// portOr is the number of a port, where 0 is none given.
func portOr(number int) int {
	if number == 0 {
		return NoPort
	}
	return number
}

func (m *Model) handleCarrier(r CarrierRequest) error {
	if x := m.CheckCarrier(&r); !x.Accepted() {
		return refused(r.Action, x.Faults[0])
	}
	m.DoCarrier(&r)
	return nil
}
