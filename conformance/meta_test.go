package conformance_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/secsd/secsd/conformance"
)

// TestChecklist holds the scripts against the checklist: each number has its
// script or stands in the list of those that wait, and not both.
func TestChecklist(t *testing.T) {
	titles := numberedLines(t, "testdata/numbers.txt")
	if len(titles) != 512 {
		t.Errorf("the checklist has %d numbers, want 36 of HSMS, 243 of GEM and 233 of GEM300", len(titles))
	}
	scripts := map[string]string{}
	for _, file := range scriptFiles(t) {
		scripts[strings.TrimSuffix(filepath.Base(file), ".txt")] = file
	}
	pending := numberedLines(t, "testdata/pending.txt")
	for _, problem := range checklistProblems(titles, scripts, pending) {
		t.Error(problem)
	}
	for number, file := range scripts {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		script, err := conformance.Parse(file, string(text))
		if err != nil {
			t.Error(err)
			continue
		}
		if script.Number != number || script.Title != titles[number] {
			t.Errorf("%s says it is %s %q, the checklist %q", file, script.Number, script.Title, titles[number])
		}
	}
}

// TestChecklist_NoticesEachFault makes sure that the test above can fail.
func TestChecklist_NoticesEachFault(t *testing.T) {
	one := map[string]string{"A-1": "x"}
	none := map[string]string{}
	tests := []struct {
		titles, scripts, pending map[string]string
		want                     string
	}{
		{one, one, none, ""},
		{one, none, one, ""},
		{one, none, none, "A-1 has no script and is not pending"},
		{none, one, none, "script A-1 is no number of the checklist"},
		{none, none, one, "pending A-1 is no number of the checklist"},
		{one, one, one, "A-1 has a script and is pending"},
		{one, none, map[string]string{"A-1": ""}, "A-1 is pending without a reason"},
	}
	for _, tt := range tests {
		got := strings.Join(checklistProblems(tt.titles, tt.scripts, tt.pending), "; ")
		if got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}

// checklistProblems takes titles, script files and reasons by number.
func checklistProblems(titles, scripts, pending map[string]string) []string {
	var problems []string
	for number := range titles {
		_, scripted := scripts[number]
		reason, waits := pending[number]
		switch {
		case scripted && waits:
			problems = append(problems, number+" has a script and is pending")
		case !scripted && !waits:
			problems = append(problems, number+" has no script and is not pending")
		case waits && reason == "":
			problems = append(problems, number+" is pending without a reason")
		}
	}
	for number := range scripts {
		if _, ok := titles[number]; !ok {
			problems = append(problems, "script "+number+" is no number of the checklist")
		}
	}
	for number := range pending {
		if _, ok := titles[number]; !ok {
			problems = append(problems, "pending "+number+" is no number of the checklist")
		}
	}
	return problems
}

// numberedLines reads lines of a number and a text. A number comes once.
func numberedLines(t *testing.T, file string) map[string]string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := map[string]string{}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		number, rest, _ := strings.Cut(line, " ")
		if _, twice := lines[number]; twice {
			t.Errorf("%s: %s comes twice", file, number)
		}
		lines[number] = rest
	}
	return lines
}
