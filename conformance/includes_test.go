package conformance_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/secsd/secsd/conformance"
)

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
