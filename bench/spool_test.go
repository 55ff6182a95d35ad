package bench

import (
	"bytes"
	"testing"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/secs2"
	"github.com/secsd/secsd/spool"
)

// kept is an equipment whose segment files are kept, in memory.
type kept struct {
	*absent
	tb       testing.TB
	segments map[uint32][]byte
	next     []gem.Input
	sent     uint64 // the token of the latest S6F11
}

func newKept(tb testing.TB) *kept {
	a, err := newAbsent(spool.MaxBytes)
	if err != nil {
		tb.Fatal(err)
	}
	return &kept{absent: a, tb: tb, segments: map[uint32][]byte{}}
}

// step steps an input and what follows from it.
func (k *kept) step(in gem.Input) {
	k.next = append(k.next[:0], in)
	for i := 0; i < len(k.next); i++ {
		k.eq.Step(k.now, k.next[i], &k.out)
		if k.out.Err != nil {
			k.tb.Fatal(k.out.Err)
		}
		for _, w := range k.out.Commit.Writes {
			k.write(w.Write)
		}
		if seq := k.out.Commit.Seq; seq != 0 {
			k.next = append(k.next, gem.Durable{Seq: seq})
		}
		for _, f := range k.out.Fetches {
			k.next = append(k.next, gem.Fetched{Host: f.Host, Segment: f.Segment, Data: bytes.Clone(k.segments[f.Segment])})
		}
		if k.out.More {
			k.next = append(k.next, gem.Continue{})
		}
		for _, m := range k.out.Messages {
			if m.Stream == 6 && m.Function == 11 {
				k.sent = m.Token
			}
		}
	}
}

func (k *kept) write(w spool.Write) {
	switch {
	case w.Data == nil:
		delete(k.segments, w.Segment)
	case w.Offset == 0:
		k.segments[w.Segment] = bytes.Clone(w.Data)
	default:
		copy(k.segments[w.Segment][w.Offset:], w.Data)
	}
}

func (k *kept) primary(stream, function byte, body secs2.Item) {
	k.step(gem.Primary{Header: secs2.DataHeader(0, stream, function, secs2.WantReply, 1), Body: body})
}

// fill spools n events.
func (k *kept) fill(n int) {
	for range n {
		k.step(gem.Trigger{CEID: eventCEID})
	}
}

// hostBack brings the host back, which asks with S6F23 for what rsdc says.
func (k *kept) hostBack(rsdc byte) {
	k.step(gem.LinkUp{})
	k.primary(1, 13, secs2.L())
	k.primary(6, 23, secs2.U1(rsdc))
}

// drain answers spooled messages until there are no more, and returns how many.
func (k *kept) drain() int {
	for n := 0; ; n++ {
		token := k.sent
		if token == 0 {
			return n
		}
		k.sent = 0
		k.step(gem.Reply{Token: token, Header: secs2.DataHeader(0, 6, 12, secs2.NoReply, 1), Body: secs2.B(0)})
	}
}

const spooledAtOnce = 4_000 // fewer than go into a spool

// TestSpoolDrains: what the benchmarks below spool comes out again.
func TestSpoolDrains(t *testing.T) {
	k := newKept(t)
	k.fill(spooledAtOnce)
	if n := k.spool().Actual; n != spooledAtOnce {
		t.Fatalf("%d spooled", n)
	}
	k.hostBack(0)
	if n := k.drain(); n != spooledAtOnce || k.spool().Active {
		t.Errorf("%d messages came out, spool active: %v", n, k.spool().Active)
	}
}

// BenchmarkSpoolAppend is an event into an active spool, with its commit.
func BenchmarkSpoolAppend(b *testing.B) {
	k := newKept(b)
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		if n == spooledAtOnce {
			b.StopTimer()
			k.hostBack(1)
			k.step(gem.LinkDown{})
			n = 0
			b.StartTimer()
		}
		k.step(gem.Trigger{CEID: eventCEID})
	}
}

// BenchmarkSpoolDrain is a spooled message on its way to the host, with its
// answer and the commit of that; an operation is spooledAtOnce of them.
func BenchmarkSpoolDrain(b *testing.B) {
	k := newKept(b)
	b.ReportAllocs()
	for b.Loop() {
		b.StopTimer()
		k.fill(spooledAtOnce)
		b.StartTimer()
		k.hostBack(0)
		k.drain()
		b.StopTimer()
		k.step(gem.LinkDown{})
		b.StartTimer()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/spooledAtOnce, "ns/message")
}
