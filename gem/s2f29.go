package gem

import "github.com/secsd/secsd/secs2"

// s2f29 answers Equipment Constant Namelist Request; an ECID that does not
// exist comes back as it came, with five empty texts.
//
//	S2F29 W <L [n] <U4 ECID> …>.      n = 0: all
//	S2F30 <L [n] <L [6] <U4 ECID> <A ECNAME> ECMIN ECMAX ECDEF <A UNITS>> …>.
//
// A bound that does not exist is a zero-length item in the constant's format.
func s2f29(c *call) {
	a := c.begin()
	c.eachVariable("ECID", constant, func(v *variable) {
		a.List(6)
		c.eq.appendID(a, v.vid)
		a.Text(v.name)
		v.appendBound(a, v.rule.min)
		v.appendBound(a, v.rule.max)
		a.Item(v.rule.preset)
		a.Text(v.units)
	}, func(id secs2.ID) {
		a.List(6)
		id.AppendTo(a)
		for range 5 {
			a.Text("")
		}
	})
	c.answerIDs()
}

func (v *variable) appendBound(a *secs2.Appender, bound secs2.Item) {
	if bound.IsZero() {
		a.Data(v.format, nil)
		return
	}
	a.Item(bound)
}
