package model

import (
	"slices"
	"strings"

	"github.com/secsd/secsd/secs2"
)

// This file is what a control job must be like to be created (E94).

// Bounds of what a control job may bring.
const (
	maxControlCarriers = 100
	maxControlledJobs  = 1000
	maxOutMaps         = 500
	maxPlan            = 80
)

// CheckControlJob returns why the job cannot be created.
func (m *Model) CheckControlJob(s *ControlJobSpec) []Fault {
	var faults []Fault
	add := complains(&faults)
	if m.controlSpace() == 0 {
		add(ErrBusy, "the queue is full")
	}
	switch {
	case !validID(s.ID):
		add(ErrAttributeValue, "ObjID %q is no identifier", s.ID)
	case m.control.find(s.ID) != 0:
		add(ErrInUse, "%s", s.ID)
	}
	m.checkJobs(s, 0, add)
	m.checkInputs(s, add)
	m.checkOut(s, add)
	checkByStatus(s, add)
	checkOrder(s, add)
	checkPlan(s, add)
	m.checkPauseEvents(s.PauseEvents, add)
	return faults
}

// checkJobs checks ProcessingCtrlSpec; control is the control job that has it now,
// 0 for one that is created.
func (m *Model) checkJobs(s *ControlJobSpec, control uint32, add complaint) {
	if len(s.Jobs) == 0 {
		add(ErrImproper, "ProcessingCtrlSpec is empty")
	}
	if len(s.Jobs) > maxControlledJobs {
		add(ErrImproper, "ProcessingCtrlSpec: more than %d jobs", maxControlledJobs)
		return
	}
	given := make(map[uint32]bool, len(s.Jobs))
	for _, x := range s.Jobs {
		h := m.jobs.find(x.ID)
		twice := given[h]
		given[h] = true
		switch {
		case h == 0:
			add(ErrUnknownObject, "%s", x.ID)
		case twice:
			add(ErrImproper, "%s comes twice", x.ID)
		case m.jobs.at(h).state != Pooled:
			add(ErrWrongState, "%s is %v", x.ID, m.jobs.at(h).state)
		case m.jobs.at(h).control != 0 && m.jobs.at(h).control != control:
			add(ErrWrongState, "%s belongs to %s", x.ID, m.control.at(m.jobs.at(h).control).id)
		case len(x.ControlRule.Encoded())+len(x.OutputRule.Encoded()) > maxValue:
			add(ErrImproper, "%s: rules of more than %d bytes", x.ID, maxValue)
		}
	}
}

// checkInputs checks CarrierInputSpec: each carrier once, and if it is not empty
// all carriers of the process jobs.
func (m *Model) checkInputs(s *ControlJobSpec, add complaint) {
	if len(s.Carriers) > maxControlCarriers {
		add(ErrImproper, "CarrierInputSpec: more than %d carriers", maxControlCarriers)
		return
	}
	for i, id := range s.Carriers {
		switch {
		case !validID(id):
			add(ErrAttributeValue, "CarrierInputSpec: %q is no identifier", id)
		case slices.Contains(s.Carriers[:i], id):
			add(ErrImproper, "CarrierInputSpec: %s comes twice", id)
		}
	}
	if len(s.Carriers) == 0 {
		return
	}
	for _, id := range m.carriersOf(s.Jobs) {
		if !slices.Contains(s.Carriers, id) {
			add(ErrImproper, "CarrierInputSpec: %s is missing", id)
		}
	}
}

// carriersOf returns the carriers that process jobs name, each once.
func (m *Model) carriersOf(jobs []ControlledJob) (ids []string) {
	seen := map[uint32]bool{}
	for _, x := range jobs[:min(len(jobs), maxControlledJobs)] {
		h := m.jobs.find(x.ID)
		if h == 0 {
			continue
		}
		for carrier := range m.jobs.at(h).carriers() {
			if !seen[carrier] {
				seen[carrier] = true
				ids = append(ids, m.names.text(carrier))
			}
		}
	}
	return ids
}

// checkOut checks MtrlOutSpec.
func (m *Model) checkOut(s *ControlJobSpec, add complaint) {
	if len(s.Out) > maxOutMaps {
		add(ErrImproper, "MtrlOutSpec: more than %d elements", maxOutMaps)
		return
	}
	sources := s.Carriers
	if len(sources) == 0 {
		sources = m.carriersOf(s.Jobs)
	}
	known := make(map[string]bool, len(sources))
	for _, id := range sources {
		known[id] = true
	}
	from, good := slotSet{}, true
	for _, o := range s.Out {
		n, k := len(o.From.Slots), len(o.To.Slots)
		switch {
		case !validID(o.From.Carrier):
			add(ErrAttributeValue, "MtrlOutSpec: source %q is no identifier", o.From.Carrier)
		case !validID(o.To.Carrier):
			add(ErrAttributeValue, "MtrlOutSpec: destination %q is no identifier", o.To.Carrier)
		case !known[o.From.Carrier]:
			add(ErrImproper, "MtrlOutSpec: source %s is no input", o.From.Carrier)
		case n != k && n > 0 && k > 0:
			add(ErrImproper, "MtrlOutSpec: %s to %s, %d slots to %d", o.From.Carrier, o.To.Carrier, n, k)
		case from.take(o.From, m.capacityOf(o.From.Carrier), "MtrlOutSpec: source", add):
			continue
		}
		good = false
	}
	if good {
		m.checkTargets(s, add)
	}
}

// checkByStatus checks MtrlOutByStatus.
func checkByStatus(s *ControlJobSpec, add complaint) {
	if len(s.ByStatus) > 1<<8 {
		add(ErrImproper, "MtrlOutByStatus: more than %d elements", 1<<8)
		return
	}
	for _, x := range s.ByStatus {
		if !validID(x.To.Carrier) {
			add(ErrAttributeValue, "MtrlOutByStatus: %q is no identifier", x.To.Carrier)
			continue
		}
		slotSet{}.take(x.To, maxCapacity, "MtrlOutByStatus:", add)
	}
}

// slotSet is slots of carriers, a bit for each.
type slotSet map[string]uint32

// take adds slots and reports whether they exist and none was there; if not it
// complains of the first, in words that begin with those given.
func (s slotSet) take(x CarrierSlots, capacity int, words string, add complaint) bool {
	for _, slot := range x.Slots {
		switch {
		case slot < 1 || int(slot) > capacity:
			add(ErrImproper, words+" %s has no slot %d", x.Carrier, slot)
			return false
		case s[x.Carrier]>>(slot-1)&1 == 1:
			add(ErrImproper, words+" %s slot %d comes twice", x.Carrier, slot)
			return false
		}
		s[x.Carrier] |= 1 << (slot - 1)
	}
	return true
}

func checkOrder(s *ControlJobSpec, add complaint) {
	if s.Order < OrderArrival || s.Order > OrderList {
		add(ErrAttributeValue, "ProcessOrderMgmt is not 1, 2 or 3")
	}
}

func checkPlan(s *ControlJobSpec, add complaint) {
	if len(s.DataCollectionPlan) > maxPlan {
		add(ErrAttributeValue, "DataCollectionPlan has more than %d characters", maxPlan)
	}
}

// hasElements tells whether an item is a list that is not empty.
func hasElements(it secs2.Item) bool { return !it.IsZero() && it.Len() > 0 }

// attributeFault returns the first of what is wrong with a value, as SetAttr tells
// it: of the attribute with that name.
func attributeFault(name string, check func(add complaint)) *Fault {
	var first *Fault
	check(func(code ErrCode, format string, args ...any) {
		if first == nil {
			if !strings.HasPrefix(format, name) {
				format = name + ": " + format
			}
			f := fault(code, format, args...)
			first = &f
		}
	})
	return first
}
