package persist_test

import (
	"testing"
	"testing/synctest"

	"github.com/secsd/secsd/persist/persisttest"
)

// This file holds what the crash tests have found, each by itself.

// started opens a journal on an empty disk, for one test in a bubble.
func started(t *testing.T) *rig {
	r := newRig(t, persisttest.NewDisk(), newModel(), bounds{100, 1 << 20})
	r.injects = errIO
	t.Cleanup(func() { r.stop() })
	r.must(r.open())
	return r
}

func (r *rig) must(err error) {
	r.t.Helper()
	if err != nil {
		r.t.Fatal(err)
	}
}

// sameWithoutPower: what the journal holds now, or what it loaded, is there after a loss of power.
func (r *rig) sameWithoutPower() {
	r.t.Helper()
	after := newRig(r.t, r.disk.Crash(nothing), r.model.clone(), r.bounds)
	r.must(after.open())
	r.must(after.close())
}

// TestRemovedSegmentStaysAwayAfterAKill: a start that does not show a segment has made its removal durable.
func TestRemovedSegmentStaysAwayAfterAKill(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := started(t)
		r.commit(nil, create("H", 1, "alone"))
		r.must(r.settle())
		var killed *rig
		r.disk.Before(func(c persisttest.Call) {
			if c.Op == persisttest.SyncDir && c.Name == "spool" {
				killed = newRig(t, r.disk.Kill(), r.model.clone(), r.bounds)
			}
		})
		r.commit(nil, remove("H", 1))
		r.must(r.settle())
		t.Cleanup(func() { killed.stop() })
		r.must(killed.open())
		killed.sameWithoutPower()
		r.must(killed.close())
	})
}

// TestRemovalIsRepeatedInFull: a removal whose SyncDir failed is not there already at the second try.
func TestRemovalIsRepeatedInFull(t *testing.T) {
	for _, mode := range []persisttest.Mode{persisttest.Nothing, persisttest.Complete, persisttest.Dropped} {
		synctest.Test(t, func(t *testing.T) {
			r := started(t)
			r.commit(nil, create("H", 1, "alone"))
			r.must(r.settle())
			r.disk.FailNext(persisttest.SyncDir, errIO, mode)
			r.must(each(r, 1, func(int) { r.commit(nil, remove("H", 1)) }))
			r.sameWithoutPower()
		})
	}
}

// TestFailedWriteDoesNotLingerAfterARestart: what a write did that failed is durable, or not there, once a start after
// an orderly stop has shown it.
func TestFailedWriteDoesNotLingerAfterARestart(t *testing.T) {
	for name, c := range map[string]struct {
		op    persisttest.Op
		mode  persisttest.Mode
		write func(*rig)
	}{
		"create": {persisttest.Rename, persisttest.Complete, func(r *rig) { r.commit(nil, create("H", 2, "new")) }},
		"write":  {persisttest.Sync, persisttest.Nothing, func(r *rig) { r.commit(nil, write("H", 1, 2, "xy")) }},
		"lost":   {persisttest.Sync, persisttest.Dropped, func(r *rig) { r.commit(nil, write("H", 1, 2, "xy")) }},
		"half":   {persisttest.WriteAt, persisttest.Half, func(r *rig) { r.commit(nil, write("H", 1, 2, "xy")) }},
		"remove": {persisttest.SyncDir, persisttest.Nothing, func(r *rig) { r.commit(nil, remove("H", 1)) }},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := started(t)
				r.commit(nil, create("H", 1, "segment"))
				r.must(r.settle())
				r.disk.FailNext(c.op, errIO, c.mode)
				c.write(r)
				r.must(r.settle())
				if r.count(gone) != 1 {
					t.Fatal("the write did not fail")
				}
				r.must(r.restart())
				r.sameWithoutPower()
			})
		})
	}
}
