package gem

// s16f1 answers Multi-block Process Job Data Inquire.
//
//	S16F1 W <L [2] <U4 DATAID> <U4 DATALENGTH>>.
//	S16F2 <B GRANT>.
func s16f1(c *call) { c.inquire("S16F11") }
