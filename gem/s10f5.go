package gem

import "github.com/secsd/secsd/secs2"

// s10f5 answers Terminal Display, Multi-Block: each TEXT is a line of one
// message. S10F7, which refuses what has several blocks, is never sent: HSMS
// has none.
//
//	S10F5 [W] <L [2] <B TID> <L [n] <A TEXT> …>>.
//	S10F6 <B ACKC10>.
func s10f5(c *call) {
	var m message
	c.Tuple(2)
	m.tid(c.Item("TID"))
	c.Each("lines", func(r *secs2.Reader) { m.add(r.Item("TEXT")) })
	c.display(&m, c.eq.terminal(m.number))
}
