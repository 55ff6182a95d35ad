package gem

// s2f57 answers Request Enabled Events.
//
//	S2F57 W.
//	S2F58 <L [n] <U4 CEID> …>.
func s2f57(c *call) {
	if !c.headerOnly() {
		c.illegal()
		return
	}
	c.host.appendEnabled(c.begin())
	c.reply()
}
