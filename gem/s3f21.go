package gem

import (
	"github.com/secsd/secsd/model"
	"github.com/secsd/secsd/secs2"
)

// s3f21 answers Port Group Definition: there are no port groups.
//
//	S3F21 W <L [3] <A PORTGRPNAME> <U1 ACCESSMODE> <L [n] <U1 PTN> …>>.
//	S3F22 <L [2] <U1 CAACK> <L [n] <L [2] <U4 ERRCODE> <A ERRTEXT>> …>>.
func s3f21(c *call) {
	c.Tuple(3)
	c.Name("PORTGRPNAME")
	c.UintOr("ACCESSMODE", 0)
	c.Each("PTN", func(r *secs2.Reader) { readPort(r) })
	if c.Err() != nil {
		c.illegal()
		return
	}
	c.refusePortGroups()
}

// refusePortGroups answers what needs port groups.
func (c *call) refusePortGroups() {
	c.appendCAACK(c.begin(), model.CarrierAnswer{
		Code: secs2.CAACKInvalidCommand, Faults: []model.Fault{{Code: model.ErrUnsupported, Text: "port groups"}},
	})
	c.reply()
}
