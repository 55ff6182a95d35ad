package gem

import "github.com/secsd/secsd/secs2"

// s5f3 answers Enable/Disable Alarm Send: one alarm, or all of them.
//
//	S5F3 [W] <L [2] <B ALED> <U4 ALID>>.      a zero-length ALID, or L [0]: all
//	S5F4 <B ACKC5>.
//
// Only bit 8 of ALED counts; one that comes as BOOLEAN enables with TRUE.
func s5f3(c *call) {
	c.Tuple(2)
	enable := c.aled()
	at := c.Reader
	id, all := secs2.ID{}, c.Item("ALID").Len() == 0
	if c.Err() == nil && !all {
		id = at.ID("ALID")
		c.Reader = at
	}
	if c.Err() != nil {
		c.illegal()
		return
	}
	ackc5 := secs2.ACKC5Accepted
	al := c.eq.alarms.find(id)
	if all || al != nil {
		c.host.enableAlarms(al, enable)
	} else {
		ackc5 = ackc5Unknown
		c.why = "ALID " + id.Key()
		c.refused(ackc5)
	}
	c.begin().B(byte(ackc5))
	c.reply()
}

// ackc5Unknown is our code for an ALID that does not exist, and for a disk that
// refuses: E5 defines none.
const ackc5Unknown secs2.ACKC5 = 1

// aled reads ALED.
func (c *call) aled() (enable bool) {
	at := c.Reader
	code := c.Code("ALED")
	if at.Item("ALED").Format() == secs2.Boolean {
		return code != 0
	}
	return code&alcdSet != 0
}
