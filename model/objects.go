package model

import "github.com/secsd/secsd/secs2"

// This file is what E39 sees of the objects: types, attributes, and how an
// object is found. Each type's table is in the file of its attributes.

// ObjectType is a type of objects (OBJTYPE).
type ObjectType struct {
	Name       string
	Attributes []Attribute // in the declared order
	// Services are those of S14F19.
	Services []string

	find func(m *Model, id string) uint32
	each func(m *Model, yield func(h uint32) bool)
	id   func(m *Model, h uint32) string
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
