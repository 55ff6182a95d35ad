package gem

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/secsd/secsd/model"
	"github.com/secsd/secsd/secs2"
)

// startTool is a carrierTool on a disk: what it wrote is durable when the test says so.
type startTool struct {
	carrierTool
	disk *testDisk
	cfg  Config
	told []string // events, as "E CEID"
	took []string // transitions, as "EPT#1 PM"
}

func newStartTool(t *testing.T) *startTool {
	t.Helper()
	cfg := Config{MDLN: "M", SOFTREV: "1", Hosts: []HostConfig{{Name: "mes", Window: 1000}}, Control: Control{Default: StartOnLine}}
	cfg.Material = model.Config{
		Name: "TOOL1", Ports: []model.Port{{Dock: "FIMS1"}}, Locations: []model.Location{{Name: "PM", Use: model.ProductionModule}}, Modules: []string{"EFEM"},
	}
	return &startTool{carrierTool: carrierTool{t: t}, disk: newTestDisk(), cfg: cfg}
}

// boots starts the equipment on what is on its disk.
func (x *startTool) boots() {
	x.t.Helper()
	e, err := New(x.cfg)
	if err != nil {
		x.t.Fatal(err)
	}
	x.e, x.took, x.told = e, nil, nil
	for _, in := range x.disk.restored() {
		x.takes(in)
	}
}

// takes an input; nothing that it writes is durable yet.
func (x *startTool) takes(in Input) {
	x.t.Helper()
	x.e.Step(time.Unix(1, 0), in, &x.out)
	if x.out.Err != nil {
		x.t.Fatalf("%T: %v", in, x.out.Err)
	}
	x.disk.take(&x.out)
	for _, tr := range x.out.Transitions {
		if tr.Object != "" {
			x.took = append(x.took, tr.Machine+" "+tr.Object+" "+tr.From)
		}
	}
	for _, line := range x.heard() {
		if strings.HasPrefix(line, "E ") {
			x.told = append(x.told, line)
		}
	}
	var replies []Reply
	for _, m := range x.out.Messages {
		if m.Stream == 6 && m.Function == 11 && m.W == secs2.WantReply {
			replies = append(replies, Reply{Token: m.Token, Header: secs2.DataHeader(0, 6, 12, secs2.NoReply, 1), Body: secs2.B(0)})
		}
	}
	for _, in := range replies {
		x.takes(in)
	}
}

// writes makes durable what waits, and what that brings.
func (x *startTool) writes() {
	x.t.Helper()
	for len(x.disk.waiting) > 0 {
		seq := x.disk.waiting[len(x.disk.waiting)-1].Seq
		x.disk.durable(seq)
		x.takes(Durable{Seq: seq})
	}
}

// fails loses what waits for the disk.
func (x *startTool) fails() {
	x.t.Helper()
	if len(x.disk.waiting) == 0 {
		x.t.Fatal("nothing waits for the disk")
	}
	seq := x.disk.waiting[0].Seq
	x.disk.failed(seq)
	x.takes(StorageFailed{Seq: seq, Reason: "full"})
}

func (x *startTool) connects() {
	x.takes(LinkUp{})
	x.takes(ofHost(1, 13, secs2.L()))
}

// rowsOfStart are the events of a start in their order: of the port, of the module,
// of the trackers.
var rowsOfStart = []string{"E 301", "E 304", "E 305", "E 311", "E 611", "E 541", "E 541", "E 541"}

// configured returns a tool that a host has configured, with the data of that on
// disk: every event is enabled, and spooled if so.
func configured(t *testing.T, spooling bool) *startTool {
	x := newStartTool(t)
	x.boots()
	x.connects()
	x.takes(ofHost(2, 37, secs2.L(secs2.Bool(true), secs2.L())))
	if spooling {
		x.takes(ofHost(2, 15, secs2.L(secs2.L(secs2.U4(255), secs2.Bool(true)))))
		x.takes(ofHost(2, 43, secs2.L(secs2.L(secs2.U1(6), secs2.L()))))
	}
	x.writes()
	if spooling {
		x.takes(LinkDown{})
		x.writes()
	}
	return x
}

// loses boots, and has the disk lose the rows of the start, more than once; they are
// taken anew each time that the disk is back.
func (x *startTool) loses() {
	x.t.Helper()
	x.boots()
	took := x.took
	if len(took) != len(rowsOfStart) {
		x.t.Fatalf("the start took %q", took)
	}
	for range 2 {
		x.took = nil
		x.fails()
		if len(x.took) > 0 {
			x.t.Errorf("without a disk %q", x.took)
		}
		x.takes(StorageBack{})
		if got := x.took; !slices.Equal(got, took) {
			x.t.Errorf("took %q, want %q", got, took)
		}
	}
}

// TestStartIsLost: rows of a start that the disk loses are taken and told when it is
// back.
func TestStartIsLost(t *testing.T) {
	t.Run("the first", func(t *testing.T) { newStartTool(t).loses() })
	t.Run("a host is there", func(t *testing.T) {
		x := configured(t, false)
		x.boots()
		x.fails()
		x.connects()
		x.told = nil
		x.takes(StorageBack{})
		x.writes()
		if !slices.Equal(x.told, rowsOfStart) {
			t.Errorf("told %q, want %q", x.told, rowsOfStart)
		}
	})
	t.Run("spooled", func(t *testing.T) {
		x := configured(t, true)
		x.loses()
		x.writes()
		x.connects()
		x.takes(ofHost(6, 23, secs2.U1(0)))
		for range len(rowsOfStart) {
			x.writes()
			if len(x.disk.fetches) > 0 {
				x.takes(x.disk.fetched())
			}
			x.takes(Continue{})
		}
		if got := slices.DeleteFunc(x.told, func(line string) bool { return !slices.Contains(rowsOfStart, line) }); !slices.Equal(got, rowsOfStart) {
			t.Errorf("told %q, want %q", got, rowsOfStart)
		}
	})
}

// TestStartIsKept: what the disk loses after the start does not repeat that.
func TestStartIsKept(t *testing.T) {
	x := configured(t, false)
	x.boots()
	x.connects()
	x.writes()
	x.told, x.took = nil, nil
	x.takes(Material{model.LoadStarted{Port: 1}})
	x.fails()
	x.took = nil
	x.takes(StorageBack{})
	x.writes()
	if len(x.took)+len(x.told) > 0 {
		t.Errorf("took %q, told %q", x.took, x.told)
	}
}

// TestNewIsCheap: an equipment with GEM300 is made in milliseconds; each variable has
// its part in that.
func TestNewIsCheap(t *testing.T) {
	cfg := testConfig()
	cfg.Material = model.Config{Ports: make([]model.Port, 2), Locations: []model.Location{{Name: "ROBOT"}, {Name: "PM", Use: model.ProductionModule}}}
	n := testing.AllocsPerRun(1, func() {
		if _, err := New(cfg); err != nil {
			t.Fatal(err)
		}
	})
	if n > 40_000 {
		t.Errorf("%.0f allocations", n)
	}
}
