package gem

import "github.com/secsd/secsd/secs2"

// s7f1 answers Process Program Load Inquire. It promises nothing: what comes is
// judged again.
//
//	S7F1 W <L [2] <A PPID> <U4 LENGTH>>.
//	S7F2 <B PPGNT>.
func s7f1(c *call) {
	c.Tuple(2)
	id := c.Item("PPID")
	size := c.Item("LENGTH")
	if c.Err() != nil {
		c.illegal()
		return
	}
	ppid, ok := ppidOf(id)
	if !ok {
		c.wrongPPID()
		return
	}
	length, ok := lengthOf(size)
	if !ok {
		c.wrongShape("an integer for LENGTH")
		return
	}
	grant := secs2.PPGNTOK
	code, why := c.eq.judgeProgram(ppid, length)
	switch {
	case !c.eq.validPPID(ppid):
		grant = secs2.PPGNTInvalidPPID
	case code == secs2.ACKC7PermissionNotGranted:
		grant = secs2.PPGNTWillNotAccept
	case code != secs2.ACKC7Accepted:
		grant = secs2.PPGNTNoSpace
	default:
		c.host.expectProgram(id)
	}
	if c.why = why; grant != secs2.PPGNTOK {
		c.refused(grant)
	}
	c.begin().B(byte(grant))
	c.reply()
}

// lengthOf returns the number in LENGTH; the largest that there is stands for
// larger ones.
func lengthOf(it secs2.Item) (int64, bool) {
	if !integer(it.Format()) || it.Len() != 1 {
		return 0, false
	}
	if it.Format().Unsigned() {
		return int64(min(firstUint(it), 1<<62)), true
	}
	return firstInt(it), firstInt(it) >= 0
}

// wrongPPID is illegal for a PPID that is neither a text nor B.
func (c *call) wrongPPID() { c.wrongShape("A for PPID") }

// expectProgram begins to wait for the program that S7F1 announced; a later one
// takes the place of one that is open.
func (h *Host) expectProgram(ppid secs2.Item) {
	timeout := h.eq.cfg.Programs.GrantTimeout
	if timeout == 0 {
		return
	}
	h.granted.dataID = ppid.AppendCanonical(h.granted.dataID[:0])
	h.eq.deadlines.arm(h.granted.deadline, h.eq.now.Add(timeout))
}

// programCame ends the wait for that program.
func (h *Host) programCame(ppid string) {
	if h.granted.deadline.index < 0 {
		return
	}
	if it, err := secs2.Parse(h.granted.dataID); err == nil {
		if granted, _ := ppidOf(it); granted == ppid {
			h.eq.deadlines.stop(h.granted.deadline)
		}
	}
}

// grantExpired sends Conversation Timeout about it.
//
//	S9F13 <L [2] <A MEXP> <A PPID>>.
func (h *Host) grantExpired() {
	h.conversationTimeout("S07F03", h.granted.dataID, "no program after S7F1")
}
