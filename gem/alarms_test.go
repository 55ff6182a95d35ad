package gem

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/secsd/secsd/secs2"
)

// withAlarms is testConfig with alarms, and without W-bits.
func withAlarms() Config {
	cfg := testConfig()
	cfg.Alarms = []Alarm{
		{ALID: 9, Name: "WaterFlow", Text: "WATER FLOW LOW", Category: 3},
		{ALID: 7, Name: "DoorOpen", Text: "DOOR OPEN", Category: 2, DataVariables: []uint32{3002}},
		{ALID: 300, Name: "DataLost", Category: 8},
	}
	cfg.Alarming.WBit, cfg.S6WBit = NoS5F2, DoNotWait
	return cfg
}

// alarmWorld is an equipment with two hosts, and what a plain model says of its
// alarms.
type alarmWorld struct {
	rt     *rapid.T
	cfg    Config
	e      *Equipment
	out    Output
	disk   *testDisk
	failed bool

	set     map[uint32]bool
	enabled [2]map[uint32]bool
	events  [2]bool // whether the host has all events enabled
}

// TestAlarmsAgainstAModel: whatever the tool, two hosts, the disk and restarts do,
// each host gets what it enabled, S5F1 first, and both read the truth.
func TestAlarmsAgainstAModel(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		w := &alarmWorld{rt: rt, cfg: withAlarms(), disk: newTestDisk()}
		w.cfg.Hosts = append(w.cfg.Hosts, HostConfig{Name: "fdc"})
		w.cfg.Delivery = rapid.SampledFrom([]Delivery{PlainDelivery, StrictDelivery}).Draw(rt, "delivery")
		for h := range w.enabled {
			w.enabled[h] = map[uint32]bool{}
			w.events[h] = rapid.Bool().Draw(rt, "events")
		}
		w.start()
		rt.Repeat(map[string]func(*rapid.T){
			"alarm": func(*rapid.T) { w.change() }, "enable": func(*rapid.T) { w.enable() }, "restart": func(*rapid.T) { w.start() },
			"back": func(*rapid.T) {
				w.failed = false
				w.step(StorageBack{})
			},
			"": func(*rapid.T) { w.check() },
		})
	})
}

func (w *alarmWorld) step(in Input) { w.e.Step(t0, in, &w.out); w.disk.take(&w.out) }

func (w *alarmWorld) start() {
	e, err := New(w.cfg)
	if err != nil {
		w.rt.Fatal(err)
	}
	w.e, w.set, w.failed = e, map[uint32]bool{}, false
	for _, in := range w.disk.restored() {
		w.step(in)
	}
	for h := range w.e.hosts {
		w.step(LinkUp{h})
		w.step(Primary{Host: h, Header: secs2.DataHeader(0, 1, 13, secs2.WantReply, 1), Body: secs2.L()})
		if w.events[h] {
			w.step(Primary{Host: h, Header: secs2.DataHeader(0, 2, 37, secs2.WantReply, 1), Body: secs2.L(secs2.Bool(true), secs2.L())})
		}
		w.step(Durable{w.e.seq})
		w.disk.durable(w.e.seq)
	}
}

// settle lets the disk take what the last Step wrote, or refuse it, and returns
// whether it was kept and what was sent, by host.
func (w *alarmWorld) settle() (kept bool, sent [2][]string) {
	take := func() {
		for _, m := range w.out.Messages {
			body, _ := secs2.ParseBody(m.Body)
			text := fmt.Sprintf("%v %x", m.sf(), m.Body)
			if m.sf() == (secs2.SF{Stream: 6, Function: 11}) {
				r := secs2.NewReader(body)
				r.Tuple(3)
				r.Item("DATAID")
				text = fmt.Sprintf("S6F11 %d", r.Uint("CEID"))
			}
			sent[m.Host] = append(sent[m.Host], text)
		}
	}
	take()
	seq := w.out.Commit.Seq
	if seq == 0 {
		return true, sent
	}
	if rapid.IntRange(0, 3).Draw(w.rt, "disk") == 0 {
		w.failed = true
		w.disk.failed(seq)
		w.step(StorageFailed{Seq: seq})
		take()
		return false, sent
	}
	w.disk.durable(seq)
	w.step(Durable{seq})
	take()
	return true, sent
}

func (w *alarmWorld) change() {
	alid := rapid.SampledFrom([]uint32{7, 9, 300, 4}).Draw(w.rt, "ALID")
	to := rapid.SampledFrom([]AlarmState{AlarmSet, AlarmClear}).Draw(w.rt, "state")
	in := AlarmChange{ALID: alid, State: to}
	i := slices.IndexFunc(w.cfg.Alarms, func(a Alarm) bool { return a.ALID == alid })
	var want [2][]string
	changes := i >= 0 && w.set[alid] != (to == AlarmSet)
	for h := range want {
		if changes && w.enabled[h][alid] {
			want[h] = append(want[h], fmt.Sprintf("S5F1 %x", w.entry(w.cfg.Alarms[i], to == AlarmSet)))
		}
		if changes && w.events[h] {
			want[h] = append(want[h], fmt.Sprintf("S6F11 %d", 1001+2*alid-uint32(to)))
		}
		if tells := w.e.Tells(h, in); tells != (len(want[h]) > 0) {
			w.rt.Fatalf("host %d: told: %v, want %v", h, tells, want[h])
		}
	}
	if w.e.Ignores(in) != (i >= 0 && !changes) {
		w.rt.Fatalf("%+v ignored: %v", in, w.e.Ignores(in))
	}
	w.step(in)
	err := w.out.Err
	switch {
	case i < 0:
		if !errors.Is(err, ErrUnknown) {
			w.rt.Fatalf("alarm %d: %v", alid, err)
		}
		return
	case changes && w.failed && w.cfg.Delivery == StrictDelivery && len(want[0])+len(want[1]) > 0:
		if !errors.Is(err, ErrStorage) || len(w.out.Messages) > 0 {
			w.rt.Fatalf("with a failed disk: %v, sent %q", err, sent(&w.out))
		}
		return
	case err != nil:
		w.rt.Fatal(err)
	}
	kept, got := w.settle()
	if !kept {
		want = [2][]string{}
	}
	if changes && kept {
		w.set[alid] = to == AlarmSet
	}
	for h := range want {
		if !slices.Equal(got[h], want[h]) {
			w.rt.Fatalf("host %d got %q, want %q", h, got[h], want[h])
		}
	}
}

// entry is the body of S5F1.
func (w *alarmWorld) entry(a Alarm, set bool) []byte {
	alcd := a.Category
	if set {
		alcd |= 0x80
	}
	return secs2.L(secs2.B(alcd), secs2.U4(a.ALID), secs2.A(a.Text)).Encoded()
}

func (w *alarmWorld) enable() {
	h := rapid.IntRange(0, 1).Draw(w.rt, "host")
	aled := rapid.Byte().Draw(w.rt, "ALED")
	alid := rapid.SampledFrom([]uint32{7, 9, 300, 4, 0}).Draw(w.rt, "ALID, 0 for all")
	wbit := rapid.SampledFrom([]secs2.WBit{secs2.WantReply, secs2.NoReply}).Draw(w.rt, "W")
	item := secs2.U4(alid)
	if alid == 0 {
		item = secs2.U4()
	}
	w.step(Primary{Host: h, Header: secs2.DataHeader(0, 5, 3, wbit, 1), Body: secs2.L(secs2.B(aled), item)})
	failed := w.failed
	kept, got := w.settle()
	ack := byte(0)
	if failed || !kept || alid == 4 {
		ack = 1
	} else {
		for _, a := range w.cfg.Alarms {
			if alid == 0 || alid == a.ALID {
				w.enabled[h][a.ALID] = aled >= 0x80
			}
		}
	}
	want := []string{fmt.Sprintf("S5F4 2101%02x", ack)}
	if wbit == secs2.NoReply {
		want = nil
	}
	if !slices.Equal(got[h], want) || len(got[1-h]) > 0 {
		w.rt.Fatalf("got %q, want %q", got, want)
	}
}

// check compares what both hosts read with the model.
func (w *alarmWorld) check() {
	alarms := slices.Clone(w.cfg.Alarms)
	slices.SortFunc(alarms, func(a, b Alarm) int { return int(a.ALID) - int(b.ALID) })
	for h := range w.e.hosts {
		var all, enabled, on, set []secs2.Item
		for _, a := range alarms {
			it, _ := secs2.Parse(w.entry(a, w.set[a.ALID]))
			all = append(all, it)
			if w.enabled[h][a.ALID] {
				enabled, on = append(enabled, it), append(on, secs2.U4(a.ALID))
			}
			if w.set[a.ALID] {
				set = append(set, secs2.U4(a.ALID))
			}
		}
		w.reads(h, 5, 5, secs2.U4(), secs2.L(all...))
		w.reads(h, 5, 7, secs2.Item{}, secs2.L(enabled...))
		w.reads(h, 1, 3, secs2.U4(106, 107), secs2.L(secs2.L(on...), secs2.L(set...)))
		if n := len(w.e.Snapshot().AlarmsSet); n != len(set) {
			w.rt.Fatalf("%d alarms set, want %d", n, len(set))
		}
	}
}

func (w *alarmWorld) reads(h int, stream, function byte, body, want secs2.Item) {
	w.step(Primary{Host: h, Header: secs2.DataHeader(0, stream, function, secs2.WantReply, 1), Body: body})
	if len(w.out.Messages) != 1 || string(w.out.Messages[0].Body) != string(want.Encoded()) {
		w.rt.Fatalf("S%dF%d of host %d: %q %x, want %x", stream, function, h, sent(&w.out), w.out.Messages[0].Body, want.Encoded())
	}
}

// TestAlarmsAllocateNothing: neither a disabled alarm nor one that both hosts
// want.
func TestAlarmsAllocateNothing(t *testing.T) {
	for name, enable := range map[string]bool{"disabled": false, "enabled": true} {
		e, out := alarming(t, enable)
		n := testing.AllocsPerRun(100, func() {
			e.Step(t0, AlarmChange{ALID: 7, State: AlarmSet}, out)
			e.Step(t0, AlarmChange{ALID: 7, State: AlarmClear}, out)
		})
		if n > 0 || enable != (sent(out) == "S5F1 S6F11") {
			t.Errorf("%s: %v allocations, sent %q", name, n, sent(out))
		}
	}
}

// alarming returns an equipment with alarms, and a host that wants all or none of
// them.
func alarming(t testing.TB, enable bool) (*Equipment, *Output) {
	t.Helper()
	e, err := New(withAlarms())
	if err != nil {
		t.Fatal(err)
	}
	out := new(Output)
	e.Step(t0, Start{}, out)
	e.Step(t0, LinkUp{0}, out)
	ask(t, e, out, 1, 13, secs2.L())
	if enable {
		ask(t, e, out, 5, 3, secs2.L(secs2.B(0x80), secs2.L()))
		ask(t, e, out, 2, 37, secs2.L(secs2.Bool(true), secs2.L()))
	}
	return e, out
}

func BenchmarkAlarm(b *testing.B) {
	for name, enable := range map[string]bool{"disabled": false, "enabled": true} {
		b.Run(name, func(b *testing.B) {
			e, out := alarming(b, enable)
			b.ReportAllocs()
			for b.Loop() {
				e.Step(t0, AlarmChange{ALID: 7, State: 1 - e.alarms.byID.get(7).state}, out)
			}
		})
	}
}

// FuzzAlarmRequests: no body of S5F3 or S5F5 does half of anything.
func FuzzAlarmRequests(f *testing.F) {
	for _, v := range []string{"\x01\x02\x21\x01\x80\xB1\x04\x00\x00\x00\x07", "\x01\x02\x21\x01\x80\xB1\x00", "\x01\x02\x21\x01\x80\x01\x00", "\xA5\x03\x07\x09\x04", "\x01\x01\xB1\x04\x00\x00\x01\x2C", ""} {
		f.Add([]byte(v))
	}
	e, out := alarming(f, true)
	f.Fuzz(func(t *testing.T, body []byte) {
		it, fault := secs2.ParseBody(body)
		for _, function := range []byte{3, 5} {
			e.Step(t0, Primary{Header: secs2.DataHeader(0, 5, function, secs2.WantReply, 1), Body: it, Fault: fault}, out)
			if len(out.Messages) == 0 && out.Commit.Seq != 0 {
				e.Step(t0, Durable{out.Commit.Seq}, out)
			}
			answer := sent(out)
			ok := answer == fmt.Sprintf("S5F%d", function+1) || answer == "S9F7" || answer == "" && e.hosts[0].stats.S9[7] > 0
			if !ok || slices.ContainsFunc(out.Notes, func(n Note) bool { return strings.Contains(n.Message, "panicked") }) {
				t.Fatalf("S5F%d: sent %q, notes %v", function, answer, out.Notes)
			}
			for i := range out.Messages {
				if _, err := secs2.ParseBody(out.Messages[i].Body); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}
