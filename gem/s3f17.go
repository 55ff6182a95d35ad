package gem

import "github.com/secsd/secsd/model"

// s3f17 answers Carrier Action Request.
//
//	S3F17 W <L [5] <U4 DATAID> <A CARRIERACTION> <A CARRIERID> <U1 PTN> <L [n] <L [2] <A CATTRID> CATTRDATA> …>>.
//	S3F18 <L [2] <U1 CAACK> <L [n] <L [2] <U4 ERRCODE> <A ERRTEXT>> …>>.
//
// CARRIERID, which may be the OBJSPEC of a carrier, and PTN may be zero-length
// where a service does not need them. CAACK 4 is a carrier that will be sent away:
// LPT#9 tells that it is.
func s3f17(c *call) {
	if c.exceeds(maxCommandItems) {
		return
	}
	var r model.CarrierRequest
	c.Tuple(5)
	c.Name("DATAID")
	r.Action = string(c.Text("CARRIERACTION"))
	spec := c.Name("CARRIERID")
	r.Port = readPort(&c.Reader)
	r.Properties = readSettings(&c.Reader, "CATTRID", "CATTRDATA")
	if c.Err() != nil {
		c.illegal()
		return
	}
	m := c.eq.material.model
	r.Carrier = m.CarrierID(spec)
	c.host.arrived()
	c.serves(func() model.CarrierAnswer { return m.CheckCarrier(&r) }, func() { m.DoCarrier(&r) })
}
