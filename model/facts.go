package model

import (
	"strconv"
	"time"
)

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
	// CarrierIsClamped tells of the clamp.
	CarrierIsClamped struct{ Port int }
	// CarrierIsUnclamped tells of it too; once the carrier is done with, it makes
	// the port READY TO UNLOAD: LPT#9.
	CarrierIsUnclamped struct{ Port int }
	// CarrierIDRead is what the reader saw.
	CarrierIDRead struct {
		Port int
		ID   string
	}
	// CarrierIDUnread says that the reader saw nothing.
	CarrierIDUnread struct{ Port int }
	// ReaderChange tells whether the ID reader of a port works.
	ReaderChange struct {
		Port  int
		State ReaderState
	}
	// CarrierIsDocked says that the carrier rests at the docked place.
	CarrierIsDocked struct{ Port int }
	// CarrierIsUndocked says that the carrier rests at the load/unload place again.
	CarrierIsUndocked struct{ Port int }
	// CarrierIsOpened says that its door is off.
	CarrierIsOpened struct{ Port int }
	// CarrierIsClosed says that its door is back on.
	CarrierIsClosed struct{ Port int }
	// SlotMapRead is what the mapper saw, one code of SlotMap for each slot from 1
	// up.
	SlotMapRead struct {
		Port int
		Map  []byte
	}
	// SlotMapUnread says that the mapper failed.
	SlotMapUnread struct{ Port int }
	// UnloadStarted says that the carrier is being lifted: LPT#7.
	UnloadStarted struct{ Port int }
	// CarrierRemoved ends the unload, and implies its start: its substrates, the carrier and the association of
	// the port are gone: LPT#8.
	CarrierRemoved struct{ Port int }
	// UnloadFailed says that the carrier stands as before: LPT#10.
	UnloadFailed struct{ Port int }
	// PortFault sets or clears an alarm of the port.
	PortFault struct {
		Port   int
		Kind   AlarmKind
		Change AlarmChange
	}
	// PortAccess is the access mode switch at the port.
	PortAccess struct {
		Port int
		Mode AccessMode
	}
	// PortService is the service switch at the port.
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
	// CarrierMoved says that on internal buffer equipment the carrier rests there.
	CarrierMoved struct{ Carrier, Location string }
	// CarrierMoveFailed says that a move inside the equipment failed.
	CarrierMoveFailed struct{ Carrier string }
	// ApproachingComplete says that the carrier will soon be done with.
	ApproachingComplete struct{ Carrier string }
)

// The facts of substrates (E90).
type (
	// SubstrateMoved says that what was at location From is at location To now.
	SubstrateMoved struct{ From, To string }
	// ProcessingBegun says that processing really begins on a substrate.
	ProcessingBegun struct{ Substrate string }
	// ProcessingEnded says that processing is over, with SubstProcessed, SubstAborted, SubstStopped or
	// SubstRejected. MaterialStatus is the tool's own, 0 none.
	ProcessingEnded struct {
		Substrate      string
		Outcome        SubstProcState
		MaterialStatus uint8
	}
	// SubstrateIsLost says that it was removed by hand, or is not where it should be.
	SubstrateIsLost struct{ Substrate string }
	// SubstrateIDRead is what a substrate reader saw.
	SubstrateIDRead struct{ Location, ID string }
	// SubstrateIDUnread says that a substrate reader saw nothing.
	SubstrateIDUnread struct{ Location string }
	// SubstrateReaderChange tells whether a substrate reader works.
	SubstrateReaderChange struct {
		Location string
		State    ReaderState
	}
)

// The facts of jobs (E40, E94).
type (
	// JobReady says that the pre-conditioning of a process job is over.
	JobReady struct{ Job string }
	// JobAtRest says that everything of a job that was told to pause is at rest: PJ#9.
	JobAtRest struct{ Job string }
	// JobHalted says that the stop or abort procedure is done: PJ#17 or PJ#16.
	JobHalted struct{ Job string }
	// JobDone says that a job without material has been processed: PJ#6.
	JobDone struct{ Job string }
	// JobCommand is given at the tool, by the operator or by itself.
	JobCommand struct {
		Job     string
		Command PRCommand
	}
	// ControlJobCommand is given at the tool, by the operator or by itself.
	ControlJobCommand struct {
		Job     string
		Command CJCommand
		Action  CtrlJobAction
	}
)

// The facts of modules (E157, E116).
type (
	// ModuleStarted says that the module runs a recipe: ModuleProcess#2.
	ModuleStarted struct {
		Module, Recipe string
		Substrate      string // may be empty
	}
	// ModuleStep says that a step begins: #5.
	ModuleStep struct {
		Module string
		Number int
		Step   string
	}
	// ModuleStepEnded ends a step: #6.
	ModuleStepEnded struct{ Module string }
	// ModuleStepFailed ends a step that failed: #7.
	ModuleStepFailed struct{ Module string }
	// ModuleEnded ends the recipe: #3.
	ModuleEnded struct{ Module string }
	// ModuleFailed ends a recipe that failed: #4.
	ModuleFailed struct{ Module string }
	// TaskStarted says that the module of performance tracking is BUSY with a task.
	TaskStarted struct {
		Module, Task string
		Type         TaskType
	}
	// TaskEnded says that nothing follows the task.
	TaskEnded struct{ Module string }
	// ModuleBlocked says that the module cannot go on.
	ModuleBlocked struct {
		Module string
		Reason BlockedReason
		Text   string
	}
	// ModuleUnblocked says that nothing hinders the module.
	ModuleUnblocked struct{ Module string }
)

// ClockState tells how well the clock is synchronised (E148).
type ClockState struct {
	Source   string // "" is not synchronised
	Offset   time.Duration
	LastSync time.Time
}

// nameIn is the name of a code, or its number.
func nameIn[T ~uint8](names []string, code T) string {
	if int(code) < len(names) && names[code] != "" {
		return names[code]
	}
	return strconv.Itoa(int(code))
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

func (c PRCommand) String() string { return nameIn(prCommandNames[:], c) }

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

func (c CJCommand) String() string { return nameIn(cjCommandNames[:], c) }
