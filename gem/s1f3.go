package gem

import "github.com/secsd/secsd/secs2"

// s1f3 answers Selected Equipment Status Request, in the order of the request;
// an SVID that does not exist is an empty list in its place.
//
//	S1F3 W <L [n] <U4 SVID> …>.      n = 0: all, in the order of their SVIDs
//	S1F4 <L [n] SV …>.
//
// The SVIDs may also come as one array, or a single one without a list.
func s1f3(c *call) {
	a := c.begin()
	ctx := valueContext{eq: c.eq, host: c.host}
	if n := countIDs(c.body); n > 0 {
		a.List(n)
		c.IDs("SVID", func(id secs2.ID) {
			if v := c.eq.variables.statusVariable(id); v != nil {
				v.appendValue(ctx, a)
				return
			}
			a.List(0)
		})
	} else {
		c.IDs("SVID", func(secs2.ID) {})
		all := c.eq.variables.status
		a.List(len(all))
		for _, v := range all {
			v.appendValue(ctx, a)
		}
	}
	if c.Err() != nil {
		c.illegal()
		return
	}
	c.reply()
}

// countIDs returns how many identifiers Reader.IDs will find in body.
func countIDs(body secs2.Item) int {
	switch f := body.Format(); {
	case f == secs2.List || f.Signed() || f.Unsigned():
		return body.Len()
	case body.Len() > 0:
		return 1
	}
	return 0
}
