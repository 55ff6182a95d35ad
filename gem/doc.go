// Package gem is the equipment of E30 as a pure core: Equipment.Step is a
// function of the time and one input, and says in an Output what is to be done.
//
// # Purpose
//
// The core knows communications and control state, variables, constants,
// events, reports, the clock and remote commands, for one host or several. It
// does no I/O, has no clock of its own, no lock and no goroutine: package
// daemon steps it and carries out what it says, a test or a simulation may do
// the same.
//
// A primary walks: Step, the pipeline (incoming.go), the table of messages
// (routes.go), its handler (s2f33.go), the rules (define.go), the reply. A
// primary of the equipment walks: what happens (events.go), the message
// (s6f11.go), the gate (gate.go), the queue of its host (queue.go).
//
// # Shapes
//
// Each handler's comment has the messages it takes and sends, in SML. A
// durable object is a Record: a kind, an identifier and an image, which is an
// encoded SECS-II item or a byte; store.go lists the kinds.
//
// # Units
//
// Times are time.Duration in Config, whole seconds in equipment constants.
// Lengths are bytes of a text, values of a number, encoded bytes of a list.
//
// # Errors
//
// Validate and New join a *ConfigError for each value that cannot be. What a
// host sends wrong gets the code, the S9 or the SxF0 of the standard, and a
// Note for the log; what a tool or an operator asks in vain comes back in
// Output.Err, which matches ErrStorage, ErrNotNow, ErrUnknown or ErrValue.
//
// # Concurrency
//
// An Equipment belongs to one caller at a time. An Output may be reused; what
// it holds is valid until the next Step.
//
// # Standard
//
// SEMI E30-1103, messages of SEMI E5-0704; state models are tables with the
// standard's row numbers. STANDARDS.md lists what is there, what is not yet,
// and what was decided where the standards leave room.
package gem
