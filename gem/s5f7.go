package gem

// s5f7 answers List Enabled Alarm Request, in the order of the ALIDs.
//
//	S5F7 W.
//	S5F8 <L [m] <L [3] <B ALCD> <U4 ALID> <A ALTX>> …>.
func s5f7(c *call) {
	if !c.headerOnly() {
		c.illegal()
		return
	}
	c.eq.appendAlarms(c.begin(), func(al *alarm) bool { return c.host.alarms[al.index] })
	c.reply()
}
