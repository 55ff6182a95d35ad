package gem

// s2f55 answers Request Event Report Links, in the order of the links; a CEID
// that does not exist comes back as it came, with an empty text and list.
//
//	S2F55 W <L [n] <U4 CEID> …>.      n = 0: all events
//	S2F56 <L [n] <L [3] <U4 CEID> <A CENAME> <L [a] <U4 RPTID> …>> …>.
func s2f55(c *call) { c.eventList(c.host.appendLinks) }
