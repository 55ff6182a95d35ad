package model

// Snapshot is the material and the jobs as they are, for the tool and for people.
// It shares nothing with the model.
type Snapshot struct {
	Ports       []PortSnapshot      // in the order of their numbers
	Carriers    []CarrierSnapshot   // in the order of their creation, as all below
	Substrates  []SubstrateSnapshot //
	ProcessJobs []ProcessJobSnapshot
	ControlJobs []ControlJobSnapshot
	Modules     []ModuleSnapshot // the production modules, then the others, as configured
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
	SlotMap                         []byte // codes of SlotMap, by slot; none before anybody has told any
	Capacity                        int    // the number of slots, 0: not known yet
}

// SubstrateSnapshot is a substrate.
type SubstrateSnapshot struct {
	ID, Lot             string
	Location            string
	Source, Destination string // Destination "" is the source
	Displaced           bool   // neither of them will be free: any slot of a carrier that the tool chooses is the destination
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

// ModuleSnapshot is a module: what a production module runs (E157), and what hinders
// it (E116).
type ModuleSnapshot struct {
	Name                    string
	State                   string        // ModuleProcessState, in the standard's words; "" of one that runs no recipes
	Recipe, Substrate, Step string        // of the run, and of the step that is active
	Blocked                 BlockedReason // NotBlocked: nothing
	BlockedText             string
}

// Snapshot returns the present state.
func (m *Model) Snapshot() Snapshot {
	var s Snapshot
	for i := range m.ports {
		s.Ports = append(s.Ports, m.portSnapshot(&m.ports[i]))
	}
	for h, c := range m.carriers.all() {
		s.Carriers = append(s.Carriers, m.carrierSnapshot(h, c))
	}
	for h, x := range m.substrates.all() {
		s.Substrates = append(s.Substrates, m.substrateSnapshot(h, x))
	}
	for _, j := range m.jobs.all() {
		s.ProcessJobs = append(s.ProcessJobs, m.processJobSnapshot(j))
	}
	for h, c := range m.control.all() {
		s.ControlJobs = append(s.ControlJobs, m.controlJobSnapshot(h, c))
	}
	for i := equipmentTracker; i < len(m.trackers); i++ {
		s.Modules = append(s.Modules, m.moduleSnapshot(&m.trackers[i]))
	}
	return s
}

func (m *Model) moduleSnapshot(t *tracker) ModuleSnapshot {
	x := ModuleSnapshot{Name: t.name, Blocked: t.blocked.reason, BlockedText: t.blocked.text}
	if h := m.findModule(t.name); h != 0 {
		p := &m.modules[h-1]
		x.State, x.Recipe, x.Substrate, x.Step = p.state.String(), p.recipe, p.substrate, p.step
	}
	return x
}

func (m *Model) portSnapshot(p *port) PortSnapshot {
	x := PortSnapshot{
		Number: int(p.number), Location: m.locationName(p.place), Dock: m.locationName(p.dock),
		Transfer: p.settled().String(), Access: p.access, Occupied: p.stage.holds(),
	}
	if p.carrier != 0 {
		x.Carrier = m.carriers.at(p.carrier).id
	}
	return x
}

func (m *Model) carrierSnapshot(h uint32, c *carrier) CarrierSnapshot {
	x := CarrierSnapshot{
		ID: c.id, Location: m.locationName(c.place), Usage: m.names.text(c.usage), Port: int(m.carrierAtPort(h)),
		IDStatus: c.idStatus.String(), SlotMapStatus: c.slotMap.String(), Access: c.access.String(), Capacity: int(c.capacity),
	}
	for i := range c.slots() {
		x.SlotMap = append(x.SlotMap, c.slots()[i].mapped())
	}
	return x
}

func (m *Model) substrateSnapshot(h uint32, s *substrate) SubstrateSnapshot {
	return SubstrateSnapshot{
		ID: m.substrateID(h), Lot: m.names.text(s.lot), Location: m.placeID(s.place), Source: m.placeNameID(s.source), Destination: m.placeNameID(s.target),
		Displaced: m.isDisplaced(h), State: s.state, Processing: s.process, Job: m.names.text(s.job),
	}
}

// placeNameID returns the identifier of the place with that name, "" for none.
func (m *Model) placeNameID(n placeName) string {
	return string(appendSlotID(nil, m.names.text(n.name()), n.slot()))
}

func (m *Model) processJobSnapshot(j *processJob) ProcessJobSnapshot {
	x := ProcessJobSnapshot{ID: j.id, Recipe: m.names.text(j.recipe), State: j.state, Settings: j.settings()}
	if j.control != 0 {
		x.ControlJob = m.control.at(j.control).id
	}
	for h := range m.namedSubstrates(j) {
		x.Substrates = append(x.Substrates, m.substrateID(h))
	}
	return x
}

func (m *Model) controlJobSnapshot(h uint32, c *controlJob) ControlJobSnapshot {
	x := ControlJobSnapshot{ID: c.id, State: c.state}
	for job := range m.jobsOf(h) {
		x.Jobs = append(x.Jobs, m.jobs.at(job).id)
	}
	return x
}
