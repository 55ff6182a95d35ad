package gem

import "github.com/secsd/secsd/model"

// s14f11 answers Delete Object Request: a substrate leaves the equipment in
// another way than with its carrier. Jobs and carriers end by their own services.
//
//	S14F11 W <L [2] <A OBJSPEC> <L [a] <L [2] <A ATTRID> ATTRDATA> …>>.
//	S14F12 <L [2] <L [b] <L [2] <A ATTRID> ATTRDATA> …>
//	  <L [2] <U1 OBJACK> <L [p] <L [2] <U4 ERRCODE> <A ERRTEXT>> …>>>.
//
// The reply has no attributes.
func s14f11(c *call) {
	if c.absurd() {
		return
	}
	c.Tuple(2)
	spec := string(c.Text("OBJSPEC"))
	c.settings()
	if c.Err() != nil {
		c.illegal()
		return
	}
	faults := c.barred()
	if faults == nil {
		faults = c.deleteObject(spec)
	}
	a := c.begin()
	a.List(2)
	a.List(0)
	c.appendObjectStatus(a, faults)
	c.reply()
}

// deleteObject deletes the object that an OBJSPEC names, or says why not.
func (c *call) deleteObject(spec string) []model.Fault {
	m := c.eq.material.model
	at, f := m.Target(spec, model.TypeNamed("Substrate"))
	switch {
	case f != nil:
		return []model.Fault{*f}
	case at.Equipment():
		return []model.Fault{{Code: model.ErrUnsupported, Text: "Equipment is not deleted"}}
	case !at.Exists():
		return []model.Fault{{Code: model.ErrUnknownObject, Text: at.ID}}
	case at.Type.Name == "Substrate":
		c.reserve()
		m.RemoveSubstrate(at.ID)
		return nil
	}
	return []model.Fault{{Code: model.ErrUnsupported, Text: at.Type.Name + " is not deleted by S14F11"}}
}
