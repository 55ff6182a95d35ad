package manual

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/secsd/secsd/configs"
	"github.com/secsd/secsd/daemon"
	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/hsms"
	"github.com/secsd/secsd/internal/config"
	"github.com/secsd/secsd/secs2"
)

var update = flag.Bool("update", false, "rewrite testdata and configs/dictionary.schema.json")

// small has something of everything: two hosts, one of them dialled, and names
// that Markdown and HTML take for something else.
func small() gem.Config {
	return gem.Config{
		MDLN: "ETCH9", SOFTREV: "1.0",
		About: gem.About{
			Manufacturer: "Ätzwerke & Söhne", Product: "Etcher <9>", Function: "Etches wafers.", Purpose: "Lets a host see and drive it.",
			Changes: []gem.Change{{Revision: "1.0", Date: "2026-01-31", Text: "First revision."}},
		},
		Hosts:         []gem.HostConfig{{Name: "mes", DeviceIDs: []uint16{7, 8}}, {Name: "fdc", Window: 4}},
		Variables:     []gem.Variable{{VID: 1001, Name: "Pressure|A", Units: "mTorr", Format: secs2.FormatF4, Description: "In the chamber;\n*not* the <load lock> & its pump."}},
		DataVariables: []gem.Variable{{VID: 3001, Name: "WaferID", Format: secs2.ASCII, MaxLength: 12}},
		Constants: []gem.Constant{
			{ECID: 4001, Name: "MaxWafers", Format: secs2.FormatU2, Min: secs2.U2(1), Max: secs2.U2(25), Default: secs2.U2(5)},
			{ECID: 4002, Name: `Bay "<x>"`, Format: secs2.ASCII, MaxLength: 20},
		},
		Events: []gem.Event{{CEID: 5001, Name: "WaferStarted", Description: "A wafer came into the chamber.", DataVariables: []uint32{3001}}},
		Commands: []gem.Command{
			{Name: "START", Description: "Starts.", Completion: []uint32{5001}, Parameters: []gem.Parameter{
				{Name: "PPID", Format: secs2.ASCII, Need: gem.Required, Values: []secs2.Item{secs2.A(`OXIDE\MAIN`), secs2.A("A|B")}},
			}},
			{Name: "LABEL", Effect: gem.Benign},
		},
	}
}

// document is the manual of small.
func document(t *testing.T) Document {
	t.Helper()
	return manualOf(t, daemon.Config{Equipment: small(), Links: []hsms.EndpointConfig{
		{}, {Connect: hsms.Active, Address: "10.1.2.3:5001", Config: hsms.Config{Linktest: hsms.Linktest{Interval: -1}}},
	}})
}

// documents are the manuals of small and of the demo.
func documents(t *testing.T) map[string]Document {
	t.Helper()
	c, err := config.Load(config.Source{Name: "etcher.yaml", Data: configs.Etcher})
	if err != nil {
		t.Fatal(err)
	}
	return map[string]Document{"small": document(t), "etcher": manualOf(t, daemon.Config{Equipment: c.Equipment, Links: c.Links})}
}

func manualOf(t *testing.T, c daemon.Config) Document {
	t.Helper()
	d, err := daemon.New(c, nil)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := New(d.Describe())
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

var formatWriters = map[string]func(io.Writer, Document) error{"md": Markdown, "html": HTML, "json": JSON}

func printed(t *testing.T, format string, d Document) string {
	t.Helper()
	var b strings.Builder
	if err := formatWriters[format](&b, d); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestGolden holds each form to a file that people look at; -update writes
// them.
func TestGolden(t *testing.T) {
	for name, doc := range documents(t) {
		for format := range formatWriters {
			file := "testdata/" + name + "." + format
			got := printed(t, format, doc)
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
				t.Errorf("%s is not what the manual says; if it should be: go test ./internal/manual -update\n%s", file, diff)
			}
		}
	}
}

// rows lists the anchors of rows and headings that begin with prefix.
func rows(blocks []any, prefix string) (found []string) {
	take := func(id string) {
		if name, ok := strings.CutPrefix(id, prefix); ok {
			found = append(found, name)
		}
	}
	for _, block := range blocks {
		switch b := block.(type) {
		case heading:
			take(b.ID)
		case table:
			for _, r := range b.Rows {
				take(r.ID)
			}
		}
	}
	return found
}

// TestGEMDOC02_ManualListsTheRunningConfiguration compares what the manual
// lists with what the configuration has besides what GEM defines.
func TestGEMDOC02_ManualListsTheRunningConfiguration(t *testing.T) {
	doc := document(t)
	blocks := write(doc).blocks
	for prefix, want := range map[string]string{"event-": "5001", "variable-": "1001 3001 4001 4002", "command-": "START LABEL"} {
		got := rows(blocks, prefix)
		if prefix != "command-" {
			got = slices.DeleteFunc(got, func(id string) bool { return len(id) < 4 || id[0] == '2' }) // GEM's
		}
		if !slices.Equal(got, strings.Fields(want)) {
			t.Errorf("%s: got %v, want %s", prefix, got, want)
		}
	}
	var all []string
	for _, v := range doc.StatusVariables {
		all = append(all, fmt.Sprint(v.ID))
	}
	for _, v := range doc.DataVariables {
		all = append(all, fmt.Sprint(v.ID))
	}
	for _, c := range doc.Constants {
		all = append(all, fmt.Sprint(c.ID))
	}
	if got := rows(blocks, "variable-"); !slices.Equal(got, all) {
		t.Errorf("variables: got %v, want %v", got, all)
	}
	if got := rows(blocks, "alarm-"); len(got) != len(doc.Alarms) {
		t.Errorf("%d alarms, want %d", len(got), len(doc.Alarms))
	}
	if got := rows(blocks, "event-"); len(got) != len(doc.Events) {
		t.Errorf("%d events, want %d", len(got), len(doc.Events))
	}
}

// TestGEMDOC03_MessageSummary: the summary and the details are of the messages
// of the description, which package gem holds against its route table.
func TestGEMDOC03_MessageSummary(t *testing.T) {
	doc := document(t)
	want := map[string]bool{}
	for _, m := range doc.Messages {
		want[m.SF], want[m.Reply] = true, true
	}
	delete(want, "")
	got := rows(write(doc).blocks, "message-")
	for _, sf := range got {
		if !want[sf] {
			t.Errorf("%s is described and neither served nor sent", sf)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d messages, want %d", len(got), len(want))
	}
	text := printed(t, "md", doc)
	for _, m := range doc.Messages {
		if !strings.Contains(text, "\n| "+twoDigits(m.SF)+" | "+m.Name+" |") {
			t.Errorf("%s is not in the summary", m.SF)
		}
	}
}

// TestEverySection: the twenty points of the standard, in their order, and GEM300.
func TestEverySection(t *testing.T) {
	var got []string
	for _, block := range write(document(t)).blocks {
		if h, ok := block.(heading); ok && h.Level == 2 {
			got = append(got, h.Text)
		}
	}
	if len(got) != 21 || got[0] != "1 General" || got[19] != "20 Own acknowledge codes" || got[20] != "21 Material and jobs (GEM300)" {
		t.Errorf("sections %q", got)
	}
}

// TestConnections: both ends of what E37 wants documented, as data.
func TestConnections(t *testing.T) {
	var got struct {
		Connections []map[string]any
	}
	if err := json.Unmarshal([]byte(printed(t, "json", document(t))), &got); err != nil {
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
