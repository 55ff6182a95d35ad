package sim

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/secsd/secsd/daemon"
	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/hsms"
	"github.com/secsd/secsd/hsms/hsmstest"
	"github.com/secsd/secsd/model"
	"github.com/secsd/secsd/persist"
	"github.com/secsd/secsd/persist/persisttest"
	"github.com/secsd/secsd/secs2"
)

// This file is a real daemon that runs the tool in a bubble, and what the tool
// tells it.

// factory returns an equipment with all that the tool needs.
func factory() gem.Config {
	c := gem.Config{MDLN: "ETCH9", SOFTREV: "1.0", Hosts: []gem.HostConfig{{Name: "mes"}}, Programs: gem.Programs{Commands: ProcessCommands()}}
	c.Control.Default = gem.StartOnLine
	c.Material = model.Config{
		Name:  "ETCH-07",
		Ports: []model.Port{{Location: "LP1", Dock: "FIMS1"}, {Location: "LP2", Dock: "FIMS2"}},
		Locations: []model.Location{
			{Name: "ROBOT.A"}, {Name: "ROBOT.B"}, {Name: "ALIGNER"},
			{Name: "CHAMBER-A", Use: model.ProductionModule}, {Name: "CHAMBER-B", Use: model.ProductionModule},
		},
		Modules:         []string{"EFEM"},
		RecipeVariables: []model.RecipeVariable{{Name: "Time", Format: secs2.FormatU4}},
	}
	l := newLayout(c.Material)
	for i, n := range l.statusNeeds() {
		c.Variables = append(c.Variables, gem.Variable{VID: uint32(1001 + i), Name: n.name, Format: n.format, MaxLength: n.length})
	}
	for i, n := range dataNeeds() {
		c.DataVariables = append(c.DataVariables, gem.Variable{VID: uint32(3001 + i), Name: n.name, Format: n.format, MaxLength: n.length})
	}
	for i, name := range l.eventNeeds() {
		c.Events = append(c.Events, gem.Event{CEID: uint32(5001 + i), Name: name})
	}
	c.Alarms = []gem.Alarm{{ALID: 1, Name: "TurboPumpFault", Text: "TURBO PUMP FAULT"}}
	c.Commands = []gem.Command{
		{Name: "PP-SELECT", Effect: gem.Benign, Parameters: []gem.Parameter{{Name: "PPID", Format: secs2.ASCII, Need: gem.Required}}},
		{Name: "START", Parameters: []gem.Parameter{{Name: "LOTID", Format: secs2.ASCII}}},
		{Name: "STOP", Effect: gem.Affects}, {Name: "ABORT", Effect: gem.Affects}, {Name: "PAUSE", Effect: gem.Affects}, {Name: "RESUME", Effect: gem.Moves},
	}
	return c
}

func recipes() Config {
	return Config{Seed: 7, Wafers: 2, Recipes: []Recipe{
		{Name: "OXIDE", Steps: []Step{{"STABILIZE", 2 * time.Second, 10, 0}, {"MAIN", 6 * time.Second, 12, 600}}},
		{Name: "POLY", Steps: []Step{{"MAIN", 5 * time.Second, 8, 480}}},
	}}
}

// fab is a daemon that runs a tool, and keeps what the tool tells it.
type fab struct {
	*daemon.Daemon
	t         *testing.T
	tool      *Tool
	equipment gem.Config
	disk      *persisttest.Disk
	commits   *commits
	names     map[uint32]string // of the variables
	listener  *hsmstest.Listener
	end       func()

	mu      sync.Mutex // guards the fields below
	events  []string   // of the tool's own, alarms, and changes of the processing state
	gone    []string   // carriers
	facts   []model.Fact
	refused []string // facts that were
	astray  []string // wafers that left a chamber though they were to be processed in it
	values  map[string]secs2.Item
	stuck   bool   // a host does not read
	left    int    // calls until the tool dies, if it is not 0
	made    int    // calls
	before  func() // each call, if it is not nil
	dead    chan struct{}
}

// eventNames are the same in all tests.
var eventNames = sync.OnceValue(func() map[uint32]string {
	names := map[uint32]string{}
	for name, ceid := range factory().EventIDs() {
		names[ceid] = name
	}
	return names
})

// running starts a tool in the bubble; it ends with the test.
func running(t *testing.T, c Config) *fab { return startOn(t, c, factory()) }

// startOn starts a tool on an empty disk.
func startOn(t *testing.T, c Config, equipment gem.Config) *fab {
	return start300(t, c, equipment, persisttest.NewDisk())
}

// startDying starts a tool that does nothing more after so many calls.
func startDying(t *testing.T, c Config, equipment gem.Config, disk *persisttest.Disk, calls int) *fab {
	t.Helper()
	return start300(t, c, equipment, disk, func(f *fab) { f.left = calls })
}

// start300 starts a tool on what a disk holds; before it runs, others may see to the
// fab.
func start300(t *testing.T, c Config, equipment gem.Config, disk *persisttest.Disk, ready ...func(*fab)) *fab {
	t.Helper()
	tool, err := New(c, equipment)
	if err != nil {
		t.Fatal(err)
	}
	journal, err := persist.Open(persist.Config{FS: disk})
	if err != nil {
		t.Fatal(err)
	}
	f := &fab{t: t, tool: tool, equipment: equipment, disk: disk, names: map[uint32]string{}, listener: hsmstest.Listen("equipment"), values: map[string]secs2.Item{}, dead: make(chan struct{})}
	f.commits = &commits{Journal: journal, t: t, violated: map[string]bool{}}
	f.Daemon, err = daemon.New(daemon.Config{
		Equipment: equipment, Journal: f.commits, Programs: journal.Programs(), Links: []hsms.EndpointConfig{{Listen: func() (net.Listener, error) { return f.listener, nil }}},
	}, watched{tool, f})
	if err != nil {
		t.Fatal(err)
	}
	f.commits.watch(f.Daemon)
	for _, v := range slices.Concat(equipment.Variables, equipment.DataVariables) {
		f.names[v.VID] = v.Name
	}
	for _, see := range ready {
		see(f)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- f.Run(ctx) }()
	f.end = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("run: %v", err)
		}
		_ = journal.Close() // a full disk has nothing to say here
	})
	t.Cleanup(f.end)
	synctest.Wait()
	f.mu.Lock()
	defer f.mu.Unlock()
	f.refused = nil // what a start tells in case is no matter
	return f
}

// watched is the tool whose calls the fab sees.
type watched struct {
	*Tool
	f *fab
}

func (w watched) Run(ctx context.Context, _ *daemon.Daemon) error { return w.run(ctx, w.f) }

func (w watched) Changed(x gem.Transition) {
	if x.Machine == "Carrier" && x.To == "no state" {
		w.f.mu.Lock()
		w.f.gone = append(w.f.gone, x.Object)
		w.f.mu.Unlock()
	}
	w.Tool.Changed(x)
}

// leavers are the carriers that were there and are not any more.
func (f *fab) leavers() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.gone)
}

// call lets a call pass, or not.
func (f *fab) call(ctx context.Context) error {
	f.mu.Lock()
	stuck := f.stuck
	if f.left == 1 {
		select {
		case <-f.dead:
		default:
			close(f.dead)
		}
		stuck = true
	}
	if f.left > 1 {
		f.left--
	}
	f.made++
	before := f.before
	f.mu.Unlock()
	if before != nil {
		before()
	}
	if stuck {
		<-ctx.Done()
		return context.Cause(ctx)
	}
	return nil
}

func (f *fab) Set(values ...gem.Value) error {
	f.keep(values)
	return f.Daemon.Set(values...)
}

func (f *fab) keep(values []gem.Value) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, v := range values {
		f.values[f.names[v.VID]] = v.Item
	}
}

func (f *fab) note(event string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.events = append(f.events, event)
}

func (f *fab) Tell(ctx context.Context, fact model.Fact) error {
	if err := f.call(ctx); err != nil {
		return err
	}
	f.watch(fact)
	err := f.Daemon.Tell(ctx, fact)
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case err == nil:
		f.facts = append(f.facts, fact)
	case !errors.Is(err, gem.ErrStorage) && ctx.Err() == nil:
		f.refused = append(f.refused, factText(fact)+": "+err.Error())
	}
	return err
}

func factText(fact model.Fact) string { return fmt.Sprintf("%T%+v", fact, fact) }

// watch notes a wafer that leaves a chamber before its time.
func (f *fab) watch(fact model.Fact) {
	moved, ok := fact.(model.SubstrateMoved)
	if !ok || !strings.HasPrefix(moved.From, "CHAMBER") {
		return
	}
	v := newView(time.Now(), f.Material())
	if v.fate(v.at[moved.From]) == proceeds {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.astray = append(f.astray, factText(fact))
	}
}

func (f *fab) Process(ctx context.Context, trigger string, values ...gem.Value) error {
	if err := f.call(ctx); err != nil {
		return err
	}
	err := f.Daemon.Process(ctx, trigger, values...)
	if err == nil {
		f.note("-" + trigger)
	}
	return err
}

func (f *fab) Trigger(ctx context.Context, ceid uint32, values ...gem.Value) error {
	if err := f.call(ctx); err != nil {
		return err
	}
	f.keep(values)
	err := f.Daemon.Trigger(ctx, ceid, values...)
	if err == nil {
		f.note(eventNames()[ceid])
	}
	return err
}

func (f *fab) SelectProgram(ctx context.Context, ppid string) error {
	err := f.Daemon.SelectProgram(ctx, ppid)
	if err == nil {
		f.note("select:" + ppid)
	}
	return err
}

func (f *fab) Alarm(ctx context.Context, alid uint32, state gem.AlarmState, values ...gem.Value) error {
	if err := f.call(ctx); err != nil {
		return err
	}
	err := f.Daemon.Alarm(ctx, alid, state, values...)
	if err == nil {
		f.note(fmt.Sprint("alarm ", alid, " ", state))
	}
	return err
}

func (f *fab) calls() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.made
}

func (f *fab) number(name string) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	v, _ := f.values[name].Number()
	return int(v)
}

func (f *fab) text(name string) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return string(f.values[name].Data())
}

// send gives a command and wants this answer; what it leads to at once has
// happened when send returns.
func (f *fab) send(command string, want secs2.HCACK, args ...gem.Argument) {
	f.t.Helper()
	f.order(command, want, args...)
	synctest.Wait()
}

func (f *fab) order(command string, want secs2.HCACK, args ...gem.Argument) {
	f.t.Helper()
	hcack, bad := f.tool.Command(f.t.Context(), gem.Question{Command: command, Parameters: args})
	if hcack != want || (len(bad) > 0) != (want == secs2.HCACKInvalidParameter) {
		f.t.Errorf("%s: HCACK %d %v, want %d", command, hcack, bad, want)
	}
}

// tell is a fact or a service of the operator that must be taken.
func (f *fab) tell(facts ...model.Fact) {
	f.t.Helper()
	for _, x := range facts {
		if err := f.Daemon.Tell(f.t.Context(), x); err != nil {
			f.t.Errorf("%T%+v: %v", x, x, err)
		}
	}
	synctest.Wait()
}

func (f *fab) told() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.events)
}

// tolds are the facts that were taken.
func (f *fab) tolds() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	list := make([]string, len(f.facts))
	for i, fact := range f.facts {
		list[i] = factText(fact)
	}
	return list
}

// await lets time pass until the last event is this one.
func (f *fab) await(event string) {
	f.t.Helper()
	f.until("event "+event, func() bool {
		told := f.told()
		return len(told) > 0 && told[len(told)-1] == event
	})
}

// awaitNext lets time pass until there is one more of an event.
func (f *fab) awaitNext(event string) {
	f.t.Helper()
	n := f.times(event)
	f.until("next "+event, func() bool { return f.times(event) > n })
}

func (f *fab) times(event string) (n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, told := range f.events {
		if told == event {
			n++
		}
	}
	return n
}

// until lets time pass until something is so.
func (f *fab) until(what string, is func() bool) {
	f.t.Helper()
	for range 40_000 {
		if is() {
			return
		}
		time.Sleep(50 * time.Millisecond)
		synctest.Wait()
	}
	f.t.Fatalf("no %s; told: %v\nlast facts: %v\nworld: %s", what, f.told(), last(f.tolds(), 30), f.world())
}

// few is a number of rounds, fewer with -short and under the race detector, which
// looks for something else.
func few(most, quick int) int {
	if testing.Short() || underRace {
		return quick
	}
	return most
}

func last(list []string, n int) string { return strings.Join(list[max(0, len(list)-n):], "\n") }

// world is what the equipment holds, for people.
func (f *fab) world() string {
	s := f.Material()
	var b strings.Builder
	fmt.Fprintf(&b, "%+v\n%+v\n%+v\n%+v\n", s.Ports, s.Carriers, s.ProcessJobs, s.ControlJobs)
	for _, w := range s.Substrates {
		if w.State != model.AtSource || w.Job != "" {
			fmt.Fprintf(&b, "%+v\n", w)
		}
	}
	return b.String()
}

// clean reports facts that were refused.
func (f *fab) clean() {
	f.t.Helper()
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.refused) > 0 {
		f.t.Errorf("refused: %s", strings.Join(f.refused, "\n"))
	}
}

func (f *fab) value(name string) secs2.Item {
	f.mu.Lock()
	defer f.mu.Unlock()
	return maps.Clone(f.values)[name]
}

func ppid(name string) gem.Argument { return gem.Argument{Name: "PPID", Value: secs2.A(name)} }

const (
	done   = secs2.HCACKDone
	notNow = secs2.HCACKCannotPerformNow
	bad    = secs2.HCACKInvalidParameter
	later  = secs2.HCACKCompletionLater
	is     = secs2.HCACKAlreadyInCondition
)

// inBubble runs a test with a tool that has OXIDE selected.
func inBubble(t *testing.T, test func(t *testing.T, f *fab)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		f := running(t, recipes())
		f.send("PP-SELECT", done, ppid("OXIDE"))
		test(t, f)
	})
}
