package gem

import "github.com/secsd/secsd/secs2"

// conversation is a message that a host announced with S2F39 or its like and that
// has not come yet (E30 4.9, conversation timeout).
type conversation struct {
	dataID   []byte // the DATAID item of the announcement, or PPID
	expected string // MEXP
	deadline *deadline
}

// inquire answers an inquire of L[2] {DATAID, DATALENGTH}. HSMS has no blocks: the
// grant is refused only for a message that is longer than any that is taken. MEXP
// names the message that hosts send most after it.
func (c *call) inquire(mexp string) {
	c.Tuple(2)
	dataID := c.ID("DATAID")
	length := c.Uint("DATALENGTH")
	if c.Err() != nil {
		c.illegal()
		return
	}
	grant := secs2.GRANTGranted
	if length > uint64(c.host.cfg.MaxText) {
		grant = secs2.GRANTNoSpace
	} else {
		c.host.announced(dataID, mexp)
	}
	c.begin().B(byte(grant))
	c.reply()
}

// announced begins to wait for the message that an inquire promised; a later
// announcement takes the place of one that is open.
func (h *Host) announced(dataID secs2.ID, mexp string) {
	timeout := h.eq.cfg.Errors.ConversationTimeout
	if timeout == 0 {
		return
	}
	a := secs2.NewAppender(nil)
	dataID.AppendTo(&a)
	h.promised.dataID, h.promised.expected = a.Bytes(), mexp
	h.eq.deadlines.arm(h.promised.deadline, h.eq.now.Add(timeout))
}

// arrived ends the wait: DATAID ties messages together only on links that have
// blocks, so any of those that an inquire announces will do.
func (h *Host) arrived() { h.eq.deadlines.stop(h.promised.deadline) }

// forgetPromises ends every wait: the session is over.
func (h *Host) forgetPromises() {
	h.arrived()
	h.eq.deadlines.stop(h.granted.deadline)
}

// conversationExpired sends Conversation Timeout.
//
//	S9F13 <L [2] <A MEXP> EDID>.
func (h *Host) conversationExpired() {
	h.conversationTimeout(h.promised.expected, h.promised.dataID, "no message after its inquire")
}

// conversationTimeout is S9F13 about a message that was expected.
func (h *Host) conversationTimeout(mexp string, edid []byte, why string) {
	sf := secs2.SF{Stream: 9, Function: 13}
	h.stats.S9[13]++
	h.note(Warn, "message in error", secs2.Header{}, "S9F13: "+why)
	a := secs2.NewAppender(nil)
	a.List(2)
	a.Text(mexp)
	a.Encoded(edid)
	h.post(h.primary(sf, secs2.NoReply, ordinary, a.Bytes()))
}
