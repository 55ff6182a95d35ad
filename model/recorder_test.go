package model

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"pgregory.net/rapid"
)

// recorder is the equipment around a model in tests: it hears what the model says,
// and keeps the durable images as the journal would.
type recorder struct {
	*Model
	heard  []string // as "Substrate#2 FOUP01.01", "ordered wafer-go FOUP01.01", "SubstrateIDConflict set"
	rows   map[string]bool
	disk   map[touched][]byte
	before map[touched][]byte // the images that this Step replaces
	order  []touched          // of before

	constants map[Constant]uint64
	programs  []string
	events    map[string]uint32 // CEID by "Substrate#2"
	look      func()            // at each transition
}

func newRecorder(t rapid.TB, cfg Config) *recorder {
	t.Helper()
	r := &recorder{
		rows: map[string]bool{}, disk: map[touched][]byte{}, before: map[touched][]byte{}, constants: map[Constant]uint64{},
		programs: []string{"ETCH_A", "ETCH_B"}, events: map[string]uint32{},
	}
	m, err := New(cfg, r, r)
	if err != nil {
		t.Fatal(err)
	}
	r.Model = m
	m.At(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
	return r
}

func (r *recorder) Touched(k Kind, id string, image []byte) {
	x := touched{k, id}
	if _, ok := r.before[x]; ok {
		panic(fmt.Sprintf("%v %q touched twice in one Step", k, id))
	}
	stored, known := r.disk[x]
	configured := k == KindPort || k == KindLocation || k == KindTracker || k == KindModule
	if !bytes.Equal(image, stored) && (known || !configured) {
		panic(fmt.Sprintf("%v %q changed before it was touched: % X, stored % X", k, id, image, stored))
	}
	r.before[x] = image
	r.order = append(r.order, x)
}

func (r *recorder) Took(t Transition) uint32 {
	row := fmt.Sprintf("%v#%d", t.Machine, t.Row)
	r.heard = append(r.heard, row+" "+t.Object)
	r.rows[row] = true
	if r.look != nil {
		r.look()
	}
	return r.events[row]
}

func (r *recorder) Happened(o Occasion) uint32 {
	r.heard = append(r.heard, o.String())
	return r.events[o.String()]
}

func (r *recorder) Ordered(o Order) {
	words := []string{"ordered", o.Verb.String()}
	if o.Port != 0 {
		words = append(words, fmt.Sprint(o.Port))
	}
	for _, w := range []string{o.Carrier, o.Substrate, o.Job} {
		if w != "" {
			words = append(words, w)
		}
	}
	r.heard = append(r.heard, strings.Join(words, " "))
}

func (r *recorder) Alarmed(k AlarmKind, c AlarmChange) {
	word := " cleared"
	if c == AlarmRaised {
		word = " set"
	}
	r.heard = append(r.heard, k.String()+word)
}

func (r *recorder) Note(string, string) {}

func (r *recorder) HasProgram(ppid string) bool { return slices.Contains(r.programs, ppid) }
func (r *recorder) HasEvent(uint32) bool        { return true }
func (r *recorder) PausesJobs(uint32) bool      { return true }
func (r *recorder) Constant(c Constant) uint64  { return r.constants[c] }

// commit ends a Step: what it changed is on disk.
func (r *recorder) commit(t rapid.TB) {
	t.Helper()
	r.Collect(func(k Kind, id string, image []byte) {
		x := touched{k, id}
		if _, ok := r.before[x]; !ok {
			t.Fatalf("%v %q collected, not touched", k, id)
		}
		if image == nil {
			delete(r.disk, x)
		} else {
			r.disk[x] = image
		}
	})
	clear(r.before)
	r.order = r.order[:0]
}

// undo takes the Step back, as after a disk that failed.
func (r *recorder) undo(t rapid.TB) {
	t.Helper()
	r.Forget()
	for _, x := range slices.Backward(r.order) {
		r.Stage(x.kind, x.id, r.before[x])
	}
	if err := r.Settle(); err != nil {
		t.Fatal(err)
	}
	clear(r.before)
	r.order = r.order[:0]
}

// restarted returns a model with what is on disk, before its Start.
func (r *recorder) restarted(t rapid.TB) *recorder {
	t.Helper()
	n := newRecorder(t, r.cfg)
	n.constants, n.events = r.constants, r.events
	n.At(r.now)
	for x, image := range r.disk {
		n.disk[x] = image
		n.Stage(x.kind, x.id, image)
	}
	if err := n.Settle(); err != nil {
		t.Fatal(err)
	}
	return n
}

// hears checks what has been heard since the last time.
func (r *recorder) hears(t rapid.TB, want ...string) {
	t.Helper()
	if !slices.Equal(r.heard, want) {
		t.Errorf("heard\n\t%s\nwant\n\t%s", strings.Join(r.heard, "\n\t"), strings.Join(want, "\n\t"))
	}
	r.heard = r.heard[:0]
	r.commit(t)
}

// tells makes a fact known, which must be taken.
func (r *recorder) tells(t rapid.TB, f Fact) *recorder {
	t.Helper()
	if err := r.Tell(f); err != nil {
		t.Fatalf("%T%+v: %v", f, f, err)
	}
	return r
}

// refuses checks that a fact is refused, with that error, and changes nothing.
func (r *recorder) refuses(t rapid.TB, f Fact, want error) {
	t.Helper()
	if err := r.Tell(f); !errors.Is(err, want) {
		t.Errorf("%T%+v: %v, want %v", f, f, err, want)
	}
	if len(r.before) > 0 {
		t.Errorf("%T%+v was refused and changed something", f, f)
	}
	r.hears(t)
}

// waits lets time pass.
func (r *recorder) waits(d time.Duration) { r.At(r.now.Add(d)) }

// toolConfig is the equipment of the conformance scripts.
func toolConfig() Config {
	return Config{
		Name:  "TOOL1",
		Ports: []Port{{Location: "LP1", Dock: "FIMS1"}, {Location: "LP2", Dock: "FIMS2"}},
		Locations: []Location{
			{Name: "ROBOT.A"}, {Name: "ROBOT.B"}, {Name: "ALIGNER", Reader: HasSubstrateReader}, {Name: "PM-A", Use: ProductionModule},
			{Name: "PM-B", Use: ProductionModule},
		},
		Modules: []string{"EFEM"},
	}
}
