package gem

import "github.com/secsd/secsd/secs2"

// s5f3 answers Enable/Disable Alarm Send: one alarm, or all of them.
//
//	S5F3 [W] <L [2] <B ALED> <U4 ALID>>.      a zero-length ALID, or L [0]: all
//	S5F4 <B ACKC5>.
//
// Only bit 8 of ALED counts; a BOOLEAN has none.
func s5f3(c *call) {
	c.Tuple(2)
	at := c.Reader
	enable := c.Code("ALED")&alcdSet != 0
	truth := at.Item("ALED").Format() == secs2.Boolean
	id, all := secs2.ID{}, at.Item("ALID").Len() == 0
	if !all {
		id = c.ID("ALID")
	}
	switch {
	case c.Err() != nil:
		c.illegal()
		return
	case truth:
		c.wrongShape("ALED in format B")
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
