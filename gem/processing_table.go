package gem

import "github.com/secsd/secsd/internal/fsm"

// The triggers of the processing state model that E30 3.4 shows, in the order
// of its rows.
const (
	processInitialized = "initialized"
	processSetup       = "setup"
	processReady       = "ready"
	processStart       = "start"
	processCompleted   = "completed"
	processStop        = "stop"
	processAbort       = "abort"
	processFault       = "fault"
	processPause       = "pause"
	processResume      = "resume"
)

var processRow = fsm.Row[string, string]

// processTable is E30 3.4, the model of an equipment that has none of its own.
// Row 8 is the equipment that pauses itself, row 10 leads back to the substate
// of PROCESS that PAUSE was entered from.
var processTable = fsm.NewTable("processing",
	processRow(1, "INIT", processInitialized, "IDLE"),
	processRow(2, "IDLE", processSetup, "SETUP"),
	processRow(3, "SETUP", processReady, "READY"),
	processRow(4, "READY", processStart, "EXECUTING"),
	processRow(5, "EXECUTING", processCompleted, "IDLE"),
	processRow(6, "SETUP", processStop, "IDLE"),
	processRow(6, "READY", processStop, "IDLE"),
	processRow(6, "EXECUTING", processStop, "IDLE"),
	processRow(6, "PAUSE", processStop, "IDLE"),
	processRow(7, "SETUP", processAbort, "IDLE"),
	processRow(7, "READY", processAbort, "IDLE"),
	processRow(7, "EXECUTING", processAbort, "IDLE"),
	processRow(7, "PAUSE", processAbort, "IDLE"),
	processRow(8, "SETUP", processFault, "PAUSE"),
	processRow(8, "READY", processFault, "PAUSE"),
	processRow(8, "EXECUTING", processFault, "PAUSE"),
	processRow(9, "SETUP", processPause, "PAUSE"),
	processRow(9, "READY", processPause, "PAUSE"),
	processRow(9, "EXECUTING", processPause, "PAUSE"),
	processRow(10, "PAUSE", processResume, History),
)

// standardStates are the states of that table, INIT first: there it begins.
func standardStates() []ProcessState {
	return []ProcessState{
		{Name: "INIT", Code: 69, Description: "The equipment starts up; no state of processing."},
		{Name: "IDLE", Code: 64, Description: "It waits for instructions."},
		{Name: "SETUP", Code: 65, Active: true, Description: "What the process needs is being brought about: material, ports, temperatures."},
		{Name: "READY", Code: 66, Active: true, Description: "It waits for START."},
		{Name: "EXECUTING", Code: 67, Active: true, Description: "It processes, automatically."},
		{Name: "PAUSE", Code: 68, Active: true, Description: "The process is suspended and waits for a command."},
	}
}

// standardEventsOf returns the events, besides ProcessingStateChange, that E30
// has for a row; ABORT shares that of STOP unless it has one of its own.
func (es *events) standardEventsOf(row int, own *event) []*event {
	switch row {
	case 4:
		return []*event{es.started}
	case 5:
		return []*event{es.completed}
	case 6:
		return []*event{es.stopped}
	case 7:
		if own == nil {
			return []*event{es.stopped}
		}
	}
	return nil
}
