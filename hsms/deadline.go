package hsms

import "time"

// deadline returns when expire is to be called; zero: no timer runs.
func (m *machine) deadline() time.Time {
	d := earliest(m.open.deadline(), m.t7)
	d = earliest(d, m.selectTx.t6)
	d = earliest(d, m.linktest.t6)
	d = earliest(d, m.end.closeBy)
	return earliest(d, m.linktestDue())
}

// earliest returns the earlier of two times, of which zero means none.
func earliest(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

func reached(deadline, now time.Time) bool {
	return !deadline.IsZero() && !now.Before(deadline)
}

// expire does what is due. It reports whether it filled ev; then there may be
// more, and it must be called again.
func (m *machine) expire(now time.Time, ev *Event) bool {
	if reached(m.end.closeBy, now) {
		m.fail(m.end.leaving)
	}
	if reached(m.open.deadline(), now) {
		m.t3Expired(ev)
		return true
	}
	if reached(m.t7, now) {
		m.counts.T7++
		m.breakOff(t7Expired, &TimeoutError{Timer: T7})
	}
	if reached(m.selectTx.t6, now) {
		m.counts.T6++
		m.fail(&TimeoutError{Timer: T6, Header: m.selectTx.header})
	}
	if reached(m.linktest.t6, now) {
		m.linktestExpired()
	}
	if reached(m.linktestDue(), now) {
		m.sendLinktest(now)
	}
	return false
}

func (m *machine) t3Expired(ev *Event) {
	tx := m.open.remove(m.open.oldest())
	m.counts.T3++
	m.open.late.add(tx.header.System(), tx.deadline)
	m.note(note{kind: noteT3, header: tx.header})
	*ev = Event{Kind: Failed, Header: tx.header, Token: tx.token, Err: &TimeoutError{T3, tx.header}}
}

// t8Expired tells that T8 ran out inside a frame.
func (m *machine) t8Expired() {
	m.counts.T8++
	m.fail(&TimeoutError{Timer: T8})
}

// wrote notes that the socket took n bytes of the last chunk of out. The
// timers of what is now written whole begin.
func (m *machine) wrote(now time.Time, n int) {
	m.out.wrote(n)
	m.counts.BytesOut += uint64(n)
	m.open.written(m.out.data.written, now.Add(m.cfg.Timers.T3))
	m.startT6(&m.selectTx, now)
	if m.startT6(&m.linktest.request, now) {
		m.linktest.heard = false
	}
}

func (m *machine) startT6(r *request, now time.Time) bool {
	if !r.open || !r.t6.IsZero() || m.out.control.written < r.end {
		return false
	}
	r.t6 = now.Add(m.cfg.Timers.T6)
	return true
}
