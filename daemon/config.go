package daemon

import (
	"context"

	"go.uber.org/zap"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/hsms"
	"github.com/secsd/secsd/persist"
	"github.com/secsd/secsd/secs2"
)

// Config describes a daemon. New copies it.
type Config struct {
	// Equipment is the tool as hosts see it.
	Equipment gem.Config
	// Links are the HSMS links, one per host of Equipment, in the same order.
	// Their Handle is the daemon's.
	Links []hsms.EndpointConfig
	// Journal keeps what must survive: a *persist.Journal is a data folder; nil
	// is a persist.Memory, which survives nothing.
	Journal Journal
	// Programs keep process programs; nil are those of a Journal that is a data
	// folder, else in memory.
	Programs Programs
	// Logger takes the log; nil is none.
	Logger *zap.Logger
}

// Journal makes commits durable; see package persist.
type Journal interface {
	Load(restore func(persist.Record) error, segment func(persist.Segment) error) error
	Accept() error
	Commit(persist.Commit)
	Fetch(host string, segment uint32)
	Run(ctx context.Context, notify func(persist.Event)) error
}

// Tool is the controller of the equipment, written by the integrator.
type Tool interface {
	// Run drives the tool until ctx ends. It is called once, in a goroutine
	// of its own; an error ends the daemon.
	Run(ctx context.Context, d *Daemon) error
	// Changed tells of a transition of a state model, each once and in order,
	// from one goroutine. It should return soon.
	Changed(t gem.Transition)
	// Command carries out a remote command or begins to: HCACK 0 says done, 4
	// that an event will tell the end. Commands come in the order in which the
	// hosts sent them, one at a time. A host whose command has no answer within
	// gem.RemoteControl.Deadline gets gem.HCACKNoAnswer.
	Command(ctx context.Context, q gem.Question) (secs2.HCACK, []gem.BadParameter)
}

// Display is what a Tool may also be: one that shows the operator's terminals.
type Display interface {
	// Displayed tells what a terminal shows now, after each change and at the
	// start, from the goroutine of Changed. It should return soon.
	Displayed(t gem.TerminalSnapshot)
}

// Responder is what a Tool may also be, and has to be where gem.Config.Private
// has messages that hosts send: one that answers them.
type Responder interface {
	// Respond answers a private primary. Those of one host come in their order,
	// one at a time; several hosts at the same time. What is not answered when
	// ctx ends gets SxF0.
	Respond(ctx context.Context, r gem.Request) gem.Response
}
