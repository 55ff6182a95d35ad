package gem

import (
	"math"
	"strings"
	"testing"

	"github.com/secsd/secsd/secs2"
)

func TestValidate(t *testing.T) {
	constant := func(c Constant) func(*Config) {
		return func(cfg *Config) { cfg.Constants = []Constant{c} }
	}
	parameter := func(p Parameter) func(*Config) {
		return func(cfg *Config) { cfg.Commands = []Command{{Name: "GO", Parameters: []Parameter{p}}} }
	}
	for want, change := range map[string]func(*Config){
		"mdln: got \"\", want 1 to 20 printable":                             func(c *Config) { c.MDLN = "" },
		"hosts: got none, want at least one host":                            func(c *Config) { c.Hosts = nil },
		"hosts[1].name: got mes, want a name that no other host has":         func(c *Config) { c.Hosts = append(c.Hosts, HostConfig{Name: "mes"}) },
		"hosts[0].device_id: got 32768, want 0 to 32767":                     func(c *Config) { c.Hosts = []HostConfig{{Name: "x", DeviceIDs: []uint16{32768}}} },
		"comm.establish_timeout: got 500ns, want whole seconds":              func(c *Config) { c.Communications.EstablishCommunicationsTimeout = 500 },
		"error.conversation_timeout: got 1ns, want 0, or 1s to 10m":          func(c *Config) { c.Errors.ConversationTimeout = 1 },
		"variables[0].id: got 101, want an identifier that Clock":            func(c *Config) { c.Variables[0].VID = 101 },
		"variables[0].name: got MDLN, want a name that GEM does not":         func(c *Config) { c.Variables[0].Name = "MDLN" },
		"variables[0].initial: got A [3], want one value in format F4":       func(c *Config) { c.Variables[0].Initial = secs2.A("abc") },
		"vids.Nothing: got Nothing, want a name that GEM defines":            func(c *Config) { c.MoveVIDs = map[string]uint32{"Nothing": 5} },
		"vids.Clock: got 300, want at most 255":                              func(c *Config) { c.IDFormat = IDU1; c.MoveVIDs = map[string]uint32{"Clock": 300} },
		"ceids.EquipmentOFFLINE: got 300, want at most 255":                  func(c *Config) { c.IDFormat = IDU1; c.MoveCEIDs = map[string]uint32{"EquipmentOFFLINE": 300} },
		"constants[0].max: got 3, want at least min, 5":                      constant(Constant{ECID: 9, Name: "X", Format: secs2.FormatU2, Min: secs2.U2(5), Max: secs2.U2(3)}),
		"constants[0].min: got U4 5, want one number in format U2":           constant(Constant{ECID: 9, Name: "X", Format: secs2.FormatU2, Min: secs2.U4(5)}),
		"constants[0].max: got F4 NaN, want one number":                      constant(Constant{ECID: 9, Name: "X", Format: secs2.FormatF4, Max: secs2.F4(float32(math.NaN()))}),
		"constants[0].default: got 9, want U2 from 1 to 3":                   constant(Constant{ECID: 9, Name: "X", Format: secs2.FormatU2, Min: secs2.U2(1), Max: secs2.U2(3), Default: secs2.U2(9)}),
		"constants[0].format: got L, want a format of E5 other than a list":  constant(Constant{ECID: 9, Name: "X"}),
		"constants[0].name: got TimeFormat, want a name that GEM does not":   constant(Constant{ECID: 9, Name: "TimeFormat", Format: secs2.FormatU1}),
		"events[0].data_variables[1]: got 3001, want an id that occurs once": func(c *Config) { c.Events = []Event{{CEID: 9, Name: "X", DataVariables: []uint32{3001, 3001}}} },
		"events[0].data_variables[0]: got 1001, want the id of a data":       func(c *Config) { c.Events = []Event{{CEID: 9, Name: "X", DataVariables: []uint32{1001}}} },
		"events[0].name: got EquipmentOFFLINE, want a name that GEM":         func(c *Config) { c.Events = []Event{{CEID: 9, Name: "EquipmentOFFLINE"}} },
		"commands[1].name: got GO, want a name that no other":                func(c *Config) { c.Commands = []Command{{Name: "GO"}, {Name: "GO"}} },
		"commands[0].name: got GO ON, want a name without a blank":           func(c *Config) { c.Commands = []Command{{Name: "GO ON"}} },
		"parameters[0].max: got 3, want at least min, 5":                     parameter(Parameter{Name: "N", Format: secs2.FormatU1, Min: secs2.U1(5), Max: secs2.U1(3)}),
		"parameters[0].values[1]: got A A, want a value that occurs once":    parameter(Parameter{Name: "N", Format: secs2.ASCII, Values: []secs2.Item{secs2.A("A"), secs2.A("A")}}),
		"parameters[0].values[0]: got A ABC, want a value that format":       parameter(Parameter{Name: "N", Format: secs2.ASCII, MaxLength: 2, Values: []secs2.Item{secs2.A("ABC")}}),
		"rcmd.deadline: got 1ns, want 100ms to 120s":                         func(c *Config) { c.Remote.Deadline = 1 },
		"report.max: got -1, want 1 to 1000000":                              func(c *Config) { c.Reports.Max = -1 },
	} {
		cfg := testConfig()
		change(&cfg)
		err := cfg.Validate()
		if err == nil || !strings.Contains(err.Error(), "gem: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
		if _, err := New(cfg); err == nil {
			t.Errorf("New took what Validate refuses: %s", want)
		}
	}
}
