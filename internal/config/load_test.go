package config

import (
	"os"
	"path/filepath"
	"testing"
)

// TestShippedFiles loads every equipment file that comes with the project.
func TestShippedFiles(t *testing.T) {
	names, err := filepath.Glob("../../configs/*.yaml")
	if err != nil || len(names) == 0 {
		t.Fatalf("no files in configs: %v", err)
	}
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			c, err := Load(Source{Name: filepath.Base(name), Data: data})
			if err != nil {
				t.Fatal(err)
			}
			if len(c.Warnings) != 0 {
				t.Errorf("warnings: %q", c.Warnings)
			}
		})
	}
}
