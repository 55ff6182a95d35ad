package gem

import "github.com/secsd/secsd/secs2"

// reportTrace sends Trace Data Send with the samples that a trace has gathered.
//
//	S6F1 W <L [4] TRID <U4 SMPLN> <A STIME> <L [m] SV …>>.      W as WBitS6 says
//	S6F2 <B ACKC6>.
//
// TRID is the item of S2F23. SMPLN and STIME are of the last sample. The values
// come sample by sample. A report is no event: it is never recorded, strict
// delivery or not, because its trace does not survive a restart either. It gives
// way when much waits for the host, which could not keep up with its own request.
func (h *Host) reportTrace(t *trace) {
	sf := secs2.SF{Stream: 6, Function: 1}
	verdict := h.gate(sf, traceReport, secs2.Header{})
	switch {
	case verdict == drop:
		h.discardUnsent(sf)
		return
	case h.eq.Crowded(h.index):
		if verdict == intoSpool {
			h.spool.discarded++
		}
		h.stats.Discarded++
		h.note(Warn, "message discarded", secs2.Header{}, sf.String()+": the host is behind with its replies, or the disk")
		return
	}
	w := secs2.NoReply
	if h.eq.constants.wBitS6.number != 0 {
		w = secs2.WantReply
	}
	x := h.primary(sf, w, traceReport, nil)
	a := &h.eq.eventAppender
	*a = secs2.NewAppender(x.msg.Body)
	a.List(4)
	a.Encoded(t.trid)
	appendCount(a, t.slot, t.total)
	h.eq.appendTime(a, h.eq.time())
	a.List(int(t.taken) * len(t.vars))
	a.Encoded(t.values)
	if err := a.Err(); err != nil {
		panic(err)
	}
	x.msg.Body = a.Bytes()
	h.post(x)
}

// appendCount appends n as U4, as U8 where its greatest value needs that.
func appendCount(a *secs2.Appender, n, greatest uint64) {
	if greatest > 1<<32-1 {
		a.U8(n)
		return
	}
	a.U4(uint32(n))
}
