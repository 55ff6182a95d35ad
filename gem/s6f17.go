package gem

// s6f17 answers Annotated Event Report Request: like S6F15, each value behind
// its VID.
//
//	S6F17 W <U4 CEID>.
//	S6F18 <L [3] <U4 DATAID> <U4 CEID> <L [a] <L [2] <U4 RPTID> <L [b] <L [2] <U4 VID> V> …>> …>>.
func s6f17(c *call) { c.eventReport(annotatedStyle) }
