package model

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// recorder is the equipment around a model in tests: it hears what the model says,
// and keeps the durable images as the journal would.
type recorder struct {
	*Model
	t     rapid.TB
	heard []string // as "SUB#2 FOUP01.01", "ordered wafer-go FOUP01.01", "SubstrateIDConflict set"
	given []string // orders that ordered has not looked at yet
	notes []string // of all that was noted, the messages
	seen  map[string]bool
	disk  map[touched][]byte

	before map[touched][]byte // the images that this Step replaces
	order  []touched          // of before

	constants map[Constant]uint64
	base      map[Machine]uint32 // CEIDs of the rows
	look      func()             // at each transition
}

// shortNames are those of the docs, by Machine.
var shortNames = [...]string{"LPT", "ACC", "RSV", "ASC", "CAR", "PJ", "CJ", "SUB", "LOC", "EPT", "MOD"}

func newRecorder(t rapid.TB, cfg Config) *recorder {
	t.Helper()
	r := &recorder{
		t: t, seen: map[string]bool{}, disk: map[touched][]byte{}, before: map[touched][]byte{}, constants: map[Constant]uint64{}, base: map[Machine]uint32{},
	}
	for _, rows := range eventRows() {
		r.base[rows.machine] = rows.base
	}
	m, err := New(cfg, r, r)
	if err != nil {
		t.Fatal(err)
	}
	r.Model = m
	m.At(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
	return r
}

// started returns a model that has begun.
func started(t *testing.T, cfg Config) *recorder {
	t.Helper()
	r := newRecorder(t, cfg)
	r.Start()
	r.commit()
	r.heard, r.given = nil, nil
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
	row := fmt.Sprintf("%s#%d", shortNames[t.Machine], t.Row)
	r.heard = append(r.heard, row+" "+t.Object)
	r.seen[row] = true
	if r.look != nil {
		r.look()
	}
	return r.base[t.Machine] + uint32(t.Row)
}

func (r *recorder) Happened(o Occasion) uint32 {
	r.heard = append(r.heard, o.String())
	return occasionIDs[o]
}

func (r *recorder) Ordered(o Order) {
	words := []string{o.Verb.String()}
	if o.Port != 0 {
		words = append(words, fmt.Sprint(o.Port))
	}
	for _, w := range []string{o.Carrier, o.Substrate, o.Job} {
		if w != "" {
			words = append(words, w)
		}
	}
	order := strings.Join(words, " ")
	r.heard, r.given = append(r.heard, "ordered "+order), append(r.given, order)
}

func (r *recorder) Alarmed(k AlarmKind, port int, c AlarmChange) {
	word := " cleared"
	if c == AlarmRaised {
		word = " set"
	}
	r.heard = append(r.heard, alarmName(k, port)+word)
}

func (r *recorder) Note(message, _ string) { r.notes = append(r.notes, message) }

func (r *recorder) HasProgram(ppid string) bool { return ppid == "ETCH_A" || ppid == "ETCH_B" }
func (r *recorder) HasEvent(ceid uint32) bool   { return ceid >= 300 && ceid < 700 }
func (r *recorder) PausesJobs(ceid uint32) bool {
	return ceid > 500 && ceid <= 521 || ceid > 600 && ceid < 630
}
func (r *recorder) Constant(c Constant) uint64 { return r.constants[c] }

// commit ends a Step: what it changed is on disk.
func (r *recorder) commit() {
	r.t.Helper()
	r.Collect(func(k Kind, id string, image []byte) {
		x := touched{k, id}
		if _, ok := r.before[x]; !ok {
			r.t.Fatalf("%v %q collected, not touched", k, id)
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
func (r *recorder) undo() {
	r.t.Helper()
	r.Forget()
	for _, x := range slices.Backward(r.order) {
		r.Stage(x.kind, x.id, r.before[x])
	}
	if err := r.Settle(); err != nil {
		r.t.Fatal(err)
	}
	clear(r.before)
	r.order = r.order[:0]
}

// restarted returns a model with what is on disk, before its Start.
func (r *recorder) restarted() *recorder {
	r.t.Helper()
	n := newRecorder(r.t, r.cfg)
	n.constants = r.constants
	n.At(r.now)
	for x, image := range r.disk {
		n.disk[x] = image
		n.Stage(x.kind, x.id, image)
	}
	if err := n.Settle(); err != nil {
		r.t.Fatal(err)
	}
	return n
}

// hears checks what has been heard since the last time.
func (r *recorder) hears(want ...string) {
	r.t.Helper()
	if !slices.Equal(r.heard, want) {
		r.t.Errorf("heard\n\t%s\nwant\n\t%s", strings.Join(r.heard, "\n\t"), strings.Join(want, "\n\t"))
	}
	r.heard = r.heard[:0]
	r.commit()
}

// told returns what has been heard since the last time but the orders, and ends the
// Step.
func (r *recorder) told() string {
	r.t.Helper()
	r.commit()
	lines := slices.DeleteFunc(r.heard, func(line string) bool { return strings.HasPrefix(line, "ordered ") })
	r.heard = nil
	return strings.Join(lines, "; ")
}

// expect is hears, but for the orders.
func (r *recorder) expect(want ...string) {
	r.t.Helper()
	if got := r.told(); got != strings.Join(want, "; ") {
		r.t.Errorf("got  %s\nwant %s", got, strings.Join(want, "; "))
	}
}

// ordered checks that an order came since the last call.
func (r *recorder) ordered(order string) {
	r.t.Helper()
	i := slices.Index(r.given, order)
	if i < 0 {
		r.t.Errorf("no order %q in %q", order, r.given)
		return
	}
	r.given = r.given[i+1:]
}

// tells makes facts known, which must be taken.
func (r *recorder) tells(facts ...Fact) *recorder {
	r.t.Helper()
	for _, f := range facts {
		if err := r.Tell(f); err != nil {
			r.t.Fatalf("%T%+v: %v", f, f, err)
		}
	}
	return r
}

// refuses checks that a fact is refused, with that error, and changes nothing.
func (r *recorder) refuses(f Fact, want error) {
	r.t.Helper()
	heard, changed := len(r.heard), len(r.before)
	if err := r.Tell(f); !errors.Is(err, want) {
		r.t.Errorf("%T%+v: %v, want %v", f, f, err, want)
	}
	if len(r.before) > changed || len(r.heard) > heard {
		r.t.Errorf("%T%+v was refused and did %q", f, f, r.heard[heard:])
	}
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
