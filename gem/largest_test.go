package gem

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/secsd/secsd/secs2"
)

// This file measures the Steps that take longest: of messages as large as the
// bounds of the configuration allow, and of many samples at one moment.

// stepTime measures Steps of in, without those of undo between them.
func stepTime(b *testing.B, e *Equipment, out *Output, in Input, undo func()) {
	b.Helper()
	b.ReportAllocs()
	var took []time.Duration
	for b.Loop() {
		start := time.Now()
		e.Step(t0, in, out)
		took = append(took, time.Since(start))
		b.StopTimer()
		undo()
		b.StartTimer()
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds()), "µs-p50")
	b.ReportMetric(float64(took[0].Microseconds()), "µs-shortest")
}

// failing undoes the last Step.
func failing(e *Equipment, out *Output) func() {
	return func() {
		e.Step(t0, StorageFailed{Seq: e.seq}, out)
		e.Step(t0, StorageBack{}, out)
	}
}

// BenchmarkEventWithTenReports is an event with ten linked reports of three
// values.
func BenchmarkEventWithTenReports(b *testing.B) {
	e, out := tenReports(b)
	b.ReportAllocs()
	for b.Loop() {
		e.Step(t0, Trigger{CEID: 5001}, out)
	}
}

func tenReports(t testing.TB) (*Equipment, *Output) {
	e, out := communicatingEquipment(t)
	ask(t, e, out, 2, 15, secs2.L(secs2.L(secs2.U4(258), secs2.Bool(false))))
	var reports, ids []secs2.Item
	for i := range uint32(10) {
		reports = append(reports, secs2.L(secs2.U4(i+1), secs2.L(secs2.U4(1001), secs2.U4(1002), secs2.U4(1003))))
		ids = append(ids, secs2.U4(i+1))
	}
	ask(t, e, out, 2, 33, secs2.L(secs2.U4(1), secs2.L(reports...)))
	ask(t, e, out, 2, 35, secs2.L(secs2.U4(1), secs2.L(secs2.L(secs2.U4(5001), secs2.L(ids...)))))
	ask(t, e, out, 2, 37, secs2.L(secs2.Bool(true), secs2.L(secs2.U4(5001))))
	return e, out
}

// TestEventWithTenReportsAllocatesNothing, whether or not its reply is awaited.
func TestEventWithTenReportsAllocatesNothing(t *testing.T) {
	e, out := tenReports(t)
	if n := testing.AllocsPerRun(100, func() { e.Step(t0, Trigger{CEID: 5001}, out) }); n != 0 {
		t.Errorf("W=0: %v allocations", n)
	}
	ask(t, e, out, 2, 15, secs2.L(secs2.L(secs2.U4(258), secs2.Bool(true))))
	ack := secs2.B(0)
	if n := testing.AllocsPerRun(100, func() {
		e.Step(t0, Trigger{CEID: 5001}, out)
		m := &out.Messages[0]
		e.Step(t0, Reply{Token: m.Token, Header: secs2.DataHeader(0, 6, 12, secs2.NoReply, 1), Body: ack}, out)
	}); n > 1 { // the test's own inputs
		t.Errorf("W=1: %v allocations", n)
	}
}

// BenchmarkLargestS2F33 defines as many reports of as many variables as one host
// may have.
func BenchmarkLargestS2F33(b *testing.B) {
	limits := Config{}.withDefaults().Reports
	for _, n := range []int{limits.Max, limits.Max / 40, 1} {
		each := limits.MaxVIDs / n
		b.Run(fmt.Sprintf("%d of %d", n, each), func(b *testing.B) {
			e, out := communicatingEquipment(b)
			reports := make([]secs2.Item, n)
			for i := range reports {
				reports[i] = secs2.L(secs2.U4(uint32(100+i)), secs2.L(manyIDs(each)...))
			}
			in := Primary{Header: secs2.DataHeader(0, 2, 33, secs2.WantReply, 1), Body: secs2.L(secs2.U4(1), secs2.L(reports...))}
			stepTime(b, e, out, in, failing(e, out))
		})
	}
}

// BenchmarkLargestS2F45 defines all limits of as many variables as there can be.
func BenchmarkLargestS2F45(b *testing.B) {
	cfg := testConfig()
	var entries []secs2.Item
	for i := range uint32(maxMonitored) {
		cfg.Variables = append(cfg.Variables, Variable{
			VID: 10_000 + i, Name: fmt.Sprint("Level", i), Format: secs2.FormatF4, Limits: VariableLimits{Min: secs2.F4(0), Max: secs2.F4(100)},
		})
		var limits []secs2.Item
		for id := range byte(maxLimits) {
			limits = append(limits, secs2.L(secs2.B(id+1), secs2.L(secs2.F4(80), secs2.F4(78))))
		}
		entries = append(entries, secs2.L(secs2.U4(10_000+i), secs2.L(limits...)))
	}
	e, out := communicating(b, cfg)
	in := Primary{Header: secs2.DataHeader(0, 2, 45, secs2.WantReply, 1), Body: secs2.L(secs2.U4(1), secs2.L(entries...))}
	stepTime(b, e, out, in, failing(e, out))
}

// BenchmarkTracesDue samples 200 traces of 20 variables that fall due at one
// moment; each sends a report.
func BenchmarkTracesDue(b *testing.B) {
	cfg := testConfig()
	cfg.Traces.Max, cfg.S6WBit = 200, DoNotWait
	e, out := communicating(b, cfg)
	var ids []secs2.Item
	for range 20 {
		ids = append(ids, secs2.U4(1001))
	}
	for i := range 200 {
		ask(b, e, out, 2, 23, secs2.L(secs2.U4(uint32(i)), secs2.A("00000010"), secs2.U8(1<<40), secs2.U4(1), secs2.L(ids...)))
	}
	b.ReportAllocs()
	now, steps := t0, 0
	var longest time.Duration
	for b.Loop() {
		now = now.Add(100 * time.Millisecond)
		for out.Deadline = now; !out.Deadline.After(now); steps++ {
			start := time.Now()
			e.Step(now, Tick{}, out)
			longest = max(longest, time.Since(start))
		}
	}
	b.ReportMetric(float64(longest.Microseconds()), "µs-longest")
	b.ReportMetric(float64(steps)/float64(b.N), "Steps/op")
}

// BenchmarkDeleteAllReports is S2F33 with a = 0 when a host has all that it may.
func BenchmarkDeleteAllReports(b *testing.B) {
	limits := Config{}.withDefaults().Reports
	e, out := communicatingEquipment(b)
	reports := make([]secs2.Item, limits.Max)
	for i := range reports {
		reports[i] = secs2.L(secs2.U4(uint32(100+i)), secs2.L(manyIDs(limits.MaxVIDs/limits.Max)...))
	}
	ask(b, e, out, 2, 33, secs2.L(secs2.U4(1), secs2.L(reports...)))
	in := Primary{Header: secs2.DataHeader(0, 2, 33, secs2.WantReply, 1), Body: secs2.L(secs2.U4(1), secs2.L())}
	stepTime(b, e, out, in, failing(e, out))
}

// BenchmarkLargestS2F35 links as many reports as a host may, some to each event.
func BenchmarkLargestS2F35(b *testing.B) {
	cfg := testConfig()
	links := cfg.withDefaults().Reports.MaxLinks
	var reports, entries []secs2.Item
	for i := range 100 {
		reports = append(reports, secs2.L(secs2.U4(uint32(i+1)), secs2.L(secs2.U4(1001))))
	}
	for i := range links / 10 {
		cfg.Events = append(cfg.Events, Event{CEID: uint32(10_000 + i), Name: fmt.Sprint("Event", i)})
		var ids []secs2.Item
		for j := range 10 {
			ids = append(ids, secs2.U4(uint32((i+j)%100+1)))
		}
		entries = append(entries, secs2.L(secs2.U4(uint32(10_000+i)), secs2.L(ids...)))
	}
	e, out := communicating(b, cfg)
	ask(b, e, out, 2, 33, secs2.L(secs2.U4(1), secs2.L(reports...)))
	in := Primary{Header: secs2.DataHeader(0, 2, 35, secs2.WantReply, 1), Body: secs2.L(secs2.U4(1), secs2.L(entries...))}
	stepTime(b, e, out, in, failing(e, out))
}
