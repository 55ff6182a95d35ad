package gem

import (
	"slices"

	"github.com/secsd/secsd/secs2"
)

// The bounds of a host's queue. Reaching one is a communication failure of
// that host.
const (
	maxQueued      = 1000
	maxQueuedBytes = 4 << 20
)

// entry is a message on its way to the host: waiting in the queue, or sent and
// waiting for its reply. It owns its body until then.
type entry struct {
	msg     Message
	need    uint64 // the commit that must be durable before the message goes
	behind  uint64 // the question whose answer goes first; 0: none
	purpose purpose
	refusal refusal // for a reply: what to say if that commit fails
	number  uint64  // of the event's record, 0: none
	record  string  // the id of that record
	index   uint64  // of a message out of the spool
	asked   uint64  // somebody waits for the reply; 0: nobody

	sent       bool         // and perhaps received
	spoolBound bool         // it goes into the spool, not to the host
	concerns   secs2.Header // for S9: the message it is about
	task       *programTask // of the operator
}

// purpose says what the reply to a primary of ours is for.
type purpose uint8

const (
	ordinary       purpose = iota
	s1f13Question          // establish communications
	s1f1Question           // ATTEMPT ON-LINE
	ownReport              // an event of our own state models, which nobody repeats
	offLineReport          // the event of going OFF-LINE, which passes although OFF-LINE
	traceReport            // samples, which are true whatever becomes of a commit
	spooledMessage         // out of the spool
	programUpload          // a process program of ours
	programRequest         // for a process program of the host
)

// report reports whether the reply is no more than an acknowledgement.
func (p purpose) report() bool {
	return p == ordinary || p == ownReport || p == offLineReport || p == traceReport
}

// queue holds entries in the order of their generation. Entries come from and
// go back to the equipment's pool.
type queue struct {
	entries []*entry
	head    int // entries before it are gone
	bytes   int
	passing int // entries that may pass others
	bound   int // entries on their way into the spool
}

func (q *queue) len() int { return len(q.entries) - q.head }

func (q *queue) push(x *entry) {
	q.entries = append(q.entries, x)
	q.count(x, 1)
}

// count takes x into the sums, or with -1 out of them.
func (q *queue) count(x *entry, sign int) {
	q.bytes += sign * len(x.msg.Body)
	if x.passes() {
		q.passing += sign
	}
	if x.spoolBound {
		q.bound += sign
	}
}

// first returns the head; there must be one.
func (q *queue) first() *entry { return q.entries[q.head] }

// fill gives an entry of the queue its body.
func (q *queue) fill(x *entry, body []byte) {
	q.count(x, -1)
	x.msg.Body = append(x.msg.Body[:0], body...)
	q.count(x, 1)
}

// take empties the queue and returns what was in it.
func (q *queue) take() []*entry {
	entries := slices.Clone(q.entries[q.head:])
	clear(q.entries)
	*q = queue{entries: q.entries[:0]}
	return entries
}

func (q *queue) pushAll(entries []*entry) {
	for _, x := range entries {
		q.push(x)
	}
}

// pushFront puts entries before all others, in their order.
func (q *queue) pushFront(entries []*entry) {
	if len(entries) == 0 {
		return
	}
	rest := q.take()
	q.pushAll(entries)
	q.pushAll(rest)
}

// bind sends an entry of the queue into the spool.
func (q *queue) bind(x *entry) {
	q.count(x, -1)
	x.spoolBound = true
	q.count(x, 1)
}

// unbindAll sends to the host what was on its way into the spool.
func (q *queue) unbindAll() {
	for _, x := range q.take() {
		x.spoolBound = false
		q.push(x)
	}
}

// pop takes the first entry. What is gone is given up once it is the larger
// part.
func (q *queue) pop() *entry {
	x := q.entries[q.head]
	q.count(x, -1)
	q.entries[q.head] = nil
	q.head++
	if q.head > q.len() {
		q.entries, q.head = slices.Delete(q.entries, 0, q.head), 0
	}
	return x
}

// filter keeps the entries that keep accepts and hands the others to drop.
func (q *queue) filter(keep func(*entry) bool, drop func(*entry)) {
	kept := q.entries[:0]
	for _, x := range q.entries[q.head:] {
		if keep(x) {
			kept = append(kept, x)
			continue
		}
		q.count(x, -1)
		drop(x)
	}
	clear(q.entries[len(kept):])
	q.entries, q.head = kept, 0
}

// crowded reports whether who can wait should.
func (q *queue) crowded() bool { return q.len() >= maxQueued*3/4 || q.bytes >= maxQueuedBytes*3/4 }

func (q *queue) full() bool { return q.len() >= maxQueued || q.bytes >= maxQueuedBytes }

// newEntry returns an entry with a copy of body.
func (e *Equipment) newEntry(body []byte) *entry {
	var x *entry
	if n := len(e.pool); n > 0 {
		x, e.pool = e.pool[n-1], e.pool[:n-1]
	} else {
		x = new(entry)
	}
	*x = entry{msg: Message{Body: append(x.msg.Body[:0], body...)}}
	return x
}

// maxPooledBody keeps large messages from staying in memory for ever.
const maxPooledBody = 4 << 10

// entryBytes is what an entry takes in memory beside its body.
const entryBytes = 256

// size is what an entry takes in memory.
func (x *entry) size() int { return entryBytes + len(x.msg.Body) }

// recycle gives an entry back. Its body may be in this Step's Output, so it is
// reused from the next Step on.
func (e *Equipment) recycle(x *entry) {
	if x.asked != 0 {
		e.unanswered(x)
	}
	if x.task != nil || x.msg.Program != 0 {
		e.messageOver(x, errNoReply)
	}
	if x.record != "" {
		e.over(x.record)
		x.record = ""
	}
	if x.spoolBound {
		return // what the spools hold in memory is bounded
	}
	if cap(x.msg.Body) <= maxPooledBody && len(e.spent) < maxQueued {
		e.spent = append(e.spent, x)
	}
}

// release sends what may go now: the head waits for its commit and, with W=1,
// for room in the window. What waits for the host's own replies is passed by
// our replies, or both ends would wait for each other, and by stream 9, which
// answers a message too; by no other primary.
func (h *Host) release() {
	for sent := 0; h.queue.len() > 0; {
		x := h.queue.first()
		if x.need > h.eq.durable {
			return
		}
		if x.spoolBound {
			h.eq.out.More = h.eq.out.More || sent > 0 // the spool may take it now
			h.releasePassing()
			return
		}
		if !h.mayLeave(x) {
			h.releasePassing()
			return
		}
		size := len(x.msg.Body) + secs2.HeaderSize
		if sent > 0 && sent+size > maxBurst {
			h.eq.out.More = true
			return
		}
		sent += size
		h.queue.pop()
		h.transmit(x)
	}
}

// releasePassing sends what waits for nothing but other primaries.
func (h *Host) releasePassing() {
	if h.queue.passing > 0 {
		h.queue.filter(func(x *entry) bool {
			return !x.passes() || x.need > h.eq.durable || !h.mayLeave(x)
		}, h.transmit)
	}
}

// passes reports whether the message answers one of the host, or asks it to let
// the equipment ON-LINE.
func (x *entry) passes() bool {
	return x.msg.IsReply() || x.purpose == s1f1Question || x.msg.Stream == 9 && !x.spoolBound
}

// maxBurst is what one Step sends to a host from its queue, in bytes, save that
// a longer message goes alone.
const maxBurst = 64 << 10

// mayLeave tells whether the head can go as far as communications and window
// are concerned; what is not communicating holds primaries (WAIT CRA).
func (h *Host) mayLeave(x *entry) bool {
	if x.msg.IsReply() {
		return true
	}
	if !h.communicating() || h.blocked || x.behind != 0 && h.eq.Asks(x.behind) {
		return false
	}
	return x.msg.W == secs2.NoReply || len(h.open) < h.cfg.Window
}

// transmit puts the message into the Output and keeps it when a reply is due.
func (h *Host) transmit(x *entry) {
	x.msg.Host = h.index
	if x.msg.W != secs2.NoReply {
		h.eq.token++
		x.msg.Token = h.eq.token
		x.sent = true
		h.open = append(h.open, x)
	} else {
		h.eq.tell(x, Outcome{})
		h.eq.recycle(x)
	}
	h.stats.Sent++
	h.eq.out.Messages = append(h.eq.out.Messages, x.msg)
}

// closeTransaction takes the open primary with that token out of the table.
func (h *Host) closeTransaction(token uint64) *entry {
	for i, x := range h.open {
		if x.msg.Token == token {
			h.open = append(h.open[:i], h.open[i+1:]...)
			return x
		}
	}
	return nil
}

func (h *Host) isOpen(p purpose) bool {
	for _, x := range h.open {
		if x.purpose == p {
			return true
		}
	}
	return false
}

// abandonTransactions ends the open primaries: no reply can come any more. It
// returns those that the host may not have got.
func (h *Host) abandonTransactions(reason string) (cut []*entry) {
	attempt := h.isOpen(s1f1Question)
	for _, x := range h.open {
		h.note(Info, "transaction cut", secs2.Header{}, x.msg.sf().String()+": "+reason)
		h.eq.tell(x, lost(reason))
		if x.purpose.report() {
			cut = append(cut, x)
			continue
		}
		h.eq.recycle(x)
	}
	h.open, h.spool.inFlight = h.open[:0], 0
	if attempt {
		h.attemptFailed()
	}
	return cut
}

// discardQueue drops the queued messages because of reason: the primaries that
// do not go into the spool, and the replies too when there is no session left
// that waits for them.
func (h *Host) discardQueue(reason string) {
	h.queue.filter(
		func(x *entry) bool {
			return x.spoolBound || x.purpose == offLineReport && h.communicating() || h.answers(x)
		},
		func(x *entry) { h.discard(x, reason) },
	)
}

// answers reports whether the message answers a primary whose sender waits.
func (h *Host) answers(x *entry) bool {
	return x.msg.IsReply() && h.linked && h.comm.state != CommunicationDisabled
}

func (h *Host) discard(x *entry, reason string) {
	h.stats.Discarded++
	h.note(Info, "message discarded", secs2.Header{}, x.msg.sf().String()+": "+reason)
	h.eq.tell(x, lost(reason))
	h.eq.recycle(x)
}

// discardUnsent counts a primary that the gate would not let pass.
func (h *Host) discardUnsent(sf secs2.SF) {
	h.stats.Discarded++
	reason := "not allowed in " + h.comm.state.String() + ", " + h.ctl.state.String()
	if h.spooling() && h.ctl.state.onLine() {
		reason = "the spool is active and S2F43 did not select it"
	}
	h.note(Info, "message discarded", secs2.Header{}, sf.String()+": "+reason)
}

func (m *Message) sf() secs2.SF {
	if m.IsReply() {
		return secs2.SF{Stream: m.Primary.Stream(), Function: m.Function}
	}
	return secs2.SF{Stream: m.Stream, Function: m.Function}
}
