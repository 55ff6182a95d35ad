package model

import "github.com/secsd/secsd/secs2"

// This file is the service GetAttr (E39, S14F1).

// Query is what GetAttr asks for. No IDs are all objects of the type, no
// Attributes all of them; of the Filters each must hold.
type Query struct {
	Spec, Type string
	IDs        []string
	Filters    []Filter
	Attributes []string
}

// Answer is the objects that a Query found, and what is wrong with it.
type Answer struct {
	Faults     []Fault
	of         *ObjectType
	all        []Attribute // of the type
	objects    []uint32
	names      []string // as they were asked for
	attributes []*Attribute
}

// GetAttr finds what the Query asks for. It reports false when that takes more
// work than any sensible one.
func (m *Model) GetAttr(q *Query) (x Answer, ok bool) {
	var f []Fault
	x.of, x.objects, f = m.named(q.Spec, q.Type, q.IDs)
	x.Faults = append(x.Faults, f...)
	if x.of == nil {
		return x, true
	}
	x.all = x.of.attributes(m)
	x.choose(q.Attributes)
	if len(q.IDs) == 0 && x.objects == nil {
		if x.objects, ok = x.of.all(m); !ok {
			return x, false
		}
	}
	return x, x.filter(m, q.Filters)
}

// choose takes the attributes that were asked for.
func (x *Answer) choose(asked []string) {
	if len(asked) == 0 {
		for i := range x.all {
			at := &x.all[i]
			x.names, x.attributes = append(x.names, at.Name), append(x.attributes, at)
		}
		return
	}
	for _, name := range asked {
		at := attributeNamed(x.all, name)
		if at == nil {
			x.Faults = append(x.Faults, Fault{ErrUnknownAttribute, Clip(name)})
			continue
		}
		x.names, x.attributes = append(x.names, name), append(x.attributes, at)
	}
}

// maxFiltered bounds the bytes of the values that filters look at.
const maxFiltered = 1 << 19

// filter drops the objects for which not all filters hold.
func (x *Answer) filter(m *Model, filters []Filter) bool {
	tests := make([]test, 0, len(filters))
	for _, f := range filters {
		at := attributeNamed(x.all, f.Attribute)
		switch {
		case at == nil:
			x.Faults = append(x.Faults, Fault{ErrUnknownAttribute, Clip(f.Attribute)})
		case f.Relation >= uint64(relations):
			x.Faults = append(x.Faults, fault(ErrImproper, "ATTRRELN %d of %s", f.Relation, at.Name))
		default:
			tests = append(tests, test{at, f.Data, Relation(f.Relation)})
		}
	}
	if len(tests) < len(filters) {
		x.objects = nil
	}
	if len(tests) == 0 {
		return true
	}
	kept, looked, buf := x.objects[:0], 0, []byte(nil)
	for _, h := range x.objects {
		passes := true
		for i := 0; i < len(tests) && passes; i++ {
			value := tests[i].attribute.append(m, h, &buf)
			if looked += len(value.Encoded()) + perTest; looked > maxFiltered {
				return false
			}
			passes = tests[i].relation.holds(tests[i].data, value)
		}
		if passes {
			kept = append(kept, h)
		}
	}
	x.objects = kept
	return true
}

// perTest is what a test costs besides the bytes it looks at, in bytes.
const perTest = 64

// test is a Filter whose attribute is known.
type test struct {
	attribute *Attribute
	data      secs2.Item
	relation  Relation
}

// append returns the value of an attribute, in buf.
func (at *Attribute) append(m *Model, h uint32, buf *[]byte) secs2.Item {
	a := secs2.NewAppender((*buf)[:0])
	at.value(m, h, &a)
	*buf = a.Bytes()
	it, err := secs2.Parse(*buf)
	if err != nil {
		panic("model: attribute " + at.Name + ": " + err.Error())
	}
	return it
}

// Append appends the objects: L[n] {L[2] {OBJID, L[a] {L[2] {ATTRID, ATTRDATA}}}}.
// It reports false, and stops, once that takes more than most bytes.
func (x *Answer) Append(m *Model, a *secs2.Appender, most int) bool {
	start := len(a.Bytes())
	a.List(len(x.objects))
	for _, h := range x.objects {
		a.List(2)
		a.Text(x.of.id(m, h))
		a.List(len(x.attributes))
		for i, at := range x.attributes {
			a.List(2)
			a.Text(x.names[i])
			at.value(m, h, a)
			if len(a.Bytes())-start > most {
				return false
			}
		}
		if len(a.Bytes())-start > most {
			return false
		}
	}
	return true
}

// named returns the objects that a request names: those with IDs among those that
// the OBJSPEC owns, or the one that the OBJSPEC itself names. No objects and no
// IDs means that none is named; no type that the request is wrong.
func (m *Model) named(spec, typ string, ids []string) (*ObjectType, []uint32, []Fault) {
	of := TypeNamed(typ)
	at, f := m.Target(spec, of)
	if f != nil {
		return nil, nil, []Fault{*f}
	}
	if typ == "" {
		of = m.typeOf(at, ids)
	}
	switch {
	case of == nil:
		return nil, nil, []Fault{{ErrUnknownType, Clip(typ)}}
	case !at.Exists() && (at.Type != of || len(ids) > 0):
		return nil, nil, []Fault{{ErrUnknownOwner, Clip(spec)}}
	case !at.Exists():
		return nil, nil, []Fault{{ErrUnknownObject, at.ID}}
	case at.Equipment():
		h, faults := m.withIDs(of, ids)
		return of, h, faults
	case at.Type != of:
		return nil, nil, []Fault{{ErrUnknownType, Clip(typ)}} // it owns none of them
	case len(ids) == 0:
		return of, []uint32{at.handle}, nil
	}
	return m.itself(at, ids)
}

// withIDs returns the objects with those IDs, and a fault for each unknown one.
func (m *Model) withIDs(of *ObjectType, ids []string) (objects []uint32, faults []Fault) {
	for _, id := range ids {
		if h := of.lookup(m, id); h != 0 {
			objects = append(objects, h)
		} else {
			faults = append(faults, Fault{ErrUnknownObject, Clip(id)})
		}
	}
	return objects, faults
}

// itself returns the object that the OBJSPEC names for each of the IDs that is
// its own: some hosts give it both ways.
func (m *Model) itself(at Target, ids []string) (of *ObjectType, objects []uint32, faults []Fault) {
	for _, id := range ids {
		if id == at.ID {
			objects = append(objects, at.handle)
		} else {
			faults = append(faults, Fault{ErrUnknownObject, Clip(id)})
		}
	}
	return at.Type, objects, faults
}

// typeOf returns the type where the request gives none: that of the object that
// the OBJSPEC names, or the one type that has an object with the first ID.
func (m *Model) typeOf(at Target, ids []string) *ObjectType {
	if !at.Equipment() {
		return at.Type
	}
	if len(ids) > 0 {
		if found, f := m.byID(ids[0], nil); f == nil {
			return found.Type
		}
	}
	return nil
}
