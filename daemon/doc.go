// Package daemon runs an equipment: it steps the pure core of package gem and
// does the I/O that the core asks for. It is the package to embed.
//
// # Purpose
//
// New wires an equipment to its HSMS links and to a tool, Run serves until its
// context ends. The tool is the integrator's: it tells values with Set and
// events with Trigger and facts about material with Tell, takes transitions with
// Changed, carries out commands with Command and orders with Order, and presses the operator's switches with Operator.
//
// # Concurrency
//
// The core is stepped under one mutex by whoever brings an input: the reader
// of a connection, the timers, the journal, a caller of Set or Operator. Under
// it only memory is touched: messages go into the connections' out buffers,
// commits into the journal's queue; log lines, link orders and the tool's
// notifications wait and are carried out after it, in order. All methods of a
// Daemon may be called from any goroutine.
//
//	goroutine                       starts in     stops when            joined by
//	HSMS endpoint, one per host     run.go        ctx done, link down   errgroup in Run
//	connection: reader, flusher,    hsms          close, timeout, ctx   Endpoint.Run
//	  timekeeper
//	tool                            run.go        ctx done              errgroup in Run
//	tool notifications              run.go        after the links       errgroup in Run
//	waiting for room, one per host  run.go        after the links       errgroup in Run
//	private primaries, one a host   run.go        after the links       errgroup in Run
//	tool commands                   run.go        after the links       errgroup in Run
//	tool verifies programs          run.go        after the links       errgroup in Run
//	orders to the tool              run.go        after the links       errgroup in Run
//	core timers                     run.go        after the links       errgroup in Run
//	journal commit                  run.go        after the links       errgroup in Run
//	watch of the inner group        run.go        ctx done              errgroup in Run
//
// Stop order: the endpoints stop accepting, end each session with
// Separate.req, drain what was written (bounded by hsms) and return, the tool
// returns; the core writes what it held back; then timers, notifications and
// journal end, this one when all is on disk. A journal on disk is the caller's:
// persist.Open before New, Close when Run has returned.
//
// # Errors
//
// New joins every problem of the configuration. Set and Operator return errors
// that wrap gem.ErrUnknown, gem.ErrValue, gem.ErrNotNow or gem.ErrStorage; a
// fact from the tool that met gem.ErrStorage is to be repeated until accepted.
//
// # Standard
//
// E30 through package gem, E37 through package hsms; this package decides
// nothing of either.
package daemon
