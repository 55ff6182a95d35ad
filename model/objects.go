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
	// check returns why a value cannot be set now, nil that it can; set sets it.
	check func(m *Model, h uint32, it secs2.Item) *Fault
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
	if h == 0 || t.id == nil {
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

// attribute returns the attribute with that name, written in any case; nil if
// there is none.
func (t *ObjectType) attribute(name string) *Attribute {
	for i := range t.Attributes {
		if strings.EqualFold(t.Attributes[i].Name, name) {
			return &t.Attributes[i]
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

// known returns the attribute with that name, also one of a host's.
func (t *ObjectType) known(m *Model, name string) *Attribute {
	if at := t.attribute(name); at != nil {
		return at
	}
	for _, at := range t.attributes(m) {
		if strings.EqualFold(at.Name, name) {
			return &at
		}
	}
	return nil
}

// lookup returns the handle of an object of the type, 0 if there is none.
func (t *ObjectType) lookup(m *Model, id string) uint32 {
	if id == "" || t.find == nil {
		return 0
	}
	return t.find(m, id)
}

// all returns every object of the type.
func (t *ObjectType) all(m *Model) (objects []uint32) {
	if t.each != nil {
		t.each(m, func(h uint32) bool {
			objects = append(objects, h)
			return true
		})
	}
	return objects
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
