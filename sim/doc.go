// Package sim is a simulated tool: what an integrator would write, and what the
// demo runs on. It uses nothing but what package daemon offers to every tool.
//
// # Purpose
//
// The tool moves the variables of any equipment the way its Config says: random
// walks, ramps, sines, counters, random choices. With recipes it is a small
// 300 mm tool, too: load ports, a robot, a pre-aligner and chambers. Carriers come
// and go, process jobs are carried out wafer by wafer, things go wrong on demand.
// Each step is told as a fact of GEM300 and as an event of the tool's own.
//
//	config.go      what can be set; recipe.go, failures.go, alarms.go: parts of it
//	layout.go      what the tool makes of the places that the equipment has
//	names.go       the variables and events that it needs
//	motion.go      how a variable moves
//	panel.go       remote commands: their answers; commands.go: what they lead to
//	plant.go       the loop that lets each part of the tool act
//	world.go       what the tool sees: the material and the jobs of the equipment
//	chore.go       rows of deeds in simulated time
//	port.go        load ports; carriers.go: what comes; handoff.go: the AMHS
//	robot.go       the robot; plan.go: what it carries next
//	stranded.go    wafers whose slots were given away
//	aligner.go     the pre-aligner
//	chamber.go     chambers; breakdown.go: one that stands still
//	jobs.go        what process jobs are told; lots.go: the lots they are
//	operator.go    the operator: START, and lots without end
//	processing.go  the processing state model, which follows the jobs
//
// What the tool does next follows from what the equipment holds, as
// daemon.Material tells it, and hardly from what it did before. So a start in the
// middle of a lot goes on as if there had been none: a fact that was told before is
// refused, and counts as told.
//
// # Units
//
// Values have the unit of their variable. Periods and the times of the tool are
// simulated, which run Speed times as fast as the clock.
//
// # Errors
//
// Config.Validate returns every problem, each a *ConfigError. A value or event
// that the equipment refuses ends Run: it is a bug here. A disk that fails is
// not: the next step tells newer values anyway, and facts and events are repeated
// until they are taken.
//
// # Concurrency
//
// Run starts one goroutine for the motions, one for the alarms and one for the
// parts of the tool, which act in turn, so that the same seed gives the same lots;
// it waits for all of them. Commands and orders come in goroutines of the daemon:
// they meet the tool on the panel and in the inbox, each of which has a mutex, and
// wait for nothing: a host that reads slowly holds up the tool, no command.
//
// # Standard
//
// E30: 3.4 for the processing states, 4.4 for the commands. The tool goes from
// READY to EXECUTING by itself, unless a process job is to be started by hand.
// E40, E84, E87, E90, E94, E116 and E157 through package model.
package sim
