package config

import (
	"bytes"
	"errors"
	"os"
	"runtime"
	"strings"
	"testing"
)

// FuzzLoad wants no panic, places inside the file, and memory in proportion to
// its size.
func FuzzLoad(f *testing.F) {
	for _, name := range []string{"../../configs/etcher.yaml", "testdata/every_key.yaml"} {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	for _, text := range []string{
		minimal, "", "a: &a [*a]", "hosts: [[[[", "%YAML 9.9\n---\n{}", "? - :\n- ?", "<<: {a: b}", "hosts: &h {<<: *h}",
		"variables: [{format: L, initial: [{L: [{L: []}]}]}]", "sim: {motions: [{values: [~]}]}",
		minimal + "constants: [{id: 1, name: X, format: F4, min: [], max: .nan}]\nevents: [{id: 9, name: E, data_variables: [X, 1, ~]}]\n" +
			"commands: [{name: GO, parameters: [{name: P, format: L, values: [[]], min: {}}]}]",
		"variables: [{format: L, initial: [{[]: 1, {}: 2, a: 1, a: 2, <<: 3}]}]", "\xEF\xBB\xBF\t", "{equipment: {equipment.mdln: x}}",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := Load(Source{Name: "f", Data: data})
		runtime.ReadMemStats(&after)
		if used := after.TotalAlloc - before.TotalAlloc; used > 8<<20+16<<10*uint64(len(data)) {
			t.Errorf("%d bytes allocated for a file of %d", used, len(data))
		}
		var invalid *InvalidError
		if err == nil {
			return
		}
		if !errors.As(err, &invalid) {
			t.Fatalf("Load returned a %T: %v", err, err)
		}
		lines := 1
		for _, lineBreak := range []string{"\n", "\r", "\u0085", "\u2028", "\u2029"} { // as YAML has them
			lines += bytes.Count(data, []byte(lineBreak))
		}
		for _, p := range invalid.problems {
			if p.line < 0 || p.line > lines || p.column < 0 || strings.Contains(p.String(), "\n") {
				t.Errorf("place %q of a file with %d lines", p.String(), lines)
			}
		}
	})
}
