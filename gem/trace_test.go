package gem

import (
	"cmp"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/secsd/secsd/secs2"
)

// plainTrace is a trace as E30 4.2.3 tells it: the moments of its samples are
// counted from the start, nothing is armed.
type plainTrace struct {
	trid          uint64
	start         time.Time
	period        time.Duration
	total, group  uint64
	done          uint64 // moments that are over
	values        []uint64
	samples, born uint64
}

// plainReport is what S6F1 tells.
type plainReport struct {
	trid, smpln uint64
	values      []uint64
}

// TestTraces lets traces be defined, replaced and stopped while a tool moves its
// variable, hosts come and go and Ticks come late, and holds every S6F1 against
// the plain model.
func TestTraces(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		cfg := testConfig()
		cfg.Traces = Traces{
			MinPeriod: centisecond, Max: 6,
			Remainder:   rapid.SampledFrom([]Remainder{SendRemainder, RejectRemainder, DropRemainder}).Draw(rt, "remainder"),
			FirstSample: rapid.SampledFrom([]FirstSample{FirstAfterPeriod, FirstAtOnce}).Draw(rt, "first"),
		}
		cfg.S6WBit = DoNotWait
		e, err := New(cfg)
		if err != nil {
			rt.Fatal(err)
		}
		w := &traceWorld{rt: rt, e: e, now: t0, live: map[uint64]*plainTrace{}}
		w.step(Start{})
		w.step(LinkUp{0})
		w.step(Primary{Header: secs2.DataHeader(0, 1, 13, secs2.WantReply, 1), Body: secs2.L()})
		for range rapid.IntRange(1, 60).Draw(rt, "steps") {
			w.act()
		}
	})
}

type traceWorld struct {
	rt    *rapid.T
	e     *Equipment
	out   Output
	now   time.Time
	value uint64
	live  map[uint64]*plainTrace
	count uint64 // of definitions
	sent  []plainReport
}

func (w *traceWorld) step(in Input) {
	w.e.Step(w.now, in, &w.out)
	for _, m := range w.out.Messages {
		if m.Stream != 6 || m.Function != 1 {
			continue
		}
		body, err := secs2.Parse(m.Body)
		if err != nil {
			w.rt.Fatal(err)
		}
		r := secs2.NewReader(body)
		r.Tuple(4)
		got := plainReport{trid: r.Uint("TRID"), smpln: r.Uint("SMPLN")}
		r.Text("STIME")
		r.Each("SV", func(r *secs2.Reader) { got.values = append(got.values, r.Uint("SV")) })
		if r.Err() != nil {
			w.rt.Fatal(r.Err())
		}
		w.sent = append(w.sent, got)
	}
}

func (w *traceWorld) act() {
	switch rapid.IntRange(0, 7).Draw(w.rt, "what") {
	case 0, 1:
		w.define()
	case 2:
		w.value++
		w.step(SetVariables{[]Value{{1002, secs2.U4(uint32(w.value))}}})
	case 3: // late, by whatever was in the way
		w.pass(time.Duration(rapid.IntRange(0, 3000).Draw(w.rt, "late")) * time.Millisecond)
	case 4: // the clock of the equipment is no clock of the traces
		year := rapid.SampledFrom([]string{"1999", "2026", "2031"}).Draw(w.rt, "year")
		w.step(Primary{Header: secs2.DataHeader(0, 2, 31, secs2.NoReply, 1), Body: secs2.A(year + "010112000000")})
		w.step(Durable{w.e.seq})
	default: // punctual
		for range rapid.IntRange(1, 20).Draw(w.rt, "ticks") {
			if next := w.out.Deadline; !next.IsZero() {
				w.pass(max(0, next.Sub(w.now)))
			}
		}
	}
}

func (w *traceWorld) define() {
	q := &plainTrace{
		trid: uint64(rapid.IntRange(1, 8).Draw(w.rt, "TRID")), start: w.now,
		period: time.Duration(rapid.IntRange(0, 30).Draw(w.rt, "DSPER")) * 5 * centisecond,
		total:  uint64(rapid.IntRange(0, 12).Draw(w.rt, "TOTSMP")), group: uint64(rapid.IntRange(0, 5).Draw(w.rt, "REPGSZ")),
		samples: uint64(rapid.IntRange(1, 2).Draw(w.rt, "n")),
	}
	svids := []secs2.Item{secs2.U4(1002), secs2.U4(1002)}[:q.samples]
	dsper := fmt.Sprintf("%06d%02d", q.period/time.Second, q.period%time.Second/centisecond)
	w.step(Primary{Header: secs2.DataHeader(0, 2, 23, secs2.WantReply, 1), Body: secs2.L(
		secs2.U1(uint8(q.trid)), secs2.A(dsper), secs2.U4(uint32(q.total)), secs2.U8(q.group), secs2.L(svids...))})
	got := secs2.TIAACK(w.out.Messages[0].Body[2])
	want := w.judge(q)
	if got != want {
		w.rt.Fatalf("S2F23 %+v: TIAACK %v, want %v", q, got, want)
	}
	if want == secs2.TIAACKOK {
		delete(w.live, q.trid)
		if q.total > 0 {
			w.count++
			q.born = w.count
			w.live[q.trid] = q
		}
	}
	w.pass(0) // what starts at once
}

func (w *traceWorld) judge(q *plainTrace) secs2.TIAACK {
	running := w.live[q.trid] != nil
	switch {
	case q.total == 0:
		return secs2.TIAACKOK
	case q.period == 0:
		return secs2.TIAACKInvalidPeriod
	case q.group == 0, q.group > q.total, w.e.cfg.Traces.Remainder == RejectRemainder && q.total%q.group != 0:
		return secs2.TIAACKInvalidREPGSZ
	case !running && len(w.live) == 6:
		return secs2.TIAACKNoMoreTraces
	}
	return secs2.TIAACKOK
}

// pass lets time go by and then ticks, and compares what was sent.
func (w *traceWorld) pass(d time.Duration) {
	w.now = w.now.Add(d)
	w.sent = nil
	w.step(Tick{})
	var want []plainReport
	for _, q := range w.due() {
		want = append(want, w.sample(q)...)
	}
	byTrace := func(a, b plainReport) int { return cmp.Compare(a.trid, b.trid) }
	slices.SortStableFunc(want, byTrace)
	slices.SortStableFunc(w.sent, byTrace)
	if fmt.Sprint(w.sent) != fmt.Sprint(want) {
		w.rt.Fatalf("after %v: sent %v, want %v", d, w.sent, want)
	}
}

func (w *traceWorld) due() (list []*plainTrace) {
	for _, q := range w.live {
		list = append(list, q)
	}
	return list
}

// sample takes a trace to the present.
func (w *traceWorld) sample(q *plainTrace) (reports []plainReport) {
	moments := uint64(w.now.Sub(q.start) / q.period)
	if w.e.cfg.Traces.FirstSample == FirstAtOnce {
		moments++
	}
	moments = min(moments, q.total)
	if moments == q.done {
		return nil
	}
	q.done = moments
	for range q.samples {
		q.values = append(q.values, w.wafers())
	}
	full := uint64(len(q.values)) == q.group*q.samples
	ended := moments == q.total
	if full || ended && w.e.cfg.Traces.Remainder != DropRemainder {
		reports = append(reports, plainReport{q.trid, moments, q.values})
		q.values = nil
	}
	if ended {
		delete(w.live, q.trid)
	}
	return reports
}

// wafers is the variable as it stands: 7 at first.
func (w *traceWorld) wafers() uint64 { return cmp.Or(w.value, 7) }

// TestSamplingAllocatesNothing: a trace that runs costs no memory.
func TestSamplingAllocatesNothing(t *testing.T) {
	e, out := communicatingEquipment(t)
	ask(t, e, out, 2, 15, secs2.L(secs2.L(secs2.U4(258), secs2.Bool(false))))
	ask(t, e, out, 2, 23, secs2.L(secs2.U4(1), secs2.A("000001"), secs2.U4(1<<30), secs2.U4(2), secs2.L(secs2.U4(1001), secs2.U4(1002), secs2.U4(101))))
	now := t0
	if n := testing.AllocsPerRun(100, func() {
		now = now.Add(time.Second)
		e.Step(now, Tick{}, out)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
	if now = now.Add(time.Second); e.hosts[0].traces.byKey["1"].slot < 100 {
		t.Error("no samples")
	}
}

// TestManyTracesAreSplit: what falls due at one moment is done in several Steps
// when it is much, and all of it in that moment.
func TestManyTracesAreSplit(t *testing.T) {
	const traces, svids = 200, 80
	cfg := testConfig()
	cfg.Traces.Max, cfg.S6WBit = traces, DoNotWait
	e, out := communicating(t, cfg)
	var ids []secs2.Item
	for range svids {
		ids = append(ids, secs2.U4(1002))
	}
	for i := range traces {
		ask(t, e, out, 2, 23, secs2.L(secs2.U4(uint32(i)), secs2.A("000001"), secs2.U4(1), secs2.U4(1), secs2.L(ids...)))
	}
	now, sent, steps := t0.Add(time.Second), 0, 0
	for len(e.hosts[0].traces.list) > 0 {
		e.Step(now, Tick{}, out)
		sent += len(out.Messages)
		if steps++; len(e.hosts[0].traces.list) > 0 && !out.Deadline.Equal(now) {
			t.Fatalf("the next deadline is %v, want the present one", out.Deadline)
		}
	}
	if sent != traces || steps < 2 {
		t.Errorf("%d reports in %d Steps, want %d in several", sent, steps, traces)
	}
}

// TestTraceReportsGiveWay: a host that answers nothing loses trace reports, not
// its session and no event.
func TestTraceReportsGiveWay(t *testing.T) {
	e, out := communicatingEquipment(t)
	ask(t, e, out, 2, 37, secs2.L(secs2.Bool(true), secs2.L(secs2.U4(5001))))
	ask(t, e, out, 2, 23, secs2.L(secs2.U4(1), secs2.A("000001"), secs2.U4(10_000), secs2.U4(1), secs2.L(secs2.U4(1002))))
	h, now := e.hosts[0], t0
	for range 2 * maxQueued {
		now = now.Add(time.Second)
		if e.Step(now, Tick{}, out); len(out.Links) > 0 {
			t.Fatal("the session ends")
		}
	}
	if h.stats.Discarded == 0 || h.queue.full() {
		t.Fatalf("%d discarded, %d in the queue", h.stats.Discarded, h.queue.len())
	}
	before := h.queue.len()
	e.Step(now, Trigger{CEID: 5001}, out)
	if h.queue.len() != before+1 {
		t.Error("the event did not find its place")
	}
	for range 2 * maxQueued { // the host wakes up
		if len(h.open) > 0 {
			e.Step(now, Reply{Token: h.open[0].msg.Token, Header: secs2.DataHeader(0, 6, 2, secs2.NoReply, 1), Body: secs2.B(0)}, out)
		}
	}
	e.Step(now.Add(time.Second), Tick{}, out)
	if h.queue.len() != 0 || sent(out) != "S6F1" {
		t.Errorf("%d in the queue, sent %q", h.queue.len(), sent(out))
	}
}
