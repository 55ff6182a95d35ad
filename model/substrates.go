package model

// substrate is a Substrate object (E90). Its layout is that of 72 bytes.
type substrate struct {
	id         string   // "" is the default one: carrier and slot where it was registered
	registered int64    // when, in nanoseconds of Unix time
	history    *[]visit // of the places after the first; nil: it has not moved
	reading    *reading // what a substrate reader has to do with it; nil: nothing
	source     uint32   // the name of the carrier, or of the location if sourceSlot is 0
	target     uint32   // likewise of the destination, 0: it is the source
	place      place    // where it is now
	lot        uint32   // the name of LotID
	job        uint32   // the name of the process job that has it, or had it last
	sequence   uint32   // of its creation

	sourceSlot, targetSlot uint8
	state                  SubstState
	process                SubstProcState
	kind                   uint8 // SubstType
	usage                  uint8 // SubstUsage
	material               uint8 // MaterialStatus
	flags                  substrateFlags
}

func (s *substrate) ident() string { return s.id }

// reading is what a reader saw of a substrate.
type reading struct {
	acquired string // AcquiredID
	status   SubstIDStatus
}

// SubstIDStatus is that of E90, of equipment with a substrate reader.
type SubstIDStatus uint8

// The states.
const (
	NotConfirmed SubstIDStatus = iota
	WaitingForHost
	Confirmed
	ConfirmationFailed
	noIDStatus SubstIDStatus = 255
)

type substrateFlags uint8

const (
	// orphan: the carrier it was registered from is gone.
	orphan substrateFlags = 1 << iota
	// conflict: the SubstID that ContentMap gave it belonged to another.
	conflict
)

// visit is a place of SubstHistory with its times, in milliseconds since the
// substrate was registered.
type visit struct {
	place   uint32 // the name of the location
	in, out uint32
}

// location is a place of the equipment for one substrate (E90 SubstLoc).
type location struct{ name string }

func (m *Model) newLocations() {}

func (m *Model) tellSubstrate(Fact) error { return ErrUnknown }

// registerSubstrates registers what is in the slots of a carrier whose slot map is
// accepted: SUB#1 and SUB#10 of each.
func (m *Model) registerSubstrates(uint32) {}

// removeSubstrates ends the substrates in a carrier that leaves: SUB#7, SUB#9.
func (m *Model) removeSubstrates(uint32) {}

// substrateIn returns the substrate that was registered from that slot, wherever
// it is now.
func (m *Model) substrateIn(uint32, int) uint32 { return 0 }

// substrateAtSlot returns the substrate that is in that slot now.
func (m *Model) substrateAtSlot(uint32, int) uint32 { return 0 }

// substratesHome tells whether nothing that belongs into the carrier is AT WORK.
func (m *Model) substratesHome(uint32) bool { return true }

// findSubstrate returns the substrate with that SubstID.
func (m *Model) findSubstrate(string) uint32 { return 0 }

// substrateID returns the SubstID.
func (m *Model) substrateID(uint32) string { return "" }

// skipSubstrate says that a substrate will not be processed: SUB#14 if it is NEEDS
// PROCESSING.
func (m *Model) skipSubstrate(uint32) {}

// abortSubstrate ends the processing of a substrate: SUB#12 if it is IN PROCESS.
func (m *Model) abortSubstrate(uint32) {}

// setDestination says where a substrate goes at the end; carrier "" is where it
// came from.
func (m *Model) setDestination(s uint32, carrier string, slot uint8) {}

// assignJob gives a substrate to a process job, 0 to none; jobOf returns the job
// that has it, or had it last, if that still exists.
func (m *Model) assignJob(s, job uint32) {}
func (m *Model) jobOf(uint32) uint32     { return 0 }

func (c *Config) locationVariables() []Variable { return nil }
