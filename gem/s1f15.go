package gem

import "github.com/secsd/secsd/secs2"

// s1f15 answers Request OFF-LINE, which an equipment that is ON-LINE must
// accept.
//
//	S1F15 W.
//	S1F16 <B OFLACK>.
func s1f15(c *call) {
	if !c.headerOnly() {
		c.illegal()
		return
	}
	a := c.begin()
	a.B(byte(secs2.OFLACKAccepted))
	c.reply()
	if c.host.fireControl(s1f15Accepted) {
		c.host.wentOffLine()
	}
}
