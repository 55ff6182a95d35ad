package model

import (
	"slices"
	"strings"

	"github.com/secsd/secsd/secs2"
)

// This file is what E39 sees of the objects: types, attributes, and how an
// object is found. Each type's table is in the file of its attributes. The
// services are in objspec.go, getattr.go, filter.go and setattr.go.

// ObjectType is a type of objects (OBJTYPE).
type ObjectType struct {
	Name       string
	Attributes []Attribute // in the declared order
	// Services are those of S14F19.
	Services []string

	find func(m *Model, id string) uint32
	each func(m *Model, yield func(h uint32) bool)
	id   func(m *Model, h uint32) string
	// user returns the attributes to which hosts gave the names; nil: none ever.
	user func(m *Model) []Attribute
}

// Attribute is an attribute of a type (ATTRID).
type Attribute struct {
	Name   string
	Access Access
	// Format is what SetAttr takes; lists are checked by set.
	Format secs2.Format

	value func(m *Model, h uint32, a *secs2.Appender)
	// check returns why a value cannot be set now, with all else that the change
	// sets, nil that it can; set sets it.
	check func(m *Model, h uint32, it secs2.Item, c *Change) *Fault
	set   func(m *Model, h uint32, it secs2.Item)
}

// Access is what SetAttr may do.
type Access uint8

// The choices.
const (
	ReadOnly Access = iota
	ReadWrite
)

// ObjectTypes returns the published types in their declared order.
func ObjectTypes() []*ObjectType {
	return []*ObjectType{carrierType, substrateType, substLocType, processJobType, controlJobType, trackerType, loadPortType, clockType}
}

// name returns the identifier of an object, "" for none.
func (t *ObjectType) name(m *Model, h uint32) string {
	if h == 0 {
		return ""
	}
	return t.id(m, h)
}

// TypeNamed returns the published type with that name, written in any case; nil
// if there is none.
func TypeNamed(name string) *ObjectType {
	for _, t := range ObjectTypes() {
		if strings.EqualFold(t.Name, name) {
			return t
		}
	}
	return nil
}

// attributes returns all attributes, the ones of hosts behind those of the standard.
func (t *ObjectType) attributes(m *Model) []Attribute {
	if t.user == nil {
		return t.Attributes
	}
	return append(slices.Clip(t.Attributes), t.user(m)...)
}

// attributeNamed returns the attribute with that name, written in any case; nil if
// there is none.
func attributeNamed(all []Attribute, name string) *Attribute {
	for i := range all {
		if strings.EqualFold(all[i].Name, name) {
			return &all[i]
		}
	}
	return nil
}

// lookup returns the handle of an object of the type, 0 if there is none.
func (t *ObjectType) lookup(m *Model, id string) uint32 {
	if id == "" {
		return 0
	}
	return t.find(m, id)
}

// maxObjects bounds the objects that one request can be about.
const maxObjects = 1 << 14

// all returns every object of the type; ok is false if there are more than one
// request can be about.
func (t *ObjectType) all(m *Model) (objects []uint32, ok bool) {
	ok = true
	t.each(m, func(h uint32) bool {
		objects, ok = append(objects, h), len(objects) < maxObjects
		return ok
	})
	return objects, ok
}

// OwnedTypes returns those types with the names that what the OBJSPEC names owns;
// no names are all. The equipment owns every published type, an object none.
func (m *Model) OwnedTypes(spec string, names []string) (types []*ObjectType, faults []Fault) {
	at, f := m.Target(spec, nil)
	switch {
	case f != nil:
		return nil, []Fault{*f}
	case !at.Exists():
		return nil, []Fault{{ErrUnknownOwner, Clip(spec)}}
	case !at.Equipment() && len(names) == 0:
		return nil, []Fault{{ErrUnknownType, Clip(spec)}}
	case len(names) == 0:
		return ObjectTypes(), nil
	}
	for _, name := range names {
		if t := TypeNamed(name); t != nil && at.Equipment() {
			types = append(types, t)
		} else {
			faults = append(faults, Fault{ErrUnknownType, Clip(name)})
		}
	}
	return types, faults
}
