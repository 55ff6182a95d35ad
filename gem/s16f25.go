package gem

// s16f25 answers PRJobSetStartMethod, for jobs that are QUEUED.
//
//	S16F25 W <L [2] <L [m] <A PRJOBID> …> <BOOLEAN PRPROCESSSTART>>.
//	S16F26 <L [2] <L [m] <A PRJOBID> …> <L [2] <BOOLEAN ACKA> <L [p] <L [2] <U4 ERRCODE> <A ERRTEXT>> …>>>.
//
// The reply lists the jobs that were changed.
func s16f25(c *call) {
	if c.exceeds(maxJobNames) {
		return
	}
	c.Tuple(2)
	ids := c.names("PRJOBID")
	start := readStart(&c.Reader)
	if c.Err() != nil {
		c.illegal()
		return
	}
	if f := c.barred(); f != nil {
		c.answerJobs(nil, f)
		return
	}
	c.reserve()
	c.answerJobs(c.eq.material.model.SetStartMethods(ids, start))
}
