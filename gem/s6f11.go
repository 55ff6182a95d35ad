package gem

import "github.com/secsd/secsd/secs2"

// report sends Event Report Send, with the values of this moment, or Annotated
// Event Report Send where RpType says so.
//
//	S6F11 W <L [3] <U4 DATAID> <U4 CEID> <L [a] <L [2] <U4 RPTID> <L [b] V …>> …>>.
//	S6F13 W <L [3] <U4 DATAID> <U4 CEID> <L [a] <L [2] <U4 RPTID> <L [b] <L [2] <U4 VID> V> …>> …>>.
//
// The values are not collected for a message that may not go.
func (h *Host) report(ev *event, p purpose) {
	sf := h.eq.reportStyle().event
	if h.gate(sf, p, secs2.Header{}) == drop {
		h.discardUnsent(sf)
		return
	}
	w := secs2.NoReply
	if h.eq.constants.wBitS6.number != 0 {
		w = secs2.WantReply
	}
	x := h.primary(sf, w, p, nil)
	x.behind = h.oldestQuestion()
	x.msg.Body = h.appendReport(x.msg.Body, ev)
	h.post(x)
}

// reportAtOnce is report for an event of the tool that has nothing to wait for,
// as nearly all with W=0: it goes straight into the Output. It reports whether
// it did.
func (h *Host) reportAtOnce(ev *event) bool {
	sf := h.eq.reportStyle().event
	if h.queue.len() > 0 || len(h.replays) > 0 || h.eq.cfg.Delivery == StrictDelivery || h.eq.need() > 0 || h.blocked || h.oldestQuestion() != 0 ||
		h.eq.constants.wBitS6.number != 0 || h.gate(sf, ordinary, secs2.Header{}) != sendInOrder {
		return false
	}
	out := h.eq.out
	start := len(out.buf)
	out.buf = h.appendReport(out.buf, ev)
	out.Messages = append(out.Messages, Message{
		Host: h.index, Session: h.cfg.DeviceIDs[0], Stream: sf.Stream, Function: sf.Function, Body: out.buf[start:],
	})
	h.stats.Sent++
	return true
}

// appendReport appends the body of S6F11 or S6F13 with the values of this moment.
func (h *Host) appendReport(body []byte, ev *event) []byte {
	ctx := &h.eq.eventContext
	*ctx = valueContext{eq: h.eq, host: h, stamp: clockStamp{ofEvent: true}}
	a := &h.eq.eventAppender
	*a = secs2.NewAppender(body)
	h.appendEvent(ctx, a, ev.ceid, h.events[ev.index].reports, h.eq.reportStyle())
	if err := a.Err(); err != nil {
		panic(err)
	}
	return a.Bytes()
}

// appendEvent appends the body of S6F11 and S6F16, or of S6F13 and S6F18.
func (h *Host) appendEvent(ctx *valueContext, a *secs2.Appender, ceid uint32, reports []*report, s *style) {
	h.eq.dataID++
	a.List(3)
	a.U4(h.eq.dataID)
	h.eq.appendID(a, ceid)
	a.List(len(reports))
	for _, r := range reports {
		a.Encoded(r.head)
		s.appendValues(ctx, a, r.vars)
	}
}
