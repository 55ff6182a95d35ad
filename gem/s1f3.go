package gem

import "github.com/secsd/secsd/secs2"

// s1f3 answers Selected Equipment Status Request; an SVID that does not exist
// is an empty list in its place.
//
//	S1F3 W <L [n] <U4 SVID> …>.      n = 0: all
//	S1F4 <L [n] SV …>.
//
// The SVIDs may also come as one array, or a single one without a list.
func s1f3(c *call) { c.values("SVID", statusVariable) }

// values answers with the values of the variables of one class that the body
// asks for.
func (c *call) values(id string, class class) {
	a := c.begin()
	c.eachVariable(id, class, func(v *variable) { v.appendValue(&c.ctx, a) }, func(secs2.ID) { a.List(0) })
	c.answerIDs()
}
