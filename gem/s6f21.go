package gem

// s6f21 answers Annotated Individual Report Request: like S6F19, each value
// behind its VID.
//
//	S6F21 W <U4 RPTID>.
//	S6F22 <L [n] <L [2] <U4 VID> V> …>.
func s6f21(c *call) { c.individualReport(annotatedStyle) }
