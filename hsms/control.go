package hsms

import (
	"time"

	"github.com/secsd/secsd/secs2"
)

// request is a control transaction of ours.
type request struct {
	open   bool
	header secs2.Header
	end    uint64    // position of its last byte in the control stream
	t6     time.Time // zero until that byte was written
}

// request sends a control request and opens its transaction.
func (m *machine) request(r *request, s sType, place int) {
	h := controlHeader(noSession, 0, 0, s, m.open.number())
	m.sendUrgent(h)
	*r = request{open: true, header: h, end: m.out.control.queued}
	m.open.numbers.busy[place] = h.System()
}

// sendUrgent queues a control message that may overtake data, sendOrdered one
// that may not.
func (m *machine) sendUrgent(h secs2.Header) {
	m.note(note{kind: noteSent, header: h})
	m.out.addUrgent(h)
}

func (m *machine) sendOrdered(h secs2.Header) {
	m.note(note{kind: noteSent, header: h})
	m.out.addOrdered(h)
}

// close ends a control transaction.
func (m *machine) close(r *request, place int) {
	if r.open {
		m.open.numbers.done = r.header.System()
		m.open.numbers.busy[place] = 0
	}
	*r = request{}
}

// judge is the receive matrix of HSMS-SS: what a frame does in this state.
func (m *machine) judge(now time.Time, f *frame, ev *Event) verdict {
	h := f.header
	if m.state == StateNotSelected && (m.second || m.cfg.Rules.Strict) && !m.isSelect(h) {
		return m.failed(&frameError{problem: "not allowed before select", header: h})
	}
	if h.PType() != 0 {
		return m.rejectUnknown(now, h, rejectPType, h.PType())
	}
	s := sType(h.SType())
	if s == sData {
		return m.onData(now, f, ev)
	}
	if s.known() && !m.tolerates(f) {
		return m.failed(&frameError{problem: "malformed control message", header: h})
	}
	switch s {
	case sSelectReq:
		return m.onSelectReq(h)
	case sSelectRsp:
		return m.onSelectRsp(now, h, ev)
	case sDeselectReq:
		return m.onDeselectReq(now, h, ev)
	case sDeselectRsp:
		return m.reject(now, h, rejectNotOpen, h.SType())
	case sLinktestReq:
		m.sendUrgent(controlHeader(noSession, 0, 0, sLinktestRsp, h.System()))
		return consumed
	case sLinktestRsp:
		return m.onLinktestRsp(now, h)
	case sRejectReq:
		return m.onReject(f, ev)
	case sSeparateReq:
		return m.onSeparate(now, h, ev)
	default:
		return m.rejectUnknown(now, h, rejectSType, h.SType())
	}
}

func (s sType) known() bool { return s <= sRejectReq || s == sSeparateReq }

// isSelect reports whether the header is of a select procedure.
func (m *machine) isSelect(h secs2.Header) bool {
	return h.PType() == 0 && (sType(h.SType()) == sSelectReq || sType(h.SType()) == sSelectRsp)
}

// tolerates reports whether a control message may be taken as it is: without
// text (Reject.req excepted) and with session ID 65535, or within what the
// rules allow.
func (m *machine) tolerates(f *frame) bool {
	if f.length > secs2.HeaderSize && sType(f.header.SType()) != sRejectReq {
		if m.cfg.Rules.Strict {
			return false
		}
		m.note(note{kind: noteControlText, header: f.header, n: int(f.length) - secs2.HeaderSize})
	}
	// A Reject.req carries the session ID of the message it rejects.
	if f.header.Session() != noSession && sType(f.header.SType()) != sRejectReq {
		if m.cfg.Rules.StrictSession {
			return false
		}
		m.note(note{kind: noteControlSession, header: f.header})
	}
	return true
}

func (m *machine) failed(err error) verdict {
	m.fail(err)
	return consumed
}

// onSelectReq asks the owner, who knows of other connections, whether the
// session may begin here; while SELECTED it answers by itself.
func (m *machine) onSelectReq(h secs2.Header) verdict {
	if m.state == StateNotSelected {
		m.asked = h
		return ask
	}
	if m.cfg.Rules.Reselect == ReselectClose {
		return m.failed(errReselected)
	}
	status := selectActive
	if m.cfg.Rules.Reselect == ReselectStatus0 {
		status = selectOK
	}
	m.note(note{kind: noteReselect, header: h})
	m.sendUrgent(selectRsp(h, status))
	return consumed
}

func selectRsp(req secs2.Header, status SelectStatus) secs2.Header {
	return controlHeader(req.Session(), 0, byte(status), sSelectRsp, req.System())
}

// answerSelect answers the Select.req that receive asked about. SELECTED is in
// force before Select.rsp is in the out buffer, and Select.rsp is there before
// the event.
func (m *machine) answerSelect(now time.Time, status SelectStatus, ev *Event) verdict {
	if m.gone() {
		return consumed
	}
	if status != selectOK {
		m.sendOrdered(selectRsp(m.asked, status))
		m.depart(now, &SelectError{status})
		return consumed
	}
	m.enterSelected(now)
	m.sendOrdered(selectRsp(m.asked, selectOK))
	*ev = Event{Kind: Selected, Header: m.asked}
	return deliver
}

func (m *machine) onSelectRsp(now time.Time, h secs2.Header, ev *Event) verdict {
	if !m.selectTx.open || m.selectTx.header.System() != h.System() {
		return m.reject(now, h, rejectNotOpen, h.SType())
	}
	m.close(&m.selectTx, selecting)
	status := SelectStatus(h[3])
	if status == selectOK && h[2] != 0 {
		m.note(note{kind: noteStatusByte2, header: h})
		status = SelectStatus(h[2])
	}
	if m.state == StateSelected {
		// Both ends selected at once: the peer's request came first.
		if status != selectOK && status != selectActive {
			m.note(note{kind: noteSelectStatus, header: h, n: int(status)})
		}
		return consumed
	}
	if status == selectOK || status == selectActive && m.cfg.Rules.SelectStatus1 == Status1Accept {
		m.enterSelected(now)
		*ev = Event{Kind: Selected, Header: h}
		return deliver
	}
	return m.failed(&SelectError{status})
}

func (m *machine) onDeselectReq(now time.Time, h secs2.Header, ev *Event) verdict {
	if m.state == StateNotSelected {
		const notEstablished = 1
		m.sendUrgent(controlHeader(h.Session(), 0, notEstablished, sDeselectRsp, h.System()))
		return consumed
	}
	switch m.cfg.Rules.Deselect {
	case DeselectReject:
		return m.reject(now, h, rejectSType, h.SType())
	case DeselectClose:
		return m.failed(errDeselected)
	case DeselectAccept:
	}
	m.transition(sessionEnded, errDeselected)
	m.leaveSelected()
	m.close(&m.linktest.request, linktesting)
	m.sendOrdered(controlHeader(h.Session(), 0, 0, sDeselectRsp, h.System()))
	m.t7 = now.Add(m.cfg.Timers.T7)
	*ev = Event{Kind: NotSelected, Header: h, Err: errDeselected}
	return deliver
}

// onSeparate ends the connection; what waits is still written, and the peer
// is left the time to close first.
func (m *machine) onSeparate(now time.Time, h secs2.Header, ev *Event) verdict {
	wasSelected := m.state == StateSelected
	m.depart(now, errSeparated)
	if !wasSelected {
		return consumed
	}
	*ev = Event{Kind: NotSelected, Header: h, Err: &closedError{errSeparated}}
	return deliver
}
