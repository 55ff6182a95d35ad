package gem

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/secsd/secsd/secs2"
)

// This file is how events survive: an event of a Step that writes records is
// itself a record of that commit, until its transaction has ended or the spool
// holds it. In strict delivery every event is.

// kindEvent is such an event, its id host and number, its image
// L[3] {U1 stream, U1 function, BOOLEAN W} with the body's item behind, if it
// has one. It is written once and deleted once, without undo: an entry of the
// queue stands for it.
var kindEvent = &kind{
	name:  "event",
	stays: "what happened has happened",
	image: func(*Equipment, string) []byte { return nil },
	apply: func(e *Equipment, id string, image []byte) error {
		h, number := e.eventOwner(id)
		if h == nil {
			return ErrUnknown
		}
		x, err := h.parseEvent(image)
		if err != nil {
			return err
		}
		x.number, x.record = number, id
		h.replays = append(h.replays, x)
		e.eventNumber = max(e.eventNumber, number)
		return nil
	},
}

func (e *Equipment) eventOwner(id string) (*Host, uint64) {
	h, text := e.owner(id)
	number, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return nil, 0
	}
	return h, number
}

func eventImage(m *Message) []byte {
	a := secs2.NewAppender(make([]byte, 0, len(m.Body)+16))
	n := 3
	if len(m.Body) > 0 {
		n = 4
	}
	a.List(n)
	a.U1(m.Stream)
	a.U1(m.Function)
	a.Bool(m.W == secs2.WantReply)
	a.Encoded(m.Body)
	return a.Bytes()
}

func (h *Host) parseEvent(image []byte) (*entry, error) {
	it, err := secs2.Parse(image)
	if err != nil {
		return nil, err
	}
	r := secs2.NewReader(it)
	n := 3
	if it.Len() == 4 {
		n = 4
	}
	r.Tuple(n)
	sf := secs2.SF{Stream: r.Code("stream"), Function: r.Code("function")}
	w := secs2.NoReply
	if r.Flag("W") {
		w = secs2.WantReply
	}
	var body []byte
	if n == 4 {
		body = r.Item("body").Encoded()
	}
	if r.Err() != nil {
		return nil, errImage
	}
	return h.primary(sf, w, ordinary, body), nil
}

// record writes the event in x with this Step's commit, under the next number.
func (h *Host) record(x *entry) {
	e := h.eq
	e.commit()
	e.eventNumber++
	x.number = e.eventNumber
	x.record = h.recordID(fmt.Sprintf("%020d", x.number))
	e.out.Commit.Records = append(e.out.Commit.Records, Record{kindEvent.name, x.record, eventImage(&x.msg)})
}

// records reports whether a primary that passes the gate now is to survive.
func (h *Host) records(x *entry) bool {
	strict := h.eq.cfg.Delivery == StrictDelivery
	if x.purpose == traceReport {
		return false
	}
	if len(x.msg.Body) > maxCommit {
		h.note(Warn, "event not recorded", secs2.Header{}, fmt.Sprintf("%d bytes, at most %d", len(x.msg.Body), maxCommit))
		return false
	}
	return x.asked == 0 && x.task == nil && x.purpose != s1f13Question && x.purpose != s1f1Question && x.msg.Stream != 9 && !h.eq.storageFailed &&
		(strict || h.eq.need() > 0)
}

// deletion is the end of an event's record, on its way to the disk.
type deletion struct {
	seq uint64
	id  string
}

// confirmDelay is how long the deletion of a record waits for a commit to go
// with.
const confirmDelay = time.Second

// over notes that the record of an event is not needed any more.
func (e *Equipment) over(record string) {
	e.confirmed = append(e.confirmed, record)
	e.armConfirm()
}

func (e *Equipment) armConfirm() {
	if e.confirmDelay.index < 0 {
		e.deadlines.arm(e.confirmDelay, e.now.Add(confirmDelay))
	}
}

// confirmDue writes what found no commit to go with: deletions, and how far the
// spools are on disk.
func (e *Equipment) confirmDue() {
	if e.storageFailed {
		return
	}
	if len(e.confirmed) > 0 {
		e.commit()
	}
	for _, h := range e.hosts {
		h.witness()
	}
}

// deleteConfirmed brings the deletions into this Step's commit.
func (e *Equipment) deleteConfirmed() {
	if len(e.confirmed) == 0 {
		return
	}
	seq := e.out.Commit.Seq
	for _, id := range e.confirmed {
		e.out.Commit.Records = append(e.out.Commit.Records, Record{kindEvent.name, id, nil})
		e.deleting = append(e.deleting, deletion{seq, id})
	}
	e.confirmed = e.confirmed[:0]
}

// deleted forgets the deletions that are durable.
func (e *Equipment) deleted() {
	n := 0
	for n < len(e.deleting) && e.deleting[n].seq <= e.durable {
		n++
	}
	e.deleting = append(e.deleting[:0], e.deleting[n:]...)
}

// deletionsFailed takes back the deletions in commits from seq on.
func (e *Equipment) deletionsFailed(seq uint64) {
	for _, d := range e.deleting {
		if d.seq >= seq {
			e.over(d.id)
		}
	}
	e.deleting = slices.DeleteFunc(e.deleting, func(d deletion) bool { return d.seq >= seq })
}

// startReplays sorts out the events of the last run: what the spool holds is
// over, the rest waits for replay.
func (h *Host) startReplays(spooled []uint64) {
	slices.SortFunc(h.replays, func(a, b *entry) int { return cmp.Compare(a.number, b.number) })
	h.replays = slices.DeleteFunc(h.replays, func(x *entry) bool {
		if !slices.Contains(spooled, x.number) {
			return false
		}
		h.eq.recycle(x)
		return true
	})
	if n := len(h.replays); n > 0 {
		h.note(Info, "events to repeat", secs2.Header{}, fmt.Sprintf("%d that the host may not have got", n))
	}
}

// setAside keeps recorded events that may not go any more until they may again.
func (h *Host) setAside() {
	h.queue.filter(func(x *entry) bool { return x.record == "" || x.spoolBound || x.purpose == offLineReport }, func(x *entry) {
		h.replays = append(h.replays, x)
		h.eq.spoolWork = true
	})
}

// queueBehindReplays keeps a primary behind the events that go before it.
func (h *Host) queueBehindReplays(x *entry) {
	if len(h.replays) >= 2*maxQueued {
		h.discard(x, "too many events to repeat before it")
		return
	}
	if h.records(x) {
		h.record(x)
	}
	x.need = h.eq.needOf(x)
	h.replays = append(h.replays, x)
	h.eq.spoolWork = true
}

// forgetSetAside drops the events whose commit was seq or later: they never
// happened.
func (h *Host) forgetSetAside(seq uint64) {
	h.replays = slices.DeleteFunc(h.replays, func(x *entry) bool { return x.need >= seq })
}

// repeats reports whether events may go that were set aside.
func (h *Host) repeats() bool { return h.ctl.state.onLine() && (h.communicating() || h.spooling()) }

// replay gives events that were set aside, or are of the last run, to the gate,
// before any other, once it lets events pass: as many as the queue has place for.
func (h *Host) replay() {
	if len(h.replays) == 0 || !h.repeats() {
		return
	}
	if !h.repeating { // other reports go behind them
		h.repeating = true
		h.queue.filter(func(x *entry) bool { return !x.purpose.report() || x.msg.IsReply() || x.spoolBound }, func(x *entry) {
			h.replays = append(h.replays, x)
		})
	}
	n := min(len(h.replays), max(maxQueued/2-h.queue.len(), 0))
	h.queue.pushAll(h.replays[:n])
	h.replays = slices.Delete(h.replays, 0, n)
	h.repeating = len(h.replays) > 0
	if h.spooling() {
		h.dequeue("not selected for the spool")
	}
}
