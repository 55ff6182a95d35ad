package gem

// s14f25 answers Get Service Name Request: the generic services of types of
// objects.
//
//	S14F25 W <L [2] <A OBJSPEC> <L [n] <A OBJTYPE> …>>.      n = 0: all
//	S14F26 <L [2] <L [n] <L [2] <A OBJTYPE> <L [a] <A SVCNAME> …>> …>
//	  <L [2] <U1 OBJACK> <L [p] <L [2] <U4 ERRCODE> <A ERRTEXT>> …>>>.
func s14f25(c *call) {
	if c.exceeds(maxTypes) {
		return
	}
	c.Tuple(2)
	spec := string(c.Text("OBJSPEC"))
	names := c.names("OBJTYPE")
	if c.Err() != nil {
		c.illegal()
		return
	}
	types, faults := c.eq.material.model.OwnedTypes(spec, names)
	a := c.begin()
	a.List(2)
	a.List(len(types))
	for _, t := range types {
		a.List(2)
		a.Text(t.Name)
		a.List(len(t.Services))
		for _, name := range t.Services {
			a.Text(name)
		}
	}
	c.appendObjectStatus(a, faults)
	c.reply()
}
