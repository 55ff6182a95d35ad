package conformance_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/secsd/secsd/conformance"
)

// TestComing makes sure that the scripts of what is being built can be read.
func TestComing(t *testing.T) {
	files, err := filepath.Glob("testdata/coming/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no scripts", err)
	}
	titles := numberedLines(t, "testdata/numbers.txt")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		script, err := conformance.Parse(file, string(text))
		if err != nil {
			t.Error(err)
			continue
		}
		if script.Number+".txt" != filepath.Base(file) {
			t.Errorf("%s says it is %s", file, script.Number)
		}
		if title, ok := titles[script.Number]; ok && title != script.Title {
			t.Errorf("%s has the title %q", file, script.Title)
		}
	}
}
