package gem

import (
	"fmt"

	"github.com/secsd/secsd/secs2"
)

// s2f45 answers Define Variable Limit Attributes: all of it is done or nothing.
//
//	S2F45 W <L [2] <U4 DATAID> <L [m] <L [2] <U4 VID> <L [n] <L [2] <B LIMITID> <L [p] UPPERDB LOWERDB>> …>> …>>.
//	S2F46 <L [2] <B VLAACK> <L [m] <L [3] <U4 VID> <B LVACK> <L [n] <B LIMITID> <B LIMITACK>>> …>>.
//
// m = 0 undefines all limits, n = 0 those of the variable, p = 0 that one; else p
// is 2. In S2F46 each bad variable has one entry, with its first bad limit if it
// is a limit. A message with more variables than twice those that can have limits
// gets VLAACK 2.
func s2f45(c *call) {
	var variables secs2.Item
	if len(c.body.Encoded()) <= 2*longestAsked {
		c.Tuple(2)
		c.ID("DATAID")
		variables = c.Item("variables")
	}
	if c.Err() != nil {
		c.illegal()
		return
	}
	if variables.IsZero() || variables.Len() > maxEntries {
		c.why = fmt.Sprintf("%d variables, %d bytes; at most %d, %d", variables.Len(), len(c.body.Encoded()), maxEntries, 2*longestAsked)
		c.refused(secs2.VLAACKCannotPerformNow)
		c.refuse()
		return
	}
	entries, err := readLimits(variables)
	if err != nil {
		c.host.illegal(c.header, err)
		return
	}
	c.host.arrived()
	faults := c.host.defineLimits(entries)
	vlaack := secs2.VLAACKAccepted
	if len(faults) > 0 {
		vlaack = secs2.VLAACKDefinitionError
		c.refused(vlaack)
	}
	a := c.begin()
	a.List(2)
	a.B(byte(vlaack))
	a.List(len(faults))
	for _, f := range faults {
		a.List(3)
		f.vid.AppendTo(a)
		a.B(byte(f.lvack))
		if f.limitack == 0 {
			a.List(0)
			continue
		}
		a.List(2)
		a.B(f.id)
		a.B(byte(f.limitack))
	}
	c.reply()
}

// noLimitsNow is S2F46 with VLAACK 2 and no variable.
var noLimitsNow = refusal(secs2.L(secs2.B(byte(secs2.VLAACKCannotPerformNow)), secs2.L()).Encoded())
