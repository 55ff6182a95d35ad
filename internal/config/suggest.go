package config

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// suggest says what an unknown key of the section t may have been meant to be.
func suggest(key string, t reflect.Type) string {
	var here []string
	for known := range fieldsOf(t) {
		here = append(here, known)
	}
	slices.Sort(here)
	best, distance := "", 3
	for _, known := range here {
		if d := editDistance(strings.ToLower(key), known); d < distance && d < len(known) {
			best, distance = known, d
		}
	}
	if best != "" {
		return fmt.Sprintf("a known one: did you mean %q?", best)
	}
	if section := home(key, reflect.TypeFor[file](), ""); section != "" {
		return fmt.Sprintf("it where it belongs: did you mean %s?", section)
	}
	if len(here) > 16 {
		return "a key of docs/configuration.md"
	}
	return enumerate(here)
}

// home returns the path of the first key with this name in any section.
func home(key string, t reflect.Type, path string) string {
	for name, field := range keysIn(t) {
		if name == key {
			return path + name
		}
		below, prefix := field.Type, path+name+"."
		if below.Kind() == reflect.Slice {
			below, prefix = below.Elem(), path+name+"[]."
		}
		if below.Kind() != reflect.Struct {
			continue
		}
		if found := home(key, below, prefix); found != "" {
			return found
		}
	}
	return ""
}

// editDistance counts the insertions, deletions and replacements of bytes
// between a and b, as far as that is worth knowing: 9 means far apart.
func editDistance(a, b string) int {
	const far = 9
	if len(a) > len(b)+far || len(b) > len(a)+far {
		return far
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replace := diagonal
			if a[i] != b[j] {
				replace++
			}
			diagonal = row[j+1]
			row[j+1] = min(replace, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
