package gem

import "github.com/secsd/secsd/model"

// s3f25 answers Port Action Request.
//
//	S3F25 W <L [3] <A PORTACTION> <U1 PTN> <L [m] <L [2] <A PARAMNAME> PARAMVAL> …>>.
//	S3F26 <L [2] <U1 CAACK> <L [n] <L [2] <U4 ERRCODE> <A ERRTEXT>> …>>.
func s3f25(c *call) {
	if c.exceeds(maxCommandItems) {
		return
	}
	var r model.PortRequest
	c.Tuple(3)
	r.Action = string(c.Text("PORTACTION"))
	r.Port = readPort(&c.Reader)
	r.Parameters = readSettings(&c.Reader, "PARAMNAME", "PARAMVAL")
	if c.Err() != nil {
		c.illegal()
		return
	}
	m := c.eq.material.model
	c.serves(func() model.CarrierAnswer { return m.CheckPort(&r) }, func() { m.DoPort(&r) })
}
