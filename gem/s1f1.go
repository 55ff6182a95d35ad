package gem

import "github.com/secsd/secsd/secs2"

// s1f1 answers Are You There.
//
//	S1F1 W.
//	S1F2 <L [2] <A MDLN> <A SOFTREV>>.
func s1f1(c *call) {
	if !c.headerOnly() {
		c.illegal()
		return
	}
	a := c.begin()
	c.eq.identity(a)
	c.reply()
}

// sendS1F1 asks the host for its consent to go ON-LINE.
//
//	S1F1 W.
func (h *Host) sendS1F1() {
	h.post(h.primary(secs2.SF{Stream: 1, Function: 1}, secs2.WantReply, s1f1Question, nil))
}

// s1f2Received ends ATTEMPT ON-LINE: any S1F2 is consent, S1F0 is none.
func (h *Host) s1f2Received(aborted bool) {
	if aborted {
		h.attemptFailed()
		return
	}
	if h.fireControl(s1f2Received) {
		h.reportSubstate()
	}
}
