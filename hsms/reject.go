package hsms

import (
	"encoding/binary"
	"time"

	"github.com/secsd/secsd/secs2"
)

// maxRejectsPerSecond bounds the Rejects we send: two ends that reject each
// other's messages must not do so for ever.
const maxRejectsPerSecond = 20

// rejects is the bookkeeping of Reject.req in both directions.
type rejects struct {
	since time.Time // start of the second in which sent was counted
	sent  int
	four  int // consecutive Rejects of our data with reason 4
}

// reject answers a message with Reject.req. b2 is what header byte 2 names:
// the SType, or for reason 2 the PType, of the rejected message.
func (m *machine) reject(now time.Time, h secs2.Header, reason RejectReason, b2 byte) verdict {
	if m.cfg.Rules.NoReject {
		return m.failed(&frameError{problem: reason.String(), header: h})
	}
	if now.Sub(m.rejects.since) >= time.Second {
		m.rejects.since, m.rejects.sent = now, 0
	}
	m.rejects.sent++
	if m.rejects.sent > maxRejectsPerSecond {
		m.depart(now, errRejectStorm) // the Rejects so far still go out
		return consumed
	}
	m.counts.RejectsOut++
	m.note(note{kind: noteRejectSent, header: h, n: int(reason)})
	m.sendUrgent(controlHeader(h.Session(), b2, byte(reason), sRejectReq, h.System()))
	return consumed
}

// rejectUnknown rejects a message of unknown PType or SType. Reject.req and
// Separate.req are never rejected, whatever their PType.
func (m *machine) rejectUnknown(now time.Time, h secs2.Header, reason RejectReason, b2 byte) verdict {
	if s := sType(h.SType()); s == sRejectReq || s == sSeparateReq {
		m.note(note{kind: noteDropped, header: h})
		return consumed
	}
	return m.reject(now, h, reason, b2)
}

// rejection is a Reject.req as far as it can be understood.
type rejection struct {
	reason RejectReason
	stype  int // of the rejected message; -1: not told
	system uint32
	other  uint32 // system bytes of the header in its text; 0: none
}

// readReject reads a Reject.req. Some peers put the reason into byte 2, and
// the rejected header into the text.
func (m *machine) readReject(f *frame) rejection {
	h := f.header
	r := rejection{reason: RejectReason(h[3]), stype: int(h[2]), system: h.System()}
	echoed := len(f.text) == secs2.HeaderSize
	if echoed {
		r.other = binary.BigEndian.Uint32(f.text[6:])
	}
	if r.reason == 0 {
		m.note(note{kind: noteStatusByte2, header: h})
		r.reason, r.stype = RejectReason(h[2]), -1
		if echoed {
			r.stype = int(f.text[5])
		}
	}
	if r.reason == rejectPType {
		r.stype = -1
	}
	return r
}

// names reports whether the rejection is of our message h.
func (r rejection) names(h secs2.Header) bool {
	return (h.System() == r.system || h.System() == r.other) && (r.stype < 0 || r.stype == int(h.SType()))
}

// onReject fails the transaction that the peer rejected.
func (m *machine) onReject(f *frame, ev *Event) verdict {
	m.counts.RejectsIn++
	r := m.readReject(f)
	note := note{kind: noteRejectReceived, header: f.header, n: int(r.reason)}
	switch {
	case m.selectTx.open && r.names(m.selectTx.header):
		h := m.selectTx.header
		m.close(&m.selectTx, selecting)
		m.note(note)
		if m.state == StateNotSelected {
			return m.failed(&RejectError{r.reason, h})
		}
		return consumed
	case m.linktest.open && r.names(m.linktest.header):
		note.kind = noteLinktestReject
		m.note(note)
		m.linktestAnswered()
		return consumed
	}
	i := m.open.find(r.system)
	if i == 0 && r.other != 0 {
		i = m.open.find(r.other)
	}
	if i == 0 || !r.names(m.open.slots[i].header) {
		note.kind = noteRejectUnmatched
		m.note(note)
		return consumed
	}
	m.note(note)
	tx := m.open.remove(i)
	if m.rejectedAsNotSelected(r.reason) {
		return m.failed(errRejected4)
	}
	*ev = Event{Kind: Failed, Header: tx.header, Token: tx.token, Err: &RejectError{r.reason, tx.header}}
	return deliver
}

// rejectedAsNotSelected counts the Rejects with reason 4 in a row and reports
// whether they are too many: the peer must be in another state than we.
func (m *machine) rejectedAsNotSelected(reason RejectReason) bool {
	if reason != rejectNotSelected {
		return false
	}
	m.rejects.four++
	limit := m.cfg.Rules.Reject4CloseAfter
	return limit > 0 && m.rejects.four >= limit
}
