package model

import (
	"slices"
	"strings"

	"github.com/secsd/secsd/secs2"
)

// ReadSubstrate reads what a substrate is created from (S14F9), and returns the
// settings that are used. The faults are those that need no look at the equipment.
func ReadSubstrate(settings []Setting) (s SubstrateSpec, used []Setting, faults []Fault) {
	texts := map[string]*string{
		"ObjID": &s.ID, "SubstLocID": &s.Location, "SubstSource": &s.Source, "SubstDestination": &s.Destination, "LotID": &s.Lot,
	}
	codes := map[string]*uint8{"SubstType": &s.Type, "SubstUsage": &s.Usage}
	for i, x := range settings {
		at := substrateType.attribute(x.Attribute)
		switch {
		case at == nil:
			faults = append(faults, Fault{ErrUnknownAttribute, Clip(x.Attribute)})
			continue
		case at.Name == "ObjType":
			continue
		case slices.ContainsFunc(settings[:i], func(y Setting) bool { return strings.EqualFold(x.Attribute, y.Attribute) }):
			faults = append(faults, Fault{ErrImproper, at.Name})
			continue
		}
		text, code := texts[at.Name], codes[at.Name]
		if text == nil && code == nil {
			faults = append(faults, Fault{ErrReadOnly, at.Name})
			continue
		}
		format := secs2.ASCII
		if code != nil {
			format = secs2.FormatU1
		}
		it, ok := inFormat(x.Data, format)
		switch {
		case !ok:
			faults = append(faults, Fault{ErrAttributeValue, at.Name})
		case text != nil:
			*text = string(it.Data())
		default:
			*code = it.Data()[0]
		}
		used = append(used, x)
	}
	return s, used, faults
}
