package gem

import "github.com/secsd/secsd/secs2"

// s2f35 answers Link Event Report: all links are made or none.
//
//	S2F35 W <L [2] <U4 DATAID> <L [a] <L [2] <U4 CEID> <L [b] <U4 RPTID> …>> …>>.
//	S2F36 <B LRACK>.
//
// b = 0 unlinks the event; links must be taken away before others are made,
// both can be in one message. An event that gets links is disabled. a = 0
// changes nothing.
func s2f35(c *call) {
	c.Tuple(2)
	c.ID("DATAID")
	links := c.Item("events")
	if c.Err() != nil {
		c.illegal()
		return
	}
	if links.Format() != secs2.List {
		c.wrongShape("list of events")
		return
	}
	c.host.arrived()
	lrack := c.host.linkReports(links)
	if lrack != secs2.LRACKAccepted {
		c.refused(lrack)
	}
	c.begin().B(byte(lrack))
	c.reply()
}
