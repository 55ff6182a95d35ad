package gem

import (
	"strconv"
	"time"

	"github.com/secsd/secsd/secs2"
)

// s2f31 answers Date and Time Set Request. All three forms of TIME are taken;
// a time that does not exist changes nothing. The equipment keeps its own
// offset, it does not set the clock of the computer.
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
	if ok && c.eq.now.Add(t.Sub(c.eq.now)).Equal(t) { // not further away than a Duration goes
		tiack = secs2.TIACKOK
		c.eq.put(kindClock, "", offsetImage(t.Sub(c.eq.now)))
		c.eq.lastStamp = time.Time{}
	}
	if tiack != secs2.TIACKOK {
		c.why = strconv.Quote(text)
		c.refused(tiack)
	}
	c.begin().B(byte(tiack))
	c.reply()
}

func offsetImage(offset time.Duration) []byte { return secs2.I8(int64(offset)).Encoded() }
