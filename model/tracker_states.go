package model

import "github.com/secsd/secsd/internal/fsm"

// EPTState is that of a tracker of equipment performance (E116).
type EPTState uint8

// The states.
const (
	EPTIdle EPTState = iota
	EPTBusy
	EPTBlocked
	EPTNoState
)

var eptStateNames = [...]string{"IDLE", "BUSY", "BLOCKED", "NO STATE"}

func (s EPTState) String() string { return eptStateNames[s] }

// performance is a trigger of a tracker.
type performance uint8

const (
	startIdle performance = iota
	startBusy
	startBlocked
	taskBegins
	taskEnds
	cannotGoOn
	goesOn
	hindranceGone
	reasonChanged
)

var performanceNames = [...]string{
	"start, idle", "start, busy", "start, blocked", "a task begins", "the task ends", "cannot go on", "goes on", "hindrance gone, no task", "reason or task changed",
}

func (p performance) String() string { return performanceNames[p] }

var performanceRow = fsm.Row[EPTState, performance]

var trackerTable = fsm.NewTable("Equipment performance (E116)",
	performanceRow(1, EPTNoState, startIdle, EPTIdle),
	performanceRow(1, EPTNoState, startBusy, EPTBusy),
	performanceRow(1, EPTNoState, startBlocked, EPTBlocked),
	performanceRow(2, EPTIdle, taskBegins, EPTBusy),
	performanceRow(3, EPTBusy, taskEnds, EPTIdle),
	performanceRow(4, EPTBusy, taskBegins, EPTBusy),
	performanceRow(5, EPTBusy, cannotGoOn, EPTBlocked),
	performanceRow(6, EPTBlocked, goesOn, EPTBusy),
	performanceRow(6, EPTBlocked, taskBegins, EPTBusy),
	performanceRow(7, EPTBlocked, hindranceGone, EPTIdle),
	performanceRow(8, EPTIdle, cannotGoOn, EPTBlocked),
	performanceRow(9, EPTBlocked, reasonChanged, EPTBlocked),
)

// startAs is the trigger of the first row by the state before the start.
var startAs = [...]performance{EPTIdle: startIdle, EPTBusy: startBusy, EPTBlocked: startBlocked, EPTNoState: startIdle}
