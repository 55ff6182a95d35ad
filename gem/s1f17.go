package gem

import "github.com/secsd/secsd/secs2"

// s1f17 answers Request ON-LINE: yes from HOST OFF-LINE, no while the operator
// has not agreed.
//
//	S1F17 W.
//	S1F18 <B ONLACK>.
func s1f17(c *call) {
	if !c.headerOnly() {
		c.illegal()
		return
	}
	ack := secs2.ONLACKNotAllowed
	switch {
	case c.host.ctl.state.onLine():
		ack = secs2.ONLACKAlreadyOnLine
	case c.host.ctl.state == HostOffLine:
		ack = secs2.ONLACKAccepted
	}
	a := c.begin()
	a.B(byte(ack))
	c.reply()
	if ack == secs2.ONLACKAccepted {
		c.host.fireControl(s1f17Accepted)
		c.host.reportSubstate()
	}
}
