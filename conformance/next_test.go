package conformance_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/secsd/secsd/conformance"
)

// TestNextReads reads the scripts of what is not built yet. They move up when they
// pass.
func TestNextReads(t *testing.T) {
	titles := numberedLines(t, "testdata/numbers.txt")
	pending := numberedLines(t, "testdata/pending.txt")
	for _, file := range nextFiles(t) {
		script := parseFile(t, file)
		if script == nil {
			continue
		}
		number := strings.TrimSuffix(filepath.Base(file), ".txt")
		if script.Number != number {
			t.Errorf("%s says it is %s", file, script.Number)
		}
		if filepath.Base(filepath.Dir(file)) == "field" {
			continue
		}
		if script.Title != titles[number] {
			t.Errorf("%s says it is %q, the checklist %q", file, script.Title, titles[number])
		}
		if _, waits := pending[number]; !waits {
			t.Errorf("%s is in testdata/next and not in testdata/pending.txt", number)
		}
	}
}

// TestInclude reads each file that scripts include, also one that none does yet.
func TestInclude(t *testing.T) {
	files, err := filepath.Glob("testdata/include/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txt")
		text := "number: T-1\ntitle: t\nneeds: tool, restart, kill\ntool nothing\nrestart\nkill\ninclude " + name + "\n"
		if _, err := conformance.Parse("testdata/t.txt", text); err != nil {
			t.Error(err)
		}
	}
}

func nextFiles(t *testing.T) []string {
	t.Helper()
	var files []string
	for _, pattern := range []string{"testdata/next/*.txt", "testdata/next/field/*.txt"} {
		some, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, some...)
	}
	return files
}

// parseFile returns nil after an error.
func parseFile(t *testing.T, file string) *conformance.Script {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	script, err := conformance.Parse(file, string(text))
	if err != nil {
		t.Error(err)
	}
	return script
}

// TestNext runs the scripts that wait, where SECSD_NEXT asks for it: it is how one
// learns which of them need not wait any more.
func TestNext(t *testing.T) {
	if os.Getenv("SECSD_NEXT") == "" {
		t.Skip("set SECSD_NEXT to run the scripts that wait")
	}
	runScripts(t, nextFiles(t))
}
