package hsms

import (
	"time"

	"github.com/secsd/secsd/secs2"
)

// machine is the protocol of one TCP connection without its I/O: bytes and
// the time go in, events, bytes and the next deadline come out. It has no
// clock, lock, channel, goroutine or logger; its owner calls it from one
// goroutine at a time.
//
// Received bytes go to receive, frame by frame. What the socket should get is
// in out, and wrote reports how much of it the socket has taken. The owner
// calls expire when deadline is reached.
type machine struct {
	cfg     *Config
	connect Connect
	longest int // message that can be sent, header and text
	state   State
	// second: another connection had the session when this one came. Until
	// it gets the session nothing but Select is allowed.
	second bool

	in    splitter
	out   outbox
	open  transactions
	asked secs2.Header // the Select.req that waits for answerSelect

	t7       time.Time // zero: not running
	selectTx request
	linktest linktest
	rejects  rejects
	end      ending

	counts Counts
	notes  notebook
}

// ending is how the connection comes to its end.
type ending struct {
	leaving error     // set: nothing is received or queued any more
	closeBy time.Time // when an orderly end gives up waiting
	err     error     // set: the connection is over; close the socket
}

// Counts holds what was counted on a connection.
type Counts struct {
	FramesIn, FramesOut    uint64
	BytesIn, BytesOut      uint64
	RejectsIn, RejectsOut  uint64
	T3, T6, T7, T8         uint64 // expiries
	Selects                uint64 // times SELECTED was entered
	LinktestMisses, Strays uint64
}

// verdict is what receive made of the bytes.
type verdict uint8

const (
	needMore verdict = iota // no whole frame is left
	consumed                // a frame was dealt with
	deliver                 // the event was filled
	ask                     // answerSelect is to be called
)

// newMachine returns the machine of a connection that is not yet up. random
// is a random number.
func newMachine(cfg *Config, connect Connect, random uint32) machine {
	m := machine{
		cfg:     cfg,
		connect: connect,
		longest: cfg.LongestSent(),
		open:    newTransactions(startNumbers(cfg.SystemBytesStart, random)),
		in: splitter{
			maxFrame: uint32(cfg.MaxFrame),
			hardMax:  uint32(cfg.HardMaxFrame),
			oversize: cfg.Rules.Oversize,
		},
	}
	m.transition(started, nil)
	return m
}

// connected tells that TCP is up. The active end sends Select.req.
func (m *machine) connected(now time.Time) {
	m.transition(tcpEstablished, nil)
	m.t7 = now.Add(m.cfg.Timers.T7)
	if m.connect == Active {
		m.request(&m.selectTx, sSelectReq, selecting)
	}
}

// transition takes the row of the table for the trigger.
func (m *machine) transition(on trigger, reason error) {
	r, ok := connectionTable.Next(m.state, on)
	if !ok {
		m.note(note{kind: noteRefused, row: row(0, m.state, on, m.state), err: reason})
		return
	}
	m.state = r.To
	m.note(note{kind: noteTransition, row: r, err: reason})
}

// heard notes that n bytes came. It must be called before receive, once per
// read: bytes of an unfinished frame prove that the peer lives, too.
func (m *machine) heard(now time.Time, n int) {
	m.counts.BytesIn += uint64(n)
	m.linktest.heardAt = now
	m.linktest.heard = true
	if !m.cfg.Linktest.Strict {
		m.linktest.misses = 0
	}
}

// receive takes at most one frame from the front of data and returns how many
// bytes it is done with. For deliver, ev is filled; its Text lies in data.
func (m *machine) receive(now time.Time, data []byte, ev *Event) (int, verdict) {
	if m.gone() {
		return len(data), needMore
	}
	n, complete, err := m.in.next(data)
	if err != nil {
		m.fail(err)
		return len(data), needMore
	}
	if !complete {
		return n, needMore
	}
	m.counts.FramesIn++
	return n, m.judge(now, &m.in.frame, ev)
}

// inFrame reports whether a frame has begun; unread is what receive left.
func (m *machine) inFrame(unread int) bool {
	return !m.gone() && (unread > 0 || m.in.skip > 0)
}

// gone reports whether the peer's messages no longer count.
func (m *machine) gone() bool { return m.end.leaving != nil || m.end.err != nil }

// over reports whether the connection is over: its socket must be closed.
func (m *machine) over() bool { return m.end.err != nil }

// enterSelected is the entry work of SELECTED.
func (m *machine) enterSelected(now time.Time) {
	m.transition(selectCompleted, nil)
	m.t7 = time.Time{}
	m.second = false
	m.in.keepData = true
	m.linktest.start(now)
	m.counts.Selects++
}

// leaveSelected is the exit work of SELECTED.
func (m *machine) leaveSelected() {
	m.in.keepData = false
	m.open.clear()
}

// leave begins an orderly end for the reason: while SELECTED it sends
// Separate.req behind everything that waits. The owner closes the socket for
// writing when out is empty, and calls halfClosed.
func (m *machine) leave(now time.Time, reason error) {
	if m.gone() {
		return
	}
	if m.state == StateSelected {
		h := controlHeader(noSession, 0, 0, sSeparateReq, m.open.number())
		m.sendOrdered(h)
	}
	m.depart(now, reason)
}

// depart begins an orderly end without a Separate.req.
func (m *machine) depart(now time.Time, reason error) {
	if m.state == StateSelected {
		m.transition(sessionEnded, reason)
		m.leaveSelected()
	}
	m.end.leaving = reason
	m.end.closeBy = now.Add(leaveTime)
	m.stopTimers()
}

// halfClosed tells that everything is written and the socket closed for
// writing. Now the peer has its time to close.
func (m *machine) halfClosed(now time.Time) {
	m.end.closeBy = now.Add(leaveTime)
}

// leaveTime bounds each step of an orderly end: writing what waits, and
// waiting for the peer to close.
const leaveTime = time.Second

// fail ends the connection at once: a communication failure.
func (m *machine) fail(cause error) { m.breakOff(tcpBroken, cause) }

func (m *machine) breakOff(on trigger, cause error) {
	if m.over() {
		return
	}
	if m.end.leaving != nil {
		cause = m.end.leaving
	}
	m.end.err = &closedError{cause}
	m.note(note{kind: noteClosing, err: cause})
	wasSelected := m.state == StateSelected
	m.transition(on, cause)
	if wasSelected {
		m.leaveSelected()
	}
	m.stopTimers()
	m.end.closeBy = time.Time{}
}

func (m *machine) stopTimers() {
	m.t7 = time.Time{}
	m.close(&m.selectTx, selecting)
	m.close(&m.linktest.request, linktesting)
}
