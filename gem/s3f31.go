package gem

import "github.com/secsd/secsd/model"

// s3f31 answers Carrier Tag Write Data Request.
//
//	S3F31 W <L [5] <A LOCID> <A CARRIERSPEC> <A DATASEG> <U4 DATALENGTH> DATA>.
//	S3F32 <L [2] <U1 CAACK> <L [s] <L [2] <U4 ERRCODE> <A ERRTEXT>> …>>.
//
// Zero-length DATASEG and DATALENGTH write the whole tag.
func s3f31(c *call) {
	if c.exceeds(maxCommandItems) {
		return
	}
	c.Tuple(5)
	r := c.tag()
	r.Data = c.Item("DATA")
	if c.Err() != nil {
		c.illegal()
		return
	}
	m := c.eq.material.model
	c.serves(func() model.CarrierAnswer { return m.CheckTagWrite(&r) }, func() { m.WriteTag(&r) })
}
