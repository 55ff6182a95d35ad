package model

import (
	"iter"
	"slices"
)

// processJob is a ProcessJob object (E40). Its layout is that of 64 bytes.
type processJob struct {
	id       string
	rare     *jobRare // nil: it has nothing of that
	recipe   uint32   // the name of RecID
	carrier  uint32   // the name of its only carrier; 0: it has none, or rare has its material
	slots    uint32   // of that carrier, in ascending order: bit 0 is slot 1; 0: all occupied ones
	control  uint32   // the control job that has claimed it
	next     uint32   // the process job behind it in that control job
	older    uint32   // the process jobs listed before and
	newer    uint32   // after it: see jobsOn
	sequence uint32   // of its creation

	state        PRState
	resume       PRState // the substate of EXECUTING that PAUSE was entered from
	method       uint8   // PRRecipeMethod
	materialType uint8   // PRMtlType, 0: none was given
	flags        jobFlags
}

func (j *processJob) ident() string { return j.id }

type jobFlags uint8

const (
	// jobAuto: PRProcessStart is TRUE.
	jobAuto jobFlags = 1 << iota
	// jobReady: its pre-conditioning is over.
	jobReady
	// jobWaited: it was told once that it waits for its material.
	jobWaited
	// jobLacked: it ended because its material is not there.
	jobLacked
	// jobHeld: it was said once that its substrates do not find their slots free.
	jobHeld
)

// jobRare is what few process jobs have.
type jobRare struct {
	material   []material // in the order given, if it is more than one carrier with ascending slots
	substrates []string   // by their SubstIDs, in the order given
	variables  []byte     // RecVariableList, encoded
	pauses     []uint32   // PauseEvent
}

// material is a carrier with the slots that a job takes of it, in their order;
// no slots are all occupied ones.
type material struct {
	carrier uint32 // its name
	slots   []uint8
}

// slotBits returns slots as a set, bit 0 is slot 1.
func slotBits(slots []uint8) (bits uint32) {
	for _, s := range slots {
		bits |= 1 << (s - 1)
	}
	return bits
}

// materials ranges over the job's carriers with the slots that it takes of each, in
// its order.
func (j *processJob) materials() iter.Seq[material] {
	return func(yield func(material) bool) {
		if j.carrier != 0 {
			yield(material{j.carrier, ascending(j.slots)})
			return
		}
		if j.rare == nil {
			return
		}
		for _, x := range j.rare.material {
			if !yield(x) {
				return
			}
		}
	}
}

// carriers ranges over the names of the job's carriers and the slots that it takes
// of each; 0 are all occupied ones.
func (j *processJob) carriers() iter.Seq2[uint32, uint32] {
	return func(yield func(carrier, slots uint32) bool) {
		if j.carrier != 0 {
			yield(j.carrier, j.slots)
			return
		}
		if j.rare == nil {
			return
		}
		for i := range j.rare.material {
			if x := &j.rare.material[i]; !yield(x.carrier, slotBits(x.slots)) {
				return
			}
		}
	}
}

// substrates returns the SubstIDs that the job names.
func (j *processJob) substrates() []string {
	if j.rare == nil {
		return nil
	}
	return j.rare.substrates
}

// hasMaterial tells whether the job processes any.
func (j *processJob) hasMaterial() bool {
	return j.carrier != 0 || j.rare != nil && len(j.rare.material)+len(j.rare.substrates) > 0
}

func (j *processJob) pausesOn(ceid uint32) bool {
	return j.rare != nil && slices.Contains(j.rare.pauses, ceid)
}

// takes tells whether the job names that slot of a carrier.
func (j *processJob) takes(source placeName) bool {
	if source.slot() == 0 {
		return false
	}
	for name, slots := range j.carriers() {
		if name == source.name() && (slots == 0 || slots>>(source.slot()-1)&1 == 1) {
			return true
		}
	}
	return false
}

// executing tells whether the state is a substate of EXECUTING.
func (s PRState) executing() bool { return s == SettingUp || s == WaitingForStart || s == Processing }

// keepCarriers gives the job its carriers.
func (m *Model) keepCarriers(j *processJob, list []CarrierSlots) {
	if len(list) == 1 && isAscending(list[0].Slots) {
		j.carrier, j.slots = m.names.use(list[0].Carrier), slotBits(list[0].Slots)
		return
	}
	for _, x := range list {
		j.more().material = append(j.more().material, material{m.names.use(x.Carrier), slices.Clone(x.Slots)})
	}
}

func isAscending(slots []uint8) bool {
	for i := 1; i < len(slots); i++ {
		if slots[i] <= slots[i-1] {
			return false
		}
	}
	return true
}

// more returns what few jobs have, to be filled.
func (j *processJob) more() *jobRare {
	if j.rare == nil {
		j.rare = &jobRare{}
	}
	return j.rare
}
