package gem

import "github.com/secsd/secsd/secs2"

// report sends Event Report Send, with the values of this moment.
//
//	S6F11 W <L [3] <U4 DATAID> <U4 CEID> <L [a] <L [2] <U4 RPTID> <L [b] V …>> …>>.
//
// The values are not collected for a message that may not go.
func (h *Host) report(ev *event, p purpose) {
	sf := secs2.SF{Stream: 6, Function: 11}
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
	ctx := &h.eq.eventContext
	*ctx = valueContext{eq: h.eq, host: h, stamp: clockStamp{ofEvent: true}}
	a := &h.eq.eventAppender
	*a = secs2.NewAppender(x.msg.Body)
	h.appendEvent(ctx, a, ev.ceid, h.events[ev.index].reports)
	if err := a.Err(); err != nil {
		panic(err)
	}
	x.msg.Body = a.Bytes()
	h.post(x)
}

// appendEvent appends the body of S6F11 and S6F16.
func (h *Host) appendEvent(ctx *valueContext, a *secs2.Appender, ceid uint32, reports []*report) {
	h.eq.dataID++
	a.List(3)
	a.U4(h.eq.dataID)
	h.eq.appendID(a, ceid)
	h.appendReports(ctx, a, reports)
}
