package gem

import "github.com/secsd/secsd/secs2"

// s2f39 answers Multi-block Inquire. HSMS has no blocks: the grant is refused
// only for a message that is longer than any that is taken.
//
//	S2F39 W <L [2] <U4 DATAID> <U4 DATALENGTH>>.
//	S2F40 <B GRANT>.
func s2f39(c *call) {
	c.Tuple(2)
	dataID := c.ID("DATAID")
	length := c.Uint("DATALENGTH")
	if c.Err() != nil {
		c.illegal()
		return
	}
	grant := secs2.GRANTGranted
	if length > uint64(c.host.cfg.MaxText) {
		grant = secs2.GRANTNoSpace
	} else {
		c.host.announced(dataID)
	}
	c.begin().B(byte(grant))
	c.reply()
}
