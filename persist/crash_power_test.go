package persist_test

import (
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"

	"github.com/secsd/secsd/persist/persisttest"
)

var errIO = syscall.EIO

// thorough asks for the long run: SECSD_CRASH=all.
var thorough = os.Getenv("SECSD_CRASH") == "all"

// explorer tries what power loss may leave of snapshots.
type explorer struct {
	bounds         bounds
	random         int // random outcomes per snapshot
	seen           map[state]bool
	points, states int  // calls, and different disks recovered from
	tried          int  // outcomes
	coarse         bool // without torn writes
	killed         bool // the outcome being tried is a kill
}

// state is a disk and what is known of it.
type state struct {
	sum     uint64
	version int // of the model
	pending string
}

// explore recovers from all outcomes of all snapshots. A disk that was seen with the same model is not tried again.
func (e *explorer) explore(snaps []snapshot, try func(*persisttest.Disk, *model) error) error {
	for i, s := range snaps {
		e.points++
		for _, o := range append(s.disk.Outcomes(uint64(i), e.random), persisttest.Outcome{Name: "kill"}) {
			if e.coarse && strings.Contains(o.Name, "torn") {
				continue
			}
			if e.tried++; e.tried%sparse > 0 {
				continue
			}
			e.killed = o.Choice == nil
			var disk *persisttest.Disk
			key := state{version: s.model.version}
			if o.Choice != nil {
				disk = s.disk.Crash(o.Choice)
			} else {
				disk = s.disk.Kill()
				key.pending = fmt.Sprint("kill", disk.Pending())
			}
			key.sum = disk.Sum()
			if e.seen[key] {
				continue
			}
			e.seen[key] = true
			e.states++
			if err := try(disk, s.model); err != nil {
				return fmt.Errorf("crash before call %d (%v), outcome %q, pending %v: %w", s.call.N, s.call, o.Name, s.disk.Pending(), err)
			}
		}
	}
	return nil
}

func newExplorer(b bounds, random int) *explorer {
	if thorough {
		random *= 10
	}
	return &explorer{bounds: b, random: random, seen: map[state]bool{}}
}

// walk runs a workload on an empty disk and keeps a snapshot of each call.
func walk(t testing.TB, w workload) []snapshot {
	r := newRig(t, persisttest.NewDisk(), newModel(), w.bounds).recording()
	if err := r.open(); err != nil {
		t.Fatal(err)
	}
	err := w.run(r)
	if closed := r.done(); err == nil {
		err = closed
	}
	if err != nil {
		t.Fatal(err)
	}
	return r.snaps
}

// TestCrashAnywhere loses power at every call of every workload, and at every call of the recovery from a part of that.
func TestCrashAnywhere(t *testing.T) {
	for _, w := range workloads {
		t.Run(w.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				snaps := walk(t, w)
				e := newExplorer(w.bounds, 10)
				err := e.explore(snaps, func(d *persisttest.Disk, m *model) error { return recoverOn(t, d, m, w.bounds, nil) })
				if err != nil {
					t.Fatal(err)
				}
				t.Logf("%d calls, %d outcomes, %d different", e.points, e.tried, e.states)
			})
		})
	}
}

// TestCrashDuringRecovery loses power, or the process, again while the journal recovers.
func TestCrashDuringRecovery(t *testing.T) {
	for _, w := range workloads {
		t.Run(w.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) { crashTwice(t, w) })
		})
	}
}

func crashTwice(t *testing.T, w workload) {
	outer, inner := newExplorer(w.bounds, 2), newExplorer(w.bounds, 2)
	again := func(d *persisttest.Disk, m *model) error { return recoverOn(t, d, m, w.bounds, nil) }
	snaps := walk(t, w)
	every, kills := 40+len(snaps)/2, max(1, (len(snaps)-45)/5)
	inner.coarse = true
	if thorough {
		every, kills, inner.coarse = 1, 1, false
	}
	seconds := 0
	err := outer.explore(snaps, func(d *persisttest.Disk, m *model) error {
		if skip := outer.states%every > 0; skip && !outer.killed || skip && outer.states%kills > 0 {
			return nil
		}
		var second *rig
		if err := recoverOn(t, d, m, w.bounds, func(r *rig) { second = r.recording() }); err != nil {
			return err
		}
		seconds++
		clear(inner.seen)
		if err := inner.explore(second.snaps, again); err != nil {
			return fmt.Errorf("during recovery: %w", err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d first crashes, then %d calls, %d outcomes, %d different", seconds, inner.points, inner.tried, inner.states)
}
