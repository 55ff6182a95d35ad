package gem

import (
	"bytes"
	"maps"
	"slices"

	"github.com/secsd/secsd/secs2"
	"pgregory.net/rapid"
)

// This file is the disk of TestLife: what it does, and what must be true on it.

func (l *life) diskWrites() {
	n := min(rapid.IntRange(1, 5).Draw(l.rt, "commits"), len(l.disk.waiting))
	if n == 0 || l.failed {
		return
	}
	seq := l.disk.waiting[n-1].Seq
	l.disk.durable(seq)
	l.step(Durable{seq})
}

func (l *life) diskFails() {
	if l.failed || len(l.disk.waiting) == 0 {
		return
	}
	l.failed = true
	seq := l.disk.waiting[0].Seq
	l.disk.failed(seq)
	for n := len(l.unsure); n > 0 && l.unsure[n-1].seq >= seq; n-- {
		l.alarms[l.unsure[n-1].alid] ^= 1
		l.unsure = l.unsure[:n-1]
	}
	l.step(StorageFailed{Seq: seq, Reason: "full"})
}

func (l *life) diskIsBack() {
	if l.failed {
		l.failed = false
		l.step(StorageBack{})
	}
}

func (l *life) diskReads() {
	if len(l.disk.fetches) > 0 {
		l.step(l.disk.fetched())
	}
}

// powerCut leaves what is on the disk.
func (l *life) powerCut() {
	if rapid.IntRange(0, 3).Draw(l.rt, "power") == 0 {
		l.boot()
	}
}

// rest lets everything come to an end: every primary of a host is answered,
// and the memory is what a start from the disk finds.
func (l *life) rest() {
	l.diskIsBack()
	for n := 0; ; n++ {
		if n > 20_000 {
			l.fatalf("it never comes to rest")
		}
		busy := len(l.disk.waiting) > 0 || len(l.disk.fetches) > 0 || len(l.asked) > 0 || len(l.requests) > 0
		if k := len(l.disk.waiting); k > 0 {
			seq := l.disk.waiting[k-1].Seq
			l.disk.durable(seq)
			l.step(Durable{seq})
		}
		l.diskReads()
		for ; len(l.files.granted) > 0; busy = true {
			l.filesWork()
		}
		for ; len(l.files.verify) > 0; busy = true {
			l.toolVerifies()
		}
		if len(l.asked) > 0 {
			q := l.asked[0]
			l.asked = l.asked[1:]
			l.step(Answer{ID: q.ID})
		}
		for _, r := range l.requests {
			l.step(Respond{ID: r.ID})
		}
		l.requests = nil
		for h := range l.open {
			l.step(Flow{h, true})
			for len(l.open[h]) > 0 {
				m := l.open[h][0]
				l.open[h] = l.open[h][1:]
				in := Reply{Host: h, Token: m.Token, Header: secs2.DataHeader(0, m.Stream, m.Function+1, secs2.NoReply, 3), Body: goodReply(&m)}
				in.Program = l.e.ProgramRules().Examine(in.Header, in.Body)
				l.read(h, in)
				for len(l.files.granted) > 0 {
					l.filesWork()
				}
				busy = true
			}
		}
		if !busy {
			break
		}
	}
	for h := range l.due {
		for system, due := range l.due[h] {
			if due && l.linked[h] && l.e.hosts[h].communicating() {
				l.fatalf("host %d has no answer to the message with system bytes %d", h, system)
			}
		}
	}
	for h := range l.e.hosts { // what waits for communications comes to nothing
		l.step(Operator{h, Disable})
	}
	if len(l.awaited) > 0 {
		l.fatalf("nobody was told what became of %v", l.awaited)
	}
	if len(l.waiting) > 0 || len(l.orders) > 0 {
		l.fatalf("primaries %v and commands %v have no outcome", l.waiting, l.orders)
	}
	if f := &l.files; len(f.waits) > 0 || len(f.tasks) > 0 || len(f.opened) > 0 {
		l.fatalf("programs: %v wait for work, tasks %v, %v are open", f.waits, f.tasks, f.opened)
	}
	l.sameAfterStart()
}

// sameAfterStart compares what a start from the disk has with the memory.
func (l *life) sameAfterStart() {
	l.sameMaterialRestored()
	before := l.images()
	for _, h := range l.e.hosts {
		if len(h.replays) > 0 || h.queue.len() > 0 {
			return // events wait, whose records change with the start
		}
	}
	fresh := l.create()
	var out Output
	for _, in := range append(l.files.restored(), l.disk.restored()...) {
		if fresh.Step(l.now, in, &out); out.Err != nil {
			l.fatalf("start: %v", out.Err)
		}
	}
	l.e = fresh
	after := l.images()
	for _, key := range slices.Sorted(maps.Keys(before)) {
		if !bytes.Equal(before[key], after[key]) {
			l.fatalf("%s: memory % X, disk % X", key, before[key], after[key])
		}
	}
}

// images are those of every durable object, as the memory has them.
func (l *life) images() map[string][]byte {
	images := map[string][]byte{}
	for _, k := range kinds() {
		if k.ids != nil {
			for _, id := range k.ids(l.e) {
				images[k.name+" "+id] = bytes.Clone(k.image(l.e, id))
			}
		}
	}
	for key, r := range l.disk.records {
		for _, k := range kinds() {
			if k.name == r.Kind && k != kindEvent && k != kindSpool && !slices.Contains(materialKinds, k) {
				images[key] = bytes.Clone(k.image(l.e, r.ID))
			}
		}
	}
	return images
}
