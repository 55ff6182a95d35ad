package gem

import (
	"encoding/binary"
	"testing"

	"github.com/secsd/secsd/secs2"
)

// ask sends a primary and makes durable what it wrote.
func ask(t testing.TB, e *Equipment, out *Output, stream, function byte, body secs2.Item) []byte {
	t.Helper()
	e.Step(t0, Primary{Header: secs2.DataHeader(0, stream, function, secs2.WantReply, 1), Body: body}, out)
	if len(out.Messages) == 0 {
		e.Step(t0, Durable{e.seq}, out)
	}
	if len(out.Messages) != 1 || out.Messages[0].Function != function+1 {
		t.Fatalf("S%dF%d: sent %q", stream, function, sent(out))
	}
	return out.Messages[0].Body
}

// reporting returns an equipment that sends S6F11 with W=0 for event 5001, one
// report of three values, and has event 5002 disabled.
func reporting(t testing.TB) (*Equipment, *Output) {
	t.Helper()
	e, out := communicatingEquipment(t)
	ask(t, e, out, 2, 15, secs2.L(secs2.L(secs2.U4(258), secs2.Bool(false))))
	ask(t, e, out, 2, 33, secs2.L(secs2.U4(1), secs2.L(secs2.L(secs2.U4(1), secs2.L(secs2.U4(1001), secs2.U4(1002), secs2.U4(1003))))))
	ask(t, e, out, 2, 35, secs2.L(secs2.U4(1), secs2.L(secs2.L(secs2.U4(5001), secs2.L(secs2.U4(1))))))
	ask(t, e, out, 2, 37, secs2.L(secs2.Bool(true), secs2.L(secs2.U4(5001))))
	return e, out
}

func TestEventsAllocateNothing(t *testing.T) {
	e, out := reporting(t)
	value := []Value{{1002, secs2.U4(9)}}
	for name, in := range map[string]Input{
		"enabled": Trigger{CEID: 5001}, "with a value": Trigger{5001, value}, "disabled": Trigger{CEID: 5002},
	} {
		if n := testing.AllocsPerRun(100, func() { e.Step(t0, in, out) }); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
	e.Step(t0, Trigger{CEID: 5001}, out)
	if got := sent(out); got != "S6F11" {
		t.Errorf("sent %q, want S6F11", got)
	}
}

// TestAnnotatedEventsAllocateNothing: S6F13 with ten reports.
func TestAnnotatedEventsAllocateNothing(t *testing.T) {
	e, out := reporting(t)
	ask(t, e, out, 2, 15, secs2.L(secs2.L(secs2.U4(256), secs2.Bool(true))))
	var reports, ids []secs2.Item
	for id := range uint32(10) {
		reports = append(reports, secs2.L(secs2.U4(100+id), secs2.L(manyIDs(10)...)))
		ids = append(ids, secs2.U4(100+id))
	}
	ask(t, e, out, 2, 33, secs2.L(secs2.U4(1), secs2.L(reports...)))
	ask(t, e, out, 2, 35, secs2.L(secs2.U4(1), secs2.L(secs2.L(secs2.U4(5002), secs2.L(ids...)))))
	ask(t, e, out, 2, 37, secs2.L(secs2.Bool(true), secs2.L(secs2.U4(5002))))
	n := testing.AllocsPerRun(100, func() { e.Step(t0, Trigger{CEID: 5002}, out) })
	if n != 0 || sent(out) != "S6F13" {
		t.Errorf("%v allocations, sent %q", n, sent(out))
	}
}

func BenchmarkEvent(b *testing.B) {
	e, out := reporting(b)
	b.ReportAllocs()
	for b.Loop() {
		e.Step(t0, Trigger{CEID: 5001}, out)
	}
}

func BenchmarkDisabledEvent(b *testing.B) {
	e, out := reporting(b)
	b.ReportAllocs()
	for b.Loop() {
		e.Step(t0, Trigger{CEID: 5002}, out)
	}
}

// BenchmarkS2F33 defines 1,000 reports of 20 variables, and undoes it.
func BenchmarkS2F33(b *testing.B) {
	e, out := communicatingEquipment(b)
	reports := make([]secs2.Item, 1000)
	for i := range reports {
		reports[i] = secs2.L(secs2.U4(uint32(100+i)), secs2.L(manyIDs(20)...))
	}
	define := Primary{Header: secs2.DataHeader(0, 2, 33, secs2.WantReply, 1), Body: secs2.L(secs2.U4(1), secs2.L(reports...))}
	for b.Loop() {
		e.Step(t0, define, out)
		b.StopTimer()
		e.Step(t0, StorageFailed{Seq: e.seq}, out)
		e.Step(t0, StorageBack{}, out)
		if len(e.hosts[0].reports.byKey) != 0 {
			b.Fatal("not undone")
		}
		b.StartTimer()
	}
}

// TestRepliesPassPrimariesThatWait: a host that does not answer events still
// gets the replies it waits for.
func TestRepliesPassPrimariesThatWait(t *testing.T) {
	e, out := communicatingEquipment(t, storingRoute(refusal{0x21, 1, 1}))
	ask(t, e, out, 2, 37, secs2.L(secs2.Bool(true), secs2.L(secs2.U4(5001))))
	for range e.hosts[0].cfg.Window + 3 {
		e.Step(t0, Trigger{CEID: 5001}, out)
	}
	if len(out.Messages) != 0 {
		t.Fatalf("sent %q beyond the window", sent(out))
	}
	e.Step(t0, Primary{Header: storing}, out)
	e.Step(t0, Durable{e.seq}, out)
	if got := sent(out); got != "S1F98" {
		t.Errorf("sent %q, want the reply alone", got)
	}
}

// TestEventsStayInOrder: whether an event waits or goes straight out, no other
// passes it.
func TestEventsStayInOrder(t *testing.T) {
	e, out := reporting(t)
	var dataIDs []uint32
	step := func(in Input, want int) {
		t.Helper()
		e.Step(t0, in, out)
		if len(out.Messages) != want {
			t.Fatalf("%T: sent %q, want %d", in, sent(out), want)
		}
		for _, m := range out.Messages {
			dataIDs = append(dataIDs, binary.BigEndian.Uint32(m.Body[4:]))
		}
	}
	step(Trigger{CEID: 5001}, 1)
	step(Flow{Host: 0, Room: false}, 0)
	step(Trigger{CEID: 5001}, 0)
	step(Trigger{CEID: 5001}, 0)
	step(Flow{Host: 0, Room: true}, 2)
	step(Trigger{CEID: 5001}, 1)
	step(Operator{Host: AllHosts, Action: Local}, 0) // its event is not enabled
	step(Trigger{CEID: 5001}, 1)                     // depends on no record
	for i := range dataIDs[1:] {
		if dataIDs[i+1] != dataIDs[i]+1 {
			t.Errorf("DATAID %v", dataIDs)
		}
	}
}
