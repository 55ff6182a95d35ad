package model

import "github.com/secsd/secsd/internal/fsm"

// eptState is EPTState of a tracker of equipment performance (E116).
type eptState uint8

// The states.
const (
	eptIdle eptState = iota
	eptBusy
	eptBlocked
	eptNoState
)

var eptStateNames = [...]string{"IDLE", "BUSY", "BLOCKED", "NO STATE"}

func (s eptState) String() string { return eptStateNames[s] }

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

var performanceRow = fsm.Row[eptState, performance]

var trackerTable = fsm.NewTable("Equipment performance (E116)",
	performanceRow(1, eptNoState, startIdle, eptIdle),
	performanceRow(1, eptNoState, startBusy, eptBusy),
	performanceRow(1, eptNoState, startBlocked, eptBlocked),
	performanceRow(2, eptIdle, taskBegins, eptBusy),
	performanceRow(3, eptBusy, taskEnds, eptIdle),
	performanceRow(4, eptBusy, taskBegins, eptBusy),
	performanceRow(5, eptBusy, cannotGoOn, eptBlocked),
	performanceRow(6, eptBlocked, goesOn, eptBusy),
	performanceRow(6, eptBlocked, taskBegins, eptBusy),
	performanceRow(7, eptBlocked, hindranceGone, eptIdle),
	performanceRow(8, eptIdle, cannotGoOn, eptBlocked),
	performanceRow(9, eptBlocked, reasonChanged, eptBlocked),
)

// startAs is the trigger of the first row by the state before the start.
var startAs = [...]performance{eptIdle: startIdle, eptBusy: startBusy, eptBlocked: startBlocked, eptNoState: startIdle}
