package model

// ErrCode is ERRCODE (E5).
type ErrCode uint32

// The codes that this package gives.
const (
	ErrUnknownOwner      ErrCode = 1  // unknown object in object specifier
	ErrUnknownTarget     ErrCode = 2  // unknown target object type
	ErrUnknownObject     ErrCode = 3  // unknown object instance
	ErrUnknownAttribute  ErrCode = 4  // unknown attribute name
	ErrReadOnly          ErrCode = 5  // read-only attribute, access denied
	ErrUnknownType       ErrCode = 6  // unknown object type
	ErrAttributeValue    ErrCode = 7  // invalid attribute value
	ErrSyntax            ErrCode = 8  // syntax error
	ErrInUse             ErrCode = 11 // object identifier in use
	ErrImproper          ErrCode = 12 // parameters improperly specified
	ErrInsufficient      ErrCode = 13 // insufficient parameters
	ErrUnsupported       ErrCode = 14 // unsupported option requested
	ErrBusy              ErrCode = 15 // busy
	ErrNotAvailable      ErrCode = 16 // not available for processing
	ErrWrongState        ErrCode = 17 // command not valid for current state
	ErrNoMaterialAltered ErrCode = 18 // no material altered
	ErrPartlyProcessed   ErrCode = 19 // material partially processed
	ErrAllProcessed      ErrCode = 20 // all material processed
	ErrRecipe            ErrCode = 21 // recipe specification error
	ErrNoMaterial        ErrCode = 24 // failed for lack of material
	ErrJobAborted        ErrCode = 25 // job aborted
	ErrJobStopped        ErrCode = 26 // job stopped
	ErrJobCancelled      ErrCode = 27 // job cancelled
	ErrUnknownEvent      ErrCode = 29 // unknown event
	ErrNoPort            ErrCode = 48 // load port does not exist
	ErrPortInUse         ErrCode = 49 // load port already in use
	ErrMissingCarrier    ErrCode = 50 // missing carrier
)

// PRState is PRSTATE, the state of a process job (E40).
type PRState uint8

// The states.
const (
	Pooled          PRState = 0 // QUEUED/POOLED
	SettingUp       PRState = 1
	WaitingForStart PRState = 2
	Processing      PRState = 3
	ProcessComplete PRState = 4
	Pausing         PRState = 6
	Paused          PRState = 7
	Stopping        PRState = 8
	Aborting        PRState = 9
	Stopped         PRState = 10
	Aborted         PRState = 11
	NoJob           PRState = 255 // before creation and after extinction
)

var prStateNames = [...]string{
	Pooled: "QUEUED/POOLED", SettingUp: "SETTING UP", WaitingForStart: "WAITING FOR START", Processing: "PROCESSING",
	ProcessComplete: "PROCESS COMPLETE", Pausing: "PAUSING", Paused: "PAUSED", Stopping: "STOPPING", Aborting: "ABORTING",
	Stopped: "STOPPED", Aborted: "ABORTED", executingByHistory: "EXECUTING by history", NoJob: "no state",
}

func (s PRState) String() string { return prStateNames[s] }

// Active tells whether the state is a substate of ACTIVE.
func (s PRState) Active() bool {
	switch s {
	case SettingUp, WaitingForStart, Processing, Pausing, Paused, Stopping, Aborting:
		return true
	default:
		return false
	}
}

// PostActive tells whether the state is a substate of POST ACTIVE.
func (s PRState) PostActive() bool { return s == ProcessComplete || s == Stopped || s == Aborted }

// CJState is the State of a control job (E94).
type CJState uint8

// The states.
const (
	CJQueued CJState = iota
	CJSelected
	CJWaitingForStart
	CJExecuting
	CJPaused
	CJCompleted
	NoControlJob CJState = 255
)

var cjStateNames = [...]string{"QUEUED", "SELECTED", "WAITINGFORSTART", "EXECUTING", "PAUSED", "COMPLETED"}

func (s CJState) String() string {
	if int(s) < len(cjStateNames) {
		return cjStateNames[s]
	}
	return "no state"
}

// SubstState is the transport state of a substrate (E90).
type SubstState uint8

// The states.
const (
	AtSource SubstState = iota
	AtWork
	AtDestination
	NoSubstrate SubstState = 255
)

var substStateNames = [...]string{"AT SOURCE", "AT WORK", "AT DESTINATION"}

func (s SubstState) String() string {
	if int(s) < len(substStateNames) {
		return substStateNames[s]
	}
	return "no state"
}

// SubstProcState is the processing state of a substrate (E90).
type SubstProcState uint8

// The states; those from SubstProcessed on are final.
const (
	NeedsProcessing SubstProcState = iota
	InProcess
	SubstProcessed
	SubstAborted
	SubstStopped
	SubstRejected
	SubstLost
	SubstSkipped
	NoProcessing SubstProcState = 255
)

var substProcStateNames = [...]string{"NEEDS PROCESSING", "IN PROCESS", "PROCESSED", "ABORTED", "STOPPED", "REJECTED", "LOST", "SKIPPED"}

func (s SubstProcState) String() string {
	if int(s) < len(substProcStateNames) {
		return substProcStateNames[s]
	}
	return "no state"
}

// Final tells whether the state is a substate of PROCESSING COMPLETE.
func (s SubstProcState) Final() bool { return s >= SubstProcessed && s <= SubstSkipped }
