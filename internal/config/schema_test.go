package config

import (
	"flag"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/secsd/secsd/internal/schematest"
)

var update = flag.Bool("update", false, "write configs/secsd.schema.json")

const schemaFile = "../../configs/secsd.schema.json"

type schema = schematest.Schema

// TestSchema keeps the JSON Schema of the file, which editors use, true of the
// structs; -update writes it.
func TestSchema(t *testing.T) {
	root := schemaOf(reflect.TypeFor[file](), "", schematest.Meanings(t, "../../docs/configuration.md"))
	root["title"] = "Equipment definition of secsd"
	if *update {
		schematest.Write(t, schemaFile, root)
	}
	schematest.Fresh(t, schemaFile, "go test ./internal/config -run Schema -update", root)
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
