package model

import (
	"errors"
	"fmt"
)

// What a fact, or an identifier in it, may be wrong about.
var (
	// ErrUnknown: what the fact names does not exist.
	ErrUnknown = errors.New("model: unknown")
	// ErrNotNow: no state model has that transition now, or something stands in
	// its way.
	ErrNotNow = errors.New("model: not now")
	// ErrValue: a value is out of its range.
	ErrValue = errors.New("model: value")
)

func (m *Model) tell(f Fact) error {
	switch f.(type) {
	case SubstrateMoved, ProcessingBegun, ProcessingEnded, SubstrateIsLost, SubstrateIDRead, SubstrateIDUnread, SubstrateReaderChange:
		return m.tellSubstrate(f)
	case JobReady, JobAtRest, JobHalted, JobDone, JobCommand, ControlJobCommand:
		return m.tellJob(f)
	case ModuleStarted, ModuleStep, ModuleStepEnded, ModuleStepFailed, ModuleEnded, ModuleFailed, TaskStarted, TaskEnded, ModuleBlocked, ModuleUnblocked, ClockState:
		return m.tellModule(f)
	case OperatorProcessJob, OperatorControlJob, OperatorProceeds, OperatorCancels:
		return m.operate(f)
	}
	return m.tellPort(f)
}

// refused makes an error of why a service at the tool is refused.
func refused(service string, f Fault) error {
	kind := ErrNotNow
	switch f.Code {
	case ErrUnknownOwner, ErrUnknownTarget, ErrUnknownObject, ErrUnknownType, ErrNoPort:
		kind = ErrUnknown
	case ErrAttributeValue, ErrImproper, ErrInsufficient, ErrUnsupported:
		kind = ErrValue
	default:
	}
	return fmt.Errorf("%w: %s: %v", kind, service, f)
}
