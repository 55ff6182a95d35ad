package gem

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/secsd/secsd/secs2"
)

var t0 = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// storing is the header of a message that only exists in these tests: it turns
// the switch to LOCAL, which is durable, and answers S1F98.
var storing = secs2.DataHeader(0, 1, 97, secs2.WantReply, 7)

// communicatingEquipment returns an equipment that is COMMUNICATING and
// ON-LINE, with extra routes.
func communicatingEquipment(t testing.TB, extra ...route) (*Equipment, *Output) {
	t.Helper()
	return communicating(t, testConfig(), extra...)
}

// communicating returns an equipment that is COMMUNICATING with its first host.
func communicating(t testing.TB, cfg Config, extra ...route) (*Equipment, *Output) {
	t.Helper()
	e, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	e.routes = newRouteTable(append(routes(), extra...))
	out := new(Output)
	e.Step(t0, Start{}, out)
	e.Step(t0, LinkUp{0}, out)
	token := out.Messages[0].Token
	e.Step(t0, Reply{Token: token, Header: secs2.DataHeader(0, 1, 14, secs2.NoReply, 1), Body: secs2.L(secs2.B(0), secs2.L())}, out)
	if !e.hosts[0].communicating() {
		t.Fatal("not COMMUNICATING")
	}
	return e, out
}

func storingRoute(r refusal) route {
	return route{1, 97, "Test", replyRequired, r, func(c *call) {
		c.eq.put(kindSwitch, "", []byte{byte(SwitchLocal)})
		a := c.begin()
		a.B(0)
		c.reply()
		c.host.post(c.host.primary(secs2.SF{Stream: 6, Function: 11}, secs2.NoReply, ordinary, nil))
	}}
}

func sent(out *Output) string {
	var names []string
	for i := range out.Messages {
		names = append(names, out.Messages[i].sf().String())
	}
	return strings.Join(names, " ")
}

func TestReplyWaitsForItsCommit(t *testing.T) {
	e, out := communicatingEquipment(t, storingRoute(refusal{0x21, 1, 1}))
	e.Step(t0, Primary{Header: storing}, out)
	if got := sent(out); got != "" || out.Commit.Seq != 1 {
		t.Fatalf("before Durable: sent %q, commit %d; want nothing and commit 1", got, out.Commit.Seq)
	}
	e.Step(t0, Primary{Header: secs2.DataHeader(0, 1, 1, secs2.WantReply, 8)}, out)
	if got := sent(out); got != "S1F2" {
		t.Fatalf("a reply that depends on no record: sent %q, want S1F2", got)
	}
	e.Step(t0, Durable{1}, out)
	if got := sent(out); got != "S1F98 S6F11" {
		t.Fatalf("after Durable: sent %q, want the reply, then its event", got)
	}
}

func TestRefusedByStorage(t *testing.T) {
	for name, test := range map[string]struct {
		refusal refusal
		want    string
		body    string
	}{
		"with a code":    {refusal{0x21, 1, 1}, "S1F98", "\x21\x01\x01"},
		"without a code": {refusal{}, "S1F0", ""},
	} {
		t.Run(name, func(t *testing.T) {
			e, out := communicatingEquipment(t, storingRoute(test.refusal))
			e.Step(t0, Primary{Header: storing}, out)
			e.Step(t0, StorageFailed{Seq: 1}, out)
			if got := sent(out); got != test.want || string(out.Messages[0].Body) != test.body {
				t.Fatalf("sent %q, want %q with body %q and no event", got, test.want, test.body)
			}
			if e.panel != SwitchRemote || e.hosts[0].ctl.state != OnLineRemote {
				t.Errorf("the switch is %v after the undo, want REMOTE", e.panel)
			}
			e.Step(t0, Primary{Header: storing}, out)
			if got := sent(out); got != test.want || out.Commit.Seq != 0 || e.panel != SwitchRemote {
				t.Errorf("while storage is away: sent %q, commit %d; want a refusal at once", got, out.Commit.Seq)
			}
			e.Step(t0, StorageBack{}, out)
			e.Step(t0, Primary{Header: storing}, out)
			e.Step(t0, Durable{e.seq}, out)
			if got := sent(out); got != "S1F98 S6F11" {
				t.Errorf("after StorageBack: sent %q, want the reply and its event", got)
			}
		})
	}
}

func TestPanicCostsOneTransaction(t *testing.T) {
	e, out := communicatingEquipment(t, route{1, 97, "Test", replyRequired, nil, func(c *call) {
		c.eq.put(kindSwitch, "", []byte{byte(SwitchLocal)})
		c.host.post(c.host.primary(secs2.SF{Stream: 6, Function: 11}, secs2.NoReply, ordinary, nil))
		panic("broken handler")
	}})
	e.Step(t0, Primary{Header: storing, Body: secs2.A("x")}, out)
	if got := sent(out); got != "S1F0" || out.Commit.Seq != 0 || len(out.Commit.Records) != 0 {
		t.Fatalf("sent %q, commit %+v; want S1F0 and no commit", got, out.Commit)
	}
	if n := out.Notes[len(out.Notes)-1]; n.Severity != Fault || n.Header != storing || !strings.Contains(n.Detail, "broken handler") || !strings.Contains(n.Detail, "41 01 78") {
		t.Errorf("note %+v; want a fault with header, body and the panic", n)
	}
	if e.panel != SwitchRemote || e.hosts[0].queue.len() != 0 || e.seq != 0 {
		t.Errorf("switch %v, %d queued, commit %d; want all as before", e.panel, e.hosts[0].queue.len(), e.seq)
	}
	e.Step(t0, Primary{Header: secs2.DataHeader(0, 1, 1, secs2.WantReply, 8)}, out)
	if got := sent(out); got != "S1F2" {
		t.Errorf("the next message got %q, want S1F2", got)
	}
}

func TestWindowBoundsOpenPrimaries(t *testing.T) {
	e, out := communicatingEquipment(t)
	h := e.hosts[0]
	post := func() { h.post(h.primary(secs2.SF{Stream: 6, Function: 11}, secs2.WantReply, ordinary, nil)) }
	e.out = out
	out.reset()
	for range h.cfg.Window + 2 {
		post()
	}
	h.release()
	if len(out.Messages) != h.cfg.Window || h.queue.len() != 2 {
		t.Fatalf("%d sent, %d wait; want %d and 2", len(out.Messages), h.queue.len(), h.cfg.Window)
	}
	token := out.Messages[3].Token
	e.Step(t0, Reply{Token: token, Header: secs2.DataHeader(0, 6, 12, secs2.NoReply, 1), Body: secs2.B(0)}, out)
	if len(out.Messages) != 1 || h.queue.len() != 1 {
		t.Errorf("after one reply %d sent, %d wait; want 1 and 1", len(out.Messages), h.queue.len())
	}
}

func TestFullQueueIsACommunicationFailure(t *testing.T) {
	e, out := communicatingEquipment(t)
	h := e.hosts[0]
	e.out = out
	out.reset()
	for range h.cfg.Window + maxQueued + 1 {
		h.post(h.primary(secs2.SF{Stream: 6, Function: 11}, secs2.WantReply, ordinary, nil))
		h.release()
	}
	if len(out.Links) != 1 || out.Links[0].Do != ResetLink || h.communicating() {
		t.Errorf("links %v, %v; want the link reset and NOT COMMUNICATING", out.Links, h.comm.state)
	}
	if h.queue.len() != 0 || len(h.open) != 0 {
		t.Errorf("%d queued, %d open; want none", h.queue.len(), len(h.open))
	}
}

// TestInitialValuesAreFitForHosts: what the configuration gives is treated like
// what the tool tells.
func TestInitialValuesAreFitForHosts(t *testing.T) {
	cfg := testConfig()
	cfg.Variables = []Variable{
		{VID: 1, Name: "A", Format: secs2.FormatF4, Initial: secs2.F4(float32(math.NaN()))},
		{VID: 2, Name: "B", Format: secs2.ASCII, Initial: secs2.A("aéb")},
	}
	e, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	for vid, want := range map[uint32]secs2.Item{1: secs2.F4(), 2: secs2.A("a?b")} {
		if got := e.variables.byID.get(vid).item(); !got.Equal(want) {
			t.Errorf("variable %d: % X, want % X", vid, got.Encoded(), want.Encoded())
		}
	}
}

// TestSteadyPathAllocatesNothing holds the promise for the messages that a
// host sends all day.
func TestSteadyPathAllocatesNothing(t *testing.T) {
	for name, p := range map[string]Primary{
		"S1F1":               {Header: secs2.DataHeader(0, 1, 1, secs2.WantReply, 8)},
		"S1F3 with 32 SVIDs": {Header: secs2.DataHeader(0, 1, 3, secs2.WantReply, 8), Body: secs2.L(manyIDs(32)...)},
		"S1F3 with an array": {Header: secs2.DataHeader(0, 1, 3, secs2.WantReply, 8), Body: secs2.U4(101, 1002, 1003)},
	} {
		t.Run(name, func(t *testing.T) {
			e, out := communicatingEquipment(t)
			if n := testing.AllocsPerRun(100, func() { e.Step(t0, p, out) }); n != 0 {
				t.Errorf("%v allocations per Step", n)
			}
			if len(out.Messages) != 1 || len(out.Notes) != 0 {
				t.Errorf("sent %q, notes %v", sent(out), out.Notes)
			}
		})
	}
}

func manyIDs(n int) (ids []secs2.Item) {
	for i := range n {
		ids = append(ids, secs2.U4([]uint32{101, 102, 1001, 1002, 1003}[i%5]))
	}
	return ids
}

func BenchmarkStepS1F3(b *testing.B) {
	e, out := communicatingEquipment(b)
	p := Primary{Header: secs2.DataHeader(0, 1, 3, secs2.WantReply, 8), Body: secs2.L(manyIDs(32)...)}
	b.ReportAllocs()
	for b.Loop() {
		e.Step(t0, p, out)
	}
}

func BenchmarkStepS1F1(b *testing.B) {
	e, out := communicatingEquipment(b)
	p := Primary{Header: secs2.DataHeader(0, 1, 1, secs2.WantReply, 8)}
	b.ReportAllocs()
	for b.Loop() {
		e.Step(t0, p, out)
	}
}
