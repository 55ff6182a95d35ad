package model

import (
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
)

var updateTables = flag.Bool("update", false, "rewrite docs/material-states.md")

// TestTables holds docs/material-states.md to the tables of this package; -update
// rewrites it.
func TestTables(t *testing.T) {
	const file = "../docs/material-states.md"
	want := "# State models of material and jobs\n\n" +
		"The rows and their numbers are the standards' (E87, E84, E90, E40, E94, E116, E157). " +
		"A row that leaves a superstate is listed once per substate, one that leads to a state by condition once per outcome. " +
		"The last column is the CEID by default, of the first module for module process; a row without one has no event.\n"
	ceids := map[string]uint32{}
	for _, ev := range (&Config{Ports: []Port{{}}, Locations: []Location{{Name: "PM", Use: ProductionModule}}}).Events() {
		ceids[ev.Name] = ev.CEID
	}
	for _, m := range StateModels() {
		want += "\n### " + m.Name + "\n\n"
		var codes []string
		for _, s := range m.States {
			if s.Code != nil {
				codes = append(codes, fmt.Sprintf("%d %s", *s.Code, s.Name))
			}
		}
		if m.Variable != "" {
			want += m.Variable + ": " + strings.Join(codes, ", ") + ".\n\n"
		}
		want += "| # | from | on | to | event |\n|---|---|---|---|---|\n"
		for _, r := range m.Rows {
			event := ""
			if id := ceids[eventName(m.Machine, r.Number)]; id != 0 {
				event = strconv.Itoa(int(id))
			}
			want += fmt.Sprintf("| %d | %s | %s | %s | %s |\n", r.Number, r.From, r.On, r.To, event)
		}
	}
	if *updateTables {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("%s is not what the tables say; run go test ./model -run Tables -update", file)
	}
}

func eventName(m Machine, row int) string {
	if m == Machines {
		return ""
	}
	return EventName(m, row, "PM")
}

// TestMeanings: a reader of the manual is told what each variable and event is.
func TestMeanings(t *testing.T) {
	c := Config{Ports: []Port{{}, {}}, Buffer: []string{"BUF1"}, Locations: []Location{{Name: "PM", Use: ProductionModule}, {Name: "ROBOT"}}, Modules: []string{"FFU"}}
	for _, v := range append(c.StatusVariables(), c.DataVariables()...) {
		if v.Meaning == "" {
			t.Errorf("variable %d %s says nothing", v.VID, v.Name)
		}
	}
	for _, ev := range c.Events() {
		if ev.When == "" {
			t.Errorf("event %d %s says nothing", ev.CEID, ev.Name)
		}
	}
	said := map[string]bool{}
	for _, v := range append(c.StatusVariables(), c.DataVariables()...) {
		said[baseName(v.Name)] = true
	}
	for name := range meanings {
		if !said[name] {
			t.Errorf("no variable is called %s", name)
		}
	}
	for name := range otherCodes {
		if !said[name] {
			t.Errorf("no variable is called %s", name)
		}
	}
}
