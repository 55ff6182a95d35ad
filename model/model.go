package model

import (
	"time"
)

// Sink is told what happens, at the moment it does.
type Sink interface {
	// Touched comes before the first change of an object in a Step: image is how it
	// was, nil that it did not exist.
	Touched(k Kind, id string, image []byte)
	// Took is a row taken, Happened an event that is none. Of what, Model.Subject
	// tells. They return the collection event that they raised, 0 for none.
	Took(t Transition) (ceid uint32)
	Happened(o Occasion) (ceid uint32)
	// Ordered is an order to the tool, Alarmed an alarm of a port that is set or
	// cleared.
	Ordered(o Order)
	Alarmed(a AlarmKind, port int, change AlarmChange)
	// Note is a fact for the log.
	Note(message, detail string)
}

// Host is what the model asks of the equipment around it.
type Host interface {
	// HasProgram tells whether a recipe exists, HasEvent whether a collection
	// event does.
	HasProgram(ppid string) bool
	HasEvent(ceid uint32) bool
	// PausesJobs tells whether a collection event may be a pause event of jobs: one
	// of substrates, of module processes, or of Config.PauseEvents.
	PausesJobs(ceid uint32) bool
	// Constant returns the value of an equipment constant of ConstantOf.
	Constant(c Constant) uint64
}

// Constant is an equipment constant that the model reads.
type Constant uint8

// The constants (E87, E90).
const (
	BypassReadID Constant = iota
	CarrierHold
	UnclampControl
	SubstrateReaderEnabled
)

// Model is the material and the jobs of an equipment. It belongs to one caller at
// a time.
type Model struct {
	cfg     Config
	sink    Sink
	host    Host
	now     time.Time
	subject Subject

	names names
	ports []port
	// carrierLocations are the places for carriers, numbered from 1.
	carrierLocations []string
	carriers         store[carrier, *carrier]
	inAccess         int // carriers that are IN ACCESS
	substrates       store[substrate, *substrate]
	locations        []location
	quiet            []quiet
	strays           int      // substrates of carriers in slots that are not their source
	working          []uint32 // the substrates that are AT WORK, in the order of their registration
	conflicts        int      // substrates whose SubstID of ContentMap belonged to another
	jobs             store[processJob, *processJob]
	control          store[controlJob, *controlJob]
	lines            jobLines
	trackers         []tracker
	modules          []module
	clock            ClockState

	sequence   uint32   // of the newest object
	pausing    []uint32 // events that pause jobs, for the next round of rules
	touched    []touched
	touchedSet map[touched]bool
	staged     []staged
	stagedAt   map[touched]int // indices of staged
	images     []byte          // those made last, one behind the other
	shelves    [kinds]shelf
}

// New returns the model that cfg describes, before its Start.
func New(cfg Config, sink Sink, host Host) (*Model, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	m := &Model{cfg: cfg.WithDefaults(), sink: sink, host: host, touchedSet: map[touched]bool{}, shelves: shelves()}
	m.newPorts()
	m.newLocations()
	m.newModules()
	return m, nil
}

// At tells the model the time of what follows.
func (m *Model) At(now time.Time) { m.now = now }

// Subject returns what the event at hand is about.
func (m *Model) Subject() *Subject { return &m.subject }

// Start begins the state models, after every Stage and Settle: the start rows of
// ports are taken, the tool is ordered to tell what it holds, and every order
// that the state calls for is given again. All of it hangs on one change: where that
// is lost with the disk, Start comes again.
func (m *Model) Start() {
	m.touch(KindTracker, m.trackers[equipmentTracker-1].name)
	m.startPorts()
	m.startModules()
	m.RepeatOrders()
	m.run()
}

// RepeatOrders orders the tool to tell what it holds, and gives again each order
// that the state calls for: some may have been lost.
func (m *Model) RepeatOrders() {
	m.order(Order{Verb: Resynchronize})
	m.repeatCarrierOrders()
	m.repeatSubstrateOrders()
	m.repeatJobOrders()
}

// Tell is a fact of the tool.
func (m *Model) Tell(f Fact) error {
	err := m.tell(f)
	if err == nil {
		m.run()
	}
	return err
}

// took tells a row, of what subject says.
func (m *Model) took(s Subject, machine Machine, row int, from, to, on string) {
	if machine == SubstrateModel {
		m.lines.stirred = true
	}
	m.subject = s
	m.raised(m.sink.Took(Transition{machine, m.objectOf(machine), row, from, to, on}))
	m.subject = Subject{}
}

func (m *Model) happened(s Subject, o Occasion) {
	m.subject = s
	m.raised(m.sink.Happened(o))
	m.subject = Subject{}
}

// raised keeps in mind an event that pauses jobs, for run.
func (m *Model) raised(ceid uint32) {
	if ceid != 0 && m.Watches(ceid) {
		m.pausing = append(m.pausing, ceid)
	}
}

// Occurred tells that another collection event was raised, right after it: it may
// be the pause event of a job.
func (m *Model) Occurred(ceid uint32) {
	m.raised(ceid)
	m.run()
}

func (m *Model) order(o Order) { m.sink.Ordered(o) }

// next returns the sequence number of a new object.
func (m *Model) next() uint32 {
	m.sequence++
	return m.sequence
}
