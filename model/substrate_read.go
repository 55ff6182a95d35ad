package model

import "github.com/secsd/secsd/secs2"

// ReadSubstrate reads what a substrate is created from (S14F9), and returns the
// settings that are used. The faults are those that need no look at the equipment.
func ReadSubstrate(settings []Setting) (s SubstrateSpec, used []Setting, faults []Fault) {
	given := map[string]bool{}
	for _, x := range settings {
		at := attributeNamed(substrateType.Attributes, x.Attribute)
		switch {
		case at == nil:
			faults = append(faults, Fault{ErrUnknownAttribute, Clip(x.Attribute)})
		case at.Name == "ObjType":
		case given[at.Name]:
			faults = append(faults, Fault{ErrImproper, at.Name + " comes twice"})
		default:
			given[at.Name] = true
			used = append(used, x)
			if f := s.read(at.Name, x.Data); f != nil {
				faults = append(faults, *f)
			}
		}
	}
	if !given["ObjID"] {
		faults = append(faults, Fault{ErrInsufficient, "ObjID is missing"})
	}
	if !given["SubstLocID"] && !given["SubstSource"] {
		faults = append(faults, Fault{ErrInsufficient, "SubstLocID is missing"})
	}
	return s, used, faults
}

// read reads the value of one attribute, or says why not.
func (s *SubstrateSpec) read(name string, it secs2.Item) *Fault {
	texts := map[string]*string{
		"ObjID": &s.ID, "SubstLocID": &s.Location, "SubstSource": &s.Source, "SubstDestination": &s.Destination, "LotID": &s.Lot,
	}
	codes := map[string]*uint8{"SubstType": &s.Type, "SubstUsage": &s.Usage}
	format := secs2.ASCII
	switch {
	case texts[name] != nil:
	case codes[name] != nil:
		format = secs2.FormatU1
	default:
		return &Fault{ErrReadOnly, name}
	}
	it, ok := inFormat(it, format)
	switch {
	case !ok:
		return &Fault{ErrAttributeValue, name + ": wrong format"}
	case format == secs2.ASCII:
		*texts[name] = string(it.Data())
	default:
		*codes[name] = it.Data()[0]
	}
	return nil
}
