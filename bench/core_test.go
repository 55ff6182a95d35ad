package bench

import (
	"strconv"
	"testing"
	"time"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/secs2"
)

// core is an equipment without its I/O: communicating, with the measured event
// defined.
type core struct {
	tb  testing.TB
	eq  *gem.Equipment
	out gem.Output
	now time.Time
}

func newCore(tb testing.TB, events gem.S6WBit) *core {
	cfg := equipment(Config{Concurrency: 16, SVIDs: 300})
	cfg.S6WBit = events
	eq, err := gem.New(cfg)
	if err != nil {
		tb.Fatal(err)
	}
	c := &core{tb: tb, eq: eq, now: time.Unix(0, 0)}
	c.step(gem.Start{})
	c.step(gem.LinkUp{})
	c.primary(1, 13, secs2.L())
	return c
}

func (c *core) step(in gem.Input) {
	c.eq.Step(c.now, in, &c.out)
	if c.out.Err != nil {
		c.tb.Fatal(c.out.Err)
	}
	if seq := c.out.Commit.Seq; seq != 0 {
		c.eq.Step(c.now, gem.Durable{Seq: seq}, &c.out)
	}
}

func (c *core) primary(stream, function byte, body secs2.Item) {
	c.step(gem.Primary{Header: secs2.DataHeader(0, stream, function, secs2.WantReply, 1), Body: body})
}

// define makes the measured event's report and enables the event.
func (c *core) define() {
	vids := secs2.L(secs2.U4(firstDVID), secs2.U4(firstDVID+1), secs2.U4(firstDVID+2))
	c.primary(2, 33, secs2.L(secs2.U4(0), secs2.L(secs2.L(secs2.U4(rptid), vids))))
	c.primary(2, 35, secs2.L(secs2.U4(0), secs2.L(secs2.L(secs2.U4(eventCEID), secs2.L(secs2.U4(rptid))))))
	c.primary(2, 37, secs2.L(secs2.Bool(true), secs2.L(secs2.U4(eventCEID))))
}

// loop measures input after input, by CPU time too: that is steady on a busy
// machine.
func (c *core) loop(b *testing.B, in gem.Input) {
	b.ReportAllocs()
	cpu := processTime()
	for b.Loop() {
		c.eq.Step(c.now, in, &c.out)
	}
	b.ReportMetric(float64(processTime()-cpu)/float64(b.N), "cpu-ns/op")
}

func BenchmarkCore(b *testing.B) {
	request := func(function byte, body secs2.Item) gem.Input {
		return gem.Primary{Header: secs2.DataHeader(0, 1, function, secs2.WantReply, 1), Body: body}
	}
	value := []gem.Value{{VID: firstDVID, Item: secs2.U4(7)}}
	for _, bench := range []struct {
		name    string
		defined bool
		in      gem.Input
	}{
		{"S1F1", true, request(1, secs2.Item{})},
		{"S1F3", true, request(3, statusRequest(32))},
		{"event", true, gem.Trigger{CEID: eventCEID}},
		{"event with a value", true, gem.Trigger{CEID: eventCEID, Values: value}},
		{"disabled event", false, gem.Trigger{CEID: eventCEID}},
	} {
		b.Run(bench.name, func(b *testing.B) {
			c := newCore(b, gem.DoNotWait)
			if bench.defined {
				c.define()
			}
			c.loop(b, bench.in)
		})
	}
}

// BenchmarkEventSize is an event whose one report has that many variables.
func BenchmarkEventSize(b *testing.B) {
	for _, n := range []int{0, 1, 3, 10, 30, 100, 300} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			c := newCore(b, gem.DoNotWait)
			c.primary(2, 33, definition(1, max(n, 1)))
			reports := secs2.L(secs2.U4(1))
			if n == 0 {
				reports = secs2.L()
			}
			c.primary(2, 35, secs2.L(secs2.U4(0), secs2.L(secs2.L(secs2.U4(eventCEID), reports))))
			c.primary(2, 37, secs2.L(secs2.Bool(true), secs2.L(secs2.U4(eventCEID))))
			c.loop(b, gem.Trigger{CEID: eventCEID})
		})
	}
}

// BenchmarkDefineReports is one S2F33 with 1,000 reports of 20 variables.
func BenchmarkDefineReports(b *testing.B) {
	c := newCore(b, gem.DoNotWait)
	define := definition(1000, 20)
	remove := secs2.L(secs2.U4(0), secs2.L())
	b.ReportAllocs()
	var cpu time.Duration
	for b.Loop() {
		start := processTime()
		c.primary(2, 33, define)
		cpu += processTime() - start
		b.StopTimer()
		c.primary(2, 33, remove)
		b.StartTimer()
	}
	b.ReportMetric(float64(cpu)/float64(b.N), "cpu-ns/op")
}

func definition(reports, variables int) secs2.Item {
	vids := make([]secs2.Item, variables)
	for i := range vids {
		vids[i] = secs2.U4(uint32(firstSVID + i))
	}
	list := make([]secs2.Item, reports)
	for i := range list {
		list[i] = secs2.L(secs2.U4(uint32(i+1)), secs2.L(vids...))
	}
	return secs2.L(secs2.U4(0), secs2.L(list...))
}

// BenchmarkTriggerDisabled is the tool's call for an event that no host wants.
func BenchmarkTriggerDisabled(b *testing.B) {
	d, _, err := newDaemon(equipment(Config{Concurrency: 16, SVIDs: 32}), nil)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := d.Trigger(b.Context(), eventCEID); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkTransition is the row of transitions in memory only, by CPU time too.
func BenchmarkTransition(b *testing.B) {
	l, err := transitionsInMemory(b.N)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	b.ResetTimer()
	cpu := processTime()
	if err := l.run(b.Context(), b.N, new(histogram)); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(processTime()-cpu)/float64(b.N), "cpu-ns/op")
}
