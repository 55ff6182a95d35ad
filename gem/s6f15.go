package gem

// s6f15 answers Event Report Request with the present values, whether the
// event is enabled or not. An event that does not exist, like one without
// links, has no reports.
//
//	S6F15 W <U4 CEID>.
//	S6F16 <L [3] <U4 DATAID> <U4 CEID> <L [a] <L [2] <U4 RPTID> <L [b] V …>> …>>.
func s6f15(c *call) { c.eventReport(plainStyle) }

// eventReport answers S6F15 and S6F17.
func (c *call) eventReport(s *style) {
	id := c.ID("CEID")
	if c.Err() != nil {
		c.illegal()
		return
	}
	a := c.begin()
	if ev := c.eq.events.find(id); ev != nil {
		c.host.appendEvent(&c.ctx, a, ev.ceid, c.host.events[ev.index].reports, s)
	} else {
		c.eq.dataID++
		a.List(3)
		a.U4(c.eq.dataID)
		id.AppendTo(a)
		a.List(0)
	}
	c.reply()
}
