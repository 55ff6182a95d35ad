package gem

import "github.com/secsd/secsd/secs2"

// Input is one thing that happens to the equipment.
type Input interface{ input() }

// Start begins the state models; it is the first input, after every Restored.
type Start struct{}

// Restored is a durable record read back at start.
type Restored struct{ Record Record }

// RestoredSegment is a segment file of a spool read back at start.
type RestoredSegment struct {
	Host   string
	Number uint32
	Data   []byte
}

// Fetched is a segment file that a Fetch asked for, or why it cannot be read.
type Fetched struct {
	Host    string
	Segment uint32
	Data    []byte
	Fault   string
}

// LinkUp says that a session with the host entered SELECTED.
type LinkUp struct{ Host int }

// LinkDown says that the session left SELECTED, for whatever reason. All its
// open transactions died with it.
type LinkDown struct {
	Host   int
	Reason string
}

// Primary is a message with an odd function from a host.
type Primary struct {
	Host   int
	Header secs2.Header
	Body   secs2.Item // dies with the Step
	// Fault says that there is no usable body: a *secs2.SyntaxError, or
	// ErrTooLong when the transport refused to take the text.
	Fault error
	// Program is what ProgramRules.Examine made of the body; nil lets the Step do
	// it.
	Program *ReceivedProgram
}

// Reply is the secondary of a transaction that the equipment opened.
type Reply struct {
	Host   int
	Token  uint64 // of the Message that opened it
	Header secs2.Header
	Body   secs2.Item
	Fault  error

	Program *ReceivedProgram // as of a Primary
}

// Failed says that a transaction of the equipment ended without a reply while
// the session lives on.
type Failed struct {
	Host   int
	Token  uint64
	Header secs2.Header // of our primary, as sent
	Cause  Cause
	Detail string
}

// Cause is why a transaction ended without its reply.
type Cause uint8

// The causes.
const (
	T3Expired Cause = iota
	Rejected
	Mismatched
	NotSent
)

var causeNames = [...]string{"T3", "rejected", "mismatched reply", "not sent"}

func (c Cause) String() string { return causeNames[c] }

// Stray is a secondary that belongs to no open transaction.
type Stray struct {
	Host   int
	Header secs2.Header
}

// Flow says that the way to a host has no room for primaries, or has it again.
// What may not go waits in the host's queue.
type Flow struct {
	Host int
	Room bool
}

// Continue lets a Step go on that ended with Output.More.
type Continue struct{}

// Stop is the last input but for the word of the journal: what could still wait
// is written now.
type Stop struct{}

// Tick says that the time of the earliest deadline has come.
type Tick struct{}

// Operator is an action at the equipment's panel. Output.Err says why it was
// refused.
type Operator struct {
	Host   int // AllHosts, or the index in Config.Hosts
	Action Action
}

// AllHosts lets an operator action concern every host.
const AllHosts = -1

// Action is what the operator does.
type Action uint8

// The operator's switches (E30 3.2, 3.3), and maintenance.
const (
	Enable Action = iota + 1
	Disable
	OnLine
	OffLine
	Local
	Remote
	// PurgeSpool deletes what is spooled, without the host's word: what the
	// operator of a host that does not know spooling needs (not in E30).
	PurgeSpool
)

var actionNames = [...]string{"", "enable", "disable", "on-line", "off-line", "local", "remote", "purge"}

func (a Action) String() string { return actionNames[a] }

// ActionOf returns the action called name, as in "on-line".
func ActionOf(name string) (Action, bool) {
	for i, n := range actionNames {
		if n == name && i > 0 {
			return Action(i), true
		}
	}
	return 0, false
}

// SetVariables is the tool telling values of status variables: all of them or,
// with Output.Err, none.
type SetVariables struct{ Values []Value }

// Trigger is the tool saying that a collection event happened, with values to
// store first. Output.Err says why it was refused.
type Trigger struct {
	CEID   uint32
	Values []Value
}

// Value is the value of one variable.
type Value struct {
	VID  uint32
	Item secs2.Item
}

// Durable says that every commit up to Seq is on disk.
type Durable struct{ Seq uint64 }

// StorageFailed says that the commit Seq and all behind it are not on disk.
type StorageFailed struct {
	Seq    uint64
	Reason string
}

// StorageBack says that commits are taken again.
type StorageBack struct{}

func (Start) input()           {}
func (Restored) input()        {}
func (RestoredSegment) input() {}
func (Fetched) input()         {}
func (LinkUp) input()          {}
func (LinkDown) input()        {}
func (Primary) input()         {}
func (Reply) input()           {}
func (Failed) input()          {}
func (Stray) input()           {}
func (Stop) input()            {}
func (Tick) input()            {}
func (Flow) input()            {}
func (Continue) input()        {}
func (Operator) input()        {}
func (SetVariables) input()    {}
func (Trigger) input()         {}
func (Durable) input()         {}
func (StorageFailed) input()   {}
func (StorageBack) input()     {}
