package model

// Snapshot is the material and the jobs as they are, for the tool and for people.
// It shares nothing with the model.
type Snapshot struct {
	Ports       []PortSnapshot      // in the order of their numbers
	Carriers    []CarrierSnapshot   // in the order of their creation, as all below
	Substrates  []SubstrateSnapshot //
	ProcessJobs []ProcessJobSnapshot
	ControlJobs []ControlJobSnapshot
}

// PortSnapshot is a load port.
type PortSnapshot struct {
	Number         int
	Location, Dock string
	Transfer       string // PortTransferState, in the standard's words
	Access         AccessMode
	Carrier        string // the CarrierID that is associated
	Occupied       bool   // a carrier stands on it, perhaps an unread one
}

// CarrierSnapshot is a carrier.
type CarrierSnapshot struct {
	ID, Location, Usage             string
	Port                            int    // where it is, 0: at none
	IDStatus, SlotMapStatus, Access string // in the standard's words
	SlotMap                         []byte // codes of SlotMap, by slot
}

// SubstrateSnapshot is a substrate.
type SubstrateSnapshot struct {
	ID, Lot             string
	Location            string
	Source, Destination string // Destination "" is the source
	State               SubstState
	Processing          SubstProcState
	Job                 string // the process job it belongs to, "" for none
}

// ProcessJobSnapshot is a process job.
type ProcessJobSnapshot struct {
	ID, Recipe, ControlJob string
	State                  PRState
	Settings               []RecipeSetting
	Substrates             []string // those that exist, in the order of processing
}

// ControlJobSnapshot is a control job.
type ControlJobSnapshot struct {
	ID    string
	State CJState
	Jobs  []string
}

// Snapshot returns the present state.
func (m *Model) Snapshot() Snapshot { return Snapshot{} }
