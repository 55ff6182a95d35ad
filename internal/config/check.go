package config

import (
	"fmt"
	"iter"
	"maps"
	"reflect"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"
)

// This file compares the node tree of a file with the structs of file.go. What
// differs is reported and taken out of the tree, so that the rest can still be
// decoded and judged. It is stricter than the decoder: text is text, a number is
// a number, and no key is folded, doubled or unknown.

var (
	durationType = reflect.TypeFor[time.Duration]()
	deviceIDType = reflect.TypeFor[deviceIDs]()
	systemType   = reflect.TypeFor[systemBytes]()

	referenceType      = reflect.TypeFor[reference]()
	eventReferenceType = reflect.TypeFor[eventReference]()
)

// value reports whether n may stay in the tree as the value of key.
func (r *report) value(key string, n *yaml.Node, t reflect.Type, nonzero string) bool {
	r.nodes[key] = n
	if n.Kind == yaml.AliasNode || n.Anchor != "" {
		r.at(n, key, "a YAML anchor or alias", "the value written out")
		return false
	}
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case t == durationType:
		return r.seconds(key, n, nonzero)
	case t == deviceIDType:
		return r.deviceIDs(key, n)
	case t == systemType && isScalar(n, "!!int"):
		return r.startNumber(key, n)
	case t == referenceType:
		return r.reference(key, n, "the id or name of a data variable")
	case t == eventReferenceType:
		return r.reference(key, n, "the id or name of a collection event")
	case choices[t] != nil:
		return r.choice(key, n, t)
	}
	switch t.Kind() {
	case reflect.Struct:
		return r.section(key, n, t)
	case reflect.Slice:
		return r.list(key, n, t.Elem())
	case reflect.String:
		return r.text(key, n)
	case reflect.Bool:
		return r.boolean(key, n)
	case reflect.Float64:
		return r.number(key, n, nonzero)
	case reflect.Interface:
		r.free(key, n)
		return false
	default:
		return r.integer(key, n, t, nonzero)
	}
}

// section checks the keys below one key; nothing below it is as good as the
// section left out.
func (r *report) section(key string, n *yaml.Node, t reflect.Type) bool {
	if isNull(n) {
		return false
	}
	if n.Kind != yaml.MappingNode || n.Tag != "!!map" {
		r.at(n, key, describe(n), "a section of keys with values")
		return false
	}
	fields := fieldsOf(t)
	lines := map[string]int{}
	kept := n.Content[:0]
	for i := 0; i+1 < len(n.Content); i += 2 {
		k, v := n.Content[i], n.Content[i+1]
		path := strings.TrimPrefix(key+"."+name(k), ".")
		field, known := fields[k.Value]
		switch first := lines[k.Value]; {
		case k.Kind != yaml.ScalarNode || !known:
			r.at(k, path, "an unknown key", suggest(k.Value, t))
		case first != 0:
			r.at(k, path, "the key again", fmt.Sprintf("it once, as in line %d", first))
		default:
			lines[k.Value] = k.Line
			if r.value(path, v, field.Type, field.Tag.Get("nonzero")) {
				kept = append(kept, k, v)
			}
		}
	}
	n.Content = kept
	r.missing(key, n, t, lines)
	return true
}

// missing reports the required keys that a section lacks; lines has those that
// are there.
func (r *report) missing(key string, n *yaml.Node, t reflect.Type, lines map[string]int) {
	for name, field := range keysIn(t) {
		if lines[name] == 0 && required(field) {
			r.at(n, strings.TrimPrefix(key+"."+name, "."), "nothing", "a value: the key is required")
		}
	}
}

// required reports whether a section must have the key of field.
func required(field reflect.StructField) bool { return field.Tag.Get("required") == "true" }

func (r *report) list(key string, n *yaml.Node, elem reflect.Type) bool {
	if isNull(n) {
		return false
	}
	if n.Kind != yaml.SequenceNode || n.Tag != "!!seq" {
		r.at(n, key, describe(n), "a list, one entry per line after a dash")
		return false
	}
	for i, entry := range n.Content {
		entryKey := fmt.Sprintf("%s[%d]", key, i)
		if isNull(entry) {
			r.nodes[entryKey] = entry
			r.at(entry, entryKey, describe(entry), "an entry")
			continue
		}
		if !r.value(entryKey, entry, elem, "") {
			*entry = empty(elem, entry)
		}
	}
	return true
}

// empty stands in for a wrong entry of a list, so that the entries behind it
// keep their index.
func empty(elem reflect.Type, n *yaml.Node) yaml.Node {
	e := yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Line: n.Line, Column: n.Column}
	switch elem.Kind() {
	case reflect.Struct:
		e.Kind, e.Tag = yaml.MappingNode, "!!map"
	case reflect.Uint16:
		e.Tag, e.Value = "!!int", "0"
	case reflect.Interface:
		e.Tag = "!!null"
	}
	return e
}

// deviceIDs checks a device ID, or a list of different ones.
func (r *report) deviceIDs(key string, n *yaml.Node) bool {
	if n.Kind != yaml.SequenceNode {
		return r.value(key, n, deviceIDType.Elem(), "")
	}
	if len(n.Content) == 0 {
		r.at(n, key, "an empty list", "a device ID")
		return false
	}
	if !r.list(key, n, deviceIDType.Elem()) {
		return false
	}
	taken := map[uint64]bool{}
	for i, entry := range n.Content {
		id, _ := whole(entry, 0, maxDeviceID)
		if at := fmt.Sprintf("%s[%d]", key, i); taken[id] && !r.blamed[at] {
			r.at(entry, at, entry.Value+" again", "each device ID once")
		}
		taken[id] = true
	}
	return true
}

// free refuses what no free-form value may have. It leaves the tree in any case:
// build reads it when its format is known, the decoder would fold its keys.
func (r *report) free(key string, n *yaml.Node) {
	for _, below := range n.Content {
		if below.Kind == yaml.AliasNode || below.Anchor != "" {
			r.at(below, key, "a YAML anchor or alias", "the value written out")
			return
		}
		r.free(key, below)
	}
}

// keysIn returns the keys of a section and their fields, in the order of the
// struct. The parts of a section that file.go splits are one section.
func keysIn(t reflect.Type) iter.Seq2[string, reflect.StructField] {
	return func(yield func(string, reflect.StructField) bool) {
		for field := range t.Fields() {
			key := field.Tag.Get("mapstructure")
			if key != ",squash" {
				if !yield(key, field) {
					return
				}
				continue
			}
			for key, field := range keysIn(field.Type) {
				if !yield(key, field) {
					return
				}
			}
		}
	}
}

// fieldsOf returns the keys of a section for looking up.
func fieldsOf(t reflect.Type) map[string]reflect.StructField { return maps.Collect(keysIn(t)) }

// name returns the text of a key for use in a path.
func name(k *yaml.Node) string {
	if k.Kind != yaml.ScalarNode {
		return "?"
	}
	return shorten(k.Value)
}
