package config

import (
	"net/netip"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/secsd/secsd/api"
	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/hsms"
	"github.com/secsd/secsd/secs2"
	"github.com/secsd/secsd/sim"
)

// TestShippedFiles loads every equipment file that comes with the project.
func TestShippedFiles(t *testing.T) {
	names, err := filepath.Glob("../../configs/*.yaml")
	if err != nil || len(names) == 0 {
		t.Fatalf("no files in configs: %v", err)
	}
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			if c := load(t, name); len(c.Warnings) != 0 {
				t.Errorf("warnings: %q", c.Warnings)
			}
		})
	}
}

func load(t *testing.T, path string, over ...Override) Config {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	c, err := Load(Source{Name: filepath.Base(path), Data: data, Overrides: over})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func comparable() cmp.Options {
	return cmp.Options{
		cmp.Comparer(func(a, b secs2.Item) bool { return a.Equal(b) }),
		cmp.Comparer(func(a, b netip.Prefix) bool { return a == b }),
		cmp.Comparer(func(a, b *time.Location) bool {
			return (a == nil) == (b == nil) && (a == nil || a.String() == b.String())
		}),
		cmpopts.EquateEmpty(),
	}
}

// TestEveryKey sees where each key of the file ends up.
func TestEveryKey(t *testing.T) {
	taipei, err := time.LoadLocation("Asia/Taipei")
	if err != nil {
		t.Fatal(err)
	}
	want := Config{
		Equipment: gem.Config{
			MDLN: "MODEL", SOFTREV: "2.1", EqpName: "ETCH-01", EqpSerialNum: "0042",
			Communications: gem.Communications{
				Default: gem.StartDisabled, Initiate: gem.HostInitiates, S1F13OnSelect: gem.S1F13AfterDelay,
				HostS1F13: gem.StrictS1F13, HoldMax: 999, EstablishCommunicationsTimeout: 20 * time.Second,
			},
			Control: gem.Control{
				Default: gem.StartEquipmentOffLine, OnAttemptFail: gem.FailToEquipmentOffLine,
				Switch: gem.SwitchLocal, Attempt: gem.AttemptFails,
			},
			Errors:   gem.Errors{AfterS9: gem.S9AndF0, S9PerSecond: 11, ConversationTimeout: 90 * time.Second},
			ASCIIOut: gem.RawText, NonFinite: gem.NonFiniteSend,
			Location: taipei, IDFormat: gem.IDU8,
			Variables: []gem.Variable{
				{VID: 1001, Name: "Pressure", Units: "mTorr", Format: secs2.FormatF8, Initial: secs2.F8(12.5), Limits: gem.VariableLimits{Min: secs2.F8(0), Max: secs2.F8(500), Event: 7001}},
				{VID: 1002, Name: "Lot", Format: secs2.ASCII, MaxLength: 20, Initial: secs2.A("0123")},
			},
			DataVariables: []gem.Variable{
				{VID: 3001, Name: "WaferID", Units: "id", Format: secs2.ASCII, MaxLength: 12},
				{VID: 3002, Name: "Slot", Format: secs2.FormatU1},
			},
			Constants: []gem.Constant{
				{ECID: 4001, Name: "MaxWafers", Units: "wafers", Format: secs2.FormatU2, Min: secs2.U2(1), Max: secs2.U2(25), Default: secs2.U2(5)},
				{ECID: 4002, Name: "Bay", Format: secs2.ASCII, MaxLength: 8, Default: secs2.A("B3")},
			},
			Events: []gem.Event{
				{CEID: 5001, Name: "WaferStarted", DataVariables: []uint32{3001, 3002}},
				{CEID: 5002, Name: "Idle"},
			},
			Alarms: []gem.Alarm{{
				ALID: 7, Name: "DoorOpen", Text: "DOOR OPEN", Category: 64, SetEvent: 6001, ClearEvent: 6002, DataVariables: []uint32{3001, 3002},
				Description: "A door", Trigger: "opened", Reset: "shut", Affects: []gem.Endangered{gem.EndangersMaterial, gem.EndangersOperator},
			}},
			Alarming: gem.Alarming{ALTXMax: 30, WBit: gem.NoS5F2},
			Edition:  gem.Edition1103,
			Commands: []gem.Command{
				{Name: "START", Effect: gem.Affects, Parameters: []gem.Parameter{
					{Name: "PPID", Format: secs2.ASCII, MaxLength: 9, Need: gem.Required, Values: []secs2.Item{secs2.A("OXIDE"), secs2.A("POLY")}},
					{Name: "COUNT", Format: secs2.FormatI2, Min: secs2.I2(-1), Max: secs2.I2(25)},
					{Name: "RECIPE", Format: secs2.ASCII, Program: gem.ProgramAlways},
				}},
				{Name: "LABEL", Effect: gem.Benign},
			},
			MoveVIDs:  map[string]uint32{"Clock": 9001},
			MoveCEIDs: map[string]uint32{"ProcessingStarted": 9002},
			Reports:   gem.Reports{Max: 10, MaxVIDs: 20, MaxLinks: 30},
			Limits:    gem.Monitoring{EventLimit: gem.AlwaysList},
			Traces: gem.Traces{
				MinPeriod: 250 * time.Millisecond, Max: 32, MaxSVIDs: 100, FirstSample: gem.FirstAtOnce, Remainder: gem.DropRemainder,
				Variables: gem.TraceAnyVariable, OffLine: gem.StopTraces,
			},
			Remote:    gem.RemoteControl{Deadline: 2500 * time.Millisecond},
			S6WBit:    gem.DoNotWait,
			S10WBit:   gem.DoNotWaitForS10F2,
			Terminals: []gem.Terminal{{TID: 0, Name: "front"}, {TID: 3}},
			Programs: gem.Programs{
				Max: 20, MaxBytes: 2000, MaxStoreBytes: 30000, GrantTimeout: 80 * time.Second,
				OverwriteSelected: gem.DenyOverwrite, DeleteSelected: gem.AcceptDelete, HostChange: gem.HostChangeEvent,
				Commands: []gem.ProcessCommand{{CCODE: 10, Name: "RAMP", Description: "Heats", Parameters: []gem.ProcessParameter{
					{Name: "Temperature", Description: "To", Units: "degC", Format: secs2.FormatF4, Min: secs2.F4(0), Max: secs2.F4(1200)},
					{Name: "Gas", Format: secs2.ASCII, MaxLength: 8},
				}}},
			},
			Hosts: []gem.HostConfig{
				{Name: "mes", DeviceIDs: []uint16{7, 8}, DeviceIDCheck: gem.CheckAll, SessionMSB: gem.IgnoreMSB, Window: 17},
				{Name: "fdc", DeviceIDs: []uint16{9}, DeviceIDCheck: gem.CheckNone},
			},
		},
		Links: []hsms.EndpointConfig{
			{
				Name: "mes", Connect: hsms.Active, Address: "mes.fab.example:6000",
				AllowFrom: []netip.Prefix{
					netip.MustParsePrefix("10.1.0.0/16"), netip.MustParsePrefix("192.0.2.1/32"), netip.MustParsePrefix("2001:db8::/32"),
				},
				SecondConnection: hsms.SecondReplace, NoProbeOnSecond: true, ReplaceAnyIP: true, ConnectTimeout: 11 * time.Second,
				Config: hsms.Config{
					Timers: hsms.Timers{
						T3: 46 * time.Second, T5: 12 * time.Second, T6: 6500 * time.Millisecond,
						T7: 13 * time.Second, T8: 250 * time.Millisecond,
					},
					Linktest: hsms.Linktest{Interval: -1, MaxMisses: 2, Always: true, Strict: true},
					Rules: hsms.Rules{
						Strict: true, StrictSession: true, NoReject: true, NotSelectedData: hsms.DropData,
						Oversize: hsms.OversizeClose, Reselect: hsms.ReselectStatus0, SelectStatus1: hsms.Status1Accept,
						Deselect: hsms.DeselectReject, DeviceIDCheck: hsms.CheckAll, MaskSessionMSB: true, Reject4CloseAfter: -1,
					},
					WriteTimeout: 31 * time.Second, MaxFrame: 2048, HardMaxFrame: 4096, SystemBytesStart: 4294967295,
				},
			},
			{
				Name: "fdc", Address: "127.0.0.1:5001",
				Config: hsms.Config{
					Linktest: hsms.Linktest{Interval: 30 * time.Second}, SystemBytesStart: -1,
					Rules: hsms.Rules{DeviceIDCheck: hsms.CheckOff, Reject4CloseAfter: 5},
				},
			},
		},
		Sim: sim.Config{
			Speed: 2.5, Rate: 4, Seed: 1<<64 - 1, Wafers: 3,
			Alarms:   sim.Alarms{Every: 200 * time.Second, Last: 20 * time.Second, Names: []string{"DoorOpen"}},
			Carriers: sim.Carriers{Arrive: 20 * time.Second, Leave: 8500 * time.Millisecond, By: sim.ByCommand},
			Failures: sim.Failures{SlotMap: 0.1, CarrierID: 0.2, WaferLost: 0.01, ChamberAlarm: 0.05, Alarm: "DoorOpen"},
			Motions: []sim.Motion{
				{Variable: "Pressure", Kind: sim.Walk, Low: 10, High: 15, Step: 0.5, Period: time.Second},
				{Variable: "Lot", Kind: sim.Choose, Period: 30 * time.Second, Values: []secs2.Item{secs2.A("L1"), secs2.A("L2")}},
			},
		},
		API: api.Config{Hosts: []string{"etcher.fab.example"}}, DataDir: "/var/lib/secsd", Log: Log{Debug, true},
	}
	got := load(t, "testdata/every_key.yaml")
	got.Warnings = nil
	if d := cmp.Diff(want, got, comparable()); d != "" {
		t.Error(d)
	}
}

// TestFC83_UnusualTimers warns where the file is odd and still valid.
func TestFC83_UnusualTimers(t *testing.T) {
	src := Source{Name: "f", Data: []byte(minimal[:len(minimal)-len("{port: 0}\n")] + "{port: 0, t3: 300, t8: 0.1}\n")}
	c, err := Load(src)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"f:4:11: warning: hosts[0].hsms: T3 = 5m0s is outside the usual range of 1s to 2m0s",
		"f:4:11: warning: hosts[0].hsms: T8 = 100ms is outside the usual range of 1s to 2m0s",
	}
	if d := cmp.Diff(want, c.Warnings); d != "" {
		t.Error(d)
	}
}

func TestOverrides(t *testing.T) {
	c := load(t, "testdata/every_key.yaml",
		Override{"data-dir", "here", "--data-dir"},
		Override{"hsms-address", "127.0.0.1:0", "--hsms-address"},
		Override{"api-address", "[::1]:0", "SECSD_API_ADDRESS"},
		Override{"log-level", "error", "--log-level"},
		Override{"log-format", "json", "--log-format"})
	if c.DataDir != "here" || c.Links[0].Address != "127.0.0.1:0" || c.API.Address != "[::1]:0" || c.Log != (Log{Error, false}) {
		t.Errorf("%s %s %s %v", c.DataDir, c.Links[0].Address, c.API.Address, c.Log)
	}
	if c.Links[1].Address != "127.0.0.1:5001" {
		t.Errorf("the second host moved to %s", c.Links[1].Address)
	}
	if c := load(t, "../../configs/etcher.yaml", Override{"lots", "forever", "--lots"}); c.Sim.Lots != sim.EndlessLots {
		t.Error("the operator leaves lots to hosts")
	}
}

func TestOverrideProblems(t *testing.T) {
	for _, c := range []struct {
		over Override
		want string
	}{
		{Override{"data-dir", "", "--data-dir"}, `--data-dir: data_dir: got an empty text, want the path of a folder`},
		{Override{"hsms-address", "localhost", "SECSD_HSMS_ADDRESS"}, `SECSD_HSMS_ADDRESS: hosts[0].hsms.address: got "localhost", want HOST:PORT`},
		{Override{"hsms-address", "localhost:70000", "--hsms-address"}, `--hsms-address: hosts[0].hsms.address: got "localhost:70000"`},
		{Override{"api-address", "8080", "--api-address"}, `--api-address: api.address: got "8080", want HOST:PORT`},
		{Override{"log-level", "loud", "--log-level"}, `--log-level: log.level: got "loud", want info, debug, warn or error`},
		{Override{"lots", "none", "SECSD_LOTS"}, `SECSD_LOTS: sim.lots: got "none", want host or forever`},
		{Override{"log-format", "", "--log-format"}, `--log-format: log.format: got "", want json or console`},
	} {
		expect(t, problemsOf(t, minimal, c.over), c.want)
	}
}

// TestOverrideHidesNothing wants a wrong value in the file told although a flag
// replaces it, and the flag's own problem beside it.
func TestOverrideHidesNothing(t *testing.T) {
	expect(t, problemsOf(t, minimal+"log: {level: 5}", Override{"log-level", "loud", "--log-level"}),
		`--log-level: log.level: got "loud"`,
		`5:14: log.level: got number 5`)
}
