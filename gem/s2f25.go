package gem

import "github.com/secsd/secsd/secs2"

// s2f25 answers Loopback Diagnostic Request with the same bytes.
//
//	S2F25 W <B ABS>.
//	S2F26 <B ABS>.
func s2f25(c *call) {
	if c.body.IsZero() || c.body.Format() != secs2.Binary {
		c.wrongShape("B")
		return
	}
	c.begin().Item(c.body)
	c.reply()
}
