package gem

import "math"

// s16f29 answers PRSetMtrlOrder: the order in which jobs begin that no control job
// rules.
//
//	S16F29 W <U1 PRMTRLORDER>.
//	S16F30 <BOOLEAN ACKA>.
func s16f29(c *call) {
	order := c.Uint("PRMTRLORDER")
	if c.Err() != nil {
		c.illegal()
		return
	}
	faults := c.barred()
	c.faulty(faults)
	c.reserve()
	acka := faults == nil && c.eq.material.model.SetMaterialOrder(uint8(min(order, math.MaxUint8)))
	c.begin().Bool(acka)
	c.reply()
}

// falseReply is a bare FALSE.
var falseReply = refusal{0x25, 1, 0}
