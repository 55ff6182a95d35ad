package gem

import "github.com/secsd/secsd/secs2"

// s2f47 answers Variable Limit Attribute Request, in the order of the request.
//
//	S2F47 W <L [m] <U4 VID> …>.      m = 0: all that can have limits
//	S2F48 <L [m] <L [2] <U4 VID> <L [p] <A UNITS> LIMITMIN LIMITMAX <L [n] <L [3] <B LIMITID> UPPERDB LOWERDB> …>>> …>.
//
// p = 0 says that the variable cannot have limits, or does not exist; its VID
// comes back as it came. Only limits that are defined are listed.
func s2f47(c *call) {
	a := c.begin()
	if n := countIDs(c.body); n > 0 {
		a.List(n)
	} else {
		a.List(len(c.eq.monitored))
		for _, v := range c.eq.monitored {
			c.host.appendAttributes(a, v)
		}
	}
	long := false
	c.eachID("VID", func(id secs2.ID) {
		if long = long || len(a.Bytes())-c.start > maxReply; long {
			return
		}
		if v := c.eq.variables.find(id); v != nil && v.limits != nil {
			c.host.appendAttributes(a, v)
			return
		}
		a.List(2)
		id.AppendTo(a)
		a.List(0)
	})
	if long {
		c.tooLong(maxReply)
		return
	}
	c.answerIDs()
}

func (h *Host) appendAttributes(a *secs2.Appender, v *variable) {
	a.List(2)
	h.eq.appendID(a, v.vid)
	a.List(4)
	a.Text(v.units)
	a.Item(v.limits.min)
	a.Item(v.limits.max)
	defined := h.definedLimits(v)
	n := 0
	for i := range defined {
		if defined[i].given() {
			n++
		}
	}
	a.List(n)
	appendLimits(a, &defined)
}
