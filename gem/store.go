package gem

import "fmt"

// This file is the way of every durable change: memory and disk hold the same,
// also when the disk refuses.

// kind is a kind of durable object: how its image is made and put into effect.
// A nil image is an object that does not exist.
type kind struct {
	name  string
	image func(e *Equipment, id string) []byte
	apply func(e *Equipment, id string, image []byte) error
	// adapt returns what is left of an image that the configuration does not
	// allow any more; nil: nothing ever is. See reconcile.go.
	adapt func(e *Equipment, id string, image []byte) []byte

	// A factory reset gives the objects with these ids the image that they had
	// at first; nil: none. Else stays says why it leaves this kind alone.
	ids   func(e *Equipment) []string
	first func(e *Equipment, id string) []byte
	stays string
}

// kindSwitch is the front panel's LOCAL/REMOTE switch (E30 4.12.4); its image
// is one byte, the Switch.
var kindSwitch = &kind{
	name:  "switch",
	ids:   oneObject,
	first: func(e *Equipment, _ string) []byte { return []byte{byte(e.cfg.Control.Switch)} },
	image: func(e *Equipment, _ string) []byte { return []byte{byte(e.panel)} },
	apply: func(e *Equipment, _ string, image []byte) error {
		if len(image) != 1 || image[0] > byte(SwitchLocal) {
			return ErrValue
		}
		e.panel = Switch(image[0])
		trigger := operatorRemote
		if e.panel == SwitchLocal {
			trigger = operatorLocal
		}
		for _, h := range e.hosts {
			h.fireControl(trigger)
		}
		return nil
	},
}

// kinds lists every kind in the order in which records are restored: links
// need their reports.
func kinds() []*kind {
	return append([]*kind{
		kindClock, kindConstant, kindSwitch, kindController, kindTerminal, kindReport, kindLink, kindEnable, kindAlarms, kindLimits, kindSpoolSet, kindSpool, kindEvent,
	}, materialKinds...)
}

// replaced is the image that a put took the place of.
type replaced struct {
	seq   uint64
	kind  *kind
	id    string
	image []byte
}

// put makes a durable change: in memory now, on disk with this Step's commit.
// What it replaces is kept until that commit is durable.
func (e *Equipment) put(k *kind, id string, image []byte) {
	e.commit()
	e.undo = append(e.undo, replaced{e.seq, k, id, k.image(e, id)})
	if err := k.apply(e, id, image); err != nil {
		panic("gem: an image of " + k.name + " made here does not apply: " + err.Error())
	}
	e.out.Commit.Records = append(e.out.Commit.Records, Record{k.name, id, image})
}

// commit gives this Step a commit, if it has none, and returns its number.
func (e *Equipment) commit() uint64 {
	if e.out.Commit.Seq == 0 {
		e.seq++
		e.out.Commit.Seq = e.seq
	}
	return e.out.Commit.Seq
}

// nextCommit returns the number that commit would.
func (e *Equipment) nextCommit() uint64 {
	if e.out.Commit.Seq == 0 {
		return e.seq + 1
	}
	return e.out.Commit.Seq
}

// UnderWay returns the newest commit that is not durable yet; 0: there is none.
func (e *Equipment) UnderWay() uint64 {
	if e.storageFailed || e.seq <= e.durable {
		return 0
	}
	return e.seq
}

// maxCommit bounds what one request may write, in bytes: a journal has bounds too.
const maxCommit = 4 << 20

// maxBacklog is how many commits may be on their way to the disk before
// requests that would add one are refused.
const maxBacklog = 10_000

// backlogged reports whether the disk is that far behind.
func (e *Equipment) backlogged() bool { return e.seq-e.durable > maxBacklog }

// need returns the commit that what this Step generates has to wait for.
func (e *Equipment) need() uint64 { return e.out.Commit.Seq }

// needOf is need for a primary that this Step generates. Samples are true
// whatever becomes of a commit.
func (e *Equipment) needOf(x *entry) uint64 {
	if x.purpose == traceReport {
		return 0
	}
	return e.need()
}

// becameDurable forgets what commits up to seq replaced.
func (e *Equipment) becameDurable(seq uint64) {
	if seq <= e.durable || e.storageFailed {
		return
	}
	e.durable = seq
	n := 0
	for n < len(e.undo) && e.undo[n].seq <= seq {
		n++
	}
	e.undo = append(e.undo[:0], e.undo[n:]...)
	e.deleted()
	for _, h := range e.hosts {
		h.spool.becameDurable(e)
	}
}

// rollBack brings back, newest first, what commits from seq on replaced.
func (e *Equipment) rollBack(seq uint64) {
	for n := len(e.undo); n > 0 && e.undo[n-1].seq >= seq; n-- {
		u := e.undo[n-1]
		e.undo = e.undo[:n-1]
		if err := u.kind.apply(e, u.id, u.image); err != nil {
			panic("gem: a replaced image of " + u.kind.name + " does not apply: " + err.Error())
		}
	}
	if err := e.settleMaterial(); err != nil {
		panic("gem: replaced images do not apply: " + err.Error())
	}
	if seq <= e.material.began {
		e.material.began = 0
	}
}

// failStorage undoes every commit from seq on: waiting replies become the
// refusal of their row, other messages of those commits never were.
func (e *Equipment) failStorage(seq uint64, reason string) {
	if e.storageFailed {
		return
	}
	e.storageFailed = true
	undone := map[uint64]bool{} // commits with more than events in them
	for _, u := range e.undo {
		undone[u.seq] = true
	}
	e.forgetOrders(seq)
	e.rollBack(seq)
	e.deletionsFailed(seq)
	for _, h := range e.hosts {
		h.queue.filter(
			func(x *entry) bool {
				return x.need < seq || x.purpose != ordinary && x.purpose.report() && !undone[x.need] && x.outlivesCommit()
			},
			func(x *entry) {
				if x.msg.IsReply() {
					h.refuseStored(x)
					return
				}
				x.record = ""   // it never was written,
				h.eq.recycle(x) // and the tool was told that it did not happen
			},
		)
		h.spoolFailed(seq)
		h.forgetSetAside(seq)
	}
	e.durable = e.seq // none is under way any more
	e.out.Notes = append(e.out.Notes, Note{Severity: Fault, Message: "storage failed", Detail: reason})
}

// outlivesCommit takes the record away from an event that stays true without it.
func (x *entry) outlivesCommit() bool {
	x.need, x.number, x.record = 0, 0, ""
	return true
}

// storageIsBack takes up what had to wait for the disk.
func (e *Equipment) storageIsBack() {
	e.storageFailed = false
	e.out.Notes = append(e.out.Notes, Note{Severity: Warn, Message: "storage back"})
	e.armConfirm()
	for _, h := range e.hosts {
		if h.activateSpool(); h.spool.cutOff && h.spooling() {
			h.dequeue("not selected for the spool")
		}
	}
	e.resumeMaterial()
}

// refuseStored answers a primary whose change did not reach the disk.
func (h *Host) refuseStored(x *entry) {
	function, body := byte(0), []byte(nil)
	if len(x.refusal) > 0 {
		function, body = x.msg.Function, x.refusal
	}
	h.eq.out.Messages = append(h.eq.out.Messages, Message{
		Host: h.index, Primary: x.msg.Primary, Function: function, Body: body,
	})
	h.stats.Sent++
	h.eq.recycle(x)
}

// refusal is the body of a row's reply when storage refuses; an empty one is
// SxF0, nil a row that writes no record.
type refusal []byte

// restore keeps a record read at start until all are there. An unknown kind is
// an error: nothing is silently dropped.
func (e *Equipment) restore(r Record) error {
	for _, k := range kinds() {
		if k.name == r.Kind {
			e.restored = append(e.restored, r)
			return nil
		}
	}
	return fmt.Errorf("%w: record kind %q, perhaps of a newer version", ErrUnknown, r.Kind)
}

// applyRestored puts the records read at start into effect.
func (e *Equipment) applyRestored() error {
	for _, k := range kinds() {
		if k == kindSwitch && e.constants.onLineSubstate.number == uint64(OnLineLocal) {
			e.panel = SwitchLocal // until its own record says otherwise
		}
		for _, r := range e.restored {
			if r.Kind != k.name {
				continue
			}
			if err := e.reconcile(k, r); err != nil {
				return fmt.Errorf("gem: record %s %q: %w", r.Kind, r.ID, err)
			}
		}
	}
	e.restored = nil
	if err := e.settleMaterial(); err != nil {
		return fmt.Errorf("gem: %w", err)
	}
	return nil
}
