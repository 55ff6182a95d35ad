package hsms

import (
	"time"

	"github.com/secsd/secsd/secs2"
)

// Kind says what an Event is about.
type Kind uint8

// The kinds of events.
const (
	// Selected: the connection entered SELECTED. Select.rsp, if we owe it,
	// stands in the out buffer before anything that Handle sends now.
	Selected Kind = iota + 1

	// NotSelected: the connection left SELECTED for the reason in Err,
	// once per Selected. The open data transactions ended with it; no
	// Failed follows for them.
	NotSelected

	// Primary: the peer sent the primary in Header and Text.
	Primary

	// Reply: the transaction Token got its reply, function 0 (aborted by
	// the peer) included.
	Reply

	// Failed: the transaction Token ended without a reply. Header is our
	// primary's, as sent. Err is a *TimeoutError with T3, a *RejectError or
	// ErrMismatch.
	Failed

	// Stray: a secondary that belongs to no open transaction, late replies
	// included.
	Stray
)

// Event is what a connection tells its user. The Event and its Text are valid
// until Handle returns.
//
// Events of one connection come one after another and in order, from the
// goroutine that reads; only Failed with T3 comes from the one that keeps the
// timers, at the same time perhaps. Handle must not block: while it runs,
// nothing is read from this peer.
type Event struct {
	Kind   Kind
	Header secs2.Header
	Text   []byte
	Token  uint64 // what Send was given: Reply, Failed
	Err    error  // NotSelected, Failed

	// Time is when the read that completed the message returned: Primary,
	// Reply, Stray.
	Time time.Time

	// Oversize: the message was longer than Config.MaxFrame and its text
	// was discarded. The equipment answers S9F11.
	Oversize bool
}
