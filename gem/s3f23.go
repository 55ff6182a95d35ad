package gem

// s3f23 answers Port Group Action Request: there are no port groups.
//
//	S3F23 W <L [3] <A PGRPACTION> <A PORTGRPNAME> <L [m] <L [2] <A PARAMNAME> PARAMVAL> …>>.
//	S3F24 <L [2] <U1 CAACK> <L [n] <L [2] <U4 ERRCODE> <A ERRTEXT>> …>>.
func s3f23(c *call) {
	c.Tuple(3)
	c.Name("PGRPACTION")
	c.Name("PORTGRPNAME")
	readSettings(&c.Reader, "PARAMNAME", "PARAMVAL")
	if c.Err() != nil {
		c.illegal()
		return
	}
	c.refusePortGroups()
}
