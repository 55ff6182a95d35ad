package sim

// This file is what the tool tells the processing state model of E30 3.4: the
// triggers of its rows. This tool never pauses by itself (row 8), and from READY
// it goes on by itself, because START came already in IDLE.

// trigger is one of the model.
type trigger string

const (
	initialized trigger = "initialized"
	committed   trigger = "setup"
	setUp       trigger = "ready"
	started     trigger = "start"
	completed   trigger = "completed"
	stopped     trigger = "stop"
	aborted     trigger = "abort"
	suspended   trigger = "pause"
	resumed     trigger = "resume"
)
