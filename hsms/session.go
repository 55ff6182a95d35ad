package hsms

import (
	"net"
	"time"

	"go.uber.org/zap"
)

// This file decides which connection of a passive end has the session: only
// one can (E37.1), and the others get what SecondConnection says.

// claim gives the session to c, or says why not. A connection that wants the
// session shortly after its owner left may be faster than the news of that,
// so it is given a moment.
func (e *Endpoint) claim(c *Conn) SelectStatus {
	patience := handover
	if e.replaces(c) {
		patience = 3 * leaveTime
	}
	timeout := time.NewTimer(patience)
	defer timeout.Stop()
	for {
		freed := e.tryClaim(c)
		if freed == nil {
			return selectOK
		}
		select {
		case <-freed:
		case <-timeout.C:
			return e.refuseSelect(c)
		}
	}
}

// handover is how long a newcomer waits for the session to become free.
const handover = 50 * time.Millisecond

// tryClaim returns nil when c has the session now, else a channel that is
// closed when the session becomes free.
func (e *Endpoint) tryClaim(c *Conn) <-chan struct{} {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.owner != nil && e.owner != c {
		return e.freed
	}
	e.owner, e.freed = c, make(chan struct{})
	return nil
}

func (e *Endpoint) release(c *Conn) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.owner == c {
		e.owner = nil
		close(e.freed)
	}
}

// replaces reports whether c may take the session from its owner, and then
// ends the owner's connection.
func (e *Endpoint) replaces(c *Conn) bool {
	if e.cfg.SecondConnection != SecondReplace {
		return false
	}
	owner := e.sessionOwner()
	if owner == nil || owner == c || !e.cfg.ReplaceAnyIP && !sameHost(owner.nc.RemoteAddr(), c.nc.RemoteAddr()) {
		return false
	}
	owner.Close(errReplaced)
	return true
}

func (e *Endpoint) sessionOwner() *Conn {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.owner
}

func sameHost(a, b net.Addr) bool {
	hostA, _, errA := net.SplitHostPort(a.String())
	hostB, _, errB := net.SplitHostPort(b.String())
	return errA == nil && errB == nil && hostA == hostB
}

// refuseSelect returns the status for a Select.req that finds the session
// taken.
func (e *Endpoint) refuseSelect(c *Conn) SelectStatus {
	e.refused("session taken", c.nc)
	if e.cfg.SecondConnection == SecondRefuseSelect1 {
		return selectActive
	}
	return selectExhausted
}

// refused counts a connection that does not get the session and tells the log
// both peers, not too often.
func (e *Endpoint) refused(reason string, nc net.Conn) {
	e.mu.Lock()
	e.totals.Refused++
	owner := e.owner
	e.mu.Unlock()
	suppressed, ok := e.log.admit(noteRefusal)
	if !ok {
		return
	}
	fields := []zap.Field{zap.String("reason", reason), zap.Stringer("peer", nc.RemoteAddr())}
	if owner != nil {
		fields = append(fields, zap.Stringer("selected_peer", owner.nc.RemoteAddr()))
	}
	if suppressed > 0 {
		fields = append(fields, zap.Int("suppressed", suppressed))
	}
	e.log.Warn(lines[noteRefusal].message, fields...)
}
