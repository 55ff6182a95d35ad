package gem

// s2f51 answers Request Report Identifiers: those that this host defined, as it
// wrote them.
//
//	S2F51 W.
//	S2F52 <L [n] <U4 RPTID> …>.
func s2f51(c *call) {
	if !c.headerOnly() {
		c.illegal()
		return
	}
	reports := c.host.reports.sorted()
	a := c.begin()
	a.List(len(reports))
	for _, r := range reports {
		a.Encoded(r.id)
	}
	c.reply()
}
