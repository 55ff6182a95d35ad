package model

import "strings"

// This file is OBJSPEC (E39): the path to an object, from the outside in, of
// segments type:id>. The equipment owns every published type; those own none.

// equipmentType is the type of the equipment itself, which is not published.
const equipmentType = "Equipment"

// maxSpec is the longest OBJSPEC that can name anything here, generously.
const maxSpec = 400

// Target is what an OBJSPEC names: the equipment, or an object that may or may
// not exist.
type Target struct {
	// Type is nil for the equipment, and for an object of which only the ID was
	// given and that does not exist.
	Type *ObjectType
	// ID is that of the object, "" for the equipment.
	ID     string
	handle uint32
}

// Equipment tells whether the equipment itself is named.
func (t *Target) Equipment() bool { return t.ID == "" }

// Exists tells whether there is what is named.
func (t *Target) Exists() bool { return t.Equipment() || t.handle != 0 }

// Target finds what an OBJSPEC names. Of objects that share an ID, one that is
// named by the ID alone is of the type hint, which may be nil.
func (m *Model) Target(spec string, hint *ObjectType) (Target, *Fault) {
	if spec == "" {
		return Target{}, nil
	}
	if len(spec) > maxSpec {
		return Target{}, &Fault{ErrSyntax, Clip(spec)}
	}
	var at Target
	segments := strings.Split(strings.TrimSuffix(spec, ">"), ">")
	for i, text := range segments {
		last := i == len(segments)-1
		s, ok := parseSegment(text)
		if !ok {
			return Target{}, &Fault{ErrSyntax, Clip(spec)}
		}
		next, f := m.step(at, i, s, hint)
		if f != nil {
			if !last {
				f.Code = ErrUnknownOwner
			}
			return Target{}, f
		}
		if !last && !next.Exists() {
			return Target{}, &Fault{ErrUnknownOwner, Clip(text)}
		}
		at = next
	}
	return at, nil
}

// segment is one type:id of an OBJSPEC; typ is "" where it was left out.
type segment struct{ typ, id, text string }

func parseSegment(text string) (s segment, ok bool) {
	typ, id, typed := strings.Cut(text, ":")
	if !typed {
		typ, id = "", text
	}
	typ, _, _ = strings.Cut(typ, "@")
	s = segment{typ, id, text}
	if strings.EqualFold(typ, equipmentType) || !typed && strings.EqualFold(id, equipmentType) {
		return s, id == "" || validID(id)
	}
	return s, validSubstID(id) && (typ == "" || validID(typ))
}

// step goes one segment down from at.
func (m *Model) step(at Target, depth int, s segment, hint *ObjectType) (Target, *Fault) {
	switch {
	case strings.EqualFold(s.typ, equipmentType), s.typ == "" && (strings.EqualFold(s.id, equipmentType) || s.id == m.cfg.Name):
		if depth > 0 {
			return Target{}, &Fault{ErrUnknownTarget, Clip(s.text)}
		}
		if s.typ != "" && s.id != "" && s.id != m.cfg.Name {
			return Target{}, &Fault{ErrUnknownOwner, Clip(s.text)}
		}
		return Target{}, nil
	case !at.Equipment():
		return Target{}, &Fault{ErrUnknownTarget, Clip(s.text)}
	case s.typ == "":
		return m.byID(s.id, hint)
	}
	t := TypeNamed(s.typ)
	if t == nil {
		return Target{}, &Fault{ErrUnknownTarget, Clip(s.text)}
	}
	return Target{t, s.id, t.lookup(m, s.id)}, nil
}

// byID finds an object by its ID alone.
func (m *Model) byID(id string, hint *ObjectType) (Target, *Fault) {
	if hint != nil {
		if h := hint.lookup(m, id); h != 0 {
			return Target{hint, id, h}, nil
		}
	}
	found := Target{ID: id}
	for _, t := range ObjectTypes() {
		h := t.lookup(m, id)
		if h == 0 {
			continue
		}
		if found.handle != 0 {
			return Target{}, &Fault{ErrUnknownOwner, Clip("ambiguous: " + id)}
		}
		found = Target{t, id, h}
	}
	return found, nil
}
