package gem

import "github.com/secsd/secsd/secs2"

// s2f53 answers Request Report Definitions; one that does not exist comes back
// with an empty list.
//
//	S2F53 W <L [n] <U4 RPTID> …>.      n = 0: all
//	S2F54 <L [n] <L [2] <U4 RPTID> <L [a] <U4 VID> …>> …>.
func s2f53(c *call) {
	a := c.begin()
	if n := countIDs(c.body); n > 0 {
		a.List(n)
	} else {
		reports := c.host.reports.sorted()
		a.List(len(reports))
		for _, r := range reports {
			c.eq.appendDefinition(a, r)
		}
	}
	c.eachID("RPTID", func(id secs2.ID) {
		if r := c.host.reports.byKey[id.Key()]; r != nil {
			c.eq.appendDefinition(a, r)
			return
		}
		a.List(2)
		id.AppendTo(a)
		a.List(0)
	})
	c.answerIDs()
}
