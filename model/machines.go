package model

import "strconv"

// Machine is one of the state models.
type Machine uint8

// The state models.
const (
	LoadPortTransfer Machine = iota
	AccessModeModel
	LoadPortReservation
	PortAssociation
	CarrierModel // its three parts have one numbering
	ProcessJobModel
	ControlJobModel
	SubstrateModel // its three parts have one numbering
	SubstLocModel
	EPTModel
	ModuleProcess
	Machines // how many there are
)

// machineNames are those of the events: name, then SM and the row.
var machineNames = [...]string{
	"LoadPortTransfer", "AccessMode", "LoadPortReservation", "PortAssociation", "Carrier", "PRJob", "CtrlJob", "Substrate", "SubstLoc", "EPT", "ModuleProcess",
}

func (m Machine) String() string { return machineNames[m] }

// Transition is one row that an object took. Subject says which object.
type Transition struct {
	Machine  Machine
	Object   string // the identifier of what took it; of a port its number
	Row      int
	From, To string
	On       string
}

// Occasion is an event that is no transition.
type Occasion uint8

// The occasions (E87 other events, E40 2.7, E90 5.6).
const (
	CarrierClamped Occasion = iota
	CarrierUnclamped
	CarrierOpened
	CarrierClosed
	CarrierLocationChange
	CarrierIDReadFail
	IDReaderAvailable
	IDReaderUnavailable
	UnknownCarrierID
	DuplicateCarrierIDInProcess
	CarrierApproachingComplete
	BufferCapacityChanged
	WaitingForMaterial
	SubstrateIDReaderAvailable
	SubstrateIDReaderUnavailable
	Occasions // how many there are
)

var occasionNames = [...]string{
	"CarrierClamped", "CarrierUnclamped", "CarrierOpened", "CarrierClosed", "CarrierLocationChange", "CarrierIDReadFail", "IDReaderAvailable", "IDReaderUnavailable",
	"UnknownCarrierID", "DuplicateCarrierIDInProcess", "CarrierApproachingComplete", "BufferCapacityChanged", "PRJobWaitingForMaterial",
	"SubstrateIDReaderAvailable", "SubstrateIDReaderUnavailable",
}

func (o Occasion) String() string { return occasionNames[o] }

// AlarmKind is an alarm that E87 demands, or one of E90.
type AlarmKind uint8

// The alarms.
const (
	PIOFailure AlarmKind = iota
	AccessModeViolation
	CarrierVerificationFailure
	SlotMapReadFailed
	SlotMapVerificationFailed
	OutOfServicePortUse
	CarrierPresenceError
	CarrierPlacementError
	CarrierDockFailure
	CarrierOpenFailure
	DuplicateCarrierID
	BufferMoveFailure
	CarrierRemovalError
	SubstrateIDConflict
	AlarmKinds // how many there are
)

// AlarmChange is an alarm that is set or cleared.
type AlarmChange uint8

// The changes.
const (
	AlarmCleared AlarmChange = iota
	AlarmRaised
)

// Subject is what an event is about; a field that is 0 has no value at it. The
// handles hold until the Step ends.
type Subject struct {
	Port       uint8 // its number
	Carrier    uint32
	Substrate  uint32
	ProcessJob uint32
	ControlJob uint32
	Location   uint32 // of a substrate: see locations.go
	Tracker    uint32
	Module     uint32
	// CarrierLocation is the LocationID of a carrier event.
	CarrierLocation string
	Reason          Reason
	Action          CtrlJobAction
	// TakenAlong is one more than SubstrateCount of a carrier that leaves, whose
	// substrates are told before it; 0 is any other.
	TakenAlong uint8
}

// Reason is why a slot map waits for the host; Reason 0 is NoReason so that it
// can be told apart from no value.
type Reason uint8

// The reasons, one above the code that is sent.
const (
	NoReason Reason = iota
	VerificationNeeded
	VerificationUnsuccessful
	SlotMapReadFail
	ImproperSubstratePosition
)

// CtrlJobAction is the Action of CJCancel, CJStop and CJAbort; one above the
// code that is sent.
type CtrlJobAction uint8

// The actions.
const (
	NoAction CtrlJobAction = iota
	SaveJobs
	RemoveJobs
)

// objectOf names the object of the transition at hand.
func (m *Model) objectOf(machine Machine) string {
	s := &m.subject
	switch machine {
	case CarrierModel:
		return carrierType.name(m, s.Carrier)
	case ProcessJobModel:
		return processJobType.name(m, s.ProcessJob)
	case ControlJobModel:
		return controlJobType.name(m, s.ControlJob)
	case SubstrateModel:
		return substrateType.name(m, s.Substrate)
	case SubstLocModel:
		return substLocType.name(m, s.Location)
	case EPTModel:
		return trackerType.name(m, s.Tracker)
	case ModuleProcess:
		return m.moduleName(s.Module)
	default:
		return portNames[s.Port]
	}
}

// portNames are the numbers of ports as texts.
var portNames = func() (list [maxPorts + 1]string) {
	for i := range list {
		list[i] = strconv.Itoa(i)
	}
	return list
}()

var alarmNames = [...]string{
	"PIOFailure", "AccessModeViolation", "CarrierVerificationFailure", "SlotMapReadFailed", "SlotMapVerificationFailed", "OutOfServicePortUse",
	"CarrierPresenceError", "CarrierPlacementError", "CarrierDockFailure", "CarrierOpenFailure", "DuplicateCarrierID", "BufferMoveFailure",
	"CarrierRemovalError", "SubstrateIDConflict",
}

func (k AlarmKind) String() string { return nameIn(alarmNames[:], k) }

var alarmTexts = [...]string{
	"PIO FAILURE", "ACCESS MODE VIOLATION", "CARRIER VERIFICATION FAILURE", "SLOT MAP READ FAILED", "SLOT MAP VERIFICATION FAILED",
	"ATTEMPT TO USE OUT OF SERVICE LOAD PORT", "CARRIER PRESENCE ERROR", "CARRIER PLACEMENT ERROR", "CARRIER DOCK/UNDOCK FAILURE",
	"CARRIER OPEN/CLOSE FAILURE", "DUPLICATE CARRIERID", "INTERNAL BUFFER CARRIER MOVE FAILURE", "CARRIER REMOVAL ERROR", "SUBSTRATE ID CONFLICT",
}

// Text returns ALTX.
func (k AlarmKind) Text() string { return alarmTexts[k] }
