package gem

// This file holds the choices of a Config as small types: the zero value of
// each is the default.

// CommunicationsDefault is the communications state at start.
type CommunicationsDefault uint8

// The communications states an operator can choose for the start.
const (
	StartEnabled CommunicationsDefault = iota
	StartDisabled
)

// Initiate says who opens communications.
type Initiate uint8

// EquipmentInitiates sends S1F13 and also takes the host's; HostInitiates
// only waits for the host.
const (
	EquipmentInitiates Initiate = iota
	HostInitiates
)

// OnSelect says when S1F13 goes out on a new session.
type OnSelect uint8

// S1F13AtOnce ends the delay in progress; S1F13AfterDelay lets it run out.
const (
	S1F13AtOnce OnSelect = iota
	S1F13AfterDelay
)

// HostS1F13 says which bodies of a host's S1F13 are taken.
type HostS1F13 uint8

// LenientS1F13 takes L[0], L[2] and no body; StrictS1F13 only L[0].
const (
	LenientS1F13 HostS1F13 = iota
	StrictS1F13
)

// ControlDefault is the control state at start (E30 3.3, row 1).
type ControlDefault uint8

// The control states of the start-up setting.
const (
	StartAttemptOnLine ControlDefault = iota
	StartEquipmentOffLine
	StartHostOffLine
	StartOnLine
)

// AttemptFail is where ATTEMPT ON-LINE ends when it fails (row 4).
type AttemptFail uint8

// The two outcomes the standard allows.
const (
	FailToHostOffLine AttemptFail = iota
	FailToEquipmentOffLine
)

// Switch is the front panel's LOCAL/REMOTE switch.
type Switch uint8

// The positions of the switch.
const (
	SwitchRemote Switch = iota
	SwitchLocal
)

// Attempt says what ATTEMPT ON-LINE does while NOT COMMUNICATING.
type Attempt uint8

// AttemptWaits keeps the attempt until communications stand; AttemptFails
// ends it at once.
const (
	AttemptWaits Attempt = iota
	AttemptFails
)

// AfterS9 says what else answers a primary that got an S9.
type AfterS9 uint8

// OnlyS9 leaves the transaction to the host's T3; S9AndF0 sends SxF0 too.
const (
	OnlyS9 AfterS9 = iota
	S9AndF0
)

// DeviceIDCheck says which received messages must carry our device ID.
type DeviceIDCheck uint8

// CheckPrimaries lets a secondary pass that its system bytes identify.
const (
	CheckPrimaries DeviceIDCheck = iota
	CheckAll
	CheckNone
)

// SessionMSB says whether bit 15 of a received session ID counts.
type SessionMSB uint8

// CompareMSB compares all 16 bits; IgnoreMSB masks bit 15, for hosts that set
// an R-bit there.
const (
	CompareMSB SessionMSB = iota
	IgnoreMSB
)

// IDFormat is the unsigned format of identifiers the equipment sends.
type IDFormat uint8

// The widths GEM allows; U4 is the default.
const (
	IDU4 IDFormat = iota
	IDU1
	IDU2
	IDU8
)

// S6WBit says whether event reports ask for a reply.
type S6WBit uint8

// WaitForReply sets the W-bit of S6F11, DoNotWait clears it.
const (
	WaitForReply S6WBit = iota
	DoNotWait
)

// ASCIIOut says what becomes of characters that ASCII does not have.
type ASCIIOut uint8

// ReplaceNonASCII writes a question mark for each, RawText leaves the bytes.
const (
	ReplaceNonASCII ASCIIOut = iota
	RawText
)

// NonFinite says what becomes of a NaN or an infinity.
type NonFinite uint8

// NonFiniteEmpty makes the value a zero-length item, "not available";
// NonFiniteSend leaves it.
const (
	NonFiniteEmpty NonFinite = iota
	NonFiniteSend
)

// Delivery says which events survive a crash.
type Delivery uint8

// PlainDelivery records the events of what is durable itself, StrictDelivery
// every event before it is sent.
const (
	PlainDelivery Delivery = iota
	StrictDelivery
)

// OnT3 says what becomes of a transmission when a spooled message gets no
// reply.
type OnT3 uint8

// SuspendOnT3 keeps the message and waits for the next S6F23, ContinueOnT3
// drops it.
const (
	SuspendOnT3 OnT3 = iota
	ContinueOnT3
)

// InFlight says what becomes of primaries that were sent and not answered when
// communications are lost.
type InFlight uint8

// RequeueInFlight puts them at the head of the spool, perhaps a second time for
// the host; LoseInFlight drops them.
const (
	RequeueInFlight InFlight = iota
	LoseInFlight
)

// SpoolOrder says what comes first in the spool.
type SpoolOrder uint8

// ActivatedEventFirst begins with the event Spooling Activated,
// FailedMessageFirst with the messages that could not be sent.
const (
	ActivatedEventFirst SpoolOrder = iota
	FailedMessageFirst
)

// Effect is what a remote command does to the tool.
type Effect uint8

// Moves is a command that moves hardware, Starts one that starts processing:
// both need REMOTE. Affects acts on the running process: LOCAL allows it while
// nothing is processed. Benign is any other.
const (
	Moves Effect = iota
	Affects
	Benign
	Starts
)

// OperatorLock says whether an operator may do something while the control
// state is REMOTE.
type OperatorLock uint8

// NotLocked is always allowed, LockedInRemote only in LOCAL and OFF-LINE.
const (
	NotLocked OperatorLock = iota
	LockedInRemote
)

// CommandCase says how the names of commands are compared.
type CommandCase uint8

// ExactCase takes them as they are written, AnyCase in upper and lower case.
const (
	ExactCase CommandCase = iota
	AnyCase
)

// OldCommands says what becomes of S2F21.
type OldCommands uint8

// ServeS2F21 answers it from the table of commands; RefuseS2F21 does not know
// it.
const (
	ServeS2F21 OldCommands = iota
	RefuseS2F21
)

// HostSwitch says whether hosts have commands LOCAL and REMOTE.
type HostSwitch uint8

// OperatorSwitches leaves the switch to the operator, as E30 does; HostSwitches
// obeys the controlling host too.
const (
	OperatorSwitches HostSwitch = iota
	HostSwitches
)

// ConstantEvents says which changes of constants raise
// OperatorEquipmentConstantChange.
type ConstantEvents uint8

// OperatorChanges are those of the operator; AllChanges are those of hosts too.
const (
	OperatorChanges ConstantEvents = iota
	AllChanges
)

// Need says whether a parameter must be given.
type Need uint8

// Optional parameters may be left out, Required ones may not.
const (
	Optional Need = iota
	Required
)

// OverwriteSelected says what S7F3 and S7F23 do to the program that is selected.
type OverwriteSelected uint8

// AcceptOverwrite stores the new one beside the copy that runs, DenyOverwrite
// answers ACKC7 1.
const (
	AcceptOverwrite OverwriteSelected = iota
	DenyOverwrite
)

// DeleteSelected says what S7F17 does to the program that is selected.
type DeleteSelected uint8

// DenyDelete answers ACKC7 1, AcceptDelete deletes what is stored.
const (
	DenyDelete DeleteSelected = iota
	AcceptDelete
)

// Verification says who verifies process programs.
type Verification uint8

// VerifyFormatted is the equipment itself alone, by what formatted programs may
// consist of; ToolVerifies asks the tool too, about every program.
const (
	VerifyFormatted Verification = iota
	ToolVerifies
)

// HostProgramChange says whether hosts are told of programs that a host changed.
type HostProgramChange uint8

// HostChangeSilent raises nothing, HostChangeEvent ProcessProgramChange.
const (
	HostChangeSilent HostProgramChange = iota
	HostChangeEvent
)

// ProgramParameter says whether a parameter names a process program, which then
// must be stored.
type ProgramParameter uint8

// ProgramByName is the PPID of PP-SELECT without Values, ProgramAlways any,
// ProgramNever none.
const (
	ProgramByName ProgramParameter = iota
	ProgramAlways
	ProgramNever
)
