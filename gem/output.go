package gem

import (
	"time"

	"github.com/secsd/secsd/model"
	"github.com/secsd/secsd/secs2"
	"github.com/secsd/secsd/spool"
)

// Output is what a Step asks its caller to do, in this order: hand Commit to
// the journal, send Messages, act on Links, tell Transitions and Notes. The
// caller reuses one Output; the slices and bodies in it hold until the next
// Step.
type Output struct {
	// Commit is to become durable, all of it or nothing; Seq 0 is none.
	Commit Commit
	// Fetches are segments to read.
	Fetches []Fetch
	// Messages may go now, in this order.
	Messages []Message
	// Works are on files of process programs. Work is the task whose work the
	// caller waits for and does, 0 none.
	Works []ProgramWork
	Work  uint64
	// Task is what an action of the operator began; Finished tells when such a
	// task is over.
	Task     uint64
	Finished []ProgramFinished
	// Closed are the tasks whose opened programs no message takes any more.
	Closed []uint64
	// Verify are programs that the tool may verify.
	Verify []ProgramToVerify
	// Questions are for the tool; each wants an Answer.
	Questions []Question
	// Verdicts are the outcomes of operators' commands.
	Verdicts []Verdict
	// Orders are for the tool: what it is to do with material and jobs, in this
	// order.
	Orders []model.Order
	// Requests are for the tool too; each wants a Respond.
	Requests []Request
	// Links are connections to close or to allow again.
	Links []LinkOrder
	// Transitions were taken by the state models, in this order.
	Transitions []Transition
	// Displays are terminals that show something else now.
	Displays []TerminalSnapshot
	// Notes are facts for the log.
	Notes []Note
	// More says that messages wait which could go: one Step sends so much and
	// no more. Continue sends the next ones.
	More bool
	// Deadline is when a Tick is due; zero is never.
	Deadline time.Time
	// Asked is the number of the primary that the input made, for its Outcome;
	// 0: none.
	Asked uint64
	// Outcomes are primaries whose reply somebody waited for.
	Outcomes []Outcome
	// Err is why an Operator or SetVariables input was refused.
	Err error

	buf []byte // the bodies of replies
}

// Commit is a set of records that the journal takes all or nothing.
type Commit struct {
	Seq     uint64 // grows by one
	Records []Record
	Writes  []SegmentWrite // of the spools; in order, before the records
}

// SegmentWrite changes a segment file of a host's spool.
type SegmentWrite struct {
	Host string
	spool.Write
}

// Fetch wants a segment file of a host's spool to be read; Fetched brings it.
type Fetch struct {
	Host    string
	Segment uint32
}

// Record is the durable image of one object; a nil Image deletes it.
type Record struct {
	Kind, ID string
	Image    []byte
}

// Message is to be sent to a host.
type Message struct {
	Host int
	// Primary is the header of the host's primary for a secondary; its session
	// ID, stream and system bytes go back. Zero for a primary of ours.
	Primary  secs2.Header
	Session  uint16
	Stream   byte
	Function byte
	W        secs2.WBit
	// Token comes back in Reply or Failed when W is set.
	Token uint64
	Body  []byte
	// Program, if it is not 0, is the task whose opened program follows Body.
	Program uint64
}

// IsReply reports whether the message is a secondary.
func (m *Message) IsReply() bool { return m.Function&1 == 0 }

// LinkOrder is what to do with the link to a host.
type LinkOrder struct {
	Host int
	Do   LinkAction
}

// LinkAction is what to do with a link.
type LinkAction uint8

// EnableLink lets sessions come up, DisableLink separates and refuses them,
// ResetLink ends the present one.
const (
	EnableLink LinkAction = iota
	DisableLink
	ResetLink
)

// Transition is one row of a state model that was taken.
type Transition struct {
	Host    string // empty when the model belongs to the equipment
	Machine string
	Object  string // the identifier, of a model that each object of a type has
	Row     int    // 0: the move is in no table
	From    string
	To      string
	On      string
}

// Severity says who has to read a Note.
type Severity uint8

// Info is for the record, Warn says that a host broke a rule or a timer ran
// out, Fault that a person must act.
const (
	Debug Severity = iota
	Info
	Warn
	Fault
)

// Note is a fact for the log. Message is constant; the rest are its fields.
type Note struct {
	Severity Severity
	Message  string
	Host     string
	Header   secs2.Header // zero when it concerns no message
	Detail   string
	Every    bool // it is logged however many there are
}

func (o *Output) reset() {
	if o.Commit.Seq != 0 {
		clear(o.Commit.Records) // what they hold need not stay in memory
		clear(o.Commit.Writes)
		o.Commit = Commit{Records: o.Commit.Records[:0], Writes: o.Commit.Writes[:0]}
	}
	o.Fetches = o.Fetches[:0]
	o.Messages = o.Messages[:0]
	o.Questions = o.Questions[:0]
	o.Verdicts = o.Verdicts[:0]
	o.Orders = o.Orders[:0]
	clear(o.Works)
	o.Works, o.Work, o.Task = o.Works[:0], 0, 0
	o.Finished, o.Closed, o.Verify = o.Finished[:0], o.Closed[:0], o.Verify[:0]
	clear(o.Requests) // their items need not stay in memory
	o.Requests = o.Requests[:0]
	o.Links = o.Links[:0]
	o.Transitions = o.Transitions[:0]
	o.Displays = o.Displays[:0]
	o.Notes = o.Notes[:0]
	o.Asked, o.Outcomes = 0, o.Outcomes[:0]
	o.More = false
	o.Deadline = time.Time{}
	o.Err = nil
	o.buf = o.buf[:0]
	if cap(o.buf) > maxKept {
		o.buf = nil
		clear(o.Messages[:cap(o.Messages)])
	}
}

// maxKept bounds the buffer that stays for the next Steps, in bytes: one long
// reply must not cost its memory for ever.
const maxKept = 256 << 10

// rewind drops what the Step has put in so far. Notes stay: they tell why.
func (o *Output) rewind() {
	notes := o.Notes
	o.reset()
	o.Notes = notes
}
