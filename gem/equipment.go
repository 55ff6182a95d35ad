package gem

import (
	"time"

	"github.com/secsd/secsd/secs2"
	"github.com/secsd/secsd/spool"
)

// Equipment is the whole equipment as a function: Step. It belongs to one
// caller at a time.
type Equipment struct {
	cfg       Config
	hosts     []*Host
	variables variables
	constants settings
	data      ownData
	events    events
	alarms    alarms
	process   processing
	programs  programs
	material  materials
	panel     Switch // the LOCAL/REMOTE switch
	routes    routeTable
	spoolable primaries
	deadlines deadlines

	terminals []terminal
	monitored []*variable // those that can have limits, in the order of their VIDs
	limitSets int         // variables with limits, of all hosts
	limitsDue *deadline   // of the next sample
	sampled   int         // of monitored, in the sample in progress

	controller int // the index of the host that controls

	seq           uint64 // of the newest commit
	durable       uint64 // of the newest commit on disk
	undo          []replaced
	storageFailed bool

	last, lastAsked, lastRequest uint64 // seq, questionID and requestID as the Step found them

	restored    []Record // read at start, not in effect yet
	corrections []Record // what the configuration changed of them

	spoolWork    bool       // a spool has something to do, or an event waits to be repeated
	eventNumber  uint64     // of the newest event that was recorded
	confirmed    []string   // records of events that are over
	deleting     []deletion // those on their way
	confirmDelay *deadline

	clockOffset time.Duration
	lastStamp   time.Time // the latest that an event told
	dataID      uint32
	questions   []*question // that the tool has not answered
	questionID  uint64
	requests    []*request // private primaries that the tool has not answered
	requestID   uint64
	askedID     uint64 // of the newest primary whose reply somebody waits for

	token uint64
	pool  []*entry // entries to use
	spent []*entry // entries whose bodies this Step's Output may hold

	call          call // of the Step in progress
	eventContext  valueContext
	eventAppender secs2.Appender
	vids          []byte // scratch, of the report being defined
	linking       uint64 // entries of S2F35 so far

	now  time.Time
	out  *Output
	work int // of what fell due in this Step, in values sampled
}

// New returns the equipment that cfg describes, before its Start.
func New(cfg Config) (*Equipment, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	cfg = cfg.withDefaults()
	e := &Equipment{cfg: cfg, routes: newRouteTable(cfg.routes()), spoolable: cfg.spoolable()}
	e.confirmDelay = newDeadline(e.confirmDue)
	share := spool.Share(cfg.Spool.MaxBytes, len(cfg.Hosts))
	e.variables = newVariables(&e.cfg)
	e.constants = e.variables.settings()
	e.data = e.variables.ownData()
	e.events = newEvents(&e.cfg, &e.variables)
	for _, t := range cfg.Terminals {
		e.terminals = append(e.terminals, terminal{Terminal: t})
	}
	e.alarms = newAlarms(e)
	e.process = newProcessing(&e.cfg.Processing, &e.events)
	e.programs = newPrograms(&e.cfg, &e.variables)
	for i, hc := range cfg.Hosts {
		h := &Host{eq: e, index: i, cfg: hc, events: make([]hostEvent, len(e.events.list)), alarms: make([]bool, len(e.alarms.list))}
		h.reports.byKey = make(map[string]*report)
		h.traces.byKey = make(map[string]*trace)
		h.spool = hostSpool{model: spool.NewModel(), store: spool.NewStore(share), limits: share, selected: cfg.selection(&e.spoolable)}
		h.comm.delay = newDeadline(h.delayExpired)
		h.promised.deadline = newDeadline(h.conversationExpired)
		h.granted.deadline = newDeadline(h.grantExpired)
		e.hosts = append(e.hosts, h)
	}
	e.newMonitored()
	if err := e.newMaterials(); err != nil {
		return nil, err
	}
	return e, nil
}

func (e *Equipment) establishTimeout() time.Duration {
	return time.Duration(e.constants.establishTimeout.number) * time.Second
}

// identity appends MDLN and SOFTREV, the body of S1F2 and S1F13.
func (e *Equipment) identity(a *secs2.Appender) {
	a.List(2)
	a.Text(e.cfg.MDLN)
	a.Text(e.cfg.SOFTREV)
}

// Snapshot is the state of the equipment for people and metrics.
type Snapshot struct {
	Hosts         []HostSnapshot
	Terminals     []TerminalSnapshot
	AlarmsSet     []uint32 // ALIDs
	StorageFailed bool
	Commits       uint64
	Process       string // the state of the processing state model
}

// HostSnapshot is the state of one host connection.
type HostSnapshot struct {
	Name          string
	Controls      bool // this host may command the tool
	Communication CommunicationState
	Control       ControlState
	Queued, Open  int
	Stats         HostStats
	Spool         SpoolSnapshot
}

// SpoolSnapshot is the state of a host's spool.
type SpoolSnapshot struct {
	Active          bool
	Actual, Total   uint64 // SpoolCountActual, SpoolCountTotal
	Bytes, Capacity int    // of segment files
	Fault           string // why what is spooled cannot be sent; "": it can
}

// Snapshot returns the present state.
func (e *Equipment) Snapshot() Snapshot {
	s := Snapshot{StorageFailed: e.storageFailed, Commits: e.seq, Process: e.process.state.Name}
	for _, h := range e.hosts {
		s.Hosts = append(s.Hosts, HostSnapshot{
			Name: h.cfg.Name, Controls: h.controls(), Communication: h.comm.state, Control: h.ctl.state,
			Queued: h.queue.len(), Open: len(h.open), Stats: h.stats,
			Spool: SpoolSnapshot{
				Active: h.spool.model.Active(), Actual: h.spool.count(), Total: h.spool.total(),
				Bytes: h.spool.store.Bytes(), Capacity: h.spool.store.Capacity(), Fault: h.spool.fault,
			},
		})
	}
	for _, al := range e.alarms.list {
		if al.state == AlarmSet {
			s.AlarmsSet = append(s.AlarmsSet, al.ALID)
		}
	}
	for i := range e.terminals {
		s.Terminals = append(s.Terminals, e.terminals[i].snapshot())
	}
	return s
}
