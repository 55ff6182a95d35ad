package gem

import (
	"math"

	"github.com/secsd/secsd/model"
	"github.com/secsd/secsd/secs2"
)

// s3f29 answers Carrier Tag Read Request. What the tag of a carrier holds is kept
// with its object: see package model.
//
//	S3F29 W <L [4] <A LOCID> <A CARRIERSPEC> <A DATASEG> <U4 DATALENGTH>>.
//	S3F30 <L [2] DATA <L [2] <U1 CAACK> <L [s] <L [2] <U4 ERRCODE> <A ERRTEXT>> …>>>.
//
// LOCID or CARRIERSPEC may be zero-length. Zero-length DATASEG and DATALENGTH are
// all there is. DATA is zero-length where CAACK is not 0.
func s3f29(c *call) {
	c.Tuple(4)
	r := c.tag()
	if c.Err() != nil {
		c.illegal()
		return
	}
	x, data := model.CarrierAnswer{Code: secs2.CAACKCannotPerformNow, Faults: c.barred()}, secs2.A("")
	if x.Faults == nil {
		x, data = c.eq.material.model.CheckTagRead(&r)
	}
	if !x.Accepted() {
		data = secs2.A("")
	}
	a := c.begin()
	a.List(2)
	a.Item(data)
	c.appendCAACK(a, x)
	c.reply()
}

// tag reads LOCID, CARRIERSPEC, DATASEG and DATALENGTH.
func (c *call) tag() (r model.TagRequest) {
	const whole = math.MaxUint64
	r.Location, r.Carrier, r.Segment = c.Name("LOCID"), c.eq.material.model.CarrierID(c.Name("CARRIERSPEC")), c.Name("DATASEG")
	r.Length = model.WholeTag
	if n := c.UintOr("DATALENGTH", whole); n != whole {
		r.Length = int(min(n, math.MaxInt32))
	}
	return r
}
