package gem

// s14f23 answers Multi-block Generic Service Data Inquire.
//
//	S14F23 W <L [2] <U4 DATAID> <U4 DATALENGTH>>.
//	S14F24 <B GRANT>.
func s14f23(c *call) { c.inquire("S14F09") }
