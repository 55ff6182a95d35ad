package gem

// s2f39 answers Multi-block Inquire.
//
//	S2F39 W <L [2] <U4 DATAID> <U4 DATALENGTH>>.
//	S2F40 <B GRANT>.
func s2f39(c *call) { c.inquire("S02F33") }
