package conformance

import (
	"fmt"
	"net"
	"slices"
	"strings"
)

// Target is the equipment under test. A target that can do more also has some
// of the methods of Dialer, Ports, Operator, Tool, Disk, Restarter, Killer and
// Inspector; the script says what it needs.
type Target interface {
	// Start brings the equipment up. A setting that the target cannot make
	// returns an error that matches errors.ErrUnsupported.
	Start(settings []Setting) error
	// Stop ends it and returns when nothing of it runs any more.
	Stop() error
	// Settle returns when the equipment has done all it does without a new
	// input and without time passing.
	Settle()
	// Dial opens a connection to the equipment's port.
	Dial() (net.Conn, error)
}

// Setting is one configuration line of a script, in the key names of the
// specification. A key may come more than once where it names a list.
type Setting struct{ Key, Value string }

// Dialer is a target that can be the active entity: the equipment dials.
type Dialer interface {
	// Attempts delivers each connection attempt of the equipment, in order.
	Attempts() <-chan Attempt
}

// Attempt is one connection attempt of the equipment. It stays open until it
// is answered or the equipment gives up.
type Attempt interface {
	Accept() (net.Conn, error)
	Refuse()
}

// Ports is a target with a port for each host that the settings name besides
// the first.
type Ports interface {
	DialPort(host string) (net.Conn, error)
}

// Operator is a target whose operator panel the runner can use. An error says
// that the action failed; one that matches ErrRefused is the equipment's word.
type Operator interface {
	Operate(action string) error
}

// Tool is a target whose tool the runner can move. An error says that the
// action failed: the equipment refused it, or the tool has not got what the
// script says.
type Tool interface {
	Act(action string) error
}

// Disk is a target whose storage can be made to fail and to come back.
type Disk interface {
	SetDisk(state string) error
}

// Restarter is a target that can stop and start again with these settings and
// the data it has stored.
type Restarter interface {
	Restart(settings []Setting) error
}

// Killer is a target that can be killed and started again with these settings.
// A kill is a power cut: the equipment sends nothing more, its connections end,
// and what was not durable is lost.
type Killer interface {
	Kill(settings []Setting) error
}

// Inspector is a target that tells things no message tells, such as the number
// of its goroutines.
type Inspector interface {
	Inspect(what string) (string, error)
}

// need is an ability that a script may ask for.
type need struct {
	name string
	met  func(Target) bool
}

func can[T any](t Target) bool { _, ok := t.(T); return ok }

// needs lists the abilities with the interface that stands for each.
func needs() []need {
	return []need{
		{"active", can[Dialer]},
		{"hosts", can[Ports]},
		{"operator", can[Operator]},
		{"tool", can[Tool]},
		{"disk", can[Disk]},
		{"restart", can[Restarter]},
		{"kill", can[Killer]},
		{"inspect", can[Inspector]},
	}
}

func checkNeed(name string) error {
	known := needs()
	if slices.ContainsFunc(known, func(n need) bool { return n.name == name }) {
		return nil
	}
	names := make([]string, len(known))
	for i, n := range known {
		names[i] = n.name
	}
	return fmt.Errorf("unknown need %q, want one of %s", name, strings.Join(names, ", "))
}
