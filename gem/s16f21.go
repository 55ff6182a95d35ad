package gem

import "math"

// s16f21 answers PRGetSpace: how many process jobs can still be created.
//
//	S16F21 W.
//	S16F22 <U2 PRJOBSPACE>.
func s16f21(c *call) {
	if !c.headerOnly() {
		c.illegal()
		return
	}
	c.begin().U2(uint16(min(c.eq.material.model.ProcessJobSpace(), math.MaxUint16)))
	c.reply()
}
