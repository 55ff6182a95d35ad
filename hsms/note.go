package hsms

import (
	"time"

	"github.com/secsd/secsd/internal/fsm"
	"github.com/secsd/secsd/secs2"
)

// noteKind says what a note is about; log.go has the line for each.
type noteKind uint8

const (
	noteTransition      noteKind = iota
	noteRefused                  // a trigger that the state has no row for
	noteControlSession           // control message with a session ID other than 65535
	noteControlText              // control message with text
	noteDropped                  // data while NOT SELECTED, dropped
	noteRejectSent               // n: reason
	noteRejectReceived           // n: reason
	noteRejectUnmatched          // n: reason
	noteLinktestReject           // Linktest.req was rejected; the link is alive
	noteLinktestSlow             // T6 ran out on Linktest.req, yet the peer sent something
	noteLinktestMissed           // n: consecutive misses
	noteStatusByte2              // status or reason in header byte 2
	noteSelectStatus             // n: status of a Select.rsp that changes nothing
	noteReselect                 // Select.req while SELECTED
	noteReplySession             // reply with another session ID
	noteReplyW                   // W-bit set on a secondary
	noteMismatch                 // reply with another stream or function
	noteStray                    // secondary without a transaction
	noteLate                     // reply after T3; late: by how much
	noteT3                       // T3 ran out
	noteOversize                 // text too long, discarded; n: length
	noteOutputFull               // n: bound in bytes
	noteClosing                  // the connection ends; err: why
	noteRefusal                  // the endpoint refused a connection
	noteSent                     // a control message was queued

	noteKinds = iota
)

// note is something that the log should tell, noted where no logger is.
type note struct {
	kind   noteKind
	header secs2.Header
	n      int
	late   time.Duration
	row    fsm.Transition[State, trigger]
	err    error
	quiet  bool // about a second connection: for the debug level
}

// maxNotes bounds the notes between two calls of take. More are lost.
const maxNotes = 16

// notebook holds the notes of one connection.
type notebook struct {
	list []note
	told uint64 // by kind: those that are noted once per connection
}

// once holds the kinds that a peer with a habit would cause again and again.
const once uint64 = 1<<noteControlSession | 1<<noteControlText | 1<<noteStatusByte2 |
	1<<noteReplySession | 1<<noteReplyW | 1<<noteLinktestReject

func (b *notebook) add(n note) {
	kind := uint64(1) << n.kind
	if len(b.list) >= maxNotes || b.told&once&kind != 0 {
		return
	}
	b.told |= kind
	b.list = append(b.list, n)
}

// take returns what was noted since the last call.
func (b *notebook) take() []note {
	list := b.list
	b.list = nil
	return list
}

func (m *machine) note(n note) {
	n.quiet = m.second
	m.notes.add(n)
}
