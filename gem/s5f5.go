package gem

import "github.com/secsd/secsd/secs2"

// s5f5 answers List Alarms Request, in the order of the request; an ALID that
// does not exist comes back as it came, with an empty code and text.
//
//	S5F5 W <U4 ALID …>.      none: all, in the order of their ALIDs
//	S5F6 <L [m] <L [3] <B ALCD> <U4 ALID> <A ALTX>> …>.
//
// The ALIDs may also come as a list.
func s5f5(c *call) {
	a := c.begin()
	if n := countIDs(c.body); n > 0 {
		a.List(n)
	} else {
		c.eq.appendAlarms(a, func(*alarm) bool { return true })
	}
	c.eachID("ALID", func(id secs2.ID) {
		if al := c.eq.alarms.find(id); al != nil {
			a.Encoded(al.reports[al.state])
			return
		}
		a.List(3)
		a.Data(secs2.Binary, nil)
		id.AppendTo(a)
		a.Text("")
	})
	c.answerIDs()
}

// appendAlarms appends the list of the alarms that listed names.
func (e *Equipment) appendAlarms(a *secs2.Appender, listed func(*alarm) bool) {
	n := 0
	for _, al := range e.alarms.list {
		if listed(al) {
			n++
		}
	}
	a.List(n)
	for _, al := range e.alarms.list {
		if listed(al) {
			a.Encoded(al.reports[al.state])
		}
	}
}
