package gem

// s10f9 answers Broadcast: the message goes to every terminal.
//
//	S10F9 [W] <A TEXT>.
//	S10F10 <B ACKC10>.
func s10f9(c *call) {
	var m message
	m.add(c.Item("TEXT"))
	var all []*terminal
	for i := range c.eq.terminals {
		all = append(all, &c.eq.terminals[i])
	}
	c.display(&m, all...)
}
