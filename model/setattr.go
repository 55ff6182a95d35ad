package model

import (
	"math"
	"slices"

	"github.com/secsd/secsd/secs2"
)

// This file is the service SetAttr (E39, S14F3): of an object all settings are
// made or none, several objects are independent.

// Setting is an attribute with the value it is to have.
type Setting struct {
	Attribute string
	Data      secs2.Item
}

// Change is what of a SetAttr can be done, and what is wrong with the rest.
type Change struct {
	Answer
	settings []setting
}

// setting is a Setting whose attribute is known and whose value has its format.
type setting struct {
	attribute *Attribute
	value     secs2.Item
}

// CheckSetAttr finds what of the settings can be made. The Answer has the objects
// that can be changed, and the attributes that they then have.
func (m *Model) CheckSetAttr(spec, typ string, ids []string, settings []Setting) *Change {
	c := &Change{}
	c.of, c.objects, c.Faults = m.named(spec, typ, ids)
	if c.of == nil {
		return c
	}
	if len(ids) == 0 && len(c.objects) == 0 {
		c.Faults = []Fault{{ErrImproper, "no object is named"}}
		return c
	}
	c.all = c.of.attributes(m)
	for _, s := range settings {
		if f := c.prepare(s); f != nil {
			c.Faults = append(c.Faults, *f)
		}
	}
	if len(c.settings) < len(settings) {
		c.objects = nil
		return c
	}
	named := c.objects
	c.objects = nil
	seen := map[uint32]bool{}
	for _, h := range named {
		if again := seen[h]; !again && c.checked(m, h) {
			c.objects = append(c.objects, h)
		}
		seen[h] = true
	}
	if len(c.objects)*c.size() > maxSet {
		c.objects = nil
		c.Faults = append(c.Faults, Fault{ErrImproper, "too much at once"})
	}
	return c
}

// maxSet bounds the bytes that one SetAttr can set.
const maxSet = 1 << 20

// size is the bytes of the values for one object.
func (c *Change) size() (n int) {
	for _, s := range c.settings {
		n += len(s.value.Encoded())
	}
	return n
}

// prepare takes a setting if its attribute may be set and its value can be that.
func (c *Change) prepare(s Setting) *Fault {
	at := attributeNamed(c.all, s.Attribute)
	switch {
	case at == nil:
		return &Fault{ErrUnknownAttribute, Clip(s.Attribute)}
	case at.Access != ReadWrite:
		return &Fault{ErrReadOnly, at.Name}
	case slices.Contains(c.attributes, at):
		return &Fault{ErrImproper, at.Name + " comes twice"}
	}
	value, ok := inFormat(s.Data, at.Format)
	if !ok {
		return &Fault{ErrAttributeValue, at.Name}
	}
	c.names, c.attributes = append(c.names, s.Attribute), append(c.attributes, at)
	c.settings = append(c.settings, setting{at, value})
	return nil
}

// checked tells whether all settings can be made now, behind those of the objects
// before this one, and keeps why not.
func (c *Change) checked(m *Model, h uint32) bool {
	good := true
	for _, s := range c.settings {
		if f := s.attribute.check(m, h, s.value, c); f != nil {
			c.Faults = append(c.Faults, *f)
			good = false
		}
	}
	return good
}

// sets tells whether the attribute with that name is one of those.
func (c *Change) sets(name string) bool {
	return slices.ContainsFunc(c.settings, func(s setting) bool { return s.attribute.Name == name })
}

// Empty tells whether there is nothing to do.
func (c *Change) Empty() bool { return len(c.objects) == 0 || len(c.settings) == 0 }

// SetAttr makes the change.
func (m *Model) SetAttr(c *Change) {
	for _, h := range c.objects {
		for _, s := range c.settings {
			s.attribute.set(m, h, s.value)
		}
	}
	m.run()
}

// inFormat returns a value in a format that means the same: integers of every
// width and sign, texts of every kind.
func inFormat(it secs2.Item, f secs2.Format) (secs2.Item, bool) {
	switch got := it.Format(); {
	case got == f:
		return it, f == secs2.List || f.Textual() || it.Len() == 1
	case f == secs2.ASCII && got.Textual():
		return secs2.Raw(secs2.ASCII, textOf(it)), true
	case f.Unsigned() && it.Len() == 1:
		return unsignedIn(it, f)
	}
	return it, false
}

// unsignedIn returns an integer in an unsigned format, if it has room there.
func unsignedIn(it secs2.Item, f secs2.Format) (secs2.Item, bool) {
	v, exact := integerOf(it)
	if !exact || v.negative {
		return it, false
	}
	switch {
	case f == secs2.FormatU1 && v.magnitude <= math.MaxUint8:
		return secs2.U1(uint8(v.magnitude)), true
	case f == secs2.FormatU2 && v.magnitude <= math.MaxUint16:
		return secs2.U2(uint16(v.magnitude)), true
	case f == secs2.FormatU4 && v.magnitude <= math.MaxUint32:
		return secs2.U4(uint32(v.magnitude)), true
	case f == secs2.FormatU8:
		return secs2.U8(v.magnitude), true
	}
	return it, false
}
