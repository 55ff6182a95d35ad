package gem

import "github.com/secsd/secsd/secs2"

// s1f13 answers Establish Communications Request: the host is taken whenever
// communications are enabled.
//
//	S1F13 W <L [0]>.
//	S1F14 <L [2] <B COMMACK> <L [2] <A MDLN> <A SOFTREV>>>.
//
// Some hosts send <L [2] <A MDLN> <A SOFTREV>> or no body; a lenient
// configuration takes both.
func s1f13(c *call) {
	lenient := c.eq.cfg.Communications.HostS1F13 == LenientS1F13
	if !c.body.IsZero() || !lenient {
		if lenient && c.TupleOrEmpty(2) {
			c.Item("MDLN")
			c.Item("SOFTREV")
		} else if !lenient {
			c.Tuple(0)
		}
	}
	if c.Err() != nil {
		c.illegal()
		return
	}
	a := c.begin()
	a.List(2)
	a.B(byte(secs2.COMMACKAccepted))
	c.eq.identity(a)
	c.reply()
	if !c.host.communicating() && c.host.fireCommunication(WaitCRFromHost, s1f13Received) {
		c.host.enterCommunicating()
	}
}

// sendS1F13 asks the host to establish communications.
//
//	S1F13 W <L [2] <A MDLN> <A SOFTREV>>.
//
// One such transaction is open at a time; the one that is decides.
func (h *Host) sendS1F13() {
	if h.isOpen(s1f13Question) {
		return
	}
	a := secs2.NewAppender(nil)
	h.eq.identity(&a)
	h.post(h.primary(secs2.SF{Stream: 1, Function: 13}, secs2.WantReply, s1f13Question, a.Bytes()))
}

// s1f14Received is the host's answer.
//
//	S1F14 <L [2] <B COMMACK> <L [0]>>.
//
// What the second element holds does not matter.
func (h *Host) s1f14Received(r Reply, aborted bool) {
	if aborted {
		h.connectFailed()
		return
	}
	body := &h.eq.call.Reader
	*body = secs2.NewReader(r.Body)
	body.Tuple(2)
	ack := secs2.COMMACK(body.Code("COMMACK"))
	body.Item("MDLN")
	if err := body.Err(); err != nil {
		h.illegal(r.Header, err)
		h.connectFailed()
		return
	}
	if ack != secs2.COMMACKAccepted {
		h.note(Warn, "communications denied", r.Header, ack.String())
		h.connectFailed()
		return
	}
	if h.fireCommunication(h.comm.state, s1f14Accepted) {
		h.enterCommunicating()
	}
}
