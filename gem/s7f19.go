package gem

// s7f19 answers Current EPPD Request with the names of all programs, in the order
// of their bytes.
//
//	S7F19 W.
//	S7F20 <L [n] <A PPID> …>.
func s7f19(c *call) {
	if !c.headerOnly() {
		c.illegal()
		return
	}
	a := c.begin()
	a.List(len(c.eq.programs.list))
	for _, x := range c.eq.programs.list {
		a.Text(x.ppid)
	}
	c.reply()
}
