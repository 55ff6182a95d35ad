package gem

import "github.com/secsd/secsd/secs2"

// s2f33 answers Define Report: all definitions are made or none.
//
//	S2F33 W <L [2] <U4 DATAID> <L [a] <L [2] <U4 RPTID> <L [b] <U4 VID> …>> …>>.
//	S2F34 <B DRACK>.
//
// a = 0 deletes every report and every link, b = 0 that report and its links.
// A report must be deleted before it is defined anew; both can be in one
// message. DATAID only ties the message to an S2F39.
func s2f33(c *call) {
	c.Tuple(2)
	c.ID("DATAID")
	reports := c.Item("reports")
	if c.Err() != nil {
		c.illegal()
		return
	}
	if reports.Format() != secs2.List {
		c.wrongShape("list of reports")
		return
	}
	c.host.arrived()
	drack := secs2.DRACKAccepted
	if reports.Len() == 0 {
		c.host.deleteAllReports()
	} else {
		drack = c.host.defineReports(reports)
	}
	if drack != secs2.DRACKAccepted {
		c.refused(drack)
	}
	c.begin().B(byte(drack))
	c.reply()
}
