package gem

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/secsd/secsd/secs2"
)

// limitedConfig is testConfig with a variable that can be monitored, as an I2 or
// another number, and two hosts.
func limitedConfig() Config {
	cfg := testConfig()
	cfg.Variables = append(cfg.Variables, Variable{
		VID: 1010, Name: "Level", Units: "mm", Format: secs2.FormatI2, Limits: VariableLimits{Min: secs2.I2(-10), Max: secs2.I2(10)},
	})
	cfg.Hosts = append(cfg.Hosts, HostConfig{Name: "fdc", DeviceIDs: []uint16{5}})
	cfg.S6WBit = DoNotWait
	return cfg
}

// plainLimit is a limit as the table of E30 4.2.4 has it, row by row.
type plainLimit struct {
	state, last, upper, lower int
}

const (
	plainAbove = iota + 1
	plainBelow
	plainNone
)

func begin(v, upper, lower int) *plainLimit {
	l := &plainLimit{plainNone, v, upper, lower}
	switch {
	case v >= upper:
		l.state = plainAbove
	case v <= lower:
		l.state = plainBelow
	}
	return l
}

// sample returns 3 to 6, the row that was taken, or 0.
func (l *plainLimit) sample(v int) (row int) {
	rises, falls := v > l.last, v < l.last
	l.last = v
	switch {
	case l.state == plainBelow && rises && v >= l.upper:
		l.state, row = plainAbove, 3
	case l.state == plainAbove && falls && v <= l.lower:
		l.state, row = plainBelow, 4
	case l.state == plainNone && v <= l.lower:
		l.state, row = plainBelow, 5
	case l.state == plainNone && v >= l.upper:
		l.state, row = plainAbove, 6
	}
	return row
}

// limitWorld is an equipment with limits on one variable and what the table says
// of them, for two hosts.
type limitWorld struct {
	rt     *rapid.T
	e      *Equipment
	out    Output
	disk   *testDisk
	now    time.Time
	value  int
	limits [2][maxLimits]*plainLimit
	events [2][]string
}

// TestLimits walks a variable up and down while both hosts define and undefine
// limits, disks fail and the power is cut, and holds every event against the
// table.
func TestLimits(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		w := &limitWorld{rt: rt, now: t0, disk: newTestDisk()}
		w.start()
		for range 2 {
			ask := func(host int, f byte, body secs2.Item) {
				w.step(Primary{Host: host, Header: secs2.DataHeader(uint16(5*host), 2, f, secs2.NoReply, 1), Body: body})
				w.durable()
			}
			for host := range 2 {
				ask(host, 33, secs2.L(secs2.U4(1), secs2.L(secs2.L(secs2.U4(1), secs2.L(secs2.U4(202), secs2.U4(203), secs2.U4(204), secs2.U4(1010))))))
				ask(host, 35, secs2.L(secs2.U4(1), secs2.L(secs2.L(secs2.U4(3010), secs2.L(secs2.U4(1))))))
				ask(host, 37, secs2.L(secs2.Bool(true), secs2.L(secs2.U4(3010))))
			}
		}
		for range rapid.IntRange(1, 80).Draw(rt, "steps") {
			w.act()
		}
	})
}

func (w *limitWorld) start() {
	e, err := New(limitedConfig())
	if err != nil {
		w.rt.Fatal(err)
	}
	w.e, w.value = e, 0
	for _, in := range w.disk.restored() {
		w.step(in)
	}
	w.durable()
	for host := range 2 {
		w.step(LinkUp{host})
		w.step(Primary{Host: host, Header: secs2.DataHeader(uint16(5*host), 1, 13, secs2.NoReply, 1), Body: secs2.L()})
		for i, l := range w.limits[host] {
			if l != nil {
				w.limits[host][i] = begin(0, l.upper, l.lower)
			}
		}
	}
}

func (w *limitWorld) durable() {
	w.disk.durable(w.e.seq)
	w.step(Durable{w.e.seq})
}

func (w *limitWorld) step(in Input) {
	w.e.Step(w.now, in, &w.out)
	w.disk.take(&w.out)
	for _, m := range w.out.Messages {
		if m.Stream != 6 {
			continue
		}
		body, err := secs2.Parse(m.Body)
		if err != nil {
			w.rt.Fatal(err)
		}
		w.events[m.Host] = append(w.events[m.Host], firstReport(body))
	}
	for w.out.More {
		w.out.More = false
		w.step(Continue{})
	}
}

// firstReport returns the values in the first report of S6F11.
func firstReport(body secs2.Item) string {
	r := secs2.NewReader(body)
	r.Tuple(3)
	r.ID("DATAID")
	ceid := r.Uint("CEID")
	text := fmt.Sprint(ceid)
	r.Each("reports", func(r *secs2.Reader) {
		r.Tuple(2)
		r.ID("RPTID")
		r.Each("V", func(r *secs2.Reader) { text += fmt.Sprintf(" %X", r.Item("V").Encoded()) })
	})
	return text
}

func (w *limitWorld) act() {
	switch rapid.IntRange(0, 9).Draw(w.rt, "what") {
	case 0, 1, 2:
		w.define(rapid.IntRange(0, 1).Draw(w.rt, "host"))
	case 3:
		w.disk.durable(w.e.seq)
		w.start()
	default:
		for range rapid.IntRange(0, 2).Draw(w.rt, "changes") {
			w.value = w.draw()
			w.step(SetVariables{[]Value{{1010, secs2.I2(int16(w.value))}}})
		}
		w.sample()
	}
}

// draw returns a value, often one at a bound.
func (w *limitWorld) draw() int {
	values := []int{rapid.IntRange(-12, 12).Draw(w.rt, "value")}
	for host := range w.limits {
		for _, l := range w.limits[host] {
			if l != nil {
				values = append(values, l.upper, l.lower, l.lower-1)
			}
		}
	}
	return rapid.SampledFrom(values).Draw(w.rt, "at")
}

// define sends S2F45 for some limits, good and bad, and sees that it is done as a
// whole or not at all.
func (w *limitWorld) define(host int) {
	var limits []secs2.Item
	draft := w.limits[host]
	var seen [256]bool
	want := secs2.LIMITACK(0)
	for range rapid.IntRange(1, 3).Draw(w.rt, "n") {
		id := rapid.SampledFrom([]int{1, 2, 2, 3, 7, 7, 0, 8}).Draw(w.rt, "LIMITID")
		upper, lower := rapid.IntRange(-11, 11).Draw(w.rt, "UPPERDB"), rapid.IntRange(-11, 11).Draw(w.rt, "LOWERDB")
		if rapid.Bool().Draw(w.rt, "no deadband") {
			lower = upper
		}
		pair := secs2.L(secs2.I2(int16(upper)), secs2.I4(int32(lower)))
		removes := rapid.IntRange(0, 3).Draw(w.rt, "removes") == 0
		if removes {
			pair = secs2.L()
		}
		limits = append(limits, secs2.L(secs2.B(byte(id)), pair))
		ack := secs2.LIMITACK(0)
		switch {
		case id < 1 || id > 7:
			ack = secs2.LIMITACKLIMITIDDoesNotExist
		case seen[id]:
			ack = secs2.LIMITACKDuplicateLimit
		case removes:
			draft[id-1] = nil
		case upper > 10:
			ack = secs2.LIMITACKUpperAboveMax
		case lower < -10:
			ack = secs2.LIMITACKLowerBelowMin
		case upper < lower:
			ack = secs2.LIMITACKUpperBelowLower
		default:
			draft[id-1] = begin(w.value, upper, lower)
		}
		seen[id] = true
		if want == 0 {
			want = ack
		}
	}
	header := secs2.DataHeader(uint16(5*host), 2, 45, secs2.WantReply, 1)
	w.step(Primary{Host: host, Header: header, Body: secs2.L(secs2.U4(1), secs2.L(secs2.L(secs2.U4(1010), secs2.L(limits...))))})
	if len(w.out.Messages) == 0 {
		w.durable()
	}
	if got := w.out.Messages[0].Body; want == 0 != (got[4] == 0) || want != 0 && got[len(got)-1] != byte(want) {
		w.rt.Fatalf("S2F45 %v: answered % X, want LIMITACK %v", limits, got, want)
	}
	if want == 0 {
		w.limits[host] = draft
	}
}

// sample lets LimitsDelay pass and compares the events.
func (w *limitWorld) sample() {
	w.events = [2][]string{}
	w.now = w.now.Add(time.Second)
	for next := w.out.Deadline; !next.IsZero() && !next.After(w.now); next = w.out.Deadline {
		w.step(Tick{})
		w.durable()
	}
	for host := range 2 {
		var crossed [2][]byte
		for i, l := range w.limits[host] {
			if l == nil {
				continue
			}
			switch l.sample(w.value) {
			case 3, 6:
				crossed[0] = append(crossed[0], byte(i+1))
			case 4, 5:
				crossed[1] = append(crossed[1], byte(i+1))
			}
		}
		var want []string
		for way, ids := range crossed {
			if ids == nil {
				continue
			}
			limit := secs2.B(ids[0])
			if len(ids) > 1 {
				var list []secs2.Item
				for _, id := range ids {
					list = append(list, secs2.B(id))
				}
				limit = secs2.L(list...)
			}
			want = append(want, fmt.Sprintf("3010 %X %X %X %X", limit.Encoded(), secs2.U4(1010).Encoded(), secs2.B(byte(way)).Encoded(), secs2.I2(int16(w.value)).Encoded()))
		}
		if !slices.Equal(w.events[host], want) {
			w.rt.Fatalf("host %d, value %d: %q, want %q", host, w.value, w.events[host], want)
		}
	}
}

// TestReadings: the order of readings is the order of the values.
func TestReadings(t *testing.T) {
	for _, ascending := range [][]secs2.Item{
		{secs2.I1(-128), secs2.I1(-1), secs2.I1(0), secs2.I1(127)},
		{secs2.I8(math.MinInt64), secs2.I8(-1), secs2.I8(0), secs2.I8(math.MaxInt64)},
		{secs2.U8(0), secs2.U8(1 << 53), secs2.U8(1<<53 + 1), secs2.U8(math.MaxUint64)},
		{secs2.F4(float32(math.Inf(-1))), secs2.F4(-2), secs2.F4(-0.5), secs2.F4(0), secs2.F4(0.5), secs2.F4(float32(math.Inf(1)))},
		{secs2.F8(-1e300), secs2.F8(-1e-300), secs2.F8(0), secs2.F8(5e-324), secs2.F8(1e300)},
		{secs2.Bool(false), secs2.Raw(secs2.Boolean, []byte{7})},
		{secs2.A("-1e3"), secs2.A("-2"), secs2.A(" 0 "), secs2.A("+.5"), secs2.A("9"), secs2.A("10.0"), secs2.A("1E2")},
	} {
		for i := range ascending[1:] {
			a, okA := readingOf(ascending[i])
			b, okB := readingOf(ascending[i+1])
			if !okA || !okB || a >= b {
				t.Errorf("%v %v: readings %d, %d", plain(ascending[i]), plain(ascending[i+1]), a, b)
			}
		}
	}
	negative, _ := readingOf(secs2.F8(math.Copysign(0, -1)))
	if zero, _ := readingOf(secs2.F8(0)); zero != negative {
		t.Error("negative zero is another value than zero")
	}
	for _, it := range []secs2.Item{
		{}, secs2.L(), secs2.B(1), secs2.F4(float32(math.NaN())), secs2.U4(), secs2.U4(1, 2), secs2.A(""), secs2.A("abc"), secs2.A("1_000"), secs2.A("0x1"),
		secs2.A("inf"), secs2.A("nan"), secs2.A("1e999"), secs2.A("1 2"), secs2.A("--1"), secs2.A("1e"), secs2.A("0000000000000000000000000000000000000000001"),
	} {
		if _, ok := readingOf(it); ok {
			t.Errorf("%v: is a reading", itemText(it))
		}
	}
}
