package gem

// s16f19 answers PRGetAllJobs: the jobs that are not POST ACTIVE, in the order of
// their creation.
//
//	S16F19 W.
//	S16F20 <L [m] <L [2] <A PRJOBID> <U1 PRSTATE>> …>.
func s16f19(c *call) {
	if !c.headerOnly() {
		c.illegal()
		return
	}
	n := 0
	for range c.eq.material.model.UnfinishedJobs() {
		n++
	}
	a := c.begin()
	a.List(n)
	for id, s := range c.eq.material.model.UnfinishedJobs() {
		a.List(2)
		a.Text(id)
		a.U1(uint8(s))
	}
	c.reply()
}
