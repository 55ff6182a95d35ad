package gem

import (
	"os"
	"testing"

	"github.com/secsd/secsd/spool"
)

// TestTables holds docs/states.md to the tables of this package; -update
// rewrites it.
func TestTables(t *testing.T) {
	const file = "../docs/states.md"
	want := "# State models\n\nThe rows and their numbers are the standard's (E30). " +
		"A row that leaves a superstate is listed once per substate. " +
		"In the log row 6 of communications also stands where S1F13 could not be sent because no session is selected, as at the start. " +
		"The triggers of processing are what the tool says; `history` is the state that PAUSE was entered from. " +
		"A configuration may have a processing model of its own.\n\n" +
		communicationTable.Markdown() + "\n" + controlTable.Markdown() + "\n" + processTable.Markdown() + "\n" + alarmTable.Markdown() + "\n" + limitTable.Markdown() + "\n" + spool.Table.Markdown()
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("%s is not what the tables say; run go test ./gem -run Tables -update", file)
	}
}
