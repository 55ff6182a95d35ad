package spool

import (
	"errors"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// commit is one that waits for the simulated disk.
type commit struct {
	seq    uint64
	writes []Write
	tail   uint64
	// The head as this commit's records have it.
	head, kept uint64
}

// world is a store, its folder, and what a slice says that the store must hold.
type world struct {
	share    int
	limits   Limits
	s        *Store
	disk     disk
	messages map[uint64]Message   // what the store should hold, by index
	ever     map[uint64][]Message // all that ever had an index
	waiting  []commit
	seq      uint64
	head     uint64
	kept     uint64
	durable  commit
	number   uint64
}

func newWorld(share int) *world {
	w := &world{share: share, limits: Share(share, 1), disk: disk{}, messages: map[uint64]Message{}, ever: map[uint64][]Message{}, head: 1}
	w.s = NewStore(w.limits)
	w.durable = commit{tail: 1, head: 1}
	return w
}

// commit puts writes into the newest commit, or a new one.
func (w *world) commit(t *rapid.T, make func(seq uint64) []Write) {
	if len(w.waiting) == 0 || rapid.Bool().Draw(t, "new commit") {
		w.seq++
		w.waiting = append(w.waiting, commit{seq: w.seq})
	}
	c := &w.waiting[len(w.waiting)-1]
	c.writes = append(c.writes, make(c.seq)...)
	c.tail, c.head, c.kept = w.s.Tail(), w.head, w.kept
}

func (w *world) append(t *rapid.T) {
	length := rapid.OneOf(rapid.IntRange(0, 200), rapid.IntRange(3900, 4200), rapid.IntRange(0, w.limits.MaxMessage+1)).Draw(t, "length")
	w.number += rapid.Uint64Range(0, 1).Draw(t, "number")
	m := message(w.number, length)
	switch {
	case w.s.TooLong(length):
		if w.s.Fits(length) {
			t.Fatalf("%d bytes are too long, but fit", length)
		}
	case w.s.PendingFull(length):
		if len(w.waiting) == 0 {
			t.Fatal("pending is full with nothing waiting")
		}
	case !w.s.Fits(length):
		if w.s.Bytes()+2*len(m.Body)+3*SegmentSize <= w.s.Capacity() {
			t.Fatalf("%d bytes do not fit with %d of %d", length, w.s.Bytes(), w.s.Capacity())
		}
		w.overwrite(t, length)
	default:
		index := w.s.Tail()
		w.commit(t, func(seq uint64) []Write { return w.s.Append(seq, m) })
		w.messages[index] = m
		w.ever[index] = append(w.ever[index], m)
	}
}

func (w *world) overwrite(t *rapid.T, length int) {
	inFlight := uint64(0)
	if rapid.Bool().Draw(t, "in flight") {
		if inFlight = w.kept; inFlight == 0 && w.head < w.s.Durable() {
			inFlight = w.head
		}
	}
	head, kept, ok := w.s.MakeRoom(length, inFlight)
	if !ok {
		if inFlight == 0 {
			t.Fatalf("no room for %d bytes", length)
		}
		return
	}
	if head < w.head || head > w.s.Tail() || inFlight != 0 && inFlight < head && kept != inFlight {
		t.Fatalf("room at head %d, kept %d; in flight %d, head was %d", head, kept, inFlight, w.head)
	}
	w.setHead(t, head, kept)
}

func (w *world) setHead(t *rapid.T, head, kept uint64) {
	w.head, w.kept = head, kept
	w.s.SetHead(head, kept)
	w.commit(t, func(uint64) []Write { return nil })
}

func (w *world) consume(t *rapid.T) {
	switch {
	case w.kept != 0:
		w.setHead(t, w.head, 0)
	case w.head < w.s.Durable():
		w.setHead(t, w.head+rapid.Uint64Range(1, w.s.Durable()-w.head).Draw(t, "consumed"), 0)
	}
}

func (w *world) remove(t *rapid.T) {
	w.commit(t, func(seq uint64) []Write { return w.s.Removals(seq, w.durable.head, w.durable.kept) })
}

// reach carries out n waiting commits.
func (w *world) reach(n int) {
	for _, c := range w.waiting[:n] {
		w.disk.apply(c.writes...)
		w.durable = c
		w.s.Committed(c.seq)
	}
	w.waiting = slices.Clone(w.waiting[n:])
}

func (w *world) flush(t *rapid.T) {
	w.reach(rapid.IntRange(0, len(w.waiting)).Draw(t, "durable commits"))
}

// tear carries out a part of the first waiting commit, as a crash or an error may.
func (w *world) tear(t *rapid.T) {
	if len(w.waiting) == 0 {
		return
	}
	writes := w.waiting[0].writes
	n := rapid.IntRange(0, len(writes)).Draw(t, "whole writes")
	w.disk.apply(writes[:n]...)
	if n == len(writes) || writes[n].Data == nil {
		return
	}
	torn := writes[n]
	data := slices.Clone(torn.Data)
	cut := rapid.IntRange(0, len(data)).Draw(t, "cut")
	switch rapid.IntRange(0, 2).Draw(t, "how") {
	case 0: // the beginning
		if torn.Offset == 0 {
			data = data[:cut]
		} else {
			clear(data[cut:])
		}
	case 1: // the beginning, of a file that has its size
		clear(data[cut:])
	case 2: // some sectors
		for i := range data {
			if (torn.Offset+i)/512%2 == cut%2 {
				data[i] = 0
			}
		}
	}
	torn.Data = data
	if len(data) > 0 {
		w.disk.apply(torn)
	}
}

func (w *world) fail(t *rapid.T) {
	if len(w.waiting) == 0 {
		return
	}
	good := w.waiting[:rapid.IntRange(0, len(w.waiting)-1).Draw(t, "durable commits")]
	w.waiting = w.waiting[len(good):]
	for _, c := range good {
		w.disk.apply(c.writes...)
	}
	w.tear(t)
	failed := w.waiting[0].seq
	if rapid.Bool().Draw(t, "failure first") {
		w.s.Failed(failed)
	}
	for _, c := range good {
		w.durable = c
		w.s.Committed(c.seq)
	}
	w.s.Failed(failed)
	w.waiting = nil
	w.head, w.kept = w.durable.head, w.durable.kept
	w.s.SetHead(w.head, w.kept)
	if w.s.Tail() != w.durable.tail || w.s.Durable() != w.durable.tail {
		t.Fatalf("tail %d, durable %d after a failure; want %d", w.s.Tail(), w.s.Durable(), w.durable.tail)
	}
	maps.DeleteFunc(w.messages, func(i uint64, _ Message) bool { return i >= w.durable.tail })
}

func (w *world) crash(t *rapid.T) {
	w.flush(t)
	w.tear(t)
	w.waiting = nil
	w.head, w.kept = w.durable.head, w.durable.kept
	old := w.s.Capacity()
	s := NewStore(w.limits)
	for _, n := range rapid.Permutation(w.disk.numbers()).Draw(t, "order") {
		if err := s.Restore(n, w.disk[n]); err != nil {
			t.Fatal(err)
		}
	}
	r, err := s.Recover(w.head, w.kept)
	if err != nil {
		t.Fatalf("head %d, kept %d: %v", w.head, w.kept, err)
	}
	if s.Tail() < w.durable.tail || s.Bytes() > old {
		t.Fatalf("tail %d, was %d; %d bytes", s.Tail(), w.durable.tail, s.Bytes())
	}
	w.s = s
	highest := uint64(0)
	for i := max(w.durable.tail, w.head); i < s.Tail(); i++ {
		m, err := w.disk.read(s, i)
		if err != nil {
			t.Fatal(err)
		}
		m.Body = slices.Clone(m.Body)
		if !slices.ContainsFunc(w.ever[i], func(e Message) bool { return same(e, m) }) {
			t.Fatalf("message %d is one that never was", i)
		}
		w.messages[i] = m
	}
	maps.DeleteFunc(w.messages, func(i uint64, _ Message) bool { return i >= s.Tail() || i < w.head && i != w.kept })
	for _, m := range w.messages {
		highest = max(highest, m.Number)
	}
	if r.Messages != len(w.messages) || r.LastNumber < highest {
		t.Fatalf("recovery %+v, want %d messages up to number %d", r, len(w.messages), highest)
	}
	w.durable.tail = s.Tail()
	w.number = max(w.number, r.LastNumber)
}

func (w *world) read(t *rapid.T) {
	first := w.head
	if w.kept != 0 {
		first = w.kept
	}
	if first >= w.s.Durable() {
		return
	}
	index := rapid.Uint64Range(first, w.s.Durable()-1).Draw(t, "index")
	if index < w.head {
		index = w.kept
	}
	w.mustRead(t, index)
}

func (w *world) mustRead(t *rapid.T, index uint64) {
	for range 100 {
		m, need, err := w.s.Read(index)
		if err != nil {
			t.Fatal(err)
		}
		w.check(t)
		if need == 0 {
			if !same(m, w.messages[index]) {
				t.Fatalf("message %d is another one", index)
			}
			return
		}
		if w.disk[need] == nil {
			t.Fatalf("segment %d is needed for message %d, but there is none", need, index)
		}
		w.s.Fetched(need, slices.Clone(w.disk[need]))
	}
	t.Fatal("no end of segments needed")
}

func (w *world) check(t *rapid.T) {
	if files := len(w.disk) * SegmentSize; files > w.s.Bytes() || w.s.Bytes() > w.s.Capacity() {
		t.Fatalf("%d bytes of files, %d known, %d at most", files, w.s.Bytes(), w.s.Capacity())
	}
	if n := w.s.Bytes() + memory(w.s); n > w.share {
		t.Fatalf("%d bytes in all, %d at most", n, w.share)
	}
	if w.s.Head() != w.head || w.s.kept != w.kept || w.s.Durable() != w.durable.tail {
		t.Fatalf("head %d, kept %d, durable %d", w.s.Head(), w.s.kept, w.s.Durable())
	}
}

// TestStoreIsASlice compares a store with what it should hold over any history of appends, reads, failures and crashes.
func TestStoreIsASlice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld(rapid.SampledFrom([]int{MinBytes, 48 << 10, 160 << 10, 256 << 10}).Draw(t, "share"))
		t.Repeat(map[string]func(*rapid.T){
			"":         w.check,
			"append":   w.append,
			"append 2": w.append,
			"append 3": w.append,
			"consume":  w.consume,
			"remove":   w.remove,
			"flush":    w.flush,
			"read":     w.read,
			"forget":   func(*rapid.T) { w.s.Forget() },
			"fail":     w.fail,
			"crash":    w.crash,
		})
		w.reach(len(w.waiting))
		for i := w.head; i < w.s.Durable(); i++ {
			w.mustRead(t, i)
		}
	})
}

// TestSpoolEmpties: what is consumed and removed leaves no file, and indices go on.
func TestSpoolEmpties(t *testing.T) {
	d, seq := disk{}, uint64(0)
	s := NewStore(Share(MinBytes, 1))
	d.add(s, &seq, message(1, 100), message(2, 4000), message(3, 100))
	s.SetHead(s.Tail(), 0)
	d.apply(s.Removals(9, s.Head(), 0)...)
	s.Committed(9)
	if len(d) != 0 || s.Bytes() != 0 {
		t.Fatalf("%d files, %d bytes are left", len(d), s.Bytes())
	}
	s, _, err := d.open(Share(MinBytes, 1), 4, 0)
	if err != nil || s.Tail() != 4 {
		t.Fatalf("tail %d, %v", s.Tail(), err)
	}
	if _, _, err := s.Read(4); err == nil || errors.As(err, new(*CorruptError)) {
		t.Errorf("reading what is not there: %v", err)
	}
}
