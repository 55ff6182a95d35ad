package model

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// witness is the Sink and Host of tests: it writes a line for what it is told, such
// as "PJ#2 PJ-1", and checks that images are what it was told before.
type witness struct {
	t      *testing.T
	m      *Model
	lines  []string
	orders []string
	images map[touched][]byte // as durable
	before map[touched][]byte // as told by Touched in this Step
	base   map[Machine]uint32
}

var shortNames = [...]string{"LPT", "ACC", "RSV", "ASC", "CAR", "PJ", "CJ", "SUB", "LOC", "EPT", "MOD"}

// newWitness returns a model for cfg that a witness watches.
func newWitness(t *testing.T, cfg Config) *witness {
	t.Helper()
	w := &witness{t: t, images: map[touched][]byte{}, before: map[touched][]byte{}, base: map[Machine]uint32{}}
	for _, r := range eventRows() {
		w.base[r.machine] = r.base
	}
	m, err := New(cfg, w, w)
	if err != nil {
		t.Fatal(err)
	}
	w.m = m
	m.At(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
	return w
}

// started returns a model that has begun.
func started(t *testing.T, cfg Config) *witness {
	t.Helper()
	w := newWitness(t, cfg)
	w.m.Start()
	w.settle()
	w.lines, w.orders = nil, nil
	return w
}

func (w *witness) Touched(k Kind, id string, image []byte) {
	was, known := w.images[touched{k, id}]
	configured := k == KindPort || k == KindLocation || k == KindTracker || k == KindModule
	if !bytes.Equal(was, image) && (known || !configured) {
		w.t.Errorf("%v %q changed before it was touched", k, id)
	}
	w.before[touched{k, id}] = image
}

func (w *witness) Took(t Transition) uint32 {
	w.lines = append(w.lines, fmt.Sprintf("%s#%d %s", shortNames[t.Machine], t.Row, t.Object))
	return w.base[t.Machine] + uint32(t.Row)
}

func (w *witness) Happened(o Occasion) uint32 {
	w.lines = append(w.lines, o.String())
	return occasionIDs[o]
}

func (w *witness) Ordered(o Order) {
	w.orders = append(w.orders, strings.TrimSpace(fmt.Sprint(o.Verb, " ", o.Job, o.Carrier, o.Substrate)))
}

func (w *witness) Alarmed(a AlarmKind, change AlarmChange) {
	w.lines = append(w.lines, fmt.Sprintf("alarm %v %d", a, change))
}

func (w *witness) Note(message, detail string) {}

func (w *witness) HasProgram(ppid string) bool { return ppid == "ETCH_A" || ppid == "ETCH_B" }
func (w *witness) HasEvent(ceid uint32) bool   { return ceid >= 300 && ceid < 700 }
func (w *witness) PausesJobs(ceid uint32) bool {
	return ceid > 500 && ceid <= 521 || ceid > 600 && ceid < 630
}
func (w *witness) Constant(Constant) uint64 { return 0 }

// settle ends a Step: every change has been announced, and is durable.
func (w *witness) settle() {
	w.t.Helper()
	w.m.Collect(func(k Kind, id string, image []byte) {
		key := touched{k, id}
		if _, ok := w.before[key]; !ok {
			w.t.Errorf("%v %q collected without a touch", k, id)
		}
		if image == nil {
			delete(w.images, key)
		} else {
			w.images[key] = image
		}
	})
	clear(w.before)
}

// took returns the lines since the last call, ends the Step, and forgets them.
func (w *witness) took() string {
	w.t.Helper()
	w.settle()
	text := strings.Join(w.lines, "; ")
	w.lines = nil
	return text
}

// expect checks the lines since the last time.
func (w *witness) expect(want ...string) {
	w.t.Helper()
	if got := w.took(); got != strings.Join(want, "; ") {
		w.t.Errorf("got  %s\nwant %s", got, strings.Join(want, "; "))
	}
}

// ordered checks that an order came since the last call.
func (w *witness) ordered(order string) {
	w.t.Helper()
	i := slices.Index(w.orders, order)
	if i < 0 {
		w.t.Errorf("no order %q in %q", order, w.orders)
		return
	}
	w.orders = w.orders[i+1:]
}

// tell tells facts that must be taken.
func (w *witness) tell(facts ...Fact) {
	w.t.Helper()
	for _, f := range facts {
		if err := w.m.Tell(f); err != nil {
			w.t.Errorf("%T %+v: %v", f, f, err)
		}
	}
}

// refuses tells a fact that must be refused without a trace.
func (w *witness) refuses(f Fact) {
	w.t.Helper()
	if err := w.m.Tell(f); err == nil {
		w.t.Errorf("%T %+v was taken", f, f)
	}
	if got := w.took(); got != "" {
		w.t.Errorf("%T %+v was refused and did %s", f, f, got)
	}
}

// twoPorts is the equipment of the tests, the one of the conformance scripts.
func twoPorts() Config {
	return Config{
		Name:  "TOOL1",
		Ports: []Port{{Location: "LP1", Dock: "FIMS1"}, {Location: "LP2", Dock: "FIMS2"}},
		Locations: []Location{
			{Name: "ROBOT.A"}, {Name: "ROBOT.B"}, {Name: "ALIGNER"}, {Name: "PM-A", Use: ProductionModule}, {Name: "PM-B", Use: ProductionModule},
		},
		Modules: []string{"EFEM"},
	}
}

// faultText writes faults as "11 PJ-1".
func faultText(list ...Fault) string {
	var texts []string
	for _, f := range list {
		texts = append(texts, fmt.Sprintf("%d %s", f.Code, f.Text))
	}
	return strings.Join(texts, "; ")
}
