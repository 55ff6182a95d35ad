package gem

// s2f61 answers Request Trace Identifiers, in the order in which the traces were
// defined.
//
//	S2F61 W.
//	S2F62 <L [n] TRID …>.
func s2f61(c *call) {
	if !c.headerOnly() {
		c.illegal()
		return
	}
	a := c.begin()
	a.List(len(c.host.traces.list))
	for _, t := range c.host.traces.list {
		a.Encoded(t.trid)
	}
	c.reply()
}
