package gem

// s6f19 answers Individual Report Request with the present values; a report
// that is not defined is an empty list.
//
//	S6F19 W <U4 RPTID>.
//	S6F20 <L [n] V …>.
func s6f19(c *call) {
	id := c.ID("RPTID")
	if c.Err() != nil {
		c.illegal()
		return
	}
	a := c.begin()
	if r := c.host.reports.byKey[id.Key()]; r != nil {
		a.List(len(r.vars))
		for _, v := range r.vars {
			v.appendValue(&c.ctx, a)
		}
	} else {
		a.List(0)
	}
	c.reply()
}
