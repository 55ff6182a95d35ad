package conformance_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/secsd/secsd/conformance"
)

// TestScript runs every script against the daemon.
func TestScript(t *testing.T) {
	runScripts(t, scriptFiles(t))
}

// TestFieldCase runs what went wrong for users of such equipment in the field, and
// what is in no line of the checklist.
func TestFieldCase(t *testing.T) {
	files, err := filepath.Glob("testdata/field/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no scripts", err)
	}
	runScripts(t, files)
}

func runScripts(t *testing.T, files []string) {
	for _, file := range files {
		number := strings.TrimSuffix(filepath.Base(file), ".txt")
		t.Run(number, func(t *testing.T) { runScript(t, file, number) })
	}
}

func runScript(t *testing.T, file, number string) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	script, err := conformance.Parse(file, string(text))
	if err != nil {
		t.Fatal(err)
	}
	if script.Number != number {
		t.Fatalf("%s says it is %s", file, script.Number)
	}
	// This target is the one that can do everything: what it cannot do here is
	// a script that tests nothing.
	if missing := script.Missing(newInProcess()); missing != nil {
		t.Fatalf("the target has no %s", strings.Join(missing, ", "))
	}
	synctest.Test(t, func(t *testing.T) {
		if err := script.Run(t.Context(), newInProcess()); err != nil {
			t.Error(err)
		}
	})
}

// scriptFiles returns the files of testdata that are scripts.
func scriptFiles(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("testdata/*-*.txt")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Fatal("no scripts")
	}
	return files
}
