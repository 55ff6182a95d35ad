package gem

import (
	"slices"

	"github.com/secsd/secsd/secs2"
	"github.com/secsd/secsd/spool"
)

// This file is SPOOL LOAD and SPOOL UNLOAD (E30 4.11): what goes into the spool
// and what comes out.

// load takes messages from the head of the queue into the spool, as far as the
// bounds and the disk allow now.
func (h *Host) load() {
	for h.spool.model.Active() && h.queue.len() > 0 {
		x := h.queue.first()
		if !x.spoolBound || x.need > h.eq.durable || !h.loadOne(x) {
			return
		}
	}
}

// loadOne puts the first message of the queue into the spool or discards it;
// false says that it has to wait. With OverWriteSpool the oldest messages are
// deleted; their segments go once that is on disk.
func (h *Host) loadOne(x *entry) bool {
	s := &h.spool
	size := len(x.msg.Body)
	overwrite := h.eq.constants.overWriteSpool.number != 0
	switch {
	case s.store.TooLong(size):
		h.notTaken("longer than the spool takes")
		return true
	case s.fullSeq > h.eq.durable:
		return false // FULL may yet be undone
	case s.model.Full() && !overwrite:
		h.notTaken("spool full")
		return true
	case s.store.PendingFull(size), s.waiting > 0 && s.waiting+x.size() > s.limits.Pending:
		return false
	case s.store.Fits(size) && !h.eq.spoolRoom(s.store.Adds(size)):
		if s.model.Full() {
			h.notTaken("no room beside the spools of other hosts")
			return true
		}
		h.becomeFull()
		return false
	case s.store.Fits(size):
		h.append(h.queue.pop())
		return true
	}
	head, kept, ok := s.store.MakeRoom(size, s.inFlight)
	switch {
	case ok && head == s.record.Head && kept == s.record.Kept: // room is on its way
	case !s.model.Full():
		h.becomeFull()
	case !ok:
		h.notTaken("spool full")
		return true
	default:
		gone := head - s.record.Head
		if kept >= s.record.Head {
			gone--
		}
		h.stats.Discarded += gone
		h.note(Debug, "spool overwritten", secs2.Header{}, "")
		h.putSpool(func(r *spool.Record) { r.Head, r.Kept = head, kept })
	}
	return false
}

// spoolRoom reports whether all hosts together may have so many segments more: a
// host may have more than its share since hosts were added, or the bound lowered.
func (e *Equipment) spoolRoom(segments int) bool {
	room := 0
	for _, h := range e.hosts {
		room += h.spool.store.Capacity() - h.spool.store.Bytes()
	}
	return segments == 0 || segments*spool.SegmentSize <= room
}

// becomeFull is row 2.
func (h *Host) becomeFull() {
	h.fireSpool(spool.DoesNotFit)
	h.note(Warn, "spool full", secs2.Header{}, "")
	h.putSpool(func(r *spool.Record) { r.FullTime = h.eq.time().UnixNano() })
	h.spool.fullSeq = h.spool.stateSeq
}

// append brings a message into the spool with this Step's commit.
func (h *Host) append(x *entry) {
	s := &h.spool
	seq := h.eq.commit()
	h.write(s.store.Append(seq, spool.Message{Number: x.number, SF: x.msg.sf(), W: x.msg.W, Body: x.msg.Body}))
	s.appended = append(s.appended, appended{seq, x})
	s.waiting += x.size()
}

// notTaken discards the first message of the queue; it counts in
// SpoolCountTotal.
func (h *Host) notTaken(reason string) {
	h.spool.discarded++
	h.discard(h.queue.pop(), reason)
}

// unload sends the oldest spooled message in TRANSMIT SPOOL when nothing of
// ours is open and the end of the one before is on disk.
func (h *Host) unload() {
	s := &h.spool
	if s.answered != 0 && !s.consumed(s.answered) {
		h.completed(s.answered)
	}
	if s.model.Unload() != spool.Transmitting || s.inFlight != 0 || s.answered != 0 || h.busy() ||
		!h.settled() || h.blocked || !h.communicating() {
		return
	}
	if h.queue.len() > 0 && !h.queue.first().spoolBound {
		h.eq.out.More = h.queue.first().need <= h.eq.durable // it goes first: S6F24 above all
		return
	}
	index := s.next()
	if index >= s.store.Durable() {
		if index == s.store.Tail() && h.queue.bound == 0 {
			h.emptied()
		}
		return
	}
	m, segment, err := s.store.Read(index)
	switch {
	case err != nil:
		h.unreadable(err.Error())
	case segment == 0:
		h.sendSpooled(index, &m)
	case s.fetching != segment:
		s.fetching = segment
		h.eq.out.Fetches = append(h.eq.out.Fetches, Fetch{h.cfg.Name, segment})
	}
}

// busy reports whether a primary of ours is open; S1F13, which the host may leave
// unanswered when its own was, does not count.
func (h *Host) busy() bool {
	return slices.ContainsFunc(h.open, func(x *entry) bool { return x.purpose != s1f13Question })
}

// next returns the index of the oldest message.
func (s *hostSpool) next() uint64 {
	if s.record.Kept != 0 {
		return s.record.Kept
	}
	return s.store.Head()
}

// sendSpooled sends a message as it was frozen, with system bytes of its own.
func (h *Host) sendSpooled(index uint64, m *spool.Message) {
	x := h.primary(m.SF, m.W, spooledMessage, m.Body)
	x.index = index
	h.spool.sent++
	if m.W != secs2.NoReply {
		h.spool.inFlight = index
	}
	h.transmit(x)
	if m.W == secs2.NoReply {
		h.completed(index)
	}
}

// completed is the end of a spooled message's transaction: it leaves the spool.
// Where the disk does not take that now, unload tries again.
func (h *Host) completed(index uint64) {
	s := &h.spool
	s.inFlight, s.answered = 0, index
	if s.consumed(index) {
		s.answered = 0
	}
	if h.eq.storageFailed || s.answered == 0 {
		return
	}
	head, limit := max(s.record.Head, index+1), h.eq.constants.maxSpoolTransmit.number
	if head == s.store.Tail() && h.queue.bound == 0 && s.model.Unload() == spool.Transmitting {
		h.emptied()
		return
	}
	if limit > 0 && s.sent >= limit {
		h.suspendTransmit(spool.LimitReached)
	}
	h.putSpool(func(r *spool.Record) { r.Head, r.Kept = head, 0 })
}

// spooledFailed is a spooled message that got no reply.
func (h *Host) spooledFailed(index uint64) {
	h.spool.inFlight = 0
	if h.eq.cfg.Spool.OnT3 == ContinueOnT3 {
		h.completed(index)
		return
	}
	h.suspendTransmit(spool.Suspended)
}

// fetched takes a segment that was read.
func (h *Host) fetched(in Fetched) {
	s := &h.spool
	s.fetching = 0
	switch {
	case s.model.Unload() != spool.Transmitting: // nobody reads any more
	case in.Fault != "":
		h.unreadable(in.Fault)
	default:
		s.fault = ""
		s.store.Fetched(in.Segment, in.Data)
	}
}

// unreadable ends a transmission: the message stays, a person must act.
func (h *Host) unreadable(why string) {
	h.spool.fault = why
	h.note(Fault, "spool unreadable", secs2.Header{}, why)
	h.suspendTransmit(spool.Suspended)
}
