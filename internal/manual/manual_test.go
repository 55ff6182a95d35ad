package manual

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/secsd/secsd/daemon"
	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/hsms"
	"github.com/secsd/secsd/secs2"
)

var update = flag.Bool("update", false, "rewrite testdata/manual.md")

// equipment has something of everything: two hosts, one of them dialled.
func equipment() gem.Config {
	return gem.Config{
		MDLN: "ETCH9", SOFTREV: "1.0",
		Hosts:         []gem.HostConfig{{Name: "mes", DeviceIDs: []uint16{7, 8}}, {Name: "fdc", Window: 4}},
		Variables:     []gem.Variable{{VID: 1001, Name: "Pressure|A", Units: "mTorr", Format: secs2.FormatF4}},
		DataVariables: []gem.Variable{{VID: 3001, Name: "WaferID", Format: secs2.ASCII, MaxLength: 12}},
		Constants: []gem.Constant{
			{ECID: 4001, Name: "MaxWafers", Format: secs2.FormatU2, Min: secs2.U2(1), Max: secs2.U2(25), Default: secs2.U2(5)},
			{ECID: 4002, Name: "Bay", Format: secs2.ASCII, MaxLength: 20},
		},
		Events: []gem.Event{{CEID: 5001, Name: "WaferStarted", DataVariables: []uint32{3001}}},
		Commands: []gem.Command{
			{Name: "START", Parameters: []gem.Parameter{
				{Name: "PPID", Format: secs2.ASCII, Need: gem.Required, Values: []secs2.Item{secs2.A(`OXIDE\MAIN`), secs2.A("A|B")}},
			}},
			{Name: "LABEL", Effect: gem.Benign},
		},
	}
}

func description(t *testing.T) daemon.Description {
	t.Helper()
	d, err := daemon.New(daemon.Config{Equipment: equipment(), Links: []hsms.EndpointConfig{
		{}, {Connect: hsms.Active, Address: "10.1.2.3:5001", Config: hsms.Config{Linktest: hsms.Linktest{Interval: -1}}},
	}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return d.Describe()
}

func text(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	if err := Markdown(&b, description(t)); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestMarkdown(t *testing.T) {
	got := text(t)
	const file = "testdata/manual.md"
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the manual is not %s; look at the difference and run with -update", file)
	}
}

// column returns the first cells of the table under a heading, or of all
// headings below it when there is none.
func column(t *testing.T, manual, heading string) []string {
	t.Helper()
	_, rest, found := strings.Cut(manual, "\n## "+heading+"\n")
	if !found {
		t.Fatalf("no heading %q", heading)
	}
	section, _, _ := strings.Cut(rest, "\n## ")
	var cells []string
	rows := 0
	for line := range strings.Lines(section) {
		if !strings.HasPrefix(line, "| ") && !strings.HasPrefix(line, "|-") {
			rows = 0
			continue
		}
		if rows++; rows > 2 { // below the head and its rule
			cells = append(cells, strings.TrimSpace(strings.Split(line, "|")[1]))
		}
	}
	return cells
}

// TestGEMDOC02_ManualListsTheRunningConfiguration compares the tables with the
// identifiers that the configuration has and those that GEM defines.
func TestGEMDOC02_ManualListsTheRunningConfiguration(t *testing.T) {
	manual := text(t)
	for heading, want := range map[string]string{
		"Status variables":    "101 102 103 104 105 106 107 108 112 113 114 115 120 121 122 123 124 125 129 130 1001",
		"Data variables":      "201 202 203 204 205 206 207 208 3001",
		"Equipment constants": "251 252 253 254 255 256 257 258 259 260 261 262 263 4001 4002",
		"Collection events":   "1 2 3 10 11 12 13 31 40 41 50 51 52 60 5001",
		"Alarms":              "",
	} {
		if got := column(t, manual, heading); !slices.Equal(got, strings.Fields(want)) {
			t.Errorf("%s: got %v, want %s", heading, got, want)
		}
	}
	var commands []string
	_, section, _ := strings.Cut(manual, "\n## Remote commands\n")
	for line := range strings.Lines(section) {
		if name, ok := strings.CutPrefix(line, "### "); ok {
			commands = append(commands, strings.TrimSpace(name))
		}
	}
	if want := []string{"START", "LABEL", "Answers"}; !slices.Equal(commands, want) {
		t.Errorf("commands: got %v, want %v", commands, want)
	}
}

// TestGEMDOC03_MessageSummary: the table in the manual is that of the
// description, which package gem holds against its route table.
func TestGEMDOC03_MessageSummary(t *testing.T) {
	var want []string
	for _, m := range description(t).Messages {
		want = append(want, m.SF)
	}
	if got := column(t, text(t), "Messages"); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestConnections: both ends of what E37 wants documented, as data.
func TestConnections(t *testing.T) {
	data, err := json.Marshal(description(t))
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Connections []map[string]any
	}
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	for i, want := range []map[string]any{
		{
			"host": "mes", "controls_equipment": true, "device_ids": []any{7., 8.}, "connect": "passive", "address": "127.0.0.1:5000",
			"t3": 45., "t5": 10., "t6": 5., "t7": 10., "t8": 5., "linktest_interval": 60., "linktest_idle_only": true,
			"max_frame": 17825792., "oversize": "s9f11", "max_sent": 67108860., "second_connection": "refuse-select",
			"not_selected_data": "reject", "window": 16., "open_commands": 16., "w_bit_s6": true,
			"equipment_sends_s1f13": true, "termination": "Separate.req",
		},
		{"host": "fdc", "controls_equipment": false, "device_ids": []any{0.}, "connect": "active", "address": "10.1.2.3:5001", "linktest_interval": 0., "window": 4.},
	} {
		for key, value := range want {
			if fmt.Sprint(got.Connections[i][key]) != fmt.Sprint(value) {
				t.Errorf("connections[%d].%s: got %v, want %v", i, key, got.Connections[i][key], value)
			}
		}
	}
}
