package model

import (
	"slices"
	"strconv"
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
	add := func(code ErrCode, text string) { faults = append(faults, fault(code, "%s", text)) }
	if m.controlSpace() == 0 {
		add(ErrBusy, "the queue is full")
	}
	switch {
	case !validID(s.ID):
		add(ErrAttributeValue, "ObjID "+s.ID)
	case m.control.find(s.ID) != 0:
		add(ErrInUse, s.ID)
	}
	m.checkJobs(s, 0, add)
	m.checkInputs(s, add)
	m.checkOut(s, add)
	checkByStatus(s, add)
	if s.Order < OrderArrival || s.Order > OrderList {
		add(ErrAttributeValue, "ProcessOrderMgmt")
	}
	if len(s.DataCollectionPlan) > maxPlan {
		add(ErrAttributeValue, "DataCollectionPlan")
	}
	m.checkPauseEvents(s.PauseEvents, add)
	return faults
}

// checkJobs checks ProcessingCtrlSpec; control is the control job that has it now,
// 0 for one that is created.
func (m *Model) checkJobs(s *ControlJobSpec, control uint32, add func(ErrCode, string)) {
	if len(s.Jobs) == 0 {
		add(ErrImproper, "ProcessingCtrlSpec")
	}
	if len(s.Jobs) > maxControlledJobs {
		add(ErrImproper, "ProcessingCtrlSpec: too many jobs")
		return
	}
	given := make(map[uint32]bool, len(s.Jobs))
	for _, x := range s.Jobs {
		h := m.jobs.find(x.ID)
		twice := given[h]
		given[h] = true
		switch {
		case h == 0:
			add(ErrUnknownObject, x.ID)
		case twice:
			add(ErrImproper, x.ID)
		case m.jobs.at(h).state != Pooled, m.jobs.at(h).control != 0 && m.jobs.at(h).control != control:
			add(ErrWrongState, x.ID)
		case len(x.ControlRule.Encoded())+len(x.OutputRule.Encoded()) > maxValue:
			add(ErrImproper, x.ID+": rules")
		}
	}
}

// checkInputs checks CarrierInputSpec: each carrier once, and if it is not empty
// all carriers of the process jobs.
func (m *Model) checkInputs(s *ControlJobSpec, add func(ErrCode, string)) {
	if len(s.Carriers) > maxControlCarriers {
		add(ErrImproper, "CarrierInputSpec")
		return
	}
	for i, id := range s.Carriers {
		switch {
		case !validID(id):
			add(ErrAttributeValue, "CarrierInputSpec")
		case slices.Contains(s.Carriers[:i], id):
			add(ErrImproper, "CarrierInputSpec: "+id)
		}
	}
	if len(s.Carriers) == 0 {
		return
	}
	for _, id := range m.carriersOf(s.Jobs) {
		if !slices.Contains(s.Carriers, id) {
			add(ErrImproper, "CarrierInputSpec: "+id)
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
func (m *Model) checkOut(s *ControlJobSpec, add func(ErrCode, string)) {
	if len(s.Out) > maxOutMaps {
		add(ErrImproper, "MtrlOutSpec")
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
	from, to := slotSet{}, slotSet{}
	for _, o := range s.Out {
		n, k := len(o.From.Slots), len(o.To.Slots)
		switch {
		case !validID(o.From.Carrier), !validID(o.To.Carrier):
			add(ErrAttributeValue, "MtrlOutSpec")
		case !known[o.From.Carrier]:
			add(ErrImproper, "MtrlOutSpec: "+o.From.Carrier)
		case n != k && n > 0 && k > 0:
			add(ErrImproper, "MtrlOutSpec: "+strconv.Itoa(n)+" slots to "+strconv.Itoa(k))
		case !from.take(o.From, m.capacityOf(o.From.Carrier)):
			add(ErrImproper, "MtrlOutSpec: slots of "+o.From.Carrier)
		case !to.take(o.To, m.capacityOf(o.To.Carrier)):
			add(ErrImproper, "MtrlOutSpec: slots of "+o.To.Carrier)
		}
	}
}

// checkByStatus checks MtrlOutByStatus.
func checkByStatus(s *ControlJobSpec, add func(ErrCode, string)) {
	if len(s.ByStatus) > 1<<8 {
		add(ErrImproper, "MtrlOutByStatus")
		return
	}
	for _, x := range s.ByStatus {
		to := slotSet{}
		switch {
		case !validID(x.To.Carrier):
			add(ErrAttributeValue, "MtrlOutByStatus")
		case !to.take(x.To, maxCapacity):
			add(ErrImproper, "MtrlOutByStatus: slots of "+x.To.Carrier)
		}
	}
}

// slotSet is slots of carriers, a bit for each.
type slotSet map[string]uint32

// take adds slots and reports whether they exist and none was there.
func (s slotSet) take(x CarrierSlots, capacity int) bool {
	for _, slot := range x.Slots {
		if slot < 1 || int(slot) > capacity || s[x.Carrier]>>(slot-1)&1 == 1 {
			return false
		}
		s[x.Carrier] |= 1 << (slot - 1)
	}
	return true
}

// hasElements tells whether an item is a list that is not empty.
func hasElements(it secs2.Item) bool { return !it.IsZero() && it.Len() > 0 }

// attributeFault returns the first of what is wrong with a value, as SetAttr tells
// it: of the attribute with that name.
func attributeFault(name string, check func(add func(ErrCode, string))) *Fault {
	var first *Fault
	check(func(code ErrCode, text string) {
		if first == nil {
			switch {
			case text == "":
				text = name
			case !strings.HasPrefix(text, name):
				text = name + ": " + text
			}
			f := fault(code, "%s", text)
			first = &f
		}
	})
	return first
}
