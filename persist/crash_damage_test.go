package persist_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/secsd/secsd/persist"
	"github.com/secsd/secsd/persist/persisttest"
)

// TestDamageIsFound changes, cuts and lengthens every file of the journal at every byte, and removes each: a journal
// that starts nevertheless holds what it must, any other names the file.
func TestDamageIsFound(t *testing.T) {
	for _, w := range workloads {
		if w.name == "large and empty" && !thorough {
			continue
		}
		t.Run(w.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				snaps := walk(t, w)
				last := snaps[len(snaps)-1]
				stopped := damage(t, w.bounds, last) // closed in order
				half := snaps[len(snaps)/2]
				half.disk, half.model = half.disk.Crash(nothing), half.model.clone()
				stopped += damage(t, w.bounds, half)
				if stopped == 0 {
					t.Error("nothing was found")
				}
				t.Logf("%d kinds of damage stopped the start", stopped)
			})
		})
	}
}

// damage tries everything on one disk and counts what stopped the start.
func damage(t *testing.T, b bounds, s snapshot) (stopped int) {
	for _, name := range s.disk.Names() {
		if strings.HasSuffix(name, ".tmp") || strings.HasSuffix(name, ".seg") {
			continue
		}
		data, err := s.disk.ReadFile(name)
		if err != nil {
			continue // a folder without files
		}
		step := 1
		if !thorough {
			step = 1 + len(data)*sparse/150
		}
		var versions [][]byte
		for at := 0; at < len(data); at += step {
			changed := slices.Clone(data)
			changed[at] ^= 1 << (at % 8)
			zeros := slices.Clone(data)
			clear(zeros[at:])
			versions = append(versions, changed, data[:at], zeros)
		}
		versions = append(versions, append(slices.Clone(data), 0), append(slices.Clone(data), data...))
		for i, version := range versions {
			d := s.disk.Kill()
			d.WriteFile(name, version)
			found, err := damaged(t, b, d, s.model, name)
			if err != nil {
				t.Fatalf("%s, version %d, %d of %d bytes: %v", name, i, len(version), len(data), err)
			}
			if found {
				stopped++
			}
		}
	}
	return stopped
}

// damaged opens a journal with one damaged file.
func damaged(t *testing.T, b bounds, d *persisttest.Disk, m *model, name string) (bool, error) {
	before := d.Sum()
	r := newRig(t, d, m.clone(), b)
	err := r.open()
	if err == nil {
		return false, r.close()
	}
	var corrupt *persist.CorruptError
	switch {
	case !errors.As(err, &corrupt):
		return true, err
	case corrupt.File == "" || corrupt.Hint == "":
		return true, fmt.Errorf("damage without file or hint: %w", corrupt)
	case d.Sum() != before:
		return true, fmt.Errorf("the refused folder was changed: %v", d.Names())
	}
	return true, nil
}
