package gem

import (
	"github.com/secsd/secsd/model"
	"github.com/secsd/secsd/secs2"
)

// s14f1 answers GetAttr Request. OBJSPEC is the owner of the objects, empty for
// the equipment, or the object itself.
//
//	S14F1 W <L [5] <A OBJSPEC> <A OBJTYPE> <L [i] <A OBJID> …>
//	  <L [q] <L [3] <A ATTRID> ATTRDATA <U1 ATTRRELN>> …> <L [a] <A ATTRID> …>>.
//	S14F2 <L [2] <L [n] <L [2] <A OBJID> <L [a] <L [2] <A ATTRID> ATTRDATA> …>> …>
//	  <L [2] <U1 OBJACK> <L [p] <L [2] <U4 ERRCODE> <A ERRTEXT>> …>>>.
//
// i = 0: all objects of the type, a = 0: all attributes. Of several qualifiers all
// must hold; ATTRDATA stands on the left of ATTRRELN, a zero-length one is 0.
func s14f1(c *call) {
	if c.exceeds(maxQueryItems) {
		return
	}
	var q model.Query
	c.Tuple(5)
	q.Spec, q.Type = string(c.Text("OBJSPEC")), c.Name("OBJTYPE")
	q.IDs = c.names("OBJID")
	c.Each("qualifiers", func(r *secs2.Reader) {
		r.Tuple(3)
		q.Filters = append(q.Filters, model.Filter{Attribute: r.Name("ATTRID"), Data: r.Item("ATTRDATA"), Relation: r.UintOr("ATTRRELN", 0)})
	})
	q.Attributes = c.names("ATTRID")
	if c.Err() != nil {
		c.illegal()
		return
	}
	m := c.eq.material.model
	answer, ok := m.GetAttr(&q)
	a := c.begin()
	a.List(2)
	if !ok || !answer.Append(m, a, maxReply) {
		c.tooLong(maxReply)
		return
	}
	c.appendObjectStatus(a, answer.Faults)
	c.reply()
}

// maxQueryItems is far beyond the items of a request that names every object.
const maxQueryItems = 6000
