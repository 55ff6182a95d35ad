package gem

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/secsd/secsd/secs2"
)

func describe(t *testing.T) Description {
	t.Helper()
	e, err := New(testConfig())
	if err != nil {
		t.Fatal(err)
	}
	return e.Describe()
}

// TestGEMDOC01_OneGapMakesEveryAnswerNo holds the statement against the 8 + 15
// rows of E30 8.3.
func TestGEMDOC01_OneGapMakesEveryAnswerNo(t *testing.T) {
	want := strings.Fields("F1 F2 F3 F4 F5 F6 F7 F8 A1 A2 A3 A4 A5 A6 A7 A8 A9 A10 A11 A12 A13 A14 A15")
	for _, tt := range []struct {
		gap     string // the row that has one
		lacking func(id string) bool
	}{
		{"none", func(string) bool { return false }},
		{"F8", func(string) bool { return true }},
		{"A6", func(id string) bool { return id == "A6" }},
	} {
		var ids []string
		for _, r := range statement(func(r complianceRow) gap {
			if r.id == tt.gap {
				return gap{lacks: "something"}
			}
			return gap{}
		}) {
			ids = append(ids, r.ID)
			if r.Compliant == tt.lacking(r.ID) || r.Compliant != (r.Missing == "") || !r.Implemented {
				t.Errorf("gap %s: %s is compliant %v, missing %q", tt.gap, r.ID, r.Compliant, r.Missing)
			}
		}
		if !slices.Equal(ids, want) {
			t.Errorf("rows %v, want %v", ids, want)
		}
	}
	for _, r := range describe(t).Compliance {
		if r.Compliant != (r.Missing == "") {
			t.Errorf("%s: compliant %v, missing %q", r.ID, r.Compliant, r.Missing)
		}
	}
}

// TestCompliance_Remote: START and STOP make remote control, a completion event
// of each command makes it compliant.
func TestCompliance_Remote(t *testing.T) {
	for _, tt := range []struct {
		commands    []Command
		implemented bool
		missing     string
	}{
		{nil, false, "no command START, no command STOP"},
		{[]Command{{Name: "START"}, {Name: "STOP"}}, true, "no completion event of START, STOP"},
		{[]Command{{Name: "START", Completion: []uint32{10}}, {Name: "STOP", Completion: []uint32{12, 13}}}, true, ""},
	} {
		cfg := testConfig()
		cfg.Commands = tt.commands
		e, err := New(cfg)
		if err != nil {
			t.Fatal(err)
		}
		g := e.gapRemote()
		if missing := join(g.absent, g.lacks); (g.absent == "") != tt.implemented || !strings.HasPrefix(missing, tt.missing) || tt.missing == "" && missing != "" {
			t.Errorf("%v: %+v, want %q", tt.commands, g, tt.missing)
		}
	}
}

// TestGEMDOC03_MessagesAreThoseOfTheRouteTable compares what is described as
// taken with what is dispatched.
func TestGEMDOC03_MessagesAreThoseOfTheRouteTable(t *testing.T) {
	var described, routed []string
	for _, m := range describe(t).Messages {
		if m.Direction == "H->E" {
			described = append(described, m.SF+" "+m.Name+" "+m.Reply)
		}
	}
	for _, r := range routes() {
		primary := secs2.SF{Stream: r.stream, Function: r.function}
		reply := secs2.SF{Stream: r.stream, Function: r.function + 1}
		routed = append(routed, primary.String()+" "+r.name+" "+reply.String())
	}
	if !slices.Equal(described, routed) {
		t.Errorf("described %q, dispatched %q", described, routed)
	}
}

// TestGEMDOC06_DuplicateIdentifiers wants an identifier that occurs twice
// refused wherever it stands.
func TestGEMDOC06_DuplicateIdentifiers(t *testing.T) {
	for key, change := range map[string]func(*Config){
		"variables[1].id": func(c *Config) {
			c.Variables = []Variable{{VID: 9, Name: "X", Format: secs2.FormatU1}, {VID: 9, Name: "Y", Format: secs2.FormatU1}}
		},
		"data_variables[0].id": func(c *Config) {
			c.Variables = []Variable{{VID: 9, Name: "X", Format: secs2.FormatU1}}
			c.DataVariables = []Variable{{VID: 9, Name: "Y", Format: secs2.FormatU1}}
		},
		"constants[0].id": func(c *Config) {
			c.Variables = []Variable{{VID: 9, Name: "X", Format: secs2.FormatU1}}
			c.Constants = []Constant{{ECID: 9, Name: "Y", Format: secs2.FormatU1}}
		},
		"variables[0].id":       func(c *Config) { c.Variables = []Variable{{VID: 101, Name: "X", Format: secs2.FormatU1}} },
		"vids.MDLN":             func(c *Config) { c.MoveVIDs = map[string]uint32{"MDLN": 101} },
		"events[1].id":          func(c *Config) { c.Events = []Event{{CEID: 9, Name: "X"}, {CEID: 9, Name: "Y"}} },
		"events[0].id":          func(c *Config) { c.Events = []Event{{CEID: 1, Name: "X"}} },
		"alarms[1].id":          func(c *Config) { c.Alarms = []Alarm{{ALID: 9, Name: "X"}, {ALID: 9, Name: "Y"}} },
		"alarms[1].set_event":   func(c *Config) { c.Alarms = []Alarm{{ALID: 9, Name: "X"}, {ALID: 10, Name: "Y", SetEvent: 1018}} },
		"alarms[0].clear_event": func(c *Config) { c.Alarms = []Alarm{{ALID: 9, Name: "X", ClearEvent: 1018}} },
		"alarms[0].set_event":   func(c *Config) { c.Alarms = []Alarm{{ALID: 2000, Name: "X"}}; c.Events[0].CEID = 5000 },
		"commands[1].name":      func(c *Config) { c.Commands = []Command{{Name: "GO"}, {Name: "GO"}} },
	} {
		cfg := testConfig()
		change(&cfg)
		var problem *ConfigError
		if err := cfg.Validate(); !errors.As(err, &problem) || problem.Key != key {
			t.Errorf("%s: got %v", key, err)
		}
	}
}

// TestDescribe_Meanings: every code that GEM's own variables and constants
// hold is said, and every text has a greatest length.
func TestDescribe_Meanings(t *testing.T) {
	d := describe(t)
	all := d.StatusVariables
	for _, v := range d.DataVariables {
		all = append(all, v.VariableDescription)
	}
	for _, c := range d.Constants {
		all = append(all, c.VariableDescription)
	}
	got := map[string][]Meaning{}
	for _, v := range all {
		if v.MaxLength == 0 {
			t.Errorf("%s has no greatest length", v.Name)
		}
		if v.Values != nil {
			got[v.Name] = v.Values
		}
	}
	for name, codes := range map[string][]uint64{
		"ControlState": {1, 2, 3, 4, 5}, "PreviousControlState": {1, 2, 3, 4, 5}, "TimeFormat": {0, 1, 2},
		"InitCommState": {0, 1}, "InitControlState": {1, 2, 3, 5}, "OnLineFailed": {1, 3}, "OnLineSubstate": {4, 5},
		"ProcessState": {64, 65, 66, 67, 68, 69}, "PreviousProcessState": {64, 65, 66, 67, 68, 69},
		"SpoolState": {1, 2}, "SpoolLoadSubstate": {6, 7}, "SpoolUnloadSubstate": {3, 4, 5},
		"TransitionType": {0, 1}, "PPChangeStatus": {1, 2, 3}, "PPFormat": {1, 2, 3},
	} {
		var values []uint64
		for _, m := range got[name] {
			values = append(values, m.Value)
		}
		if !slices.Equal(values, codes) {
			t.Errorf("%s: %v, want the codes %v", name, got[name], codes)
		}
		delete(got, name)
	}
	if len(got) > 0 {
		t.Errorf("meanings of variables that hold no code: %v", got)
	}
}
