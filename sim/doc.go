// Package sim is a simulated tool: what an integrator would write, and what the
// demo runs on. It uses nothing but what package daemon offers to every tool.
//
// # Purpose
//
// The tool moves the variables of any equipment the way its Config says: random
// walks, ramps, sines, counters, random choices. With recipes it is an etcher
// with two load ports, a robot, a pre-aligner and two chambers, too: it obeys
// remote commands and tells each step of a lot as an event with its values.
//
//	config.go  what can be set
//	motion.go  how a variable moves
//	states.go  what it tells the processing state model
//	panel.go   remote commands: their answers, and what they order
//	cycle.go   when the cycle waits, obeys and ends
//	lot.go     what one START does
//	names.go   the variables and events that the cycle needs
//
// # Units
//
// Values have the unit of their variable. Periods and the times of a cycle are
// simulated, which run Speed times as fast as the clock.
//
// # Errors
//
// Config.Validate returns every problem, each a *ConfigError. A value or event
// that the equipment refuses ends Run: it is a bug here. A disk that fails is
// not: the next step tells newer values anyway, and events are repeated until
// they are taken.
//
// # Concurrency
//
// Run starts one goroutine for the motions and one for the cycle and waits for
// both. Commands come in a goroutine of the daemon; they meet the cycle on the
// panel, which has a mutex, and wait for nothing: a host that reads slowly holds
// up the cycle, no command. Changed touches nothing.
//
// # Standard
//
// E30: 3.4 for the states, 4.4 for the commands. The tool goes from READY
// to EXECUTING by itself, because START came already in IDLE.
package sim
