package hsms

import (
	"fmt"
	"time"

	"github.com/secsd/secsd/secs2"
)

// onData deals with a data message.
func (m *machine) onData(now time.Time, f *frame, ev *Event) verdict {
	if m.state != StateSelected {
		return m.onEarlyData(now, f.header)
	}
	m.rejects.four = 0
	ev.Kind, ev.Header, ev.Text, ev.Oversize, ev.Time = Primary, f.header, f.text, f.discarded, now
	ev.Token, ev.Err = 0, nil
	if f.discarded {
		m.note(note{kind: noteOversize, header: f.header, n: int(f.length)})
	}
	if !f.header.Primary() {
		m.matchReply(now, ev)
	}
	return deliver
}

// onEarlyData deals with data while NOT SELECTED; it is not processed.
func (m *machine) onEarlyData(now time.Time, h secs2.Header) verdict {
	switch m.cfg.Rules.NotSelectedData {
	case DropData:
		m.note(note{kind: noteDropped, header: h})
		return consumed
	case CloseData:
		return m.failed(&frameError{problem: "data while not selected", header: h})
	case RejectData:
	}
	return m.reject(now, h, rejectNotSelected, h.SType())
}

// matchReply makes of a secondary the end of a transaction. The W-bit does
// not matter; an even function is a reply, whatever its system bytes.
func (m *machine) matchReply(now time.Time, ev *Event) {
	h := ev.Header
	if h.W() {
		m.note(note{kind: noteReplyW, header: h})
	}
	i := m.open.find(h.System())
	if i == 0 || !m.acceptsSession(h, m.open.slots[i].header) {
		m.stray(now, ev)
		return
	}
	tx := m.open.remove(i)
	ev.Kind, ev.Token = Reply, tx.token
	if !answers(h, tx.header) {
		m.note(note{kind: noteMismatch, header: h})
		*ev = Event{Kind: Failed, Header: tx.header, Token: tx.token, Err: ErrMismatch}
	}
}

// answers reports whether stream and function are those of a reply to primary;
// function 0 is the abort of any.
func answers(h, primary secs2.Header) bool {
	return h.Stream() == primary.Stream() && (h.Function() == 0 || h.Function() == primary.Function()+1)
}

func (m *machine) acceptsSession(h, primary secs2.Header) bool {
	got, want := h.Session(), primary.Session()
	if m.cfg.Rules.MaskSessionMSB {
		got, want = got&0x7FFF, want&0x7FFF
	}
	if h.Session() == primary.Session() || m.cfg.Rules.DeviceIDCheck == CheckOff {
		return true
	}
	m.note(note{kind: noteReplySession, header: h, n: int(primary.Session())})
	return got == want || m.cfg.Rules.DeviceIDCheck == CheckPrimary
}

func (m *machine) stray(now time.Time, ev *Event) {
	ev.Kind = Stray
	m.counts.Strays++
	if expired, ok := m.open.late.find(ev.Header.System()); ok {
		m.note(note{kind: noteLate, header: ev.Header, late: now.Sub(expired)})
		return
	}
	m.note(note{kind: noteStray, header: ev.Header})
}

// lateReplies remembers the latest transactions that T3 ended, so that the log
// can tell by how much a reply was late.
type lateReplies struct {
	ring [16]struct {
		system  uint32
		expired time.Time
	}
	next int
}

func (l *lateReplies) add(system uint32, expired time.Time) {
	l.ring[l.next].system, l.ring[l.next].expired = system, expired
	l.next = (l.next + 1) % len(l.ring)
}

// find returns when T3 of the transaction ended, and forgets it.
func (l *lateReplies) find(system uint32) (time.Time, bool) {
	for i := range l.ring {
		if e := &l.ring[i]; e.system == system && !e.expired.IsZero() {
			expired := e.expired
			e.expired = time.Time{}
			return expired, true
		}
	}
	return time.Time{}, false
}

// reply queues a secondary to the primary of the peer.
func (m *machine) reply(primary secs2.Header, function byte, text []byte, rest Stream) (secs2.Header, error) {
	if m.state != StateSelected {
		return secs2.Header{}, ErrNotSelected
	}
	if err := m.fits(len(text) + int(rest.Length)); err != nil {
		return secs2.Header{}, err
	}
	h := secs2.DataHeader(primary.Session(), primary.Stream(), function, secs2.NoReply, primary.System())
	m.out.addText(h, text, rest)
	return h, nil
}

// outgoing is a primary to be sent.
type outgoing struct {
	session  uint16
	stream   byte
	function byte
	w        secs2.WBit
	token    uint64
	text     []byte
	rest     Stream
}

// send queues a primary and, with W=1, opens its transaction. A peer that
// reads so slowly that the primary finds no room is a communication failure.
func (m *machine) send(p outgoing) (secs2.Header, error) {
	if m.state != StateSelected {
		return secs2.Header{}, ErrNotSelected
	}
	if p.function&1 == 0 {
		return secs2.Header{}, fmt.Errorf("hsms: %v is not a primary", secs2.SF{Stream: p.stream, Function: p.function})
	}
	size := len(p.text) + int(p.rest.Length)
	if err := m.fits(size); err != nil {
		return secs2.Header{}, err
	}
	h := secs2.DataHeader(p.session, p.stream, p.function, p.w, m.open.number())
	if !m.out.takes(size) {
		m.note(note{kind: noteOutputFull, header: h, n: outLimit})
		m.fail(errOutputFull)
		return secs2.Header{}, m.end.err
	}
	end := m.out.addText(h, p.text, p.rest)
	if p.w == secs2.WantReply {
		m.open.add(h, p.token, end)
	}
	return h, nil
}

// fits refuses a message that no peer with our limits would take.
func (m *machine) fits(text int) error {
	if secs2.HeaderSize+text > m.longest {
		return &frameError{problem: "message too long to send", length: uint32(min(text, 1<<31)) + secs2.HeaderSize}
	}
	return nil
}
