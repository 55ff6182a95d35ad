package model

import (
	"bytes"
	"fmt"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/secsd/secsd/secs2"
	"pgregory.net/rapid"
)

// walker does at random what tools, hosts and carriers do to substrates.
type walker struct {
	*recorder
	t *rapid.T
}

func (w *walker) places() (ids []string) {
	substLocType.each(w.Model, func(h uint32) bool {
		ids = append(ids, w.placeID(place(h)))
		return true
	})
	return ids
}

func (w *walker) place() string { return rapid.SampledFrom(w.places()).Draw(w.t, "place") }

func (w *walker) substrate() string {
	ids := []string{"W0"}
	for h := range w.substrates.all() {
		ids = append(ids, w.substrateID(h))
	}
	return rapid.SampledFrom(ids).Draw(w.t, "substrate")
}

func (w *walker) arrive() {
	if w.Model.carriers.count == 3 {
		return
	}
	id := fmt.Sprintf("FOUP%02d", rapid.IntRange(1, 4).Draw(w.t, "carrier"))
	if w.Model.carriers.find(id) != 0 {
		return
	}
	digits := rapid.StringOfN(rapid.RuneFrom([]rune("1233345")), 1, 6, 6).Draw(w.t, "map")
	ids := rapid.SliceOfN(rapid.SampledFrom([]string{"", "", "W1", "W2", "FOUP01.01", "FOUP02.03"}), 6, 6).Draw(w.t, "ids")
	w.registerSubstrates(stands(w.recorder, id, digits, ids...))
}

func (w *walker) leave() {
	for h := range w.Model.carriers.all() {
		if rapid.Bool().Draw(w.t, "leaves") {
			w.removeSubstrates(h)
			w.destroy(h)
			return
		}
	}
}

func (w *walker) work() {
	s := w.substrate()
	outcome := SubstProcState(rapid.IntRange(int(InProcess), int(SubstSkipped)).Draw(w.t, "outcome"))
	facts := []Fact{ProcessingBegun{s}, ProcessingBegun{s}, ProcessingEnded{s, outcome, 1}, SubstrateIsLost{s}}
	_ = w.Tell(rapid.SampledFrom(facts).Draw(w.t, "fact"))
}

func (w *walker) read() {
	id := rapid.SampledFrom([]string{"W1", w.substrate()}).Draw(w.t, "read")
	_ = w.Tell(rapid.SampledFrom([]Fact{
		SubstrateIDRead{"ALIGNER", id}, SubstrateIDUnread{"ALIGNER"}, SubstrateReaderChange{"ALIGNER", ReaderState(len(id) % 2)},
	}).Draw(w.t, "fact"))
}

func (w *walker) serve() {
	c := &ServiceCall{Service: rapid.SampledFrom([]string{updateSubstrateObject, proceedWithSubstrate, cancelSubstrate}).Draw(w.t, "service")}
	c.Parameters = []ServiceParameter{{"SubstID", secs2.A(w.substrate())}, {"SubstLocID", secs2.A(w.place())}}
	if c.Service == updateSubstrateObject {
		c.Parameters = append(c.Parameters, ServiceParameter{"SubstType", secs2.U1(1)},
			ServiceParameter{"SubstState", secs2.U1(rapid.Uint8Range(0, 2).Draw(w.t, "state"))},
			ServiceParameter{"SubstProcState", secs2.U1(rapid.Uint8Range(0, 7).Draw(w.t, "process"))})
		if rapid.Bool().Draw(w.t, "no place") {
			c.Parameters = slices.Delete(c.Parameters, 1, 2)
		}
	}
	if ack, _ := w.CheckService(c); ack == secs2.SVCACKDone {
		w.DoService(c)
	}
}

func (w *walker) correct() {
	id := w.substrate()
	spec := SubstrateSpec{ID: rapid.SampledFrom([]string{"W1", "W2", "W3", "FOUP01.01", "FOUP02.01"}).Draw(w.t, "id"), Location: w.place(), Lot: "LOT"}
	switch rapid.IntRange(0, 3).Draw(w.t, "correction") {
	case 0:
		if w.CheckSubstrate(&spec) == nil {
			w.CreateSubstrate(&spec)
		}
	case 1:
		if w.findSubstrate(id) != 0 {
			w.RemoveSubstrate(id)
		}
	case 2:
		h := w.findSubstrate(id)
		if h != 0 && w.Model.substrates.at(h).state == AtSource {
			w.setDestination(h, rapid.SampledFrom([]string{"", "FOUP01", "FOUP02"}).Draw(w.t, "destination"), 2)
		}
	case 3:
		w.disableEvents(w.findPlace(w.place()), eventsDisabled(rapid.Bool().Draw(w.t, "quiet")))
	}
}

// TestSubstratesWalk: whatever happens, each substrate is at one place and each
// place has one substrate, at most; the images say all there is; and a Step that
// is taken back was none.
func TestSubstratesWalk(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := &walker{recorder: newRecorder(t, toolConfig()), t: t}
		w.constants[SubstrateReaderEnabled] = 1
		w.look = func() { checkPlaces(t, w.recorder) }
		t.Repeat(map[string]func(*rapid.T){
			"": func(t *rapid.T) {
				checkPlaces(t, w.recorder)
				checkAtWork(t, w.recorder)
				if len(w.before) > 0 && rapid.IntRange(0, 4).Draw(t, "undo") == 0 {
					w.undo()
				} else {
					w.commit()
				}
				checkImages(t, w.recorder)
				w.heard = w.heard[:0]
				w.waits(time.Second)
			},
			"arrive": func(*rapid.T) { w.arrive() },
			"leave":  func(*rapid.T) { w.leave() },
			"move":   func(*rapid.T) { _ = w.Tell(SubstrateMoved{w.place(), w.place()}) },
			"take":   func(*rapid.T) { w.take() },
			"work":   func(*rapid.T) { w.work() },
			"read":   func(*rapid.T) { w.read() },
			"serve":  func(*rapid.T) { w.serve() },
			"other":  func(*rapid.T) { w.correct() },
		})
	})
}

// take moves a substrate that exists.
func (w *walker) take() {
	if h := w.findSubstrate(w.substrate()); h != 0 {
		_ = w.Tell(SubstrateMoved{w.placeID(w.Model.substrates.at(h).place), w.place()})
	}
}

// checkAtWork: what is at its source or its destination is not AT WORK, save between
// two rows of one move.
func checkAtWork(t rapid.TB, r *recorder) {
	for h, s := range r.substrates.all() {
		if s.state == AtWork && (r.isNamed(s.place, s.source) || r.isNamed(s.place, s.home())) {
			t.Fatalf("%s is AT WORK at %s", r.substrateID(h), r.placeID(s.place))
		}
	}
}

func checkPlaces(t rapid.TB, r *recorder) {
	full, strays, conflicts := 0, 0, 0
	var working []uint32
	substLocType.each(r.Model, func(h uint32) bool {
		if r.occupant(place(h)) != 0 {
			full++
		}
		return true
	})
	for h, s := range r.substrates.all() {
		id := r.substrateID(h)
		at := func(n placeName) bool { return r.isNamed(s.place, n) }
		switch {
		case s.place == 0: // it leaves at this moment
			full++
			continue
		case r.occupant(s.place) != h:
			t.Fatalf("%s is at %s, where %d is", id, r.placeID(s.place), r.occupant(s.place))
		case r.findSubstrate(id) != h:
			t.Fatalf("%s is found as %d, not %d", id, r.findSubstrate(id), h)
		case s.state == AtSource && !at(s.source), s.state == AtDestination && !at(s.home()):
			t.Fatalf("%s is %v at %s", id, s.state, r.placeID(s.place))
		case s.history != nil && !at((*s.history)[len(*s.history)-1].place):
			t.Fatalf("%s was last somewhere else", id)
		}
		if r.isStray(s) {
			strays++
		}
		if s.state == AtWork {
			working = append(working, h)
		}
		if s.flags&conflicting != 0 {
			conflicts++
		}
	}
	if !slices.Equal(working, r.working) {
		t.Fatalf("AT WORK are %v, listed %v", working, r.working)
	}
	if full != r.substrates.count || strays != r.strays || conflicts != r.conflicts {
		t.Fatalf("%d places are OCCUPIED, there are %d substrates; %d strays, counted %d; %d conflicts, counted %d", full, r.substrates.count, strays, r.strays, conflicts, r.conflicts)
	}
}

// checkImages holds the model to its images, and to the model that comes from them.
func checkImages(t rapid.TB, r *recorder) {
	n := r.restarted()
	checkPlaces(t, n)
	if n.names.used != r.names.used {
		t.Fatalf("%d names are in use, after a restart %d", r.names.used, n.names.used)
	}
	var ids, again []string
	for h := range r.substrates.all() {
		ids = append(ids, r.substrateID(h))
	}
	for h := range n.substrates.all() {
		again = append(again, n.substrateID(h))
	}
	if !slices.Equal(ids, again) {
		t.Fatalf("substrates %v, after a restart %v", ids, again)
	}
	for x, want := range r.disk {
		if got := n.Image(x.kind, x.id); !bytes.Equal(got, want) || !bytes.Equal(r.Image(x.kind, x.id), want) {
			t.Fatalf("%v %s: image % X, after a restart % X, stored % X", x.kind, x.id, r.Image(x.kind, x.id), got, want)
		}
	}
}

// BenchmarkMemorySubstrate measures what a substrate AT SOURCE takes besides its
// slot, with an identifier of its own and with the default one.
func BenchmarkMemorySubstrate(b *testing.B) {
	for name, id := range map[string]func(i int) string{
		"default": func(int) string { return "" },
		"own":     func(i int) string { return fmt.Sprintf("LOT123456-%06d", i) },
	} {
		b.Run(name, func(b *testing.B) {
			const carriers, slots = 4000, 25
			r := newRecorder(b, toolConfig())
			var hs []uint32
			for i := range carriers {
				ids := make([]string, slots)
				for k := range ids {
					ids[k] = id(i*slots + k)
				}
				hs = append(hs, stands(r, fmt.Sprintf("FOUP%06d", i), "3333333333333333333333333", ids...))
				r.Forget()
			}
			silent(r)
			before := heap()
			for _, h := range hs {
				r.registerSubstrates(h)
				r.Forget()
			}
			b.ReportMetric(float64(heap()-before)/(carriers*slots), "B/object")
			runtime.KeepAlive(r)
		})
	}
}

// quietSink hears nothing.
type quietSink struct{}

func (quietSink) Touched(Kind, string, []byte)        {}
func (quietSink) Took(Transition) uint32              { return 0 }
func (quietSink) Happened(Occasion) uint32            { return 0 }
func (quietSink) Ordered(Order)                       {}
func (quietSink) Alarmed(AlarmKind, int, AlarmChange) {}
func (quietSink) Note(string, string)                 {}

// silent makes the recorder forget all and hear nothing more.
func silent(r *recorder) {
	r.sink, r.heard = quietSink{}, nil
	clear(r.before)
	clear(r.disk)
}

// heap returns the bytes that live.
func heap() int64 {
	runtime.GC()
	runtime.GC()
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	return int64(s.HeapAlloc)
}

// BenchmarkSubstrateMoved measures a fact with its transitions and images, of a
// substrate with up to eight visits.
func BenchmarkSubstrateMoved(b *testing.B) {
	r := newRecorder(b, toolConfig())
	r.registerSubstrates(stands(r, "FOUP01", "3333333333333333333333333"))
	r.Forget()
	silent(r)
	r.tells(SubstrateMoved{"FOUP01.05", "ROBOT.A"})
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		f := SubstrateMoved{"ROBOT.A", "PM-A"}
		if i%2 == 1 {
			f = SubstrateMoved{"PM-A", "ROBOT.A"}
		}
		if i%8 == 0 {
			r.substrates.at(r.locations[0].substrate).history = nil
		}
		if err := r.Tell(f); err != nil {
			b.Fatal(err)
		}
		r.Collect(func(Kind, string, []byte) {})
	}
}
