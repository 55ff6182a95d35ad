package gem

// s2f49 answers Enhanced Remote Command: S2F41 for an object of the equipment,
// with parameters that are lists.
//
//	S2F49 W <L [4] <U4 DATAID> <A OBJSPEC> <A RCMD> <L [m] <L [2] <A CPNAME> CEPVAL> …>>.
//	S2F50 <L [2] <B HCACK> <L [n] <L [2] <A CPNAME> <U1 CEPACK>> …>>.
//
// An empty OBJSPEC is the equipment. CEPVAL is an item, a list of items of one
// format, or a list of L[2] {CPNAME, CEPVAL}; of a bad list CEPACK is a list of
// the same shape, 0 for what is good in it. A required CPNAME that such a list
// lacks stands behind it with code 2. DATAID only ties the message to an S2F39.
func s2f49(c *call) {
	if c.exceeds(maxCommandItems) {
		return
	}
	var r remoteCommand
	c.Tuple(4)
	c.ID("DATAID")
	r.object = string(c.Text("OBJSPEC"))
	r.name = string(c.Text("RCMD"))
	r.given = c.parameters("CEPVAL")
	if c.Err() != nil {
		c.illegal()
		return
	}
	c.host.arrived()
	c.command(r)
}
