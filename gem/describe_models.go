package gem

import (
	"fmt"

	"github.com/secsd/secsd/internal/fsm"
	"github.com/secsd/secsd/spool"
)

// ModelDescription is a state model, with the standard's row numbers.
type ModelDescription struct {
	Name        string                  `json:"name"`
	Sections    string                  `json:"sections"` // of E30
	Scope       string                  `json:"scope"`    // what there is one of
	States      []StateDescription      `json:"states"`
	Transitions []TransitionDescription `json:"transitions"`
}

// StateDescription is a state of a model. Parent is the state that it is part
// of, empty at the top.
type StateDescription struct {
	Name    string `json:"name"`
	Parent  string `json:"parent,omitempty"`
	Code    *uint8 `json:"code,omitempty"` // in the variable that tells the state
	Meaning string `json:"meaning"`
}

// TransitionDescription is a row of a model.
type TransitionDescription struct {
	Row    int      `json:"row"`
	From   string   `json:"from"`
	On     string   `json:"on"`
	To     string   `json:"to"`
	Events []uint32 `json:"events"` // CEIDs that tell it
}

// rowsOf lists the rows of a table; events has the CEIDs of a row, by its number,
// trigger and new state.
func rowsOf[S, T comparable](t *fsm.Table[S, T], events func(row int, on T, to S) []uint32) []TransitionDescription {
	out := []TransitionDescription{}
	for _, r := range t.Rows() {
		out = append(out, TransitionDescription{
			Row: r.Number, From: fmt.Sprint(r.From), On: fmt.Sprint(r.On), To: fmt.Sprint(r.To),
			Events: append([]uint32{}, events(r.Number, r.On, r.To)...),
		})
	}
	return out
}

// describeModels lists the state models that GEM prescribes.
func (e *Equipment) describeModels() []ModelDescription {
	none := func(int, communicationTrigger, CommunicationState) []uint32 { return nil }
	return []ModelDescription{
		{
			Name: "Communications", Sections: "3.2", Scope: "each host", States: communicationStates,
			Transitions: rowsOf(communicationTable, none),
		},
		{
			Name: "Control", Sections: "3.3", Scope: "each host; LOCAL and REMOTE are the same for all", States: controlStates(),
			Transitions: rowsOf(controlTable, func(row int, _ controlTrigger, to ControlState) []uint32 { return e.controlEvents(row, to) }),
		},
		{
			Name: "Alarm", Sections: "4.3", Scope: "each alarm", States: alarmStates,
			Transitions: rowsOf(alarmTable, func(int, alarmTrigger, AlarmState) []uint32 { return nil }),
		},
		{
			Name: "Spooling", Sections: "4.11", Scope: "each host", States: spoolStates,
			Transitions: rowsOf(spool.Table, func(row int, on spool.Trigger, _ spool.State) []uint32 { return e.spoolEvents(row, on) }),
		},
		{
			Name: "Limits Monitoring", Sections: "4.2.4", Scope: "each limit of a variable, for each host", States: limitStates,
			Transitions: rowsOf(limitTable, func(int, limitTrigger, limitState) []uint32 { return nil }),
		},
	}
}

var communicationStates = []StateDescription{
	{Name: "DISABLED", Meaning: "The host gets no message of SECS-II and none is taken from it."},
	{Name: "ENABLED", Meaning: "Communications are established, or the equipment tries to."},
	{Name: "NOT COMMUNICATING", Parent: "ENABLED", Meaning: "No message but S1F13 and S1F14 counts."},
	{Name: "WAIT CR FROM HOST", Parent: "NOT COMMUNICATING", Meaning: "The host's S1F13 establishes communications."},
	{Name: "WAIT CRA", Parent: "NOT COMMUNICATING", Meaning: "S1F13 was sent, S1F14 is awaited."},
	{Name: "WAIT DELAY", Parent: "NOT COMMUNICATING", Meaning: "An attempt failed; the next one follows after EstablishCommunicationsTimeout."},
	{Name: "COMMUNICATING", Parent: "ENABLED", Meaning: "S1F13 and S1F14 have been exchanged: any message may pass."},
}

func controlStates() []StateDescription {
	code := func(s ControlState) *uint8 { c := uint8(s); return &c }
	return []StateDescription{
		{Name: "OFF-LINE", Meaning: "The operator works with the equipment alone; of the host only S1F13 and S1F17 are served."},
		{Name: "EQUIPMENT OFF-LINE", Parent: "OFF-LINE", Code: code(EquipmentOffLine), Meaning: "The operator keeps it OFF-LINE; the host cannot change that."},
		{Name: "ATTEMPT ON-LINE", Parent: "OFF-LINE", Code: code(AttemptOnLine), Meaning: "The operator wants ON-LINE: S1F1 asks the host."},
		{Name: "HOST OFF-LINE", Parent: "OFF-LINE", Code: code(HostOffLine), Meaning: "The host wants it OFF-LINE; its S1F17 ends that."},
		{Name: "ON-LINE", Meaning: "The host sees the equipment and may use it."},
		{Name: "LOCAL", Parent: "ON-LINE", Code: code(OnLineLocal), Meaning: "The operator drives; the host may only watch and set up."},
		{Name: "REMOTE", Parent: "ON-LINE", Code: code(OnLineRemote), Meaning: "The host may drive the equipment."},
	}
}

var spoolStates = []StateDescription{
	{Name: "POWER OFF", Meaning: "The process does not run; what is spooled stays on disk."},
	{Name: "POWER ON", Meaning: "The process runs, in the state in which it stopped."},
	{Name: "SPOOL INACTIVE", Parent: "POWER ON", Meaning: "Primaries go to the host."},
	{Name: "SPOOL ACTIVE", Parent: "POWER ON", Meaning: "Selected primaries go to the spool, until it is empty again."},
	{Name: "SPOOL NOT FULL", Parent: "SPOOL ACTIVE", Meaning: "There is room."},
	{Name: "SPOOL FULL", Parent: "SPOOL ACTIVE", Meaning: "There is none: OverWriteSpool says which messages are lost."},
	{Name: "NO SPOOL OUTPUT", Parent: "SPOOL ACTIVE", Meaning: "The spool waits for S6F23."},
	{Name: "PURGE SPOOL", Parent: "SPOOL ACTIVE", Meaning: "The host asked to delete what is spooled."},
	{Name: "TRANSMIT SPOOL", Parent: "SPOOL ACTIVE", Meaning: "The host asked for what is spooled."},
}

// alarmStates: which events tell a change is in the list of alarms.
var alarmStates = []StateDescription{
	{Name: "CLEAR", Meaning: "The situation is not there."},
	{Name: "SET", Meaning: "The situation is there: its ALID is in AlarmsSet. Row 1 raises the alarm's set event, row 2 its cleared event."},
}

// controlEvents lists the events of a row of the control state model.
func (e *Equipment) controlEvents(row int, to ControlState) []uint32 {
	switch {
	case row == 6 || row == 10:
		return []uint32{e.events.offLine.ceid}
	case (row == 7 || row == 9) && to == OnLineLocal:
		return []uint32{e.events.local.ceid}
	case (row == 7 || row == 8) && to == OnLineRemote:
		return []uint32{e.events.remote.ceid}
	}
	return nil
}

// spoolEvents lists the events of a row of the spool state model. A transmission
// that ends at MaxSpoolTransmit, or is suspended, has none.
func (e *Equipment) spoolEvents(row int, on spool.Trigger) []uint32 {
	switch {
	case row == 1:
		return []uint32{e.events.spoolActivated.ceid}
	case row == 3:
		return []uint32{e.events.spoolDeactivated.ceid}
	case on == spool.TransmitFailed:
		return []uint32{e.events.spoolTransmitFailure.ceid}
	}
	return nil
}
