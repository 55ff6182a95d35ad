package hsms

import (
	"time"

	"github.com/secsd/secsd/secs2"
)

// linktest is the state of our own probing of the link, which happens only
// while SELECTED.
type linktest struct {
	request
	sentAt  time.Time // the latest request, or entry to SELECTED
	heardAt time.Time // the latest bytes of the peer
	heard   bool      // something came since the request was written
	misses  int       // consecutive
	probing bool      // a second connection came: one miss is enough
}

// start is called on entry to SELECTED.
func (l *linktest) start(now time.Time) {
	*l = linktest{sentAt: now, heardAt: now}
}

// linktestDue returns when the next Linktest.req is to be sent; zero: none.
func (m *machine) linktestDue() time.Time {
	interval := m.cfg.Linktest.Interval
	if m.state != StateSelected || interval < 0 || m.linktest.open {
		return time.Time{}
	}
	if m.cfg.Linktest.Always {
		return m.linktest.sentAt.Add(interval)
	}
	return m.linktest.heardAt.Add(interval)
}

func (m *machine) sendLinktest(now time.Time) {
	m.linktest.sentAt = now
	m.request(&m.linktest.request, sLinktestReq, linktesting)
}

// probe sends a Linktest.req at once: somebody else wants the session, so the
// peer may be a ghost.
func (m *machine) probe(now time.Time) {
	if m.state != StateSelected {
		return
	}
	m.linktest.probing = true
	if !m.linktest.open {
		m.sendLinktest(now)
	}
}

func (m *machine) onLinktestRsp(now time.Time, h secs2.Header) verdict {
	if !m.linktest.open || m.linktest.header.System() != h.System() {
		return m.reject(now, h, rejectNotOpen, h.SType())
	}
	m.linktestAnswered()
	return consumed
}

// linktestAnswered ends the procedure: the link is alive. A Reject proves
// that as well as a Linktest.rsp.
func (m *machine) linktestAnswered() {
	m.close(&m.linktest.request, linktesting)
	m.linktest.misses = 0
	m.linktest.probing = false
}

// linktestExpired is called when T6 of Linktest.req ran out.
func (m *machine) linktestExpired() {
	m.counts.T6++
	l := &m.linktest
	h := l.header
	m.close(&l.request, linktesting)
	if l.heard && !m.cfg.Linktest.Strict {
		l.probing = false
		m.note(note{kind: noteLinktestSlow, header: h})
		return
	}
	l.misses++
	m.counts.LinktestMisses++
	m.note(note{kind: noteLinktestMissed, header: h, n: l.misses})
	if l.probing || l.misses >= m.cfg.Linktest.MaxMisses {
		m.fail(&TimeoutError{Timer: T6, Header: h})
	}
}
