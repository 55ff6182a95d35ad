package gem

// s14f5 answers GetType Request: the types of the objects that an object owns.
//
//	S14F5 W <A OBJSPEC>.
//	S14F6 <L [2] <L [n] <A OBJTYPE> …> <L [2] <U1 OBJACK> <L [p] <L [2] <U4 ERRCODE> <A ERRTEXT>> …>>>.
func s14f5(c *call) {
	spec := string(c.Text("OBJSPEC"))
	if c.Err() != nil {
		c.illegal()
		return
	}
	types, faults := c.eq.material.model.OwnedTypes(spec, nil)
	a := c.begin()
	a.List(2)
	a.List(len(types))
	for _, t := range types {
		a.Text(t.Name)
	}
	c.appendObjectStatus(a, faults)
	c.reply()
}
