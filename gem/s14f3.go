package gem

// s14f3 answers SetAttr Request: of an object all attributes are set or none,
// several objects are independent. OBJSPEC may name the object itself, with i = 0.
//
//	S14F3 W <L [4] <A OBJSPEC> <A OBJTYPE> <L [i] <A OBJID> …> <L [n] <L [2] <A ATTRID> ATTRDATA> …>>.
//	S14F4 <L [2] <L [i] <L [2] <A OBJID> <L [n] <L [2] <A ATTRID> ATTRDATA> …>> …>
//	  <L [2] <U1 OBJACK> <L [p] <L [2] <U4 ERRCODE> <A ERRTEXT>> …>>>.
//
// The reply lists the objects that were changed, with the attributes they now have.
func s14f3(c *call) {
	if c.exceeds(maxQueryItems) {
		return
	}
	c.Tuple(4)
	spec, typ := string(c.Text("OBJSPEC")), c.Name("OBJTYPE")
	ids := c.names("OBJID")
	settings := c.settings()
	if c.Err() != nil {
		c.illegal()
		return
	}
	if f := c.barred(); f != nil {
		a := c.begin()
		a.List(2)
		a.List(0)
		c.appendObjectStatus(a, f)
		c.reply()
		return
	}
	m := c.eq.material.model
	change := m.CheckSetAttr(spec, typ, ids, settings)
	if !change.Empty() {
		c.reserve()
		m.SetAttr(change)
	}
	a := c.begin()
	a.List(2)
	change.Append(m, a, maxReply)
	c.appendObjectStatus(a, change.Faults)
	c.reply()
}
