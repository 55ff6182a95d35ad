package gem

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestProcessing drives the model of E30 3.4 at random; the state that PAUSE was
// entered from is remembered a second time.
func TestProcessing(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		e, err := New(testConfig())
		if err != nil {
			rt.Fatal(err)
		}
		var out Output
		e.Step(t0, Start{}, &out)
		state, before, paused := "INIT", "INIT", ""
		for range rapid.IntRange(1, 80).Draw(rt, "moves") {
			on := rapid.SampledFrom([]string{
				processInitialized, processSetup, processReady, processStart, processCompleted, processStop, processAbort, processFault, processPause, processResume,
			}).Draw(rt, "trigger")
			e.Step(t0, Process{Trigger: on}, &out)
			row, possible := processTable.Next(state, on)
			if possible != (out.Err == nil) || !possible && (!errors.Is(out.Err, ErrNotNow) || len(out.Transitions) > 0) {
				rt.Fatalf("%s in %s: %v", on, state, out.Err)
			}
			if possible {
				to := row.To
				if to == "PAUSE" {
					paused = state
				}
				if to == History {
					to = paused
				}
				before, state = state, to
			}
			if e.process.state.Name != state || e.process.previous.Name != before || e.Snapshot().Process != state {
				rt.Fatalf("%s < %s, want %s < %s", e.process.state.Name, e.process.previous.Name, state, before)
			}
		}
	})
}

// ownModel is a model with a state inside another that it comes back to.
func ownModel() Processing {
	return Processing{
		States: []ProcessState{{Name: "OFF", Code: 0}, {Name: "ON", Code: 1, Active: true}, {Name: "HELD", Code: 2}},
		Transitions: []ProcessTransition{
			{Row: 20, From: []string{"OFF"}, On: "go", To: "ON", CEID: 10},
			{Row: 10, From: []string{"ON", "OFF"}, On: "hold", To: "HELD", CEID: 5002},
			{Row: 30, From: []string{"HELD"}, On: "release", To: History},
		},
	}
}

func TestModelOfOnesOwn(t *testing.T) {
	cfg := testConfig()
	cfg.Processing = ownModel()
	e, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	var out Output
	e.Step(t0, Start{}, &out)
	for _, move := range []struct{ on, state string }{
		{"hold", "HELD"}, {"release", "OFF"}, {"go", "ON"}, {"hold", "HELD"}, {"release", "ON"},
	} {
		if e.Step(t0, Process{Trigger: move.on}, &out); out.Err != nil || e.process.state.Name != move.state {
			t.Fatalf("%s: %s, %v", move.on, e.process.state.Name, out.Err)
		}
	}
	if e.Step(t0, Process{Trigger: "start"}, &out); !errors.Is(out.Err, ErrUnknown) {
		t.Errorf("a trigger of another model: %v", out.Err)
	}
	if e.Step(t0, Trigger{CEID: 5002}, &out); !errors.Is(out.Err, ErrUnknown) {
		t.Errorf("the tool triggers the event of a row: %v", out.Err)
	}
	names := func(row int) (list []string) {
		for _, ev := range e.process.raises[row] {
			list = append(list, ev.name)
		}
		return list
	}
	for row, want := range map[int]string{20: "ProcessingStarted ProcessingStateChange", 10: "WaferDone ProcessingStateChange", 30: "ProcessingStateChange"} {
		if got := names(row); !slices.Equal(got, strings.Fields(want)) {
			t.Errorf("row %d raises %v, want %s", row, got, want)
		}
	}
	d := e.Describe()
	if len(d.Processing.States) != 3 || len(d.Processing.Transitions) != 4 || d.Processing.Transitions[3].To == History {
		t.Errorf("described as %+v", d.Processing)
	}
}

func TestModelProblems(t *testing.T) {
	for want, change := range map[string]func(*Processing){
		"process.states[0].name: got STANDBY, want a state of E30 3.4": func(p *Processing) { *p = Processing{States: []ProcessState{{Name: "STANDBY"}}} },
		"process.states[0].code: got 64, want a code that IDLE":        func(p *Processing) { *p = Processing{States: []ProcessState{{Name: "SETUP", Code: 64}}} },
		"process.transitions[0].row: got 11, want a row of E30 3.4":    func(p *Processing) { *p = Processing{Transitions: []ProcessTransition{{Row: 11}}} },
		"process.transitions[1].row: got 7, want a row that no other": func(p *Processing) {
			*p = Processing{Transitions: []ProcessTransition{{Row: 7}, {Row: 7}}}
		},
		"process.transitions[0].event: got ProcessingStateChange, want an event that nothing": func(p *Processing) {
			*p = Processing{Transitions: []ProcessTransition{{Row: 7, CEID: 13}}}
		},
		"process.transitions[0].event: got EquipmentOFFLINE, want an event that nothing": func(p *Processing) {
			*p = Processing{Transitions: []ProcessTransition{{Row: 7, CEID: 1}}}
		},
		"process.transitions[0].event: got 9, want the id of a": func(p *Processing) { p.Transitions[0].CEID = 9 },
		"process.states[0].name: got history, want another":     func(p *Processing) { p.States[0].Name = History },
		"process.states[2].name: got ON, want a name that":      func(p *Processing) { p.States[2].Name = "ON" },
		"process.states[3].name: got LOST, want a state that a": func(p *Processing) {
			p.States = append(p.States, ProcessState{Name: "LOST", Code: 9})
		},
		"process.transitions[1].from: got nothing, want at least":       func(p *Processing) { p.Transitions[1].From = nil },
		"process.transitions[1].from[0]: got AWAY, want a state of":     func(p *Processing) { p.Transitions[1].From[0] = "AWAY" },
		"process.transitions[1].from[1]: got ON, want each state once":  func(p *Processing) { p.Transitions[1].From[1] = "ON" },
		"process.transitions[1].from[1]: got OFF, want a state that no": func(p *Processing) { p.Transitions[1].On = "go" },
		"process.transitions[2].to: got AWAY, want a state of":          func(p *Processing) { p.Transitions[2].To = "AWAY" },
		`process.transitions[2].on: got "", want 1 to 80`:               func(p *Processing) { p.Transitions[2].On = "" },
	} {
		cfg := testConfig()
		cfg.Processing = ownModel()
		change(&cfg.Processing)
		if err := cfg.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	cfg := testConfig()
	cfg.Constants[0].SafeStates = []string{"IDLE", "AWAY"}
	cfg.Commands[0].Already = []string{"IDLE", "IDLE"}
	err := cfg.Validate()
	for _, want := range []string{"constants[0].safe_states[1]: got AWAY", "commands[0].already[1]: got IDLE"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
