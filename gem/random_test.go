package gem

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/secsd/secsd/secs2"
	"github.com/secsd/secsd/spool"
)

// TestRandomInputs throws inputs in any order at the core and checks after
// each Step what must always hold; a second core that gets the same inputs
// must put out the same.
func TestRandomInputs(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		cfg := testConfig()
		cfg.Hosts = append(cfg.Hosts, HostConfig{Name: "fdc", Window: 2})
		cfg.Control.Default = rapid.SampledFrom([]ControlDefault{StartAttemptOnLine, StartEquipmentOffLine, StartHostOffLine, StartOnLine}).Draw(rt, "control")
		cfg.Communications.Default = rapid.SampledFrom([]CommunicationsDefault{StartEnabled, StartDisabled}).Draw(rt, "communications")
		cfg.Spool = Spool{MaxBytes: 2 * spool.MinBytes, Default: []SpoolSelection{{Stream: 6}}, OnT3: rapid.SampledFrom([]OnT3{SuspendOnT3, ContinueOnT3}).Draw(rt, "T3")}
		w := &world{rt: rt, a: mustNew(rt, cfg), b: mustNew(rt, cfg), now: t0, disk: newTestDisk()}
		if rapid.Bool().Draw(rt, "spooling") {
			for _, r := range []Record{
				{kindConstant.name, "255", secs2.Bool(true).Encoded()},
				{kindEnable.name, "mes\x00", secs2.Raw(secs2.FormatU4, []byte{0, 0, 19, 138}).Encoded()},
			} {
				w.a.Step(w.now, Restored{r}, &w.outA)
				w.b.Step(w.now, Restored{r}, &w.outB)
			}
		}
		w.step(Start{})
		for range rapid.IntRange(1, 80).Draw(rt, "steps") {
			w.step(w.draw())
		}
	})
}

func mustNew(rt *rapid.T, cfg Config) *Equipment {
	e, err := New(cfg)
	if err != nil {
		rt.Fatal(err)
	}
	e.routes = newRouteTable(append(routes(), storingRoute(refusal{0x21, 1, 1})))
	return e
}

// world is two cores that live through the same inputs, and what a caller
// knows of them.
type world struct {
	rt         *rapid.T
	a, b       *Equipment
	outA, outB Output
	now        time.Time
	commits    []uint64 // handed out and neither durable nor failed
	lastSwitch Switch   // what is durable
	pending    []Switch
	opened     [2][]Message
	failed     bool
	disk       *testDisk
}

func (w *world) draw() Input {
	host := rapid.IntRange(0, 1).Draw(w.rt, "host")
	switch rapid.IntRange(0, 15).Draw(w.rt, "kind") {
	case 15:
		return TakeControl{host}
	case 0:
		return LinkUp{host}
	case 1:
		return LinkDown{host, "cable"}
	case 2:
		return Operator{rapid.SampledFrom([]int{AllHosts, 0, 1}).Draw(w.rt, "who"), Action(rapid.IntRange(1, 7).Draw(w.rt, "action"))}
	case 3:
		w.now = w.now.Add(time.Duration(rapid.IntRange(0, 20).Draw(w.rt, "seconds")) * time.Second)
		return Tick{}
	case 4:
		return w.drawJournal()
	case 5, 6:
		return w.drawReply(host)
	case 12, 13:
		return Trigger{CEID: 5002}
	case 14:
		if len(w.disk.fetches) > 0 {
			return w.disk.fetched()
		}
		return Tick{}
	case 7:
		return Stray{host, secs2.DataHeader(0, 1, 14, secs2.NoReply, 3)}
	}
	header := secs2.DataHeader(uint16(rapid.SampledFrom([]int{0, 0, 0, 4}).Draw(w.rt, "session")),
		byte(rapid.SampledFrom([]int{1, 1, 1, 2, 6, 9}).Draw(w.rt, "stream")),
		byte(rapid.SampledFrom([]int{1, 3, 11, 13, 13, 15, 17, 23, 43, 97, 99}).Draw(w.rt, "function")),
		rapid.SampledFrom([]secs2.WBit{secs2.WantReply, secs2.NoReply}).Draw(w.rt, "w"), 5)
	body, fault := secs2.ParseBody([]byte(rapid.SampledFrom([]string{"", "\x01\x00", "\xA5\x01\x05", "\xA5\x01\x00", "\xA5\x01\x01", "\x01\x00", "\x01\x01\xA9\x02\x03\xEA", "\x41"}).Draw(w.rt, "body")))
	return Primary{Host: host, Header: header, Body: body, Fault: fault}
}

func (w *world) drawJournal() Input {
	kind := rapid.IntRange(0, 2).Draw(w.rt, "journal")
	switch {
	case w.failed:
		w.failed = false
		return StorageBack{}
	case len(w.commits) == 0:
		return Tick{}
	case kind == 0:
		w.failed = true
		seq := w.commits[0]
		w.disk.failed(seq)
		w.commits, w.pending = nil, nil
		return StorageFailed{Seq: seq}
	}
	n := rapid.IntRange(1, len(w.commits)).Draw(w.rt, "how many")
	seq := w.commits[n-1]
	w.lastSwitch = w.pending[n-1]
	w.commits, w.pending = w.commits[n:], w.pending[n:]
	w.disk.durable(seq)
	return Durable{seq}
}

func (w *world) drawReply(host int) Input {
	if len(w.opened[host]) == 0 {
		return Reply{Host: host, Token: 99999, Header: secs2.DataHeader(0, 1, 14, secs2.NoReply, 3)}
	}
	m := w.opened[host][0]
	w.opened[host] = w.opened[host][1:]
	header := secs2.DataHeader(0, m.Stream, m.Function, m.W, 3)
	if rapid.IntRange(0, 3).Draw(w.rt, "fails") == 0 {
		return Failed{Host: host, Token: m.Token, Header: header, Cause: T3Expired}
	}
	body := rapid.SampledFrom([]secs2.Item{secs2.L(secs2.B(0), secs2.L()), secs2.L(secs2.B(1), secs2.L()), secs2.L(), {}}).Draw(w.rt, "reply")
	f := rapid.SampledFrom([]byte{m.Function + 1, m.Function + 1, 0}).Draw(w.rt, "reply function")
	return Reply{Host: host, Token: m.Token, Header: secs2.DataHeader(0, m.Stream, f, secs2.NoReply, 3), Body: body}
}

func (w *world) step(in Input) {
	w.a.Step(w.now, in, &w.outA)
	w.b.Step(w.now, in, &w.outB)
	if d := cmp.Diff(fmt.Sprintf("%+v", w.outA), fmt.Sprintf("%+v", w.outB)); d != "" {
		w.rt.Fatalf("the same inputs gave other outputs after %#v: %s", in, d)
	}
	w.disk.take(&w.outA)
	if seq := w.outA.Commit.Seq; seq != 0 {
		w.commits, w.pending = append(w.commits, seq), append(w.pending, w.a.panel)
	}
	for _, m := range w.outA.Messages {
		w.check(m)
	}
	w.invariants(in)
}

// check holds one message to the gate.
func (w *world) check(m Message) {
	h := w.a.hosts[m.Host]
	sf := m.sf()
	if !h.linked && !m.IsReply() {
		w.rt.Fatalf("%v sent without a session", sf)
	}
	if h.comm.state == CommunicationDisabled {
		w.rt.Fatalf("%v sent while DISABLED", sf)
	}
	if _, err := secs2.ParseBody(m.Body); err != nil {
		w.rt.Fatalf("%v: %v", sf, err)
	}
	if m.W != secs2.NoReply {
		w.opened[m.Host] = append(w.opened[m.Host], m)
	}
}

func (w *world) invariants(in Input) {
	for _, out := range w.outA.Notes {
		if out.Message == "handler panicked" {
			w.rt.Fatalf("%#v: %s", in, out.Detail)
		}
	}
	for _, h := range w.a.hosts {
		open := 0
		for _, x := range h.open {
			if x.purpose == s1f13Question {
				open++
			}
		}
		if open > 1 || len(h.open) > h.cfg.Window+1 {
			w.rt.Fatalf("%d S1F13 open, %d in all", open, len(h.open))
		}
		if !h.communicating() && h.comm.state != WaitCRA && len(h.open) > 0 {
			w.rt.Fatalf("%d transactions open in %v", len(h.open), h.comm.state)
		}
		if h.ctl.state == ControlOnLine || h.ctl.state == ControlOffLine || h.ctl.state == ControlStart {
			w.rt.Fatalf("stays in %v", h.ctl.state)
		}
		if h.ctl.state.onLine() && (h.ctl.state == OnLineLocal) != (w.a.panel == SwitchLocal) {
			w.rt.Fatalf("%v with the switch at %d", h.ctl.state, w.a.panel)
		}
	}
	if len(w.commits) == 0 && w.a.panel != w.lastSwitch {
		w.rt.Fatalf("memory %d, disk %d", w.a.panel, w.lastSwitch)
	}
}
