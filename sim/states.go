package sim

// This file is the processing state model of the simulated tool: that of E30
// 3.4 with its row numbers. INIT and row 1 lie before the start, and this tool
// never pauses by itself (row 8).

// state is a processing state, the value of ProcessState. E5 reserves those
// below 64.
type state uint8

const (
	idle state = iota + 64
	setup
	ready
	executing
	paused
)

// trigger is what makes the tool change its state.
type trigger uint8

const (
	committed trigger = iota
	setUp
	started
	completed
	stopped
	aborted
	suspended
	resumed
)

// triggerEvents are the events that a trigger has besides
// ProcessingStateChange, which comes last.
var triggerEvents = [...]string{
	started: "ProcessingStarted", completed: "ProcessingCompleted", stopped: "ProcessingStopped",
	aborted: "ProcessingAborted", suspended: "ProcessingPaused", resumed: "ProcessingResumed",
}

// transition is a row of the model. RESUME returns to the state in which PAUSE
// came: one line for each.
type transition struct {
	row  int
	from state
	on   trigger
	to   state
}

var transitions = [...]transition{
	{2, idle, committed, setup},
	{3, setup, setUp, ready},
	{4, ready, started, executing},
	{5, executing, completed, idle},
	{6, setup, stopped, idle},
	{6, ready, stopped, idle},
	{6, executing, stopped, idle},
	{6, paused, stopped, idle},
	{7, setup, aborted, idle},
	{7, ready, aborted, idle},
	{7, executing, aborted, idle},
	{7, paused, aborted, idle},
	{9, setup, suspended, paused},
	{9, ready, suspended, paused},
	{9, executing, suspended, paused},
	{10, paused, resumed, setup},
	{10, paused, resumed, ready},
	{10, paused, resumed, executing},
}

// next returns where a trigger leads; history is the state before PAUSE.
func next(from state, on trigger, history state) (to state, ok bool) {
	for _, t := range transitions {
		if t.from == from && t.on == on && (on != resumed || t.to == history) {
			return t.to, true
		}
	}
	return from, false
}
