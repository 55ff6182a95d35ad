package model

import "time"

// This file lists what a tool can tell. Each fact is checked before it changes
// anything; what cannot be is refused with ErrUnknown, ErrNotNow or ErrValue.

// Fact is something that happened at the tool.
type Fact interface{ fact() }

// The facts of load ports (E87). Port is its number.
type (
	// LoadStarted says that a carrier is being put down (presence): LPT#6. In AUTO,
	// outside a handoff that PIOSignal tells of, it is an Access Mode Violation.
	LoadStarted struct{ Port int }
	// LoadFailed says that nothing was loaded after all: LPT#10.
	LoadFailed struct{ Port int }
	// CarrierPlaced ends the load: the carrier stands, the operator has confirmed.
	// It implies a LoadStarted that did not come. In a handoff (E84) it is the
	// carrier's presence; the load ends with COMPT.
	CarrierPlaced struct{ Port int }
	// CarrierIsClamped and CarrierIsUnclamped tell of the clamp. The second one,
	// once the carrier is done with, makes the port READY TO UNLOAD: LPT#9.
	CarrierIsClamped   struct{ Port int }
	CarrierIsUnclamped struct{ Port int }
	// CarrierIDRead is what the reader saw; CarrierIDUnread that it saw nothing.
	CarrierIDRead struct {
		Port int
		ID   string
	}
	CarrierIDUnread struct{ Port int }
	// ReaderChange tells whether the ID reader of a port works.
	ReaderChange struct {
		Port  int
		State ReaderState
	}
	// CarrierIsDocked and CarrierIsUndocked: the carrier rests at the docked, or
	// at the load/unload place.
	CarrierIsDocked   struct{ Port int }
	CarrierIsUndocked struct{ Port int }
	CarrierIsOpened   struct{ Port int }
	CarrierIsClosed   struct{ Port int }
	// SlotMapRead is what the mapper saw, one code of SlotMap for each slot from 1
	// up; SlotMapUnread that it failed.
	SlotMapRead struct {
		Port int
		Map  []byte
	}
	SlotMapUnread struct{ Port int }
	// UnloadStarted says that the carrier is being lifted: LPT#7. CarrierRemoved
	// ends that and implies it: its substrates, it and the port's association are
	// gone: LPT#8.
	UnloadStarted  struct{ Port int }
	CarrierRemoved struct{ Port int }
	UnloadFailed   struct{ Port int }
	// PortFault sets or clears an alarm of the port.
	PortFault struct {
		Port   int
		Kind   AlarmKind
		Change AlarmChange
	}
	// PortAccess and PortService are the switches at the port.
	PortAccess struct {
		Port int
		Mode AccessMode
	}
	PortService struct {
		Port   int
		Status ServiceStatus
	}
	// PIOSignal is a signal of the AMHS at the port (E84).
	PIOSignal struct {
		Port   int
		Signal PIOInput
		Level  Level
	}
	// CarrierMoved says that on internal buffer equipment the carrier rests there,
	// CarrierMoveFailed that it does not.
	CarrierMoved      struct{ Carrier, Location string }
	CarrierMoveFailed struct{ Carrier string }
	// ApproachingComplete says that the carrier will soon be done with.
	ApproachingComplete struct{ Carrier string }
)

// The facts of substrates (E90).
type (
	// SubstrateMoved: what is at location From is at location To now.
	SubstrateMoved struct{ From, To string }
	// ProcessingBegun: processing really begins on a substrate; ProcessingEnded
	// with SubstProcessed, SubstAborted, SubstStopped or SubstRejected that it is
	// over. MaterialStatus is the tool's own, 0 none.
	ProcessingBegun struct{ Substrate string }
	ProcessingEnded struct {
		Substrate      string
		Outcome        SubstProcState
		MaterialStatus uint8
	}
	// SubstrateIsLost: it was removed by hand, or is not where it should be.
	SubstrateIsLost struct{ Substrate string }
	// SubstrateIDRead is what a substrate reader saw; SubstrateIDUnread that it
	// saw nothing.
	SubstrateIDRead       struct{ Location, ID string }
	SubstrateIDUnread     struct{ Location string }
	SubstrateReaderChange struct {
		Location string
		State    ReaderState
	}
)

// The facts of jobs (E40, E94).
type (
	// JobReady: the pre-conditioning of a process job is over.
	JobReady struct{ Job string }
	// JobAtRest: everything of a job that was told to pause is at rest: PJ#9.
	JobAtRest struct{ Job string }
	// JobHalted: the stop or abort procedure is done: PJ#17 or PJ#16.
	JobHalted struct{ Job string }
	// JobDone: a job without material has been processed: PJ#6.
	JobDone struct{ Job string }
	// JobCommand and ControlJobCommand are given at the tool, by the operator or by
	// itself.
	JobCommand struct {
		Job     string
		Command PRCommand
	}
	ControlJobCommand struct {
		Job     string
		Command CJCommand
		Action  CtrlJobAction
	}
)

// The facts of modules (E157, E116).
type (
	// ModuleStarted: the module runs a recipe: ModuleProcess#2.
	ModuleStarted struct {
		Module, Recipe string
		Substrate      string // may be empty
	}
	// ModuleStep: a step begins: #5.
	ModuleStep struct {
		Module string
		Number int
		Step   string
	}
	// ModuleStepEnded and ModuleStepFailed end it: #6, #7; ModuleEnded and
	// ModuleFailed the recipe: #3, #4.
	ModuleStepEnded  struct{ Module string }
	ModuleStepFailed struct{ Module string }
	ModuleEnded      struct{ Module string }
	ModuleFailed     struct{ Module string }
	// TaskStarted: the module of performance tracking is BUSY with a task;
	// TaskEnded that nothing follows it.
	TaskStarted struct {
		Module, Task string
		Type         TaskType
	}
	TaskEnded struct{ Module string }
	// ModuleBlocked: it cannot go on; ModuleUnblocked that nothing hinders it.
	ModuleBlocked struct {
		Module string
		Reason BlockedReason
		Text   string
	}
	ModuleUnblocked struct{ Module string }
)

// ClockState tells how well the clock is synchronised (E148).
type ClockState struct {
	Source   string // "" is not synchronised
	Offset   time.Duration
	LastSync time.Time
}

func (LoadStarted) fact()           {}
func (LoadFailed) fact()            {}
func (CarrierPlaced) fact()         {}
func (CarrierIsClamped) fact()      {}
func (CarrierIsUnclamped) fact()    {}
func (CarrierIDRead) fact()         {}
func (CarrierIDUnread) fact()       {}
func (ReaderChange) fact()          {}
func (CarrierIsDocked) fact()       {}
func (CarrierIsUndocked) fact()     {}
func (CarrierIsOpened) fact()       {}
func (CarrierIsClosed) fact()       {}
func (SlotMapRead) fact()           {}
func (SlotMapUnread) fact()         {}
func (UnloadStarted) fact()         {}
func (CarrierRemoved) fact()        {}
func (UnloadFailed) fact()          {}
func (PortFault) fact()             {}
func (PortAccess) fact()            {}
func (PortService) fact()           {}
func (PIOSignal) fact()             {}
func (CarrierMoved) fact()          {}
func (CarrierMoveFailed) fact()     {}
func (ApproachingComplete) fact()   {}
func (SubstrateMoved) fact()        {}
func (ProcessingBegun) fact()       {}
func (ProcessingEnded) fact()       {}
func (SubstrateIsLost) fact()       {}
func (SubstrateIDRead) fact()       {}
func (SubstrateIDUnread) fact()     {}
func (SubstrateReaderChange) fact() {}
func (JobReady) fact()              {}
func (JobAtRest) fact()             {}
func (JobHalted) fact()             {}
func (JobDone) fact()               {}
func (JobCommand) fact()            {}
func (ControlJobCommand) fact()     {}
func (ModuleStarted) fact()         {}
func (ModuleStep) fact()            {}
func (ModuleStepEnded) fact()       {}
func (ModuleStepFailed) fact()      {}
func (ModuleEnded) fact()           {}
func (ModuleFailed) fact()          {}
func (TaskStarted) fact()           {}
func (TaskEnded) fact()             {}
func (ModuleBlocked) fact()         {}
func (ModuleUnblocked) fact()       {}
func (ClockState) fact()            {}

// ReaderState tells whether a reader works.
type ReaderState uint8

// The states of a reader.
const (
	ReaderUnavailable ReaderState = iota
	ReaderAvailable
)

// ServiceStatus is the parameter of ChangeServiceStatus (E87).
type ServiceStatus uint8

// The status.
const (
	OutOfService ServiceStatus = iota
	InService
)

// Level is that of a signal.
type Level uint8

// The levels.
const (
	Off Level = iota
	On
)

// PIOInput is a signal from the AMHS to the tool (E84).
type PIOInput uint8

// The signals.
const (
	VALID PIOInput = iota
	CS0
	CS1
	AMAVBL
	TRREQ
	BUSY
	COMPT
	CONT
)

// TaskType is that of E116.
type TaskType uint8

// The types.
const (
	NoTask TaskType = iota
	UnspecifiedTask
	ProcessTask
	SupportTask
	MaintenanceTask
	DiagnosticsTask
	WaitingTask
)

// BlockedReason is that of E116.
type BlockedReason uint8

// The reasons.
const (
	NotBlocked BlockedReason = iota
	UnknownReason
	SafetyThreshold
	ErrorCondition
	ParametricException
	AbortReason
	PauseReason
)

// PRCommand is PRCMDNAME (E40).
type PRCommand uint8

// The commands; STARTPROCESS is another spelling of START.
const (
	PRStart PRCommand = iota + 1
	PRPause
	PRResume
	PRStop
	PRAbort
	PRCancel
)

var prCommandNames = [...]string{"", "START", "PAUSE", "RESUME", "STOP", "ABORT", "CANCEL"}

func (c PRCommand) String() string { return prCommandNames[c] }

// CJCommand is CTLJOBCMD (E94).
type CJCommand uint8

// The commands.
const (
	CJStart CJCommand = iota + 1
	CJPause
	CJResume
	CJCancel
	CJDeselect
	CJStop
	CJAbort
	CJHOQ
)

var cjCommandNames = [...]string{"", "CJStart", "CJPause", "CJResume", "CJCancel", "CJDeselect", "CJStop", "CJAbort", "CJHOQ"}

func (c CJCommand) String() string { return cjCommandNames[c] }
