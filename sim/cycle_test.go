package sim

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/secsd/secsd/daemon"
	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/secs2"
)

// factory returns an equipment with all that the cycle needs.
func factory() gem.Config {
	c := gem.Config{MDLN: "ETCH9", SOFTREV: "1.0", Hosts: []gem.HostConfig{{Name: "mes"}}, Programs: gem.Programs{Commands: ProcessCommands()}}
	for i, n := range statusNeeds() {
		c.Variables = append(c.Variables, gem.Variable{VID: uint32(1001 + i), Name: n.name, Format: n.format, MaxLength: n.length})
	}
	for i, n := range dataNeeds() {
		c.DataVariables = append(c.DataVariables, gem.Variable{VID: uint32(3001 + i), Name: n.name, Format: n.format, MaxLength: n.length})
	}
	for i, name := range eventNeeds() {
		c.Events = append(c.Events, gem.Event{CEID: uint32(5001 + i), Name: name})
	}
	for i := range c.Variables {
		if v := &c.Variables[i]; strings.HasSuffix(v.Name, "SlotMap") {
			v.Initial = secs2.A("0101100000000000000000000")
		}
	}
	return c
}

func recipes() Config {
	return Config{Seed: 7, Wafers: 2, Recipes: []Recipe{
		{Name: "OXIDE", Steps: []Step{{"STABILIZE", 2 * time.Second, 10, 0}, {"MAIN", 6 * time.Second, 12, 600}}},
		{Name: "POLY", Steps: []Step{{"MAIN", 5 * time.Second, 8, 480}}},
	}}
}

// fab is the daemon that a tool tells its events to; it has the variables of
// a real one.
type fab struct {
	t    *testing.T
	tool *Tool
	d    gem.Description
	shelf

	mu     sync.Mutex // guards the fields below
	eq     *gem.Equipment
	out    gem.Output
	events []string
	values map[string]secs2.Item
	full   int // failures of the disk to come
	stuck  bool
}

// running starts a tool in the bubble; it ends with the test.
func running(t *testing.T, c Config) *fab {
	t.Helper()
	equipment := factory()
	eq, err := gem.New(equipment)
	if err != nil {
		t.Fatal(err)
	}
	f := &fab{t: t, shelf: newShelf(), eq: eq, d: eq.Describe(), values: map[string]secs2.Item{}}
	if f.tool, err = New(c, equipment); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- f.tool.run(ctx, f) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("run: %v", err)
		}
	})
	synctest.Wait()
	return f
}

func (f *fab) Describe() daemon.Description { return daemon.Description{Description: f.d} }

func (f *fab) Set(values ...gem.Value) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, v := range values {
		f.values[f.variable(v.VID)] = v.Item
	}
	return nil
}

func (f *fab) variable(vid uint32) string {
	for _, v := range f.d.StatusVariables {
		if v.ID == vid {
			return v.Name
		}
	}
	for _, v := range f.d.DataVariables {
		if v.ID == vid {
			return v.Name
		}
	}
	f.t.Errorf("value of unknown variable %d", vid)
	return ""
}

// obstacle is a failed disk, or a host that does not read.
func (f *fab) obstacle(ctx context.Context) error {
	f.mu.Lock()
	full, stuck := f.full > 0, f.stuck
	if full {
		f.full--
	}
	f.mu.Unlock()
	if full {
		return gem.ErrStorage
	}
	if stuck {
		<-ctx.Done()
		return context.Cause(ctx)
	}
	return nil
}

// Process lets the model of the core judge.
func (f *fab) Process(ctx context.Context, trigger string, _ ...gem.Value) error {
	if err := f.obstacle(ctx); err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.eq.Step(time.Now(), gem.Process{Trigger: trigger}, &f.out)
	if f.out.Err != nil {
		f.t.Errorf("%s: %v", trigger, f.out.Err)
		return f.out.Err
	}
	code := map[string]int{"INIT": 69, "IDLE": 64, "SETUP": 65, "READY": 66, "EXECUTING": 67, "PAUSE": 68}
	event := map[int]string{
		4: "ProcessingStarted", 5: "ProcessingCompleted", 6: "ProcessingStopped", 7: "ProcessingAborted", 9: "ProcessingPaused", 10: "ProcessingResumed",
	}
	for _, x := range f.out.Transitions {
		if event[x.Row] != "" {
			f.events = append(f.events, event[x.Row])
		}
		f.events = append(f.events, fmt.Sprintf("%d>%d", code[x.From], code[x.To]))
	}
	return nil
}

func (f *fab) Trigger(ctx context.Context, ceid uint32, values ...gem.Value) error {
	if err := f.obstacle(ctx); err != nil {
		return err
	}
	_ = f.Set(values...)
	f.mu.Lock()
	defer f.mu.Unlock()
	i := slices.IndexFunc(f.d.Events, func(ev gem.EventDescription) bool { return ev.ID == ceid })
	if i < 0 {
		f.t.Errorf("unknown event %d", ceid)
		return gem.ErrUnknown
	}
	f.events = append(f.events, f.d.Events[i].Name)
	return nil
}

func (f *fab) SelectProgram(ctx context.Context, ppid string) error {
	return f.Trigger(ctx, 31, gem.Value{VID: 108, Item: secs2.A(ppid)})
}

func (f *fab) Alarm(context.Context, uint32, gem.AlarmState, ...gem.Value) error { return nil }

func (f *fab) number(name string) int {
	v, _ := f.values[name].Number()
	return int(v)
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

func (f *fab) told() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.events)
}

// await lets time pass until the last event is this one.
func (f *fab) await(event string) {
	f.t.Helper()
	for range 10_000 {
		if told := f.told(); len(told) > 0 && told[len(told)-1] == event {
			return
		}
		time.Sleep(10 * time.Millisecond)
		synctest.Wait()
	}
	f.t.Fatalf("no %s; told: %v", event, f.told())
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

func TestCycle(t *testing.T) {
	inBubble(t, func(t *testing.T, f *fab) {
		f.send("START", later, gem.Argument{Name: "LOTID", Value: secs2.A("LOT-7")})
		f.await("CarrierArrived")
		want := strings.Fields(`69>64 ProcessProgramSelected 64>65 LotStarted
			CarrierClamped CarrierIDRead CarrierOpened SlotMapRead 65>66 ProcessingStarted 66>67
			WaferStarted WaferPicked WaferPlaced AlignmentStarted AlignmentCompleted WaferPicked WaferPlaced
			ChamberAWaferLoaded ChamberAProcessStarted ChamberAStepStarted ChamberAStepCompleted
			ChamberAStepStarted ChamberAStepCompleted ChamberAProcessCompleted ChamberAWaferUnloaded
			WaferPicked WaferPlaced WaferCompleted
			WaferStarted WaferPicked WaferPlaced AlignmentStarted AlignmentCompleted WaferPicked WaferPlaced
			ChamberBWaferLoaded ChamberBProcessStarted ChamberBStepStarted ChamberBStepCompleted
			ChamberBStepStarted ChamberBStepCompleted ChamberBProcessCompleted ChamberBWaferUnloaded
			WaferPicked WaferPlaced WaferCompleted RobotHomed
			LotCompleted CarrierClosed CarrierUnclamped ProcessingCompleted 67>64
			MaterialRemoved CarrierRemoved PortReadyToLoad MaterialReceived CarrierArrived`)
		if told := f.told(); !slices.Equal(told, want) {
			t.Errorf("told:\n%v\nwant:\n%v", told, want)
		}
		for name, want := range map[string]secs2.Item{
			"PPExecName": secs2.A("OXIDE"), "LotID": secs2.A("LOT-7"), "WaferID": secs2.A("LOT-7.04"), "Slot": secs2.U1(4),
			"WaferResult": secs2.A("GOOD"), "WaferCount": secs2.U1(2), "PortID": secs2.U1(1), "StepName": secs2.A("MAIN"),
			"StepNumber": secs2.U1(2), "StepTime": secs2.F4(6), "WaferTotal": secs2.U8(2), "ChamberAState": secs2.A("IDLE"),
			"ChamberAWaferPresent": secs2.Bool(false), "LotsInProcess": secs2.L(), "Port1CarrierID": secs2.A("FOUP-0401"),
		} {
			if got := f.values[name]; !got.Equal(want) {
				t.Errorf("%s is %v, want %v", name, got, want)
			}
		}
		f.send("START", later)
		f.await("CarrierArrived")
		if f.number("PortID") != 2 || string(f.values["LotID"].Data()) != "LOT-3002" {
			t.Errorf("second lot: port %d, %s", f.number("PortID"), f.values["LotID"].Data())
		}
	})
}

// TestCommandsByState tries every command in every state; row by row its
// answer, in the order IDLE, SETUP, EXECUTING, PAUSE.
func TestCommandsByState(t *testing.T) {
	for _, c := range []struct {
		command string
		want    [4]secs2.HCACK
	}{
		{"PP-SELECT", [4]secs2.HCACK{done, notNow, notNow, notNow}},
		{"START", [4]secs2.HCACK{later, is, is, notNow}},
		{"STOP", [4]secs2.HCACK{is, later, later, later}},
		{"ABORT", [4]secs2.HCACK{is, later, later, later}},
		{"PAUSE", [4]secs2.HCACK{notNow, later, later, is}},
		{"RESUME", [4]secs2.HCACK{notNow, is, is, later}},
		{"LABEL", [4]secs2.HCACK{notNow, notNow, notNow, notNow}},
	} {
		for i, name := range []string{"IDLE", "SETUP", "EXECUTING", "PAUSE"} {
			t.Run(c.command+" in "+name, func(t *testing.T) {
				inBubble(t, func(t *testing.T, f *fab) {
					if i > 0 {
						f.send("START", later)
					}
					if i > 1 {
						f.await("ChamberAStepStarted")
					}
					if i > 2 {
						f.send("PAUSE", later)
					}
					f.order(c.command, c.want[i], ppid("POLY"))
				})
			})
		}
	}
}

func TestStopFinishesTheWafer(t *testing.T) {
	inBubble(t, func(t *testing.T, f *fab) {
		f.send("START", later)
		f.await("ChamberAStepStarted")
		f.send("STOP", later)
		f.order("STOP", is)
		f.order("PAUSE", notNow)
		f.await("67>64")
		f.ends("WaferPicked WaferPlaced WaferCompleted LotCompleted CarrierClosed CarrierUnclamped ProcessingStopped 67>64")
		if f.number("WaferCount") != 1 || string(f.values["WaferResult"].Data()) != "GOOD" {
			t.Errorf("%d wafers, the last %s", f.number("WaferCount"), f.values["WaferResult"].Data())
		}
	})
}

// ends checks the last events.
func (f *fab) ends(events string) {
	f.t.Helper()
	want, told := strings.Fields(events), f.told()
	if tail := told[max(0, len(told)-len(want)):]; !slices.Equal(tail, want) {
		f.t.Errorf("told %v, want %v at the end", told, want)
	}
}

func TestAbortBringsTheWaferHome(t *testing.T) {
	inBubble(t, func(t *testing.T, f *fab) {
		f.send("START", later)
		f.await("ChamberAStepStarted")
		f.send("ABORT", later)
		f.order("ABORT", is)
		f.order("STOP", is)
		f.await("67>64")
		f.ends("ChamberAStepStarted ChamberAWaferUnloaded WaferPlaced WaferCompleted LotCompleted CarrierClosed CarrierUnclamped ProcessingAborted 67>64")
		if string(f.values["WaferResult"].Data()) != "PARTIAL" {
			t.Errorf("the wafer is %s", f.values["WaferResult"].Data())
		}
		f.await("CarrierArrived")
		f.send("START", later)
		f.await("67>64")
	})
}

// TestPauseStopsTheClock: the rest of a step runs after RESUME.
func TestPauseStopsTheClock(t *testing.T) {
	inBubble(t, func(t *testing.T, f *fab) {
		f.send("START", later)
		f.await("ChamberAStepStarted")
		time.Sleep(time.Second)
		f.send("PAUSE", later)
		f.ends("ChamberAStepStarted ProcessingPaused 67>68")
		f.order("PAUSE", is)
		time.Sleep(time.Hour)
		f.ends("ChamberAStepStarted ProcessingPaused 67>68")
		f.send("RESUME", later)
		f.order("RESUME", is)
		f.ends("ProcessingPaused 67>68 ProcessingResumed 68>67")
		time.Sleep(time.Second - 1)
		synctest.Wait()
		f.ends("ProcessingResumed 68>67")
		time.Sleep(1)
		synctest.Wait()
		f.ends("68>67 ChamberAStepCompleted ChamberAStepStarted")
	})
}

// TestPauseInSetup: RESUME returns to where PAUSE came (row 10).
func TestPauseInSetup(t *testing.T) {
	inBubble(t, func(t *testing.T, f *fab) {
		f.send("START", later)
		f.send("PAUSE", later)
		f.send("RESUME", later)
		f.ends("CarrierClamped ProcessingPaused 65>68 ProcessingResumed 68>65")
		f.await("67>64")
	})
}

func TestStopInPause(t *testing.T) {
	for command, event := range map[string]string{"STOP": "ProcessingStopped", "ABORT": "ProcessingAborted"} {
		inBubble(t, func(t *testing.T, f *fab) {
			f.send("START", later)
			f.await("AlignmentStarted")
			f.send("PAUSE", later)
			f.send(command, later)
			f.await("68>64")
			f.ends("WaferPlaced WaferCompleted LotCompleted CarrierClosed CarrierUnclamped " + event + " 68>64")
		})
	}
}

// TestFC90_CommandsBackToBack gives orders behind a START that has not begun.
func TestFC90_CommandsBackToBack(t *testing.T) {
	for _, c := range []struct{ behind, ends string }{
		{"STOP", "SlotMapRead LotCompleted CarrierClosed CarrierUnclamped ProcessingStopped 65>64"},
		{"ABORT", "64>65 LotStarted CarrierClamped LotCompleted CarrierClosed CarrierUnclamped ProcessingAborted 65>64"},
	} {
		inBubble(t, func(t *testing.T, f *fab) {
			f.order("START", later)
			f.order("START", is)
			f.order(c.behind, later)
			f.await("65>64")
			f.ends(c.ends)
		})
	}
	inBubble(t, func(t *testing.T, f *fab) {
		f.order("PP-SELECT", done, ppid("POLY"))
		f.order("START", later)
		f.order("PP-SELECT", notNow, ppid("OXIDE"))
		f.order("PAUSE", later)
		f.await("65>68")
		f.ends("ProcessProgramSelected 64>65 LotStarted CarrierClamped ProcessingPaused 65>68")
	})
}

// TestStartDuringExchange waits for the next carrier.
func TestStartDuringExchange(t *testing.T) {
	inBubble(t, func(t *testing.T, f *fab) {
		f.send("START", later)
		f.await("67>64")
		f.send("PP-SELECT", done, ppid("POLY"))
		f.ends("67>64 ProcessProgramSelected")
		f.send("START", later)
		f.send("ABORT", later)
		f.await("65>64")
		f.ends("CarrierArrived 64>65 LotStarted CarrierClamped LotCompleted CarrierClosed CarrierUnclamped ProcessingAborted 65>64")
	})
}

func TestBadParameters(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := running(t, recipes())
		f.order("START", notNow)
		f.order("PP-SELECT", bad, ppid("oxide"))
		f.order("PP-SELECT", bad)
		f.order("START", bad, gem.Argument{Name: "LOTID", Value: secs2.A(strings.Repeat("L", maxLotID+1))})
	})
}

func TestWithoutRecipesNothingIsObeyed(t *testing.T) {
	tool, err := New(Config{}, etcher())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"START", "STOP", "PP-SELECT"} {
		if hcack, _ := tool.Command(t.Context(), gem.Question{Command: name}); hcack != notNow {
			t.Errorf("%s: HCACK %d", name, hcack)
		}
	}
}

// TestFactsAreRepeated: what happened while the disk failed is told later.
func TestFactsAreRepeated(t *testing.T) {
	inBubble(t, func(t *testing.T, f *fab) {
		f.send("START", later)
		f.mu.Lock()
		f.full = 3
		f.mu.Unlock()
		f.await("67>64")
		if told := f.told(); !slices.Contains(told, "CarrierIDRead") {
			t.Errorf("told %v", told)
		}
	})
}

// TestCommandsWhileAHostIsSlow: an event that waits for room holds no command up.
func TestCommandsWhileAHostIsSlow(t *testing.T) {
	inBubble(t, func(t *testing.T, f *fab) {
		f.send("START", later)
		f.mu.Lock()
		f.stuck = true
		f.mu.Unlock()
		time.Sleep(time.Minute)
		f.order("STOP", later)
	})
}

func TestCycleFollowsSpeedAndSeed(t *testing.T) {
	run := func(t *testing.T, speed float64) (took time.Duration, angle secs2.Item) {
		synctest.Test(t, func(t *testing.T) {
			c := recipes()
			c.Speed = speed
			f := running(t, c)
			f.send("PP-SELECT", done, ppid("POLY"))
			began := time.Now()
			f.send("START", later)
			f.await("67>64")
			took, angle = time.Since(began), f.values["NotchAngle"]
		})
		return took, angle
	}
	slow, a := run(t, 1)
	fast, b := run(t, 10)
	if !a.Equal(b) || slow < 9*fast || slow > 11*fast {
		t.Errorf("speed 1: %v, speed 10: %v; %v and %v", slow, fast, a, b)
	}
}

func TestValidateRecipes(t *testing.T) {
	for _, c := range []struct {
		change func(*Config, *gem.Config)
		want   string
	}{
		{func(*Config, *gem.Config) {}, ""},
		{func(c *Config, _ *gem.Config) { c.Wafers = 26 }, "wafers"},
		{func(c *Config, _ *gem.Config) { c.Recipes[1].Name = "OXIDE" }, "recipes[1].name"},
		{func(c *Config, _ *gem.Config) { c.Recipes[0].Name = "" }, "recipes[0].name"},
		{func(c *Config, _ *gem.Config) { c.Recipes[0].Name = "Ä" }, "recipes[0].name"},
		{func(c *Config, _ *gem.Config) { c.Recipes[0].Steps = nil }, "recipes[0].steps"},
		{func(c *Config, _ *gem.Config) { c.Recipes[0].Steps[1].Name = strings.Repeat("x", 21) }, "recipes[0].steps[1].name"},
		{func(c *Config, _ *gem.Config) { c.Recipes[0].Steps[1].Time = 0 }, "recipes[0].steps[1].time"},
		{func(c *Config, _ *gem.Config) { c.Recipes[0].Steps[1].Pressure = -1 }, "recipes[0].steps[1].pressure"},
		{func(c *Config, _ *gem.Config) { c.Recipes[0].Steps[1].RFPower = 65535 }, "recipes[0].steps[1].rf_power"},
		{func(_ *Config, e *gem.Config) { e.Events = e.Events[1:] }, "recipes"},
		{func(_ *Config, e *gem.Config) { e.Programs.Commands = nil }, "recipes"},
		{func(_ *Config, e *gem.Config) { e.DataVariables[0].Format = secs2.FormatU4 }, "recipes"},
		{func(_ *Config, e *gem.Config) { e.Variables[0].MaxLength = 1 }, "recipes"},
		{func(_ *Config, e *gem.Config) { e.DataVariables = e.DataVariables[1:] }, "recipes"},
	} {
		config, equipment := recipes(), factory()
		c.change(&config, &equipment)
		err := config.Validate(equipment)
		var problem *ConfigError
		if c.want == "" && err != nil || c.want != "" && (!errors.As(err, &problem) || problem.Key != c.want || strings.Contains(err.Error(), "\n")) {
			t.Errorf("%v, want one problem of %q", err, c.want)
		}
	}
}
