package gem

import (
	"errors"
	"fmt"

	"github.com/secsd/secsd/secs2"
)

// This file is the incoming pipeline: what is asked of a message, in this
// order, before its handler sees it.

func (h *Host) primaryReceived(p Primary) {
	header := p.Header
	if !header.Primary() {
		h.strayReceived(Stray{h.index, header})
		return
	}
	h.stats.Received++
	establish := header.Stream() == 1 && header.Function() == 13
	if !h.communicating() && !(establish && h.linked && h.comm.state != CommunicationDisabled) {
		h.ignore(header, h.comm.state.String())
		h.otherMessage()
		return
	}
	if header.Stream() == 9 {
		h.ignore(header, "stream 9 is the equipment's")
		return
	}
	offLine := !h.ctl.state.onLine()
	if h.cfg.DeviceIDCheck != CheckNone && !h.ourDevice(header.Session()) {
		h.noteSession(header)
		h.s9(s9f1, header)
		return
	}
	if offLine && !servedOffLine(header) {
		h.ignore(header, "off-line")
		if header.W() {
			h.abort(header)
		}
		return
	}
	if errors.Is(p.Fault, ErrTooLong) {
		h.s9(s9f11, header)
		return
	}
	h.route(p)
}

// route finds the handler and lets it answer.
func (h *Host) route(p Primary) {
	row := h.eq.routes.find(p.Header)
	if row == nil {
		if h.eq.routes.knows(p.Header.Stream()) {
			h.s9(s9f5, p.Header)
			return
		}
		h.s9(s9f3, p.Header)
		return
	}
	if p.Fault != nil {
		h.illegal(p.Header, p.Fault)
		return
	}
	if !p.Header.W() && row.reply == replyRequired {
		h.note(Warn, "reply not wanted", p.Header, "W=0 on a message that has a reply; it is carried out")
	}
	c := &h.eq.call
	c.eq, c.host, c.header, c.row, c.body = h.eq, h, p.Header, row, p.Body
	c.why, c.program, c.reserved = "", p.Program, nil
	c.ctx = valueContext{eq: h.eq, host: h}
	c.Reader = secs2.NewReader(p.Body)
	if row.refusal != nil && (h.eq.storageFailed || h.eq.backlogged()) {
		c.refuse()
		return
	}
	row.handle(c)
	if len(p.Body.Encoded()) > maxKept || cap(h.eq.out.buf) > maxKept {
		*c = call{} // its views must not keep a long message in memory
	}
}

// replyReceived ends a transaction of ours. While NOT COMMUNICATING only an
// S1F13 can be open.
func (h *Host) replyReceived(r Reply) {
	x := h.closeTransaction(r.Token)
	if x == nil {
		h.strayReceived(Stray{h.index, r.Header})
		return
	}
	h.stats.Received++
	defer h.eq.recycle(x)
	aborted := r.Header.Function() == 0
	if !aborted && r.Fault != nil {
		h.unusableReply(x, r.Header, r.Fault)
		return
	}
	switch x.purpose {
	case s1f13Question:
		h.s1f14Received(r, aborted)
	case s1f1Question:
		h.s1f2Received(aborted)
	case ordinary, ownReport, offLineReport, traceReport:
		h.acknowledged(x, r, aborted)
	case spooledMessage:
		h.acknowledged(x, r, aborted)
		h.completed(x.index)
	case programUpload, programRequest:
		h.programReply(x, r, aborted)
	}
}

// acknowledges are the codes that answer our reports, by stream.
var acknowledges = [...]string{5: "ACKC5", 6: "ACKC6", 10: "ACKC10", 127: ""}

// acknowledged takes the reply to a report: whatever its code says, the
// transaction is over and nothing is sent again.
func (h *Host) acknowledged(x *entry, r Reply, aborted bool) {
	switch {
	case aborted:
		h.note(Info, "transaction aborted", r.Header, "by the host")
		h.eq.tell(x, lost("aborted by the host"))
		return
	case r.Header.Stream() == 2 && r.Header.Function() == 18:
		h.eq.tell(x, h.s2f18Received(r))
		return
	case x.asked != 0:
		h.eq.tell(x, Outcome{Item: r.Body})
		return
	}
	if r.Header.Stream() == 7 || r.Header.Stream() == 16 {
		return // S7F28, S16F8 and S16F10 have no body
	}
	body := &h.eq.call.Reader
	*body = secs2.NewReader(r.Body)
	code := body.Code(acknowledges[r.Header.Stream()])
	switch {
	case body.Err() != nil:
		h.illegal(r.Header, body.Err())
	case code != 0:
		h.note(Warn, "report not accepted", r.Header, secs2.ACKC6(code).String())
	}
}

// unusableReply ends a transaction whose reply says nothing. OFF-LINE an S9
// may only concern S1F14.
func (h *Host) unusableReply(x *entry, header secs2.Header, fault error) {
	h.illegal(header, fault)
	h.eq.tell(x, lost("its text cannot be read"))
	h.questionFailed(x.purpose)
	if x.purpose == spooledMessage {
		h.completed(x.index)
	}
}

// questionFailed is what follows when a state model asked and got no answer.
func (h *Host) questionFailed(p purpose) {
	if p == s1f13Question {
		h.connectFailed()
	}
	if p == s1f1Question {
		h.attemptFailed()
	}
}

func (h *Host) strayReceived(s Stray) {
	h.stats.Received++
	h.ignore(s.Header, "no such transaction")
	h.otherMessage()
}

// transactionFailed ends a primary of ours that got no reply.
func (h *Host) transactionFailed(f Failed) {
	x := h.closeTransaction(f.Token)
	if x == nil {
		return
	}
	defer h.eq.recycle(x)
	h.note(Warn, "transaction failed", f.Header, f.Cause.String()+" "+f.Detail)
	if f.Cause == T3Expired {
		h.stats.T3++
		h.sendS9F9(x, f.Header)
	}
	h.eq.tell(x, lost(f.Cause.String()))
	h.questionFailed(x.purpose)
	if x.purpose == spooledMessage {
		h.spooledFailed(x.index)
	}
	h.eq.messageOver(x, fmt.Errorf("%w: %s: %s: %v", ErrNotNow, h.cfg.Name, f.Header.SF(), f.Cause))
}

// ignore drops a message without an answer, which its sender may wonder about.
func (h *Host) ignore(header secs2.Header, reason string) {
	h.stats.Ignored++
	h.note(Info, "message ignored", header, reason)
}

// queueAbort is abort, behind what waits in the queue.
func (h *Host) queueAbort(primary secs2.Header) {
	x := h.eq.newEntry(nil)
	x.msg.Primary, x.need = primary, h.eq.need()
	h.queue.push(x)
}

// abort answers a primary with SxF0.
func (h *Host) abort(primary secs2.Header) {
	h.stats.Sent++
	h.eq.out.Messages = append(h.eq.out.Messages, Message{Host: h.index, Primary: primary})
}
