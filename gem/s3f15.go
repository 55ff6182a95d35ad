package gem

// s3f15 answers Materials Multi-Block Inquire.
//
//	S3F15 W <L [2] <U4 DATAID> <U4 DATALENGTH>>.
//	S3F16 <B GRANT>.
func s3f15(c *call) { c.inquire("S03F17") }
