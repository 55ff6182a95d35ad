// Package model is the material and the jobs of a 300 mm equipment, as pure
// state models: carriers and load ports (E87), substrates and their locations
// (E90), process jobs (E40), control jobs (E94), performance tracking (E116),
// module processes (E157), and all of them as objects (E39).
//
// # Purpose
//
// A Model takes services of hosts and the operator, each of which is checked
// before it changes anything, and facts of the tool. It takes the rows of its
// tables, tells each to its Sink at that moment, and orders the tool what
// follows. What follows from a change without anybody's word, such as a control
// job that selects, starts or completes, is found by run.go, which is asked
// again until nothing more follows.
//
// # Shapes
//
// An object's durable image is an encoded SECS-II list; the file of each object
// has its shape. Handles are uint32, 0 is none; they are never durable.
//
// # Units
//
// Times are those of the equipment's clock. Slots and ports count from 1.
//
// # Errors
//
// What a service cannot have is a list of Fault, each an ERRCODE with its
// ERRTEXT. A fact that cannot be is an error that wraps ErrUnknown, ErrNotNow or
// ErrValue. Both change nothing.
//
// # Concurrency
//
// A Model belongs to one caller at a time.
//
// # Standard
//
// E39-0703, E40-0705, E87-0705, E90-0705, E94-0705, E116-0306; tables have the
// standards' row numbers. STANDARDS.md lists what was decided where they leave
// room.
package model
