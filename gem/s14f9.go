package gem

import (
	"strings"

	"github.com/secsd/secsd/model"
	"github.com/secsd/secsd/secs2"
)

// s14f9 answers Create Object Request, for objects of type ControlJob (E94) and
// Substrate (E90). The owner is the equipment.
//
//	S14F9 W <L [3] <A OBJSPEC> <A OBJTYPE> <L [a] <L [2] <A ATTRID> ATTRDATA> …>>.
//	S14F10 <L [3] <A OBJSPEC> <L [b] <L [2] <A ATTRID> ATTRDATA> …>
//	  <L [2] <U1 OBJACK> <L [p] <L [2] <U4 ERRCODE> <A ERRTEXT>> …>>>.
//
// The reply names the new object and has the attributes that it was created with;
// OBJSPEC is empty and b 0 if there is none.
func s14f9(c *call) {
	if c.absurd() {
		return
	}
	c.Tuple(3)
	spec, typ := string(c.Text("OBJSPEC")), c.Name("OBJTYPE")
	settings := c.settings()
	if c.Err() != nil {
		c.illegal()
		return
	}
	c.host.arrived()
	faults := c.ownedByEquipment(spec)
	if faults == nil {
		faults = c.barred()
	}
	switch t := model.TypeNamed(typ); {
	case faults != nil:
		c.createdNone(faults)
	case t == nil:
		c.createdNone([]model.Fault{{Code: model.ErrUnknownType, Text: model.Clip(typ)}})
	case strings.EqualFold(typ, "ControlJob"):
		c.createControlJob(settings)
	case strings.EqualFold(typ, "Substrate"):
		c.createSubstrate(settings)
	default:
		c.createdNone([]model.Fault{{Code: model.ErrUnsupported, Text: t.Name + " is not created by S14F9"}})
	}
}

// ownedByEquipment says why an object cannot be created there: the OBJSPEC is not
// the equipment's.
func (c *call) ownedByEquipment(spec string) []model.Fault {
	at, f := c.eq.material.model.Target(spec, nil)
	switch {
	case f != nil:
		return []model.Fault{*f}
	case !at.Equipment():
		return []model.Fault{{Code: model.ErrUnknownOwner, Text: model.Clip(spec)}}
	}
	return nil
}

func (c *call) createControlJob(settings []model.Setting) {
	m := c.eq.material.model
	spec, used, faults := model.ReadControlJob(settings)
	if len(faults) == 0 {
		faults = m.CheckControlJob(&spec)
	}
	if len(faults) > 0 {
		c.createdNone(faults)
		return
	}
	c.reserve()
	m.CreateControlJob(&spec)
	c.created("ControlJob:"+spec.ID+">", used)
}

func (c *call) createSubstrate(settings []model.Setting) {
	m := c.eq.material.model
	spec, used, faults := model.ReadSubstrate(settings)
	if len(faults) == 0 {
		faults = m.CheckSubstrate(&spec)
	}
	if len(faults) > 0 {
		c.createdNone(faults)
		return
	}
	c.reserve()
	m.CreateSubstrate(&spec)
	c.created("Substrate:"+spec.ID+">", used)
}

// created answers with the OBJSPEC and the attributes of the new object.
func (c *call) created(spec string, used []model.Setting) {
	a := c.begin()
	a.List(3)
	a.Text(spec)
	a.List(len(used))
	for _, s := range used {
		a.List(2)
		a.Text(s.Attribute)
		a.Item(s.Data)
	}
	c.appendObjectStatus(a, nil)
	c.reply()
}

func (c *call) createdNone(faults []model.Fault) {
	a := c.begin()
	a.List(3)
	a.Text("")
	a.List(0)
	c.appendObjectStatus(a, faults)
	c.reply()
}

// createdNoneRefusal is S14F10 for an object that cannot be stored.
var createdNoneRefusal = refusedObject(secs2.A(""), secs2.L())
