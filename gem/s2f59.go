package gem

// s2f59 answers Request Spool Streams and Functions: what S2F43 of this host
// selected, or the configuration where it did not. A stream without functions
// spools as a whole.
//
//	S2F59 W.
//	S2F60 <L [n] <L [2] <U1 STRID> <L [a] <U1 FCNID> …>> …>.
func s2f59(c *call) {
	if !c.headerOnly() {
		c.illegal()
		return
	}
	c.host.spool.selected.appendTo(c.begin(), &c.eq.spoolable)
	c.reply()
}
