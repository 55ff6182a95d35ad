package gem

import "github.com/secsd/secsd/secs2"

// s2f55 answers Request Event Report Links, in the order of the links; a CEID
// that does not exist comes back as it came, with an empty text and list.
//
//	S2F55 W <L [n] <U4 CEID> …>.      n = 0: all events
//	S2F56 <L [n] <L [3] <U4 CEID> <A CENAME> <L [a] <U4 RPTID> …>> …>.
func s2f55(c *call) {
	a := c.begin()
	if n := countIDs(c.body); n > 0 {
		a.List(n)
	} else {
		a.List(len(c.eq.events.list))
		for _, ev := range c.eq.events.list {
			c.host.appendLinks(a, ev)
		}
	}
	c.eachID("CEID", func(id secs2.ID) {
		if ev := c.eq.events.find(id); ev != nil {
			c.host.appendLinks(a, ev)
			return
		}
		a.List(3)
		id.AppendTo(a)
		a.Text("")
		a.List(0)
	})
	c.answerIDs()
}
