package gem

import "github.com/secsd/secsd/secs2"

// s1f11 answers Status Variable Namelist Request, in the order of the request;
// an SVID that does not exist comes back as it came, with empty texts.
//
//	S1F11 W <L [n] <U4 SVID> …>.      n = 0: all, in the order of their SVIDs
//	S1F12 <L [n] <L [3] <U4 SVID> <A SVNAME> <A UNITS>> …>.
func s1f11(c *call) {
	a := c.begin()
	if n := countIDs(c.body); n > 0 {
		a.List(n)
		c.IDs("SVID", func(id secs2.ID) {
			if v := c.eq.variables.statusVariable(id); v != nil {
				c.eq.appendName(a, v)
				return
			}
			a.List(3)
			id.AppendTo(a)
			a.Text("")
			a.Text("")
		})
	} else {
		c.IDs("SVID", func(secs2.ID) {})
		all := c.eq.variables.status
		a.List(len(all))
		for _, v := range all {
			c.eq.appendName(a, v)
		}
	}
	if c.Err() != nil {
		c.illegal()
		return
	}
	c.reply()
}

func (e *Equipment) appendName(a *secs2.Appender, v *variable) {
	a.List(3)
	e.appendID(a, v.vid)
	a.Text(v.name)
	a.Text(v.units)
}
