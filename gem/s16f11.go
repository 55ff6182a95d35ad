package gem

// s16f11 answers PRJobCreateEnh: a job whose PRJOBID the host chooses.
//
//	S16F11 W <L [7] <U4 DATAID> <A PRJOBID> <B MF> material
//	  <L [3] <U1 PRRECIPEMETHOD> <A RCPSPEC> <L [m] <L [2] <A RCPPARNM> RCPPARVAL> …>>
//	  <BOOLEAN PRPROCESSSTART> <L [k] <U4 CEID> …>>.
//	S16F12 <L [2] <A PRJOBID> <L [2] <BOOLEAN ACKA> <L [p] <L [2] <U4 ERRCODE> <A ERRTEXT>> …>>>.
//
// The material is that of readMaterial. PRPAUSEEVENT, the last list, are the
// events that pause the job.
func s16f11(c *call) {
	if c.absurd() {
		return
	}
	c.Tuple(7)
	c.Name("DATAID")
	s := readJob(&c.Reader)
	if c.Err() != nil {
		c.illegal()
		return
	}
	c.createJob(&s, s.ID)
}
