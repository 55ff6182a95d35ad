package gem

import (
	"github.com/secsd/secsd/model"
	"github.com/secsd/secsd/secs2"
)

// s2f31 answers Date and Time Set Request. All three forms of TIME are taken;
// a time that does not exist changes nothing. The equipment keeps its own
// offset, it does not set the clock of the computer; where NTP sets that one
// (E148) it refuses.
//
//	S2F31 W <A TIME>.
//	S2F32 <B TIACK>.
func s2f31(c *call) {
	text := string(c.Text("TIME"))
	if c.Err() != nil {
		c.illegal()
		return
	}
	tiack := secs2.TIACKNotDone
	t, ok := c.eq.parseTime(text)
	if ok && c.eq.reachable(t) && c.eq.cfg.Material.Clock != model.NTPClock {
		tiack = secs2.TIACKOK
		c.eq.setClock(t)
	}
	if tiack != secs2.TIACKOK {
		c.why = quote(text)
		c.refused(tiack)
	}
	c.begin().B(byte(tiack))
	c.reply()
}
