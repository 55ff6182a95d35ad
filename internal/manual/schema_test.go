package manual

import (
	"reflect"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/secsd/secsd/internal/schematest"
)

const (
	schemaFile     = "../../configs/dictionary.schema.json"
	dictionaryPage = "../../docs/dictionary.md"
)

// TestSchema keeps the JSON Schema of the manual true of the structs, and
// docs/dictionary.md complete; -update writes the schema.
func TestSchema(t *testing.T) {
	meanings := schematest.Meanings(t, dictionaryPage)
	said := map[string]bool{}
	root := schemaOf(reflect.TypeFor[Document](), "", meanings, said)
	root["title"] = "Manual of an equipment, as secsd describe prints it"
	if *update {
		schematest.Write(t, schemaFile, root)
	}
	schematest.Fresh(t, schemaFile, "go test ./internal/manual -run Schema -update", root)
	for key := range said {
		if meanings[key] == "" {
			t.Errorf("docs/dictionary.md has no row for %s", key)
		}
	}
	for key := range meanings {
		if !said[key] {
			t.Errorf("docs/dictionary.md has a row for %s, which the manual has not", key)
		}
	}
}

// schemaOf returns the schema of a value; said gets its keys.
func schemaOf(t reflect.Type, key string, meanings map[string]string, said map[string]bool) schematest.Schema {
	s := schematest.Schema{}
	if key != "" && !strings.HasSuffix(key, "[]") {
		said[key] = true
		if text := meanings[key]; text != "" {
			s["description"] = text
		}
	}
	switch t.Kind() {
	case reflect.Pointer:
		delete(said, key)
		s["anyOf"] = []schematest.Schema{{"type": "null"}, schemaOf(t.Elem(), key, meanings, said)}
	case reflect.Struct:
		properties, must := schematest.Schema{}, []string{}
		for _, f := range reflect.VisibleFields(t) {
			name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
			if name == "" || len(f.Index) > 1 && properties[name] != nil {
				continue
			}
			properties[name] = schemaOf(f.Type, strings.TrimPrefix(key+"."+name, "."), meanings, said)
			if options != "omitempty" {
				must = append(must, name)
			}
		}
		s["type"], s["properties"], s["required"], s["additionalProperties"] = "object", properties, must, false
	case reflect.Slice:
		s["type"], s["items"] = "array", schemaOf(t.Elem(), key+"[]", meanings, said)
	case reflect.String:
		s["type"] = "string"
	case reflect.Bool:
		s["type"] = "boolean"
	case reflect.Float64:
		s["type"] = "number"
	case reflect.Interface: // a text, a number, a truth value, or a list of these
	case reflect.Int, reflect.Int64:
		s["type"] = "integer"
	default:
		s["type"], s["minimum"] = "integer", 0
	}
	return s
}

// TestManualsMatchTheSchema validates what describe prints.
func TestManualsMatchTheSchema(t *testing.T) {
	compiled, err := jsonschema.NewCompiler().Compile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	for name, doc := range documents(t) {
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(printed(t, "json", doc)))
		if err != nil {
			t.Fatal(err)
		}
		if err := compiled.Validate(value); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := compiled.Validate(map[string]any{"schema": "one"}); err == nil {
		t.Error("the schema takes anything")
	}
}
