// Package schematest holds the JSON Schemas in configs to the Go types that
// they are generated from.
package schematest

import (
	"bytes"
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"
)

// Schema is a JSON Schema, as far as editors and readers need it.
type Schema map[string]any

// Meanings returns what the tables of a document say about each key: rows with
// the key in the first cell.
func Meanings(t *testing.T, document string) map[string]string {
	t.Helper()
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{}
	for _, m := range regexp.MustCompile("(?m)^\\| `([a-z0-9_.\\[\\]]+)` \\| ([^|]*) \\|").FindAllStringSubmatch(string(text), -1) {
		rows[m[1]] = strings.ReplaceAll(m[2], "`", "")
	}
	return rows
}

// Write stores a schema.
func Write(t *testing.T, file string, root Schema) {
	t.Helper()
	if err := os.WriteFile(file, encode(t, root), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Fresh compares a stored schema with the one of today.
func Fresh(t *testing.T, file, command string, root Schema) {
	t.Helper()
	got, err := os.ReadFile(file)
	if err != nil || !bytes.Equal(got, encode(t, root)) {
		t.Errorf("%s is not that of the structs (%v): %s", file, err, command)
	}
}

func encode(t *testing.T, root Schema) []byte {
	t.Helper()
	root["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(root); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
