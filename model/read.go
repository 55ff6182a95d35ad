package model

import (
	"math"
	"slices"
	"strings"

	"github.com/secsd/secsd/secs2"
)

// This file reads what jobs are described by in messages and attributes. What is
// no slot and no CEID is read as 0, which is none: the checks name it.

// ReadCarrierSlots reads L[2] {CARRIERID, slots}; the slots are a list of SLOTID
// or one item with all of them.
func ReadCarrierSlots(r *secs2.Reader) (c CarrierSlots) {
	r.Tuple(2)
	c.Carrier = string(r.Text("CARRIERID"))
	r.IDs("SLOTID", func(id secs2.ID) {
		slot, _ := id.Uint()
		if slot > math.MaxUint8 {
			slot = 0
		}
		c.Slots = append(c.Slots, uint8(slot))
	})
	return c
}

// ReadPauseEvents reads a list of CEID.
func ReadPauseEvents(r *secs2.Reader) (ceids []uint32) {
	r.IDs("CEID", func(id secs2.ID) {
		ceid, _ := id.Uint()
		if ceid > math.MaxUint32 {
			ceid = 0
		}
		ceids = append(ceids, uint32(ceid))
	})
	return ceids
}

// creation says whether a ControlJob is created with an attribute.
type creation uint8

const (
	mandatory creation = iota
	optional
	ignored
)

// givenAttribute is an attribute of a ControlJob as hosts give it (E94.1).
type givenAttribute struct {
	name   string
	create creation
	read   func(s *ControlJobSpec, r *secs2.Reader)
	fits   func(it secs2.Item) bool // what the reader cannot tell; may be nil
}

func givenAttributes() []givenAttribute {
	return []givenAttribute{
		{"ObjID", mandatory, func(s *ControlJobSpec, r *secs2.Reader) { s.ID = string(r.Text("ObjID")) }, nil},
		{"ObjType", ignored, nil, nil},
		{"CarrierInputSpec", mandatory, readCarrierInputSpec, nil},
		{"CurrentPRJob", ignored, nil, nil},
		{"DataCollectionPlan", optional, func(s *ControlJobSpec, r *secs2.Reader) { s.DataCollectionPlan = string(r.Text("DataCollectionPlan")) }, nil},
		{"MtrlOutSpec", mandatory, readMtrlOutSpec, slotsFit},
		{"MtrlOutByStatus", optional, readMtrlOutByStatus, slotsFit},
		{"PauseEvent", optional, func(s *ControlJobSpec, r *secs2.Reader) { s.PauseEvents = ReadPauseEvents(r) }, isList},
		{"ProcessingCtrlSpec", mandatory, readProcessingCtrlSpec, rulesFit},
		{"ProcessOrderMgmt", mandatory, func(s *ControlJobSpec, r *secs2.Reader) { s.Order = readByte(r, "ProcessOrderMgmt") }, nil},
		{"StartMethod", mandatory, readStartMethod, nil},
		{"State", ignored, nil, nil},
	}
}

// ReadControlJob reads what a control job is created from (S14F9), and returns the
// settings that are used. The faults are those that need no look at the equipment.
func ReadControlJob(settings []Setting) (s ControlJobSpec, used []Setting, faults []Fault) {
	known := givenAttributes()
	given := make([]bool, len(known))
	for _, x := range settings {
		i := slices.IndexFunc(known, func(g givenAttribute) bool { return strings.EqualFold(g.name, x.Attribute) })
		switch {
		case i < 0:
			faults = append(faults, Fault{ErrUnknownAttribute, Clip(x.Attribute)})
		case known[i].create == ignored:
		case given[i]:
			faults = append(faults, Fault{ErrImproper, known[i].name + " comes twice"})
		default:
			given[i] = true
			used = append(used, x)
			if !s.read(&known[i], x.Data) {
				faults = append(faults, Fault{ErrAttributeValue, known[i].name + ": wrong format"})
			}
		}
	}
	for i, g := range known {
		if g.create == mandatory && !given[i] {
			faults = append(faults, Fault{ErrInsufficient, g.name + " is missing"})
		}
	}
	return s, used, faults
}

// read reads the value of one attribute and reports whether it has its format.
func (s *ControlJobSpec) read(g *givenAttribute, it secs2.Item) bool {
	if it.Format() == secs2.List && it.Len() > maxControlledJobs {
		return false
	}
	r := secs2.NewReader(it)
	g.read(s, &r)
	return r.Err() == nil && (g.fits == nil || g.fits(it))
}

// set reads the value of the attribute with that name and reports whether it has
// its format.
func (s *ControlJobSpec) set(name string, it secs2.Item) bool {
	known := givenAttributes()
	i := slices.IndexFunc(known, func(g givenAttribute) bool { return g.name == name })
	return s.read(&known[i], it)
}

func readCarrierInputSpec(s *ControlJobSpec, r *secs2.Reader) {
	r.Each("CarrierInputSpec", func(r *secs2.Reader) { s.Carriers = append(s.Carriers, string(r.Text("CARRIERID"))) })
}

func readMtrlOutSpec(s *ControlJobSpec, r *secs2.Reader) {
	r.Each("MtrlOutSpec", func(r *secs2.Reader) {
		r.Tuple(2)
		s.Out = append(s.Out, OutMap{ReadCarrierSlots(r), ReadCarrierSlots(r)})
	})
}

func readMtrlOutByStatus(s *ControlJobSpec, r *secs2.Reader) {
	r.Each("MtrlOutByStatus", func(r *secs2.Reader) {
		r.Tuple(2)
		s.ByStatus = append(s.ByStatus, StatusMap{readByte(r, "MaterialStatus"), ReadCarrierSlots(r)})
	})
}

func readProcessingCtrlSpec(s *ControlJobSpec, r *secs2.Reader) {
	r.Each("ProcessingCtrlSpec", func(r *secs2.Reader) {
		r.Tuple(3)
		s.Jobs = append(s.Jobs, ControlledJob{string(r.Text("PRJOBID")), r.Item("ControlRule"), r.Item("OutputRule")})
	})
}

// rulesFit tells whether every rule is a list of L[2].
func rulesFit(it secs2.Item) bool {
	var s ControlJobSpec
	r := secs2.NewReader(it)
	readProcessingCtrlSpec(&s, &r)
	for _, j := range s.Jobs {
		for _, rule := range []secs2.Item{j.ControlRule, j.OutputRule} {
			r := secs2.NewReader(rule)
			r.Each("rule", func(r *secs2.Reader) {
				r.Tuple(2)
				r.Item("rule")
				r.Item("value")
			})
			if r.Err() != nil {
				return false
			}
		}
	}
	return true
}

func isList(it secs2.Item) bool { return it.Format() == secs2.List }

// slotsFit tells whether no slot is a text: behind the carrier of each L[2]
// {CARRIERID, slots} are numbers.
func slotsFit(it secs2.Item) bool {
	if it.Format() != secs2.List {
		return true
	}
	carrier := false
	for x := range it.All() {
		switch {
		case x.Format().Textual() && carrier:
			return false
		case x.Format().Textual():
			carrier = true
		case !slotsFit(x):
			return false
		case carrier:
			for slot := range x.All() {
				if slot.Format().Textual() {
					return false
				}
			}
		}
	}
	return true
}

func readStartMethod(s *ControlJobSpec, r *secs2.Reader) {
	s.Start = ManualStart
	if r.Flag("StartMethod") {
		s.Start = AutoStart
	}
}

// readByte reads an integer of any width; what has no room in a byte is 255, which
// no code is.
func readByte(r *secs2.Reader, name string) uint8 {
	return uint8(min(r.Uint(name), math.MaxUint8))
}
