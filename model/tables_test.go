package model

import (
	"flag"
	"os"
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
		"A row that leaves a superstate is listed once per substate, one that leads to a state by condition once per outcome.\n\n" +
		strings.Join([]string{
			transferTable.Markdown(), accessTable.Markdown(), reservationTable.Markdown(), associationTable.Markdown(), existenceTable.Markdown(),
			idTable.Markdown(), slotMapTable.Markdown(), accessingTable.Markdown(), pioTable.Markdown(), processJobTable.Markdown(), controlJobTable.Markdown(),
			transportTable.Markdown(), treatmentTable.Markdown(), verdictTable.Markdown(), substLocTable.Markdown(), trackerTable.Markdown(),
			moduleTable.Markdown(),
		}, "\n")
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
