package gem

import "github.com/secsd/secsd/secs2"

// s10f3 answers Terminal Display, Single. The new message takes the place of
// the one that is there, recognised or not; one without text clears it.
//
//	S10F3 [W] <L [2] <B TID> <A TEXT>>.
//	S10F4 <B ACKC10>.
func s10f3(c *call) {
	var m message
	c.Tuple(2)
	m.tid(c.Item("TID"))
	m.add(c.Item("TEXT"))
	c.display(&m, c.eq.terminal(m.number))
}

// display answers a message for terminals; nil is one that there is not.
func (c *call) display(m *message, terminals ...*terminal) {
	switch {
	case c.Err() != nil:
		c.illegal()
		return
	case m.shape:
		c.wrongShape("TID of one byte and TEXT")
		return
	case terminals[0] == nil:
		m.code = secs2.ACKC10TerminalNotAvailable
	}
	if m.code == secs2.ACKC10Accepted {
		for _, t := range terminals {
			c.host.display(t, m)
		}
	} else {
		c.refused(m.code)
	}
	c.begin().B(byte(m.code))
	c.reply()
}
