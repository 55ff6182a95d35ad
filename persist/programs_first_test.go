package persist_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/secsd/secsd/persist"
	"github.com/secsd/secsd/persist/persisttest"
)

// TestFirstPrograms: a start is the first one until a start has said that the
// programs are supplied, and again where there is no place for programs.
func TestFirstPrograms(t *testing.T) {
	dir := t.TempDir()
	for i, start := range []struct{ first, supplies bool }{
		{true, false}, {true, true}, {false, false}, {true, false}, {true, true}, {false, true},
	} {
		if i == 3 {
			if err := os.Remove(filepath.Join(dir, "programs")); err != nil {
				t.Fatal(err)
			}
		}
		j, err := persist.Open(persist.Config{Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		if err := j.Load(func(persist.Record) error { return nil }, func(persist.Segment) error { return nil }); err != nil {
			t.Fatal(err)
		}
		if err := j.Accept(); err != nil {
			t.Fatal(err)
		}
		if start.supplies {
			if err := j.Programs().Supplied(); err != nil {
				t.Fatal(err)
			}
		}
		if got := j.Programs().First(); got != start.first {
			t.Errorf("start %d: first %v, want %v", i, got, start.first)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestSuppliedProgramsCrash takes the power away before every call of a first start
// that stores the programs which the tool comes with, and of the deletion of one
// behind it. What the next start does completes them, or leaves them alone.
func TestSuppliedProgramsCrash(t *testing.T) {
	supplied := []string{"A", "B", "C"}
	supply := func(p *persist.Programs) error {
		if !p.First() {
			return nil
		}
		for _, name := range supplied {
			if err := store(p, name, "supplied"); err != nil {
				return err
			}
		}
		return p.Supplied()
	}
	for name, prepare := range map[string]func() *persisttest.Disk{
		"new folder": persisttest.NewDisk,
		"no place for programs": func() *persisttest.Disk {
			disk := persisttest.NewDisk()
			j, p, err := openPrograms(t, disk)
			if err != nil || p.Supplied() != nil || j.Close() != nil {
				t.Fatal(err)
			}
			if err := disk.Remove("programs"); err != nil || disk.SyncDir(".") != nil {
				t.Fatal(err)
			}
			return disk
		},
	} {
		type moment struct {
			disk    *persisttest.Disk
			call    persisttest.Call
			done    bool // all were supplied
			deletes bool // one of them is deleted, maybe
		}
		var moments []moment
		disk, now := prepare(), moment{}
		disk.Before(func(c persisttest.Call) {
			now.disk, now.call = disk.Kill(), c
			moments = append(moments, now)
		})
		j, p, err := openPrograms(t, disk)
		if err != nil {
			t.Fatal(err)
		}
		if err := supply(p); err != nil {
			t.Fatal(err)
		}
		now.done, now.deletes = true, true
		if err := p.Delete("B"); err != nil {
			t.Fatal(err)
		}
		disk.Before(nil)
		j.Close()
		checked := 0
		for i, m := range append(moments, moment{disk: disk.Kill(), done: true, deletes: true}) {
			for _, o := range m.disk.Outcomes(uint64(i), 2) {
				j, p, err := openPrograms(t, m.disk.Crash(o.Choice))
				if err != nil {
					t.Fatalf("%s, before %v, %v: %v", name, m.call, o.Name, err)
				}
				if m.done && p.First() {
					t.Errorf("%s, before %v, %v: supplied again", name, m.call, o.Name)
				}
				if err := supply(p); err != nil {
					t.Fatalf("%s, before %v, %v: %v", name, m.call, o.Name, err)
				}
				if n := len(p.List()); n != len(supplied) && !(m.deletes && n == len(supplied)-1) {
					t.Errorf("%s, before %v, %v: %v are there", name, m.call, o.Name, p.List())
				}
				j.Close()
				checked++
			}
		}
		if last := len(moments); last < 20 {
			t.Errorf("%s: only %d calls", name, last)
		}
		t.Logf("%s: %d calls, %d crashes", name, len(moments), checked)
	}
}
