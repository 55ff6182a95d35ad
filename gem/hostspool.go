package gem

import (
	"slices"
	"time"

	"github.com/secsd/secsd/secs2"
	"github.com/secsd/secsd/spool"
)

// hostSpool is the spool of one host (E30 4.11). Messages on their way into it
// stand in the host's queue, bound for the spool; a message counts as spooled
// when it is on disk.
type hostSpool struct {
	model                spool.Model
	limits               spool.Limits
	trimmed, trimmedKept uint64 // the head and Kept that segments were removed for
	store                *spool.Store
	record               spool.Record // the durable state
	recovered            bool         // the store knows the folder
	fullSeq              uint64       // the commit of row 2
	stateSeq             uint64       // the commit of that record
	selected             selection    // what spools
	selectedAs           []byte       // as S2F43 chose it; nil: nobody did

	discarded uint64 // not taken, and not in the record yet
	counted   uint64 // those that the record on disk tells of
	unwritten bool   // the record lacks something else that changed
	fault     string // why a transmission could not read on; "" again when it can
	cutOff    bool   // communications were lost with spooling enabled: the spool is to become active

	appended []appended // messages that are not on disk yet, in order
	waiting  int        // what they take in memory

	transmission
}

// transmission is the state of TRANSMIT SPOOL.
type transmission struct {
	inFlight uint64 // index of the spooled message that waits for its reply
	answered uint64 // index of the one that got it, until that is durable
	sent     uint64 // messages since S6F23
	fetching uint32 // the segment that is being read
}

// appended is a message that a commit brings into the spool.
type appended struct {
	seq   uint64
	entry *entry
}

// kindSpool is the state of a host's spool; its image is a spool.Record, no
// record a spool that never was active.
var kindSpool = &kind{
	name:  "spool",
	stays: "the host has not got the messages yet",
	image: func(e *Equipment, id string) []byte {
		h, _ := e.owner(id)
		if h == nil || h.spool.record == (spool.Record{}) {
			return nil
		}
		return h.spool.record.Image()
	},
	apply: func(e *Equipment, id string, image []byte) error {
		h, _ := e.owner(id)
		if h == nil {
			return ErrUnknown
		}
		r := spool.Record{}
		if image != nil {
			var err error
			if r, err = spool.ParseRecord(image); err != nil {
				return err
			}
		}
		old := h.spool.record
		if r.First != old.First {
			h.spool.counted = r.Discarded
		}
		if r.First == old.First && r.Discarded < old.Discarded {
			h.spool.discarded += old.Discarded - r.Discarded // a commit failed: they are still to be counted
		}
		h.spool.record, e.spoolWork = r, true
		h.spool.model.Restore(&r)
		if h.spool.recovered {
			h.spool.store.SetHead(max(r.Head, 1), r.Kept)
		}
		return nil
	},
}

// spooling reports whether messages go into the spool: it is active, or is to
// become so once the disk takes that.
func (h *Host) spooling() bool {
	return h.spool.model.Active() || h.spool.cutOff && h.eq.storageFailed
}

// engaged reports whether the spool has anything to do.
func (s *hostSpool) engaged() bool {
	return s.model.Active() || s.unwritten || s.answered != 0 || s.trimmed != s.store.Head()
}

// fireSpool takes a row of the spool's state model.
func (h *Host) fireSpool(t spool.Trigger) bool {
	r, ok := h.spool.model.Fire(t)
	if ok {
		h.took(spool.Table.Name(), r.Number, r.From, r.To, r.On)
	}
	return ok
}

// putSpool makes the state of the spool durable, with change in it.
func (h *Host) putSpool(change func(r *spool.Record)) {
	s := &h.spool
	r := s.record
	r.Active, r.Full, r.Transmitting = s.model.Active(), s.model.Full(), s.model.Unload() == spool.Transmitting
	r.Discarded += s.discarded
	change(&r)
	r.Tail = s.store.Durable()
	s.discarded, s.unwritten = 0, false
	h.eq.put(kindSpool, h.recordID(""), r.Image())
	s.stateSeq = h.eq.out.Commit.Seq
}

// witness makes durable how far the spool is on disk, so that a start can tell
// damage from an append that never ended.
func (h *Host) witness() {
	if s := &h.spool; s.model.Active() && s.record.Tail < s.store.Durable() {
		h.putSpool(func(*spool.Record) {})
	}
}

// settled reports whether the state of the spool is on disk as it is here.
func (h *Host) settled() bool { return h.spool.stateSeq <= h.eq.durable }

// count returns SpoolCountActual: messages on disk and not sent.
func (s *hostSpool) count() uint64 {
	n := s.store.Durable() - min(s.store.Head(), s.store.Durable())
	if s.record.Kept != 0 {
		n++
	}
	return n
}

// total returns SpoolCountTotal: messages since the spool became active,
// whatever became of them, as far as the disk knows.
func (s *hostSpool) total() uint64 {
	last := s.record.Head
	if s.record.Active {
		last = s.store.Durable()
	}
	return max(last, s.record.First) - s.record.First + s.counted
}

// communicationsLost is what rows 6 and 14 of communications mean to the
// spool: row 6 of its own, then row 1.
func (h *Host) communicationsLost() {
	h.suspendTransmit(spool.TransmitFailed)
	h.spool.cutOff = h.spool.cutOff || h.eq.constants.enableSpooling.number != 0
	h.activateSpool()
}

// activateSpool is row 1, once communications were lost with spooling enabled, if
// the disk takes it. While the disk does not, it is tried again when it does.
func (h *Host) activateSpool() {
	s := &h.spool
	if !s.cutOff || s.model.Active() || h.eq.storageFailed {
		return
	}
	h.fireSpool(spool.CommunicationsLost)
	tail := s.store.Tail()
	s.discarded, s.inFlight, s.answered = 0, 0, 0
	h.putSpool(func(r *spool.Record) {
		*r = spool.Record{Active: true, First: tail, Head: tail, StartTime: h.eq.time().UnixNano(), FullTime: r.FullTime}
	})
	detail := "events wait on disk until the host sends S6F23"
	if len(s.selected) == 0 {
		detail = "no host selected anything with S2F43: events are discarded until the host sends S6F23"
	}
	h.note(Warn, "spool active", secs2.Header{}, detail)
	waiting := h.queue.take()
	if h.eq.cfg.Spool.Order == FailedMessageFirst {
		h.queue.pushAll(waiting)
		waiting = nil
	}
	h.raiseFor(h.eq.events.spoolActivated, ownReport)
	h.queue.pushAll(waiting)
}

// dequeue does with what waits in the queue what communications that were lost
// ask for: into the spool if it is active, else it is dropped.
func (h *Host) dequeue(reason string) {
	requeue := h.eq.cfg.Spool.InFlight == RequeueInFlight
	h.queue.filter(func(x *entry) bool {
		if x.spoolBound || h.answers(x) {
			return true
		}
		if h.spooling() && (requeue || !x.sent) && h.spools(x) {
			h.queue.bind(x)
			return true
		}
		return false
	}, func(x *entry) {
		if x.record != "" && !h.spooling() {
			h.replays = append(h.replays, x) // it is on disk, for when the host is back
			h.eq.spoolWork = true
			return
		}
		h.discard(x, reason)
	})
}

// spools reports whether a primary goes into the spool that is active.
func (h *Host) spools(x *entry) bool {
	return !x.msg.IsReply() && x.purpose.report() && h.spool.selected.has(x.msg.sf())
}

// emptied is row 3, with its event.
func (h *Host) emptied() {
	h.closeSpool()
	h.raiseFor(h.eq.events.spoolDeactivated, ownReport)
}

// closeSpool is row 3.
func (h *Host) closeSpool() {
	s := &h.spool
	h.fireSpool(spool.Emptied)
	tail := s.store.Tail()
	h.putSpool(func(r *spool.Record) { r.Head, r.Kept = tail, 0 })
	s.counted = s.record.Discarded // for the event
	s.store.Forget()
	s.fault = ""
	h.note(Warn, "spool inactive", secs2.Header{}, "")
	h.unbind()
}

// unbind sends to the host what was on its way into the spool. OFF-LINE that is
// what waited when the host became so.
func (h *Host) unbind() {
	h.queue.unbindAll()
	if !h.ctl.state.onLine() {
		h.setAside()
		h.discardQueue("off-line")
	}
}

// suspendTransmit is row 6, for one of its reasons.
func (h *Host) suspendTransmit(t spool.Trigger) {
	s := &h.spool
	if s.model.Unload() != spool.Transmitting {
		return
	}
	h.fireSpool(t)
	s.unwritten = true
	s.store.Forget()
	if t == spool.TransmitFailed {
		h.raiseFor(h.eq.events.spoolTransmitFailure, ownReport)
	}
}

// workSpools moves messages into the spools and out of them, until none has
// anything to do.
func (e *Equipment) workSpools() {
	e.spoolWork = false
	for _, h := range e.hosts {
		if len(h.replays) > 0 {
			h.replay()
		}
		if e.storageFailed || !h.spool.engaged() {
			continue
		}
		h.load()
		h.unload()
		if (h.spool.discarded > 0 || h.spool.unwritten) && h.settled() {
			h.putSpool(func(*spool.Record) {})
		}
		h.removeSegments()
	}
	for _, h := range e.hosts {
		e.spoolWork = e.spoolWork || len(h.replays) > 0 || h.spool.engaged()
	}
}

// write brings segment writes into this Step's commit.
func (h *Host) write(writes []spool.Write) {
	for _, w := range writes {
		h.eq.out.Commit.Writes = append(h.eq.out.Commit.Writes, SegmentWrite{h.cfg.Name, w})
	}
}

// removeSegments removes the files that hold nothing any more.
func (h *Host) removeSegments() {
	s := &h.spool
	if !h.settled() || s.trimmed == s.store.Head() && s.trimmedKept == s.record.Kept {
		return
	}
	s.trimmed, s.trimmedKept = s.store.Head(), s.record.Kept
	if writes := s.store.Removals(h.eq.nextCommit(), s.trimmed, s.trimmedKept); len(writes) > 0 {
		h.eq.commit()
		h.write(writes)
	}
}

// becameDurable takes what is on disk now.
func (s *hostSpool) becameDurable(e *Equipment) {
	s.store.Committed(e.durable)
	if s.stateSeq <= e.durable {
		s.counted = s.record.Discarded
	}
	n := 0
	for ; n < len(s.appended) && s.appended[n].seq <= e.durable; n++ {
		s.waiting -= s.appended[n].entry.size()
		e.recycle(s.appended[n].entry)
	}
	s.appended = slices.Delete(s.appended, 0, n)
	if s.model.Active() && s.record.Tail < s.store.Durable() {
		e.armConfirm()
	}
	if s.stateSeq <= e.durable && s.answered != 0 && s.consumed(s.answered) {
		s.answered = 0
	}
}

// consumed reports whether the record tells that a message is gone.
func (s *hostSpool) consumed(index uint64) bool {
	return index < s.record.Head && index != s.record.Kept
}

// spoolFailed takes back what commits from seq on would have brought; the state is
// rolled back already. Messages return to the head of the queue.
func (h *Host) spoolFailed(seq uint64) {
	s := &h.spool
	s.store.Failed(seq)
	s.trimmed, h.eq.spoolWork = 0, true
	if s.stateSeq >= seq {
		s.stateSeq, s.counted = h.eq.durable, s.record.Discarded
	}
	if s.fullSeq >= seq {
		s.fullSeq = 0
	}
	var back []*entry
	for n := len(s.appended); n > 0 && s.appended[n-1].seq >= seq; n-- {
		back = append(back, s.appended[n-1].entry)
		s.waiting -= s.appended[n-1].entry.size()
		s.appended = s.appended[:n-1]
	}
	slices.Reverse(back)
	h.queue.pushFront(back)
	h.rebind()
	if !h.ctl.state.onLine() || !h.communicating() { // the word of that may be what was lost
		h.suspendTransmit(spool.Suspended)
	}
}

// rebind sends what waits in the queue where the state of the spool, rolled
// back, wants it: what an active one does not take is not sent past it.
func (h *Host) rebind() {
	if !h.spooling() {
		h.unbind()
		return
	}
	h.queue.filter(func(x *entry) bool {
		switch {
		case x.spoolBound, x.sent, x.msg.IsReply(), x.purpose == spooledMessage:
			return true
		case h.spools(x):
			h.queue.bind(x)
			return true
		}
		return h.gateSpool(x.msg.sf(), sendInOrder) == sendInOrder
	}, func(x *entry) { h.discard(x, "the spool is active and S2F43 did not select it") })
}

// recordedTime returns a time of the record.
func (e *Equipment) recordedTime(ns int64) time.Time { return time.Unix(0, ns).In(e.cfg.Location) }
