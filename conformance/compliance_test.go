package conformance_test

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/secsd/secsd/configs"
	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/internal/config"
)

// TestEveryYesHasItsScripts: what the demo's compliance statement calls
// compliant has scripts for every number of its parts of the checklist. The
// scripts of this package run in the same go test.
func TestEveryYesHasItsScripts(t *testing.T) {
	c, err := config.Load(config.Source{Name: "etcher.yaml", Data: configs.Etcher})
	if err != nil {
		t.Fatal(err)
	}
	e, err := gem.New(c.Equipment)
	if err != nil {
		t.Fatal(err)
	}
	titles, pending := numberedLines(t, "testdata/numbers.txt"), numberedLines(t, "testdata/pending.txt")
	for _, row := range e.Describe().Compliance {
		for _, problem := range unproven(row, titles, pending) {
			t.Error(problem)
		}
	}
}

// elsewhere is the reason of a number that no script can show, with the test
// that shows it.
var elsewhere = regexp.MustCompile(`^has no script, .* in Test\w+`)

// unproven lists what a row lacks to be believed.
func unproven(row gem.ComplianceRow, titles, pending map[string]string) (problems []string) {
	if len(row.Scripts) == 0 {
		problems = append(problems, row.ID+" names no part of the checklist")
	}
	for _, part := range row.Scripts {
		found := false
		for _, number := range slices.Sorted(maps.Keys(titles)) {
			if !strings.HasPrefix(number, part+"-") {
				continue
			}
			found = true
			if reason, waits := pending[number]; waits && row.Compliant && !elsewhere.MatchString(reason) {
				problems = append(problems, row.ID+" is compliant, "+number+" "+reason)
			}
		}
		if !found {
			problems = append(problems, row.ID+" names "+part+", which the checklist has not")
		}
	}
	return problems
}

// TestUnproven makes sure that the test above can fail.
func TestUnproven(t *testing.T) {
	titles := map[string]string{"X-A-01": "", "X-A-02": "", "X-B-01": ""}
	for _, tt := range []struct {
		row     gem.ComplianceRow
		pending map[string]string
		want    string
	}{
		{gem.ComplianceRow{ID: "F1", Compliant: true, Scripts: []string{"X-A"}}, nil, ""},
		{gem.ComplianceRow{ID: "F1", Compliant: true, Scripts: []string{"X-A"}}, map[string]string{"X-B-01": "waits"}, ""},
		{gem.ComplianceRow{ID: "F1", Compliant: false, Scripts: []string{"X-A"}}, map[string]string{"X-A-02": "waits"}, ""},
		{gem.ComplianceRow{ID: "F1", Compliant: true, Scripts: []string{"X-A"}}, map[string]string{"X-A-02": "waits"}, "F1 is compliant, X-A-02 waits"},
		{gem.ComplianceRow{ID: "F1", Compliant: true, Scripts: []string{"X-A"}}, map[string]string{"X-A-02": "has no script, it is seen in TestX"}, ""},
		{gem.ComplianceRow{ID: "F1", Scripts: []string{"X-C"}}, nil, "F1 names X-C, which the checklist has not"},
		{gem.ComplianceRow{ID: "F1"}, nil, "F1 names no part of the checklist"},
	} {
		if got := strings.Join(unproven(tt.row, titles, tt.pending), "; "); got != tt.want {
			t.Errorf("%+v: got %q, want %q", tt.row, got, tt.want)
		}
	}
}
