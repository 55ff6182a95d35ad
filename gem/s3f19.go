package gem

// s3f19 answers Cancel All Carrier Out Request: internal buffer equipment empties
// the queues of its ports.
//
//	S3F19 W.
//	S3F20 <L [2] <U1 CAACK> <L [n] <L [2] <U4 ERRCODE> <A ERRTEXT>> …>>.
func s3f19(c *call) {
	if !c.headerOnly() {
		c.illegal()
		return
	}
	m := c.eq.material.model
	c.serves(m.CheckCancelAllOut, m.CancelAllOut)
}
