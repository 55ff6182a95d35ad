package hsms

import (
	"errors"
	"fmt"
	"net"
	"strings"

	"github.com/secsd/secsd/secs2"
)

// ErrNotSelected is returned for a data message while the connection is not
// SELECTED.
var ErrNotSelected = errors.New("hsms: not selected")

// ErrMismatch ends a transaction whose system bytes came back with another
// stream or function than its reply has.
var ErrMismatch = errors.New("hsms: mismatched reply")

// Why a connection ends or a session is left; they reach the user wrapped in
// a *closedError.
var (
	errClosed       = errors.New("hsms: closed by this end")
	errPeerClosed   = errors.New("hsms: peer closed the connection")
	errTruncated    = errors.New("hsms: peer closed the connection inside a frame")
	errSeparated    = errors.New("hsms: peer sent Separate.req")
	errDeselected   = errors.New("hsms: peer sent Deselect.req")
	errReselected   = errors.New("hsms: peer sent Select.req while SELECTED")
	errRejectStorm  = errors.New("hsms: more than 20 Rejects in a second")
	errRejected4    = errors.New("hsms: peer keeps rejecting data as not selected")
	errWriteTimeout = errors.New("hsms: peer accepts no data")
	errOutputFull   = errors.New("hsms: out buffer full")
	errDisabled     = errors.New("hsms: link disabled")
	errReplaced     = errors.New("hsms: replaced by a newer connection")
)

// closedError says that a connection is over, and why. It matches
// net.ErrClosed and its cause.
type closedError struct{ cause error }

func (e *closedError) Error() string {
	return "hsms: connection closed: " + strings.TrimPrefix(e.cause.Error(), "hsms: ")
}

func (e *closedError) Unwrap() []error { return []error{e.cause, net.ErrClosed} }

// Timer is one of the timers of E37.
type Timer uint8

// The timers whose expiry is reported.
const (
	T3 Timer = 3 // reply
	T6 Timer = 6 // control transaction
	T7 Timer = 7 // not selected
	T8 Timer = 8 // network intercharacter
)

// String returns the standard's name, for example "T3".
func (t Timer) String() string { return "T" + string('0'+rune(t)) }

// TimeoutError reports that a timer ran out. T3 ends one transaction; T6, T7
// and T8 end the connection.
type TimeoutError struct {
	Timer  Timer
	Header secs2.Header // the message that got no answer; zero for T7 and T8
}

func (e *TimeoutError) Error() string {
	switch e.Timer {
	case T3:
		return fmt.Sprintf("hsms: T3 expired: no reply to %s, system bytes %d", e.Header.SF(), e.Header.System())
	case T6:
		return fmt.Sprintf("hsms: T6 expired: no answer to %v, system bytes %d", sType(e.Header.SType()), e.Header.System())
	default:
		return fmt.Sprintf("hsms: %v expired", e.Timer)
	}
}

// RejectReason is the reason code of Reject.req, header byte 3.
type RejectReason byte

// The reason codes of E37.
const (
	rejectSType       RejectReason = 1
	rejectPType       RejectReason = 2
	rejectNotOpen     RejectReason = 3
	rejectNotSelected RejectReason = 4
)

// String returns the standard's words for the reason.
func (r RejectReason) String() string {
	switch r {
	case rejectSType:
		return "SType not supported"
	case rejectPType:
		return "PType not supported"
	case rejectNotOpen:
		return "transaction not open"
	case rejectNotSelected:
		return "entity not selected"
	}
	return fmt.Sprintf("reason %d", byte(r))
}

// RejectError reports that the peer rejected a message of ours.
type RejectError struct {
	Reason RejectReason
	Header secs2.Header // the message that was rejected, as sent
}

func (e *RejectError) Error() string {
	return fmt.Sprintf("hsms: peer rejected %s, system bytes %d: %v", messageName(e.Header), e.Header.System(), e.Reason)
}

// SelectStatus is the status of Select.rsp, header byte 3.
type SelectStatus byte

// The statuses of E37 that HSMS-SS uses.
const (
	selectOK        SelectStatus = 0
	selectActive    SelectStatus = 1
	selectNotReady  SelectStatus = 2
	selectExhausted SelectStatus = 3
)

// String returns the standard's words for the status.
func (s SelectStatus) String() string {
	switch s {
	case selectOK:
		return "communication established"
	case selectActive:
		return "communication already active"
	case selectNotReady:
		return "connection not ready"
	case selectExhausted:
		return "connect exhausted"
	}
	return fmt.Sprintf("status %d", byte(s))
}

// SelectError reports that the peer refused our Select.req, or we refused the
// peer's.
type SelectError struct{ Status SelectStatus }

func (e *SelectError) Error() string {
	return fmt.Sprintf("hsms: select refused: %v", e.Status)
}

// frameError reports a frame after which the stream cannot be trusted, or
// that E37.1 forbids in this state.
type frameError struct {
	problem string
	length  uint32
	header  secs2.Header
}

func (e *frameError) Error() string {
	if e.header == (secs2.Header{}) {
		return fmt.Sprintf("hsms: %s: length %d", e.problem, e.length)
	}
	return fmt.Sprintf("hsms: %s: %s, session %d, system bytes %d",
		e.problem, messageName(e.header), e.header.Session(), e.header.System())
}
