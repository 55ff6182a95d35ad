package config

import (
	"bytes"
	"encoding/json"
	"flag"
	"math"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write configs/secsd.schema.json")

const schemaFile = "../../configs/secsd.schema.json"

// schema is a JSON Schema, as far as editors need it.
type schema map[string]any

// TestSchema keeps the JSON Schema of the file, which editors use, true of the
// structs; -update writes it.
func TestSchema(t *testing.T) {
	root := schemaOf(reflect.TypeFor[file](), "", meanings(t))
	root["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	root["title"] = "Equipment definition of secsd"
	var want bytes.Buffer
	encoder := json.NewEncoder(&want)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(root); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(schemaFile, want.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(schemaFile)
	if err != nil || !bytes.Equal(got, want.Bytes()) {
		t.Errorf("configs/secsd.schema.json is not that of the structs (%v): go test ./internal/config -run Schema -update", err)
	}
}

// meanings returns what docs/configuration.md says about each key.
func meanings(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("../../docs/configuration.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{}
	for _, m := range regexp.MustCompile("(?m)^\\| `([a-z0-9_.\\[\\]]+)` \\| ([^|]*) \\|").FindAllStringSubmatch(string(text), -1) {
		rows[m[1]] = strings.ReplaceAll(m[2], "`", "")
	}
	return rows
}

func schemaOf(t reflect.Type, key string, meaning map[string]string) schema {
	s := schema{}
	if text := meaning[key]; text != "" {
		s["description"] = text
	}
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case t == durationType:
		s["type"], s["minimum"] = "number", 0
		return s
	case t == deviceIDType:
		id := schema{"type": "integer", "minimum": 0, "maximum": 32767}
		s["oneOf"] = []schema{id, {"type": "array", "items": id, "minItems": 1}}
		return s
	case t == systemType:
		s["oneOf"] = []schema{{"enum": wordList(t)}, {"type": "integer", "minimum": 1, "maximum": uint32(math.MaxUint32)}}
		return s
	case choices[t] != nil:
		s["enum"] = wordList(t)
		return s
	}
	switch t.Kind() {
	case reflect.Struct:
		properties, must := schema{}, []string(nil)
		for name, field := range keysIn(t) {
			properties[name] = schemaOf(field.Type, strings.TrimPrefix(key+"."+name, "."), meaning)
			if required(field) {
				must = append(must, name)
			}
		}
		s["type"], s["properties"], s["additionalProperties"] = []string{"object", "null"}, properties, false
		if must != nil {
			s["required"] = must
		}
	case reflect.Slice:
		s["type"], s["items"] = []string{"array", "null"}, schemaOf(t.Elem(), key+"[]", meaning)
	case reflect.String:
		s["type"] = "string"
	case reflect.Bool:
		s["type"] = "boolean"
	case reflect.Float64:
		s["type"] = "number"
	case reflect.Interface: // a free-form value
	case reflect.Int:
		s["type"], s["minimum"], s["maximum"] = "integer", 0, math.MaxInt32
	default:
		s["type"], s["minimum"], s["maximum"] = "integer", 0, uint64(math.MaxUint64)>>(64-t.Bits())
	}
	return s
}

func wordList(t reflect.Type) []string {
	var words []string
	for _, c := range choices[t] {
		words = append(words, c.word)
	}
	return words
}
