package gem

// s6f19 answers Individual Report Request with the present values; a report
// that is not defined is an empty list.
//
//	S6F19 W <U4 RPTID>.
//	S6F20 <L [n] V …>.
func s6f19(c *call) { c.individualReport(plainStyle) }

// individualReport answers S6F19 and S6F21.
func (c *call) individualReport(s *style) {
	id := c.ID("RPTID")
	if c.Err() != nil {
		c.illegal()
		return
	}
	a := c.begin()
	if r := c.host.reports.byKey[id.Key()]; r != nil {
		a.List(len(r.vars))
		s.appendValues(&c.ctx, a, r.vars)
	} else {
		a.List(0)
	}
	c.reply()
}
