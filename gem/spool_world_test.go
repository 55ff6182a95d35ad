package gem

import (
	"fmt"
	"slices"
	"time"

	"github.com/secsd/secsd/secs2"
	"pgregory.net/rapid"
)

// This file is a host, an equipment and a disk between them, for tests of the spool.

// spoolWorld is an equipment with its disk, a host on a link that is cut, and
// what must not be lost: events that carry a number which grows.
type spoolWorld struct {
	rt      *rapid.T
	cfg     Config
	e       *Equipment
	out     Output
	disk    *testDisk
	now     time.Time
	linked  bool
	failed  bool
	wire    []Message // sent, and not with the host yet
	asked   []Message // with the host, and not answered yet
	last    uint32    // the event triggered last
	accept  []uint32  // events that were accepted, in order
	must    map[uint32]bool
	got     []uint32
	crashed bool
	system  uint32
}

const numberedEvent, numberVariable, ballastVariable = 5002, 1002, 1004

func newSpoolWorld(rt *rapid.T, cfg Config) *spoolWorld {
	w := &spoolWorld{rt: rt, cfg: cfg, disk: newTestDisk(), now: t0, must: map[uint32]bool{}}
	w.boot()
	w.up()
	w.host("S2F43", secs2.L(secs2.L(secs2.U1(6), secs2.L())))
	w.host("S2F33", secs2.L(secs2.U4(0), secs2.L(secs2.L(secs2.U4(1), secs2.L(secs2.U4(numberVariable), secs2.U4(ballastVariable))))))
	w.host("S2F35", secs2.L(secs2.U4(0), secs2.L(secs2.L(secs2.U4(numberedEvent), secs2.L(secs2.U4(1))))))
	w.host("S2F37", secs2.L(secs2.Bool(true), secs2.L(secs2.U4(numberedEvent), secs2.U4(50), secs2.U4(51), secs2.U4(52))))
	w.constant(255, secs2.Bool(true))
	w.settle()
	return w
}

// boot starts the equipment from its disk.
func (w *spoolWorld) boot() {
	e, err := New(w.cfg)
	if err != nil {
		w.rt.Fatal(err)
	}
	w.e, w.linked, w.failed, w.wire, w.asked = e, false, false, nil, nil
	for _, in := range w.disk.restored() {
		w.step(in)
		if w.out.Err != nil {
			w.rt.Fatalf("start: %v", w.out.Err)
		}
	}
}

func (w *spoolWorld) step(in Input) {
	w.e.Step(w.now, in, &w.out)
	w.disk.take(&w.out)
	for _, n := range w.out.Notes {
		if n.Message == "handler panicked" {
			w.rt.Fatalf("%T: %s", in, n.Detail)
		}
	}
	for _, m := range w.out.Messages {
		if !m.IsReply() {
			m.Body = slices.Clone(m.Body)
			w.wire = append(w.wire, m)
		}
	}
	err, more := w.out.Err, w.out.More
	for range 10 {
		if !more {
			break
		}
		w.step(Continue{})
		more = w.out.More
	}
	w.out.Err = err
	w.check()
}

// check is what holds after every Step.
func (w *spoolWorld) check() {
	s := &w.e.hosts[0].spool
	if files := s.store.Bytes(); files > s.store.Capacity() || w.disk.bytes() > s.store.Capacity() {
		w.rt.Fatalf("%d bytes of segments, %d on disk, %d are allowed", files, w.disk.bytes(), s.store.Capacity())
	}
	if s.model.Active() && s.count() > s.total() {
		w.rt.Fatalf("SpoolCountActual %d, SpoolCountTotal %d", s.count(), s.total())
	}
}

func (w *spoolWorld) up() {
	if w.linked {
		return
	}
	w.linked = true
	w.step(LinkUp{0})
	w.system++
	w.step(Primary{Host: 0, Header: secs2.DataHeader(0, 1, 13, secs2.WantReply, w.system), Body: secs2.L()})
}

func (w *spoolWorld) down() {
	if w.linked {
		w.linked, w.wire, w.asked = false, nil, nil
		w.step(LinkDown{0, "cable"})
	}
}

// host sends a primary.
func (w *spoolWorld) host(sf string, body secs2.Item) {
	var stream, function byte
	if _, err := fmt.Sscanf(sf, "S%dF%d", &stream, &function); err != nil {
		w.rt.Fatal(err)
	}
	w.system++
	w.step(Primary{Host: 0, Header: secs2.DataHeader(0, stream, function, secs2.WantReply, w.system), Body: body})
}

func (w *spoolWorld) constant(ecid uint32, value secs2.Item) {
	w.host("S2F15", secs2.L(secs2.L(secs2.U4(ecid), value)))
}

func (w *spoolWorld) trigger(ballast int) {
	w.last++
	for range 10 {
		w.step(Trigger{CEID: numberedEvent, Values: []Value{
			{numberVariable, secs2.U4(w.last)}, {ballastVariable, secs2.L(secs2.A(string(make([]byte, ballast))))},
		}})
		if w.out.Err == nil || w.failed {
			break
		}
		w.durable(len(w.disk.waiting)) // the tool repeats it
	}
	switch {
	case w.out.Err == nil:
		w.accept = append(w.accept, w.last)
	case !w.failed && !w.e.Crowded(0):
		w.rt.Fatalf("event refused: %v", w.out.Err)
	}
}

// receive brings the oldest message to the host.
func (w *spoolWorld) receive() {
	if len(w.wire) == 0 {
		return
	}
	m := w.wire[0]
	w.wire = w.wire[1:]
	if n, ok := numberOf(m.Body); ok && m.sf() == (secs2.SF{Stream: 6, Function: 11}) {
		w.got = append(w.got, n)
	}
	if m.W != secs2.NoReply {
		w.asked = append(w.asked, m)
	}
}

// numberOf returns the number in a report of the event.
func numberOf(body []byte) (uint32, bool) {
	it, err := secs2.ParseBody(body)
	if err != nil || it.IsZero() {
		return 0, false
	}
	r := secs2.NewReader(it)
	r.Tuple(3)
	r.Uint("DATAID")
	ceid := r.Uint("CEID")
	var n uint64
	r.Each("reports", func(r *secs2.Reader) {
		r.Tuple(2)
		r.Uint("RPTID")
		r.Tuple(2)
		n = r.Uint("V")
		r.Item("V")
	})
	return uint32(n), r.Err() == nil && ceid == numberedEvent && n > 0
}

func (w *spoolWorld) answer() {
	if len(w.asked) == 0 {
		return
	}
	m := w.asked[0]
	w.asked = w.asked[1:]
	body := secs2.B(0)
	if m.sf() == (secs2.SF{Stream: 1, Function: 13}) {
		body = secs2.L(secs2.B(0), secs2.L())
	}
	w.step(Reply{Host: 0, Token: m.Token, Header: secs2.DataHeader(0, m.Stream, m.Function+1, secs2.NoReply, 1), Body: body})
}

// durable brings n waiting commits to the disk.
func (w *spoolWorld) durable(n int) {
	if n = min(n, len(w.disk.waiting)); n == 0 || w.failed {
		return
	}
	seq := w.disk.waiting[n-1].Seq
	for _, a := range w.e.hosts[0].spool.appended {
		if number, ok := numberOf(a.entry.msg.Body); ok && a.seq <= seq {
			w.must[number] = true
		}
	}
	if w.cfg.Delivery == StrictDelivery {
		for _, c := range w.disk.waiting[:n] {
			for _, r := range c.Records {
				if r.Kind != kindEvent.name || r.Image == nil {
					continue
				}
				if x, err := w.e.hosts[0].parseEvent(r.Image); err == nil {
					if number, ok := numberOf(x.msg.Body); ok {
						w.must[number] = true
					}
				}
			}
		}
	}
	w.disk.durable(seq)
	w.step(Durable{seq})
}

func (w *spoolWorld) fail() {
	if w.failed || len(w.disk.waiting) == 0 {
		return
	}
	w.failed = true
	seq := w.disk.waiting[0].Seq
	w.disk.failed(seq)
	w.step(StorageFailed{Seq: seq})
}

func (w *spoolWorld) back() {
	if w.failed {
		w.failed = false
		w.step(StorageBack{})
	}
}

func (w *spoolWorld) fetch() {
	if len(w.disk.fetches) > 0 {
		w.step(w.disk.fetched())
	}
}

func (w *spoolWorld) crash() {
	w.crashed = true
	w.accept = nil
	w.boot()
}

// settle lets everything come to rest with the link as it is.
func (w *spoolWorld) settle() {
	w.back()
	for range 100_000 {
		if len(w.disk.waiting) == 0 && len(w.disk.fetches) == 0 && len(w.wire) == 0 && len(w.asked) == 0 {
			return
		}
		w.durable(len(w.disk.waiting))
		w.fetch()
		w.receive()
		w.answer()
	}
	w.rt.Fatal("it never comes to rest")
}

// drain brings everything to the host.
func (w *spoolWorld) drain() {
	w.back()
	w.up()
	w.settle()
	for range 100 {
		if !w.e.hosts[0].spool.model.Active() && w.e.hosts[0].queue.len() == 0 {
			return
		}
		w.host("S6F23", secs2.U1(0))
		w.settle()
	}
	w.rt.Fatalf("the spool never gets empty: %+v, %d wait", w.e.Snapshot(), w.e.hosts[0].queue.len())
}

// first returns the numbers in the order in which the host got each first.
func (w *spoolWorld) first() (order []uint32) {
	seen := map[uint32]bool{}
	for _, n := range w.got {
		if !seen[n] {
			seen[n] = true
			order = append(order, n)
		}
	}
	return order
}

// live lets n things happen at random.
func (w *spoolWorld) live(n, ballast int, crashes bool) {
	for range n {
		switch rapid.IntRange(0, 15).Draw(w.rt, "action") {
		case 0:
			w.up()
		case 1:
			w.down()
		case 2, 3, 4:
			w.trigger(rapid.IntRange(0, ballast).Draw(w.rt, "ballast"))
		case 5, 6:
			w.receive()
		case 7, 8:
			w.answer()
		case 9, 10:
			w.durable(rapid.IntRange(1, 3).Draw(w.rt, "commits"))
		case 11:
			w.fail()
		case 12:
			w.back()
		case 13:
			w.fetch()
		case 14:
			w.host("S6F23", secs2.U1(0))
		case 15:
			if crashes {
				w.crash()
			}
			w.now = w.now.Add(time.Duration(rapid.IntRange(0, 12).Draw(w.rt, "seconds")) * time.Second)
			w.step(Tick{})
		}
	}
}
