package gem

// s2f13 answers Equipment Constant Request; an ECID that does not exist is an
// empty list in its place.
//
//	S2F13 W <L [n] <U4 ECID> …>.      n = 0: all
//	S2F14 <L [n] ECV …>.
func s2f13(c *call) { c.values("ECID", constant) }
