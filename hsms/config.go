package hsms

import (
	"time"

	"go.uber.org/zap"

	"github.com/secsd/secsd/secs2"
)

// Connect says which end opens the TCP connection (E37 connect mode). It is
// independent of who is host and who is equipment.
type Connect string

// The two connect modes.
const (
	Passive Connect = "passive" // listens and accepts
	Active  Connect = "active"  // dials, and selects
)

// Config holds what is true of each connection of a link. The zero value of
// a field means the default that its comment states; a Config is copied when
// it is taken and never changed after.
type Config struct {
	// Handle receives the connection's events; see Event for the rules.
	// Required.
	Handle func(*Conn, *Event)

	// Logger gets the log lines, under the name "hsms". Default: none.
	Logger *zap.Logger

	Timers   Timers
	Linktest Linktest
	Rules    Rules

	// WriteTimeout bounds how long the peer may accept not a single byte
	// while something waits to be written; then the connection is closed.
	// Default 30 s.
	WriteTimeout time.Duration

	// MaxFrame is the longest message that is taken, in bytes of header and
	// text (the value of the length field). Default 17 MiB, 1 KiB to
	// HardMaxFrame.
	MaxFrame int

	// HardMaxFrame is the length above which a frame is taken for garbage
	// and the connection is closed. Default 64 MiB, up to 2 GiB - 1.
	HardMaxFrame int

	// SystemBytesStart is the first value of our system bytes. 0 (default):
	// random with the top bit set, which stays set, because some peers take
	// any message with the system bytes of theirs for a reply. Negative:
	// random. 1 to 4294967295: that number.
	SystemBytesStart int64

	// Gather has the reader let other goroutines run before it writes, so
	// that those which Handle woke can add to the batch. It suits a program
	// whose goroutines wait for replies and then send again; who sends from
	// Handle only loses by it.
	Gather bool
}

// Timers holds the timers of E37, section "Timers". Zero means the default;
// values outside the usual range are legal and give a warning.
type Timers struct {
	T3 time.Duration // reply timeout; default 45 s, usually 1 to 120 s
	T5 time.Duration // connect separation timeout, active end only; default 10 s, usually 1 to 240 s
	T6 time.Duration // control transaction timeout; default 5 s, usually 1 to 240 s
	T7 time.Duration // not selected timeout; default 10 s, usually 1 to 240 s
	T8 time.Duration // network intercharacter timeout; default 5 s, usually 1 to 120 s
}

// Linktest says when the connection is probed. E37 defines the procedure and
// leaves the period open.
type Linktest struct {
	// Interval is the time between probes. Default 60 s, usually 1 to
	// 3600 s; negative: never.
	Interval time.Duration

	// MaxMisses is the number of consecutive unanswered probes that ends
	// the connection. Default 1.
	MaxMisses int

	// Always probes at each interval. Default: only when nothing at all was
	// received for a whole interval.
	Always bool

	// Strict counts a probe that T6 ended as missed even if the peer sent
	// something else meanwhile.
	Strict bool
}

// Rules holds the choices which the standards leave open, and the amount of
// tolerance for peers that break them. E37.1 is HSMS-SS.
type Rules struct {
	// Strict closes the connection, as E37.1 says, on any message but
	// Select while NOT SELECTED and on control messages with text.
	Strict bool

	// StrictSession closes the connection on a control message whose
	// session ID is not 65535. Default: such a message is accepted.
	StrictSession bool

	// NoReject closes the connection where a Reject.req would be sent.
	NoReject bool

	NotSelectedData NotSelectedData // default RejectData
	Oversize        Oversize        // default OversizeS9F11
	Reselect        Reselect        // default ReselectStatus1
	SelectStatus1   SelectStatus1   // default Status1Fail
	Deselect        Deselect        // default DeselectAccept
	DeviceIDCheck   DeviceIDCheck   // default CheckPrimary

	// MaskSessionMSB ignores bit 15 of the session ID of a reply, for hosts
	// that keep the direction bit of SECS-I there.
	MaskSessionMSB bool

	// Reject4CloseAfter is the number of consecutive "entity not selected"
	// Rejects of our data that ends the connection. Default 3; negative:
	// never.
	Reject4CloseAfter int
}

// NotSelectedData says what a data message gets while NOT SELECTED.
type NotSelectedData string

// The answers to a data message while NOT SELECTED.
const (
	RejectData NotSelectedData = "reject" // Reject.req, reason 4
	DropData   NotSelectedData = "drop"
	CloseData  NotSelectedData = "close"
)

// Oversize says what a message longer than Config.MaxFrame gets.
type Oversize string

// The answers to a message that is too long.
const (
	OversizeS9F11 Oversize = "s9f11" // the text is discarded, the event says so
	OversizeClose Oversize = "close"
)

// Reselect says what a Select.req gets while SELECTED.
type Reselect string

// The answers to a Select.req while SELECTED.
const (
	ReselectStatus1 Reselect = "status1" // Select.rsp, already active
	ReselectStatus0 Reselect = "status0" // Select.rsp, established
	ReselectClose   Reselect = "close"
)

// SelectStatus1 says what Select.rsp "already active" means to the end that
// sent Select.req while NOT SELECTED.
type SelectStatus1 string

// The meanings of Select.rsp with status 1.
const (
	Status1Fail   SelectStatus1 = "fail" // refused: the peer serves another connection
	Status1Accept SelectStatus1 = "accept"
)

// Deselect says what Deselect.req gets while SELECTED; HSMS-SS does not use
// it.
type Deselect string

// The answers to Deselect.req.
const (
	DeselectAccept Deselect = "accept" // Deselect.rsp, then NOT SELECTED
	DeselectReject Deselect = "reject" // Reject.req, reason 1
	DeselectClose  Deselect = "close"
)

// DeviceIDCheck says whose session ID must be right. Primaries are checked by
// the equipment above this package.
type DeviceIDCheck string

// The extents of the session ID check.
const (
	CheckPrimary DeviceIDCheck = "primary" // a reply with another session ID is taken, with a warning
	CheckAll     DeviceIDCheck = "all"     // such a reply is stray
	CheckOff     DeviceIDCheck = "off"     // such a reply is taken
)

// LongestSent returns the length of the longest message that can be sent, header
// and text.
func (c Config) LongestSent() int {
	return min(c.withDefaults().HardMaxFrame, maxLong-prefixSize+secs2.HeaderSize)
}

// withDefaults returns the Config with each zero value replaced.
func (c Config) withDefaults() Config {
	c.Timers = c.Timers.withDefaults()
	c.Rules = c.Rules.withDefaults()
	setDefault(&c.Linktest.Interval, 60*time.Second)
	setDefault(&c.Linktest.MaxMisses, 1)
	setDefault(&c.WriteTimeout, 30*time.Second)
	setDefault(&c.MaxFrame, 17<<20)
	setDefault(&c.HardMaxFrame, 64<<20)
	if c.Logger == nil {
		c.Logger = zap.NewNop()
	}
	return c
}

func (t Timers) withDefaults() Timers {
	setDefault(&t.T3, 45*time.Second)
	setDefault(&t.T5, 10*time.Second)
	setDefault(&t.T6, 5*time.Second)
	setDefault(&t.T7, 10*time.Second)
	setDefault(&t.T8, 5*time.Second)
	return t
}

func (r Rules) withDefaults() Rules {
	setDefault(&r.NotSelectedData, RejectData)
	setDefault(&r.Oversize, OversizeS9F11)
	setDefault(&r.Reselect, ReselectStatus1)
	setDefault(&r.SelectStatus1, Status1Fail)
	setDefault(&r.Deselect, DeselectAccept)
	setDefault(&r.DeviceIDCheck, CheckPrimary)
	setDefault(&r.Reject4CloseAfter, 3)
	return r
}

func setDefault[T comparable](v *T, def T) {
	var zero T
	if *v == zero {
		*v = def
	}
}
