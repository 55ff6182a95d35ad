package spool

import "github.com/secsd/secsd/internal/fsm"

// State is a state of E30 4.11. Active is a superstate of two parts that run
// side by side: SPOOL LOAD and SPOOL UNLOAD.
type State uint8

// The states of the spool.
const (
	PowerOff State = iota
	PowerOn
	Inactive
	Active
	NotFull
	Full
	NoOutput
	Purging
	Transmitting
)

var stateNames = [...]string{
	"POWER OFF", "POWER ON", "SPOOL INACTIVE", "SPOOL ACTIVE", "SPOOL NOT FULL", "SPOOL FULL",
	"NO SPOOL OUTPUT", "PURGE SPOOL", "TRANSMIT SPOOL",
}

func (s State) String() string { return stateNames[s] }

// Trigger is what moves the spool from one state to another.
type Trigger uint8

// The triggers. Suspended is row 6 without a communication failure and without
// the limit: OFF-LINE, DISABLED, a spooled message without its reply.
const (
	CommunicationsLost Trigger = iota
	DoesNotFit
	Emptied
	PurgeAsked
	TransmitAsked
	TransmitFailed
	LimitReached
	Suspended
	PowerLost
	PowerRestored
)

var triggerNames = [...]string{
	"communications lost, EnableSpooling", "message does not fit", "spool emptied", "S6F23 RSDC 1", "S6F23 RSDC 0",
	"communication failure", "MaxSpoolTransmit reached", "transmission suspended", "power lost", "power restored",
}

func (t Trigger) String() string { return triggerNames[t] }

// Row is a transition that was taken.
type Row = fsm.Transition[State, Trigger]

var row = fsm.Row[State, Trigger]

// Table is E30 4.11.
var Table = fsm.NewTable("spool",
	row(1, Inactive, CommunicationsLost, Active),
	row(2, NotFull, DoesNotFit, Full),
	row(3, Transmitting, Emptied, Inactive),
	row(3, Purging, Emptied, Inactive),
	row(4, NoOutput, PurgeAsked, Purging),
	row(5, NoOutput, TransmitAsked, Transmitting),
	row(6, Transmitting, TransmitFailed, NoOutput),
	row(6, Transmitting, LimitReached, NoOutput),
	row(6, Transmitting, Suspended, NoOutput),
	row(7, PowerOn, PowerLost, PowerOff),
	row(8, PowerOff, PowerRestored, PowerOn),
)

// Model is the spool state model of one host.
type Model struct{ spool, load, unload State }

// NewModel returns the model in SPOOL INACTIVE.
func NewModel() Model { return Model{Inactive, NotFull, NoOutput} }

// Fire takes the row that leaves one of the present states on t and reports
// whether there is one.
func (m *Model) Fire(t Trigger) (Row, bool) {
	for _, from := range [...]State{m.spool, m.load, m.unload} {
		r, ok := Table.Next(from, t)
		if !ok || m.spool == Inactive && from != Inactive {
			continue
		}
		switch r.To {
		case Active:
			*m = Model{Active, NotFull, NoOutput}
		case Inactive:
			*m = NewModel()
		case Full:
			m.load = r.To
		default:
			m.unload = r.To
		}
		return r, true
	}
	return Row{}, false
}

// Active reports whether messages are kept.
func (m *Model) Active() bool { return m.spool == Active }

// Full reports whether a message did not fit since the spool became active.
func (m *Model) Full() bool { return m.load == Full }

// Unload returns NoOutput, Purging or Transmitting.
func (m *Model) Unload() State { return m.unload }

// Restore brings the model into the states of a record.
func (m *Model) Restore(r *Record) {
	*m = NewModel()
	if !r.Active {
		return
	}
	m.spool = Active
	if r.Full {
		m.load = Full
	}
	if r.Transmitting {
		m.unload = Transmitting
	}
}
