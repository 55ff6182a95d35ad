package model

import (
	"slices"

	"github.com/secsd/secsd/secs2"
)

// This file is what a process job must be like to be created (E40).

// The values of PRRECIPEMETHOD.
const (
	recipeOnly          uint8 = 1
	recipeWithVariables uint8 = 2
)

// Bounds of what a job may bring.
const (
	maxMaterial = 500  // elements of a material list
	maxPauses   = 500  // events that pause a job
	maxValue    = 4096 // bytes of a variable's value, or of a rule
)

// CheckProcessJob returns why the job cannot be created.
func (m *Model) CheckProcessJob(s *ProcessJobSpec) []Fault {
	var faults []Fault
	add := complains(&faults)
	switch {
	case !validID(s.ID):
		add(ErrImproper, "PRJOBID %q is no identifier", s.ID)
	case m.jobs.find(s.ID) != 0:
		add(ErrInUse, "%s", s.ID)
	case m.ProcessJobSpace() == 0:
		add(ErrBusy, "no space: %d process jobs exist", m.jobs.count)
	}
	m.checkMaterial(s, add)
	if !m.host.HasProgram(s.Recipe) {
		add(ErrRecipe, "RCPSPEC %s", s.Recipe)
	}
	m.checkMethod(s.Method, s.Variables, add)
	m.checkPauseEvents(s.PauseEvents, add)
	return faults
}

// checkMaterial checks MF and the material.
func (m *Model) checkMaterial(s *ProcessJobSpec, add complaint) {
	switch {
	case s.MaterialType == MaterialCarriers, s.MaterialType == MaterialSubstrates:
	case s.MaterialType != 0:
		add(ErrImproper, "MF is neither 13 nor 14")
		return
	case len(s.Carriers)+len(s.Substrates) > 0:
		add(ErrImproper, "MF is missing")
		return
	}
	if len(s.Carriers)+len(s.Substrates) > maxMaterial {
		add(ErrImproper, "material: more than %d elements", maxMaterial)
		return
	}
	taken := map[string]uint32{}
	for _, x := range s.Carriers {
		m.checkSlots(x, taken, add)
	}
	for i, id := range s.Substrates {
		switch {
		case id == "" || len(id) > maxSubstID:
			add(ErrImproper, "MID %q is not 1 to %d characters long", id, maxSubstID)
		case slices.Contains(s.Substrates[:i], id):
			add(ErrImproper, "MID %s comes twice", id)
		}
	}
}

// allSlots stands for all occupied slots of a carrier.
const allSlots = 1<<32 - 1

// checkSlots checks a carrier with its slots; taken are those that came before.
func (m *Model) checkSlots(x CarrierSlots, taken map[string]uint32, add complaint) {
	if !validID(x.Carrier) {
		add(ErrImproper, "CARRIERID %q is no identifier", x.Carrier)
		return
	}
	carrier, ready := m.carrierReady(x.Carrier)
	capacity := m.capacityOf(x.Carrier)
	if len(x.Slots) > maxCapacity {
		add(ErrImproper, "%s: more than %d slots", x.Carrier, maxCapacity)
		return
	}
	for _, slot := range x.Slots {
		switch {
		case slot < 1 || int(slot) > capacity:
			add(ErrImproper, "%s has no slot %d", x.Carrier, slot)
			continue
		case taken[x.Carrier]>>(slot-1)&1 == 1:
			add(ErrImproper, "%s slot %d comes twice", x.Carrier, slot)
			continue
		case ready && m.substrateIn(carrier, int(slot)) == 0:
			add(ErrNoMaterial, "%s slot %d is empty", x.Carrier, slot)
		}
		taken[x.Carrier] |= 1 << (slot - 1)
	}
	if len(x.Slots) == 0 {
		if taken[x.Carrier] != 0 {
			add(ErrImproper, "%s comes twice", x.Carrier)
		}
		taken[x.Carrier] = allSlots
	}
}

// capacityOf returns the capacity of a carrier; of one that is not known, the
// greatest that there is.
func (m *Model) capacityOf(carrier string) int {
	if n, ok := m.carrierCapacity(carrier); ok {
		return n
	}
	greatest := 0
	for _, p := range m.cfg.Ports {
		greatest = max(greatest, p.Capacity)
	}
	return greatest
}

// checkMethod checks PRRECIPEMETHOD and the variables.
func (m *Model) checkMethod(method uint8, list []RecipeSetting, add complaint) {
	switch {
	case method != recipeOnly && method != recipeWithVariables:
		add(ErrUnsupported, "PRRECIPEMETHOD %d", method)
	case method == recipeOnly && len(list) > 0:
		add(ErrImproper, "variables with PRRECIPEMETHOD 1")
	default:
		m.checkVariables(list, add)
	}
}

// checkVariables checks recipe variables.
func (m *Model) checkVariables(list []RecipeSetting, add complaint) {
	if len(list) > 2*len(m.cfg.RecipeVariables)+maxUnknown {
		add(ErrImproper, "variables: more than %d", 2*len(m.cfg.RecipeVariables)+maxUnknown)
		return
	}
	given := map[string]bool{}
	for _, x := range list {
		at := slices.IndexFunc(m.cfg.RecipeVariables, func(v RecipeVariable) bool { return v.Name == x.Name })
		twice := given[x.Name]
		given[x.Name] = true
		switch {
		case twice:
			add(ErrImproper, "%s comes twice", x.Name)
		case at < 0:
			add(ErrImproper, "%s", x.Name)
		case len(x.Value.Encoded()) > maxValue || !m.cfg.RecipeVariables[at].takes(x.Value):
			add(ErrAttributeValue, "%s", x.Name)
		}
	}
}

// maxUnknown bounds the variables that are told one by one to be unknown.
const maxUnknown = 100

// takes tells whether a value is one for the variable.
func (v *RecipeVariable) takes(it secs2.Item) bool {
	value, isNumber := it.Number()
	ok := isNumber && it.Len() == 1
	switch {
	case v.Format.Float():
	case v.Format.Signed():
		ok = ok && !it.Format().Float()
	default:
		_, ok = inFormat(it, v.Format)
	}
	return ok && (!isNumber || within(value, v.Min, v.Max))
}

func within(v float64, low, high secs2.Item) bool {
	if bound, ok := low.Number(); ok && v < bound {
		return false
	}
	bound, ok := high.Number()
	return !ok || v <= bound
}

// checkPauseEvents checks PRPAUSEEVENT, or PauseEvent of a control job.
func (m *Model) checkPauseEvents(list []uint32, add complaint) {
	if len(list) > maxPauses {
		add(ErrImproper, "pause events: more than %d", maxPauses)
		return
	}
	for _, ceid := range list {
		switch {
		case !m.host.HasEvent(ceid):
			add(ErrUnknownEvent, "CEID %d", ceid)
		case !m.host.PausesJobs(ceid):
			add(ErrUnsupported, "CEID %d pauses no jobs", ceid)
		}
	}
}
