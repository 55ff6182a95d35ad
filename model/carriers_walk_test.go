package model

import (
	"bytes"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/secsd/secsd/secs2"
	"pgregory.net/rapid"
)

// carrierWalker does at random what tools and hosts do to carriers.
type carrierWalker struct {
	*recorder
	t *rapid.T
}

func (w *carrierWalker) port() int { return rapid.IntRange(1, 2).Draw(w.t, "port") }
func (w *carrierWalker) id() string {
	return rapid.SampledFrom([]string{"A", "B", "C"}).Draw(w.t, "carrier")
}

func (w *carrierWalker) digits() string {
	return rapid.SampledFrom([]string{full, full[1:] + "1", "4" + full[1:]}).Draw(w.t, "map")
}

func (w *carrierWalker) place() string {
	return rapid.SampledFrom(w.carrierLocations).Draw(w.t, "place")
}

// fact draws a fact of the tool; those that carry carriers on come more often.
func (w *carrierWalker) fact() Fact {
	p := w.port()
	switch rapid.IntRange(0, 23).Draw(w.t, "fact") {
	case 0:
		return LoadStarted{p}
	case 1, 2:
		return CarrierPlaced{p}
	case 3:
		return LoadFailed{p}
	case 4, 5:
		return CarrierIDRead{p, w.id()}
	case 6:
		return CarrierIDUnread{p}
	case 7:
		return CarrierIsClamped{p}
	case 8:
		return CarrierIsUnclamped{p}
	case 9:
		return CarrierIsDocked{p}
	case 10:
		return CarrierIsOpened{p}
	case 11, 12:
		return SlotMapRead{p, codes(w.digits())}
	case 13:
		return SlotMapUnread{p}
	case 14:
		return CarrierIsClosed{p}
	case 15:
		return CarrierIsUndocked{p}
	case 16:
		return UnloadStarted{p}
	case 17:
		return CarrierRemoved{p}
	case 18:
		return UnloadFailed{p}
	case 19:
		return ReaderChange{p, ReaderState(rapid.IntRange(0, 1).Draw(w.t, "reader"))}
	case 20:
		return PortAccess{p, AccessMode(rapid.IntRange(0, 1).Draw(w.t, "mode"))}
	case 21:
		return PortService{p, rapid.SampledFrom([]ServiceStatus{OutOfService, InService, InService}).Draw(w.t, "service")}
	case 22:
		return CarrierMoved{w.id(), w.place()}
	}
	return CarrierMoveFailed{w.id()}
}

func (w *carrierWalker) tell() { _ = w.Tell(w.fact()) }

// handoff is what an AMHS does next in most cases, or another signal, or none until
// a timer ends.
func (w *carrierWalker) handoff() {
	p := &w.ports[w.port()-1]
	n := int(p.number)
	switch rapid.IntRange(0, 9).Draw(w.t, "handoff") {
	case 0:
		w.waits(time.Minute)
		w.Expire()
		return
	case 1:
		s := rapid.SampledFrom([]PIOInput{VALID, CS0, TRREQ, BUSY, COMPT}).Draw(w.t, "signal")
		_ = w.Tell(PIOSignal{n, s, Level(rapid.IntRange(0, 1).Draw(w.t, "level"))})
		return
	}
	facts := map[pioState][]Fact{
		pioIdle:      {PIOSignal{n, COMPT, Off}, PIOSignal{n, BUSY, Off}, PIOSignal{n, TRREQ, Off}, PIOSignal{n, CS0, On}, PIOSignal{n, VALID, On}},
		pioRequested: {PIOSignal{n, TRREQ, On}},
		pioReady:     {PIOSignal{n, BUSY, On}},
		pioBusy:      {CarrierPlaced{n}, CarrierRemoved{n}},
		pioMovedOn:   {PIOSignal{n, BUSY, Off}, PIOSignal{n, TRREQ, Off}, PIOSignal{n, COMPT, On}},
		pioDone:      {PIOSignal{n, VALID, Off}},
		pioFailed:    {PIOSignal{n, VALID, Off}},
	}
	for _, f := range facts[p.pio.state] {
		_ = w.Tell(f)
	}
}

func (w *carrierWalker) serve() {
	q := &CarrierRequest{Action: rapid.SampledFrom(carrierActions()).Draw(w.t, "action"), Carrier: w.id(), Port: w.port()}
	if rapid.Bool().Draw(w.t, "no port") {
		q.Port = NoPort
	}
	if rapid.IntRange(0, 3).Draw(w.t, "given") == 0 {
		q.Properties = []Setting{mapOf(w.digits()), {"Usage", secs2.A("TEST")}, {"UDOwner", secs2.A(q.Carrier)}}
	}
	if w.CheckCarrier(q).Accepted() {
		w.DoCarrier(q)
	}
}

func (w *carrierWalker) servePort() {
	action := rapid.SampledFrom([]string{"ReserveAtPort", "CancelReservationAtPort", "ChangeAccess"}).Draw(w.t, "action")
	q := &PortRequest{Action: action, Port: w.port(), Parameters: []Setting{{"AccessMode", secs2.U1(uint8(rapid.IntRange(0, 1).Draw(w.t, "mode")))}}}
	if w.CheckPort(q).Accepted() {
		w.DoPort(q)
	}
}

// goOn does at a port what comes next there in most cases.
func (w *carrierWalker) goOn() {
	p := &w.ports[w.port()-1]
	n, c := int(p.number), (*carrier)(nil)
	if p.carrier != 0 {
		c = w.carriers.at(p.carrier)
	}
	var facts []Fact
	switch {
	case p.stage == vacant, p.stage == loading, p.stage == detected:
		facts = []Fact{CarrierPlaced{n}}
	case p.stage == unloading, p.stage == lifted:
		facts = []Fact{CarrierRemoved{n}}
	case p.stage == movingIn, p.stage == movingOut:
		facts = []Fact{CarrierMoved{c.id, w.place()}, CarrierMoved{c.id, w.locationName(p.place)}, CarrierMoved{c.id, "BUF1"}}
	case w.awaitsID(p):
		facts = []Fact{CarrierIDRead{n, w.id()}, CarrierIsClamped{n}}
	case p.has(leaving):
		facts = []Fact{CarrierIsClosed{n}, CarrierIsUndocked{n}, CarrierIsUnclamped{n}}
	case p.has(released):
		w.serveAt(n, c, "CarrierReCreate", "CarrierIn")
		return
	case c == nil || c.idStatus == IDWaitingForHost, c.slotMap == SlotMapWaitingForHost, p.has(held):
		w.serveAt(n, c, "ProceedWithCarrier", "ProceedWithCarrier", "CarrierRelease", "CancelCarrier")
		return
	case c.slotMap == SlotMapNotRead:
		facts = []Fact{CarrierIsDocked{n}, CarrierIsOpened{n}, SlotMapRead{n, codes(w.digits())}, CarrierMoved{c.id, w.place()}}
	default:
		facts = []Fact{SubstrateMoved{From: c.id + ".02", To: "ROBOT.A"}, SubstrateMoved{From: "ROBOT.A", To: c.id + ".02"}}
		if c.access == InAccess && w.substratesHome(p.carrier) {
			w.endAccess(p.carrier, endNormal)
			return
		}
	}
	_ = w.Tell(rapid.SampledFrom(facts).Draw(w.t, "next"))
}

// serveAt is one of the services for the carrier at a port, or for any if it has no
// object.
func (w *carrierWalker) serveAt(port int, c *carrier, actions ...string) {
	q := &CarrierRequest{Action: rapid.SampledFrom(actions).Draw(w.t, "action"), Carrier: w.id(), Port: port}
	if c != nil {
		q.Carrier = c.id
	}
	if rapid.Bool().Draw(w.t, "given") {
		q.Properties = []Setting{mapOf(w.digits())}
	}
	if w.CheckCarrier(q).Accepted() {
		w.DoCarrier(q)
	}
}

// callOut asks for a carrier that is inside.
func (w *carrierWalker) callOut() {
	for h, c := range w.carriers.all() {
		if w.inBuffer(h) {
			w.serveAt(rapid.SampledFrom([]int{NoPort, w.port()}).Draw(w.t, "out to"), c, "CarrierOut", "CarrierOut", "CancelCarrierOut")
			return
		}
	}
}

// access takes a wafer out and home again, or ends the access.
func (w *carrierWalker) access() {
	h := w.carriers.find(w.id())
	if h == 0 {
		return
	}
	id := w.carriers.at(h).id
	switch rapid.IntRange(0, 2).Draw(w.t, "access") {
	case 0:
		_ = w.Tell(SubstrateMoved{From: id + ".02", To: "ROBOT.A"})
	case 1:
		_ = w.Tell(SubstrateMoved{From: "ROBOT.A", To: id + ".02"})
	case 2:
		if w.carriers.at(h).access == InAccess && w.substratesHome(h) {
			w.endAccess(h, endNormal)
		}
	}
}

// TestCarriersAtRandom: whatever comes, the invariants hold, every change was told
// to the journal before it was made, what cannot be stored is taken back, and the
// images make an equal model.
func TestCarriersAtRandom(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		cfg := toolConfig()
		if rapid.Bool().Draw(rt, "buffer") {
			cfg.Buffer = []string{"BUF1", "BUF2"}
		}
		if rapid.IntRange(0, 3).Draw(rt, "dock") == 0 {
			cfg.Ports[1].Dock = ""
		}
		cfg.Ports[0].Access = AccessMode(rapid.IntRange(0, 1).Draw(rt, "access"))
		w := &carrierWalker{newRecorder(rt, cfg), rt}
		w.constants[CarrierHold] = rapid.Uint64Range(1, 2).Draw(rt, "hold")
		w.constants[UnclampControl] = rapid.Uint64Range(1, 2).Draw(rt, "unclamp")
		w.constants[BypassReadID] = rapid.Uint64Range(0, 1).Draw(rt, "bypass")
		if rapid.Bool().Draw(rt, "start") {
			w.Start()
			w.commit()
		}
		actions := []func(){w.tell, w.tell, w.serve, w.serve, w.handoff, w.handoff, w.handoff, w.servePort, w.access, w.callOut}
		for range 12 {
			actions = append(actions, w.goOn)
		}
		for range rapid.IntRange(20, 120).Draw(rt, "steps") {
			rapid.SampledFrom(actions).Draw(rt, "action")()
			checkPorts(rt, w.Model)
			if rapid.IntRange(0, 7).Draw(rt, "disk") == 0 {
				w.undo()
				checkPorts(rt, w.Model)
				for x, image := range w.disk {
					if x.kind <= KindCarrier && !bytes.Equal(image, w.Image(x.kind, x.id)) {
						rt.Fatalf("%v %q was not taken back", x.kind, x.id)
					}
				}
			}
			w.commit()
			if rapid.IntRange(0, 9).Draw(rt, "look") == 0 {
				checkEqual(rt, w.recorder)
			}
		}
		checkEqual(rt, w.recorder)
	})
}

// heapOf returns the bytes of heap for each of n objects that make builds.
func heapOf(n int, build func() any) float64 {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&before)
	kept := build()
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&after)
	runtime.KeepAlive(kept)
	return float64(int64(after.HeapAlloc)-int64(before.HeapAlloc)) / float64(n)
}

// carriersInMemory makes that many carriers as hosts announce them, each with what
// is given.
func carriersInMemory(n int, given *properties) any {
	m, err := New(toolConfig(), deaf{}, deaf{})
	if err != nil {
		panic(err)
	}
	ids := make([]string, n)
	for i := range ids {
		ids[i] = fmt.Sprintf("FOUP%06d", i)
		m.instantiate(strings.Clone(ids[i]), 25, nil, announced, given)
		m.Forget()
	}
	return m
}

// TestCarrierMemory: 80 bytes for a carrier, 24 for each of its slots.
func TestCarrierMemory(t *testing.T) {
	const n = 100_000
	bare := heapOf(n, func() any { return carriersInMemory(n, nil) })
	if bare > 80 {
		t.Errorf("a carrier takes %.1f bytes, want 80 at most", bare)
	}
	slots := (heapOf(n/10, func() any { return carriersInMemory(n/10, &properties{slotMap: codes(full)}) }) - bare) / 25
	if slots > 24 {
		t.Errorf("a slot takes %.1f bytes, want 24 at most", slots)
	}
}

// BenchmarkMemoryCarrier reports the heap of a carrier without slots, and of a slot.
func BenchmarkMemoryCarrier(b *testing.B) {
	const n = 100_000
	for b.Loop() {
		bare := heapOf(n, func() any { return carriersInMemory(n, nil) })
		slots := (heapOf(n/10, func() any { return carriersInMemory(n/10, &properties{slotMap: codes(full)}) }) - bare) / 25
		b.ReportMetric(bare, "B/carrier")
		b.ReportMetric(slots, "B/slot")
	}
}

// BenchmarkCarrierFacts is what a fact or a service costs on the way of a carrier
// from load to unload.
func BenchmarkCarrierFacts(b *testing.B) {
	m, err := New(toolConfig(), deaf{}, deaf{})
	if err != nil {
		b.Fatal(err)
	}
	seen := codes(strings.Repeat("1", 25))
	proceed := &CarrierRequest{Action: "ProceedWithCarrier", Carrier: "A", Port: 1}
	cancel := &CarrierRequest{Action: "CancelCarrier", Carrier: "A", Port: 1}
	steps := []func() error{
		func() error { return m.Tell(LoadStarted{1}) },
		func() error { return m.Tell(CarrierPlaced{1}) },
		func() error { return m.Tell(CarrierIsClamped{1}) },
		func() error { return m.Tell(CarrierIDRead{1, "A"}) },
		func() error { m.DoCarrier(proceed); return nil },
		func() error { return m.Tell(CarrierIsDocked{1}) },
		func() error { return m.Tell(CarrierIsOpened{1}) },
		func() error { return m.Tell(SlotMapRead{1, seen}) },
		func() error { m.DoCarrier(cancel); return nil },
		func() error { return m.Tell(CarrierIsClosed{1}) },
		func() error { return m.Tell(CarrierIsUndocked{1}) },
		func() error { return m.Tell(CarrierIsUnclamped{1}) },
		func() error { return m.Tell(UnloadStarted{1}) },
		func() error { return m.Tell(CarrierRemoved{1}) },
	}
	i := 0
	for b.Loop() {
		if err := steps[i%len(steps)](); err != nil {
			b.Fatal(i, err)
		}
		m.Forget()
		i++
	}
}
