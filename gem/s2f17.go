package gem

// s2f17 answers Date and Time Request, in the form that TimeFormat asks for.
//
//	S2F17 W.
//	S2F18 <A TIME>.
func s2f17(c *call) {
	if !c.headerOnly() {
		c.illegal()
		return
	}
	c.eq.appendTime(c.begin(), c.eq.time())
	c.reply()
}
