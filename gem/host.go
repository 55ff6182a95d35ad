package gem

import (
	"fmt"
	"time"

	"github.com/secsd/secsd/secs2"
)

// Host is what one host connection sees of the equipment: its communications
// and control state, and the one queue of messages to it.
type Host struct {
	eq     *Equipment
	index  int
	cfg    HostConfig
	linked bool // a session is SELECTED

	blocked bool // no room for primaries on the way to the host
	comm    communication
	ctl     control
	queue   queue
	// What the host defined; events are at the index of the event.
	reports   definitions
	events    []hostEvent
	traces    tracing
	alarms    []bool      // enabled, at the index of the alarm
	limits    []*limitSet // at the index of the monitored variable; nil: none defined
	spool     hostSpool
	replays   []*entry        // events that were set aside, or are of the last run
	recorded  map[uint64]bool // while segments are restored: numbers of events in the journal
	repeating bool            // some of them are in the queue, the rest follows
	open      []*entry        // our primaries with W=1 that wait for their reply
	s9Rate    rate
	// The message that the host announced with S2F39.
	promised conversation
	granted  conversation // the program that it announced with S7F1
	stats    HostStats
}

// HostStats counts what happened to the messages of one host since the start.
type HostStats struct {
	Received  uint64 // primaries and replies from the host
	Sent      uint64 // messages to the host
	Ignored   uint64 // received and dropped without an answer
	Discarded uint64 // ours, never sent
	T3        uint64 // replies that did not come in time
	S9        [14]uint64
}

// took notes a transition of one of the host's state models.
func (h *Host) took(machine string, row int, from, to, on fmt.Stringer) {
	h.eq.out.Transitions = append(h.eq.out.Transitions, Transition{
		Host: h.cfg.Name, Machine: machine, Row: row, From: from.String(), To: to.String(), On: on.String(),
	})
}

func (h *Host) note(s Severity, message string, header secs2.Header, detail string) {
	h.eq.out.Notes = append(h.eq.out.Notes, Note{
		Severity: s, Message: message, Host: h.cfg.Name, Header: header, Detail: detail,
	})
}

// ourDevice reports whether a session ID names one of our devices.
func (h *Host) ourDevice(session uint16) bool {
	if h.cfg.SessionMSB == IgnoreMSB {
		session &= 0x7FFF
	}
	for _, id := range h.cfg.DeviceIDs {
		if id == session {
			return true
		}
	}
	return false
}

// rate lets at most perSecond occurrences pass in any second that begins with
// the first of them.
type rate struct {
	since time.Time
	n     int
}

func (r *rate) allow(now time.Time, perSecond int) bool {
	if now.Sub(r.since) >= time.Second || r.since.IsZero() {
		r.since, r.n = now, 0
	}
	r.n++
	return r.n <= perSecond
}
