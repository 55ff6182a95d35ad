package config

import (
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// keysOf lists the keys below t that hold a value, in the form of the document:
// "hosts[].hsms.t3".
func keysOf(t reflect.Type, prefix string) []string {
	var keys []string
	for name, field := range keysIn(t) {
		key, below := prefix+name, field.Type
		if below.Kind() == reflect.Slice && below.Elem().Kind() == reflect.Struct {
			key, below = key+"[]", below.Elem()
		}
		if below.Kind() == reflect.Struct {
			keys = append(keys, keysOf(below, key+".")...)
			continue
		}
		keys = append(keys, key)
	}
	return keys
}

// TestEveryKeyIsDocumented holds docs/configuration.md to the structs of the
// file, both ways, and its words to those that are taken.
func TestEveryKeyIsDocumented(t *testing.T) {
	text, err := os.ReadFile("../../docs/configuration.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{}
	for _, m := range regexp.MustCompile("(?m)^\\| `([a-z0-9_.\\[\\]]+)` \\|(.*)$").FindAllStringSubmatch(string(text), -1) {
		rows[m[1]] = m[2]
	}
	delete(rows, "hosts")
	keys := keysOf(reflect.TypeFor[file](), "")
	for _, key := range keys {
		row, ok := rows[key]
		if !ok {
			t.Errorf("no row for %s", key)
		}
		if cells := strings.Split(row, "|"); ok && required(fieldOf(key)) != (strings.TrimSpace(cells[2]) == "required") {
			t.Errorf("%s: required is not told as it is", key)
		}
		for _, c := range choices[fieldOf(key).Type] {
			if !strings.Contains(row, "`"+c.word+"`") {
				t.Errorf("%s: no word about %s", key, c.word)
			}
		}
	}
	for key := range rows {
		if !slices.Contains(keys, key) {
			t.Errorf("a row for %s, which no file has", key)
		}
	}
}

// fieldOf returns the field of a key of keysOf.
func fieldOf(key string) (field reflect.StructField) {
	t := reflect.TypeFor[file]()
	for part := range strings.SplitSeq(key, ".") {
		name, list := strings.CutSuffix(part, "[]")
		field = fieldsOf(t)[name]
		if t = field.Type; list {
			t = t.Elem()
		}
	}
	return field
}

// TestFC97_OneNumber wants the entry that says what a session ID is.
func TestFC97_OneNumber(t *testing.T) {
	text, err := os.ReadFile("../../docs/configuration.md")
	if err != nil {
		t.Fatal(err)
	}
	_, entry, ok := strings.Cut(string(text), "\n## Session ID, device ID, unit ID\n")
	entry, _, _ = strings.Cut(entry, "\n## ")
	for _, word := range []string{"0 to 32767", "65535", "device ID", "session ID", "unit ID"} {
		if !ok || !strings.Contains(entry, word) {
			t.Errorf("the entry does not say %q", word)
		}
	}
}

// TestSmallestFile loads the first file of the document.
func TestSmallestFile(t *testing.T) {
	text, err := os.ReadFile("../../docs/configuration.md")
	if err != nil {
		t.Fatal(err)
	}
	_, file, _ := strings.Cut(string(text), "```yaml\n")
	file, _, _ = strings.Cut(file, "```")
	expect(t, problemsOf(t, file))
}
