package gem

import "github.com/secsd/secsd/secs2"

// s2f37 answers Enable/Disable Event Report: all the events change or none.
//
//	S2F37 W <L [2] <BOOLEAN CEED> <L [n] <U4 CEID> …>>.      n = 0: all
//	S2F38 <B ERACK>.
//
// CEED may also come as B, U1 or I1, by value.
func s2f37(c *call) {
	if c.tooManyIDs() {
		return
	}
	var listed []*event
	erack := secs2.ERACKAccepted
	c.Tuple(2)
	enable := c.Flag("CEED")
	n := c.Each("CEID", func(r *secs2.Reader) {
		id := r.ID("CEID")
		if r.Err() != nil {
			return
		}
		switch ev := c.eq.events.find(id); {
		case ev != nil:
			listed = append(listed, ev)
		case erack == secs2.ERACKAccepted:
			erack = secs2.ERACKCEIDDoesNotExist
			c.why = "CEID " + id.Key()
		}
	})
	if c.Err() != nil {
		c.illegal()
		return
	}
	if erack == secs2.ERACKAccepted {
		c.host.switchEvents(enable, listed, n == 0)
	} else {
		c.refused(erack)
	}
	c.begin().B(byte(erack))
	c.reply()
}
