package daemon

import (
	"errors"
	"time"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/hsms"
	"github.com/secsd/secsd/secs2"
)

// errReset closes a connection because the core found a communication failure.
var errReset = errors.New("daemon: communication failure found by the equipment")

// link brings the events of one HSMS endpoint to the core. A Step takes no
// event of a connection that is not the host's present one.
type link struct {
	core *core
	host int
}

func (l *link) handle(conn *hsms.Conn, ev *hsms.Event) {
	switch ev.Kind {
	case hsms.Selected:
		l.selected(conn)
	case hsms.NotSelected:
		l.notSelected(conn, ev.Err)
	case hsms.Primary:
		body, fault := secs2.ParseBody(ev.Text)
		if ev.Oversize {
			body, fault = secs2.Item{}, gem.ErrTooLong
		}
		l.step(conn, ev.Time, gem.Primary{Host: l.host, Header: ev.Header, Body: body, Fault: fault, Program: l.examine(ev.Header, body, fault)})
	case hsms.Reply:
		body, fault := secs2.ParseBody(ev.Text)
		if ev.Oversize {
			body, fault = secs2.Item{}, gem.ErrTooLong
		}
		l.step(conn, ev.Time, gem.Reply{
			Host: l.host, Token: ev.Token, Header: ev.Header, Body: body, Fault: fault, Program: l.examine(ev.Header, body, fault),
		})
	case hsms.Stray:
		l.step(conn, ev.Time, gem.Stray{Host: l.host, Header: ev.Header})
	case hsms.Failed:
		l.step(conn, time.Now(), gem.Failed{Host: l.host, Token: ev.Token, Header: ev.Header, Cause: cause(ev.Err), Detail: ev.Err.Error()})
	}
}

// examine looks at a process program before the core is locked.
func (l *link) examine(h secs2.Header, body secs2.Item, fault error) *gem.ReceivedProgram {
	if h.Stream() != 7 || fault != nil {
		return nil
	}
	return l.core.programs.rules.Examine(h, body)
}

// step is core.step for an input that counts only on the present connection,
// and came at a time that is known.
func (l *link) step(conn *hsms.Conn, at time.Time, in gem.Input) {
	c := l.core
	c.mu.Lock()
	if c.conns[l.host] != conn {
		c.mu.Unlock()
		return
	}
	_, _ = c.stepAt(c.clock.at(at), in) // what comes from a host is answered, not refused
	more := len(c.effects) > 0
	work, _ := c.programs.taken()
	c.mu.Unlock()
	if more {
		c.drain()
	}
	if work != nil { // what it works on is in the message: the host waits, and no other
		c.carryOut(work, func(in gem.ProgramWorked) { _, _ = c.step(in) })
	}
}

func (l *link) selected(conn *hsms.Conn) {
	c := l.core
	c.mu.Lock()
	if c.conns[l.host] != nil {
		_, _ = c.stepLocked(gem.LinkDown{Host: l.host, Reason: "replaced by a new connection"})
	}
	c.conns[l.host], c.blocked[l.host] = conn, false
	_, _ = c.stepLocked(gem.LinkUp{Host: l.host})
	c.mu.Unlock()
	c.drain()
}

func (l *link) notSelected(conn *hsms.Conn, reason error) {
	c := l.core
	c.mu.Lock()
	if c.conns[l.host] == conn {
		c.conns[l.host] = nil
		text := "separated"
		if reason != nil {
			text = reason.Error()
		}
		_, _ = c.stepLocked(gem.LinkDown{Host: l.host, Reason: text})
	}
	c.mu.Unlock()
	c.drain()
}

// cause maps the end of a transaction to the core's word for it.
func cause(err error) gem.Cause {
	var timeout *hsms.TimeoutError
	var reject *hsms.RejectError
	switch {
	case errors.As(err, &timeout):
		return gem.T3Expired
	case errors.As(err, &reject):
		return gem.Rejected
	case errors.Is(err, hsms.ErrMismatch):
		return gem.Mismatched
	}
	return gem.NotSent
}
