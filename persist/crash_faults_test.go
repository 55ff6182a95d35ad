package persist_test

import (
	"fmt"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/secsd/secsd/persist/persisttest"
)

// fault is one way for a call to fail.
type fault struct {
	err  error
	mode persisttest.Mode
}

var faults = []fault{
	{syscall.EIO, persisttest.Nothing}, {syscall.EIO, persisttest.Half},
	{syscall.EIO, persisttest.Complete}, {syscall.EIO, persisttest.Dropped},
	{syscall.ENOSPC, persisttest.Nothing}, {syscall.ENOSPC, persisttest.Half}, {syscall.EROFS, persisttest.Nothing},
}

// apart reports whether the fault does to a call what the first of faults does not.
func (f fault) apart(op persisttest.Op) bool {
	switch op {
	case persisttest.Sync, persisttest.SyncDir:
		return true
	case persisttest.Open, persisttest.OpenWrite, persisttest.Close, persisttest.Unlock, persisttest.MakeDir:
		return f.mode == persisttest.Nothing
	default:
		return f.mode != persisttest.Dropped
	}
}

// TestFailAnywhere has each call of each workload fail, one at a time, in every way. When the journal has recovered,
// the disk holds what was acknowledged and nothing else.
func TestFailAnywhere(t *testing.T) {
	for _, w := range workloads {
		t.Run(w.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				plain := walk(t, w)
				runs := 0
				for i, s := range plain[:len(plain)-1] {
					for k, f := range faults {
						if !f.apart(s.call.Op) || !thorough && (k > 3 || (i+k)%(sparse*(1+len(plain)/40)) > 0) {
							continue
						}
						runs++
						if call, err := failOnce(t, w, i+1, f); err != nil {
							t.Fatalf("call %d (%v) fails with %v, mode %d: %v", i+1, call, f.err, f.mode, err)
						}
					}
				}
				t.Logf("%d calls, %d runs", len(plain)-1, runs)
			})
		})
	}
}

// failOnce runs a workload whose n-th call fails, and says which call that was.
func failOnce(t testing.TB, w workload, n int, f fault) (persisttest.Call, error) {
	r := newRig(t, persisttest.NewDisk(), newModel(), w.bounds)
	r.injects = f.err
	call := r.failing(n, f)
	err := r.reopen()
	if err != nil {
		return *call, fmt.Errorf("open: %w", err)
	}
	if err = w.run(r); err == nil {
		time.Sleep(time.Minute) // what goes on in the background ends
		err = r.settle()
	}
	if err == nil {
		err = r.settled()
	}
	if closed := r.close(); err == nil {
		err = closed
	}
	if err == nil {
		err = r.settled()
	}
	return *call, err
}

// failing has the n-th call of the rig fail, on whatever disk; it says which call that was.
func (r *rig) failing(n int, f fault) *persisttest.Call {
	call, before := new(persisttest.Call), r.before
	r.before = func(c persisttest.Call) {
		if before != nil {
			before(c)
		} else {
			time.Sleep(time.Nanosecond)
		}
		r.mu.Lock()
		defer r.mu.Unlock()
		if n--; n == 0 {
			*call = c
			r.disk.Fail(1, f.err, f.mode)
		}
	}
	r.disk.Before(r.before)
	return call
}

// settled checks the disk of a journal that has nothing to do: what is there now, and what is there without power.
func (r *rig) settled() error {
	r.mu.Lock()
	m := r.model.clone()
	r.mu.Unlock()
	if m.down || m.count(open)+m.count(failed) > 0 {
		return fmt.Errorf("not settled")
	}
	for name, d := range map[string]*persisttest.Disk{"kill": r.disk.Kill(), "power loss": r.disk.Crash(nothing)} {
		if err := recoverOn(r.t, d, m, r.bounds, nil); err != nil {
			return fmt.Errorf("settled, %s: %w", name, err)
		}
	}
	return nil
}

// outage is a time in which the disk does not work.
type outage struct {
	name       string
	begin, end func(*persisttest.Disk)
}

func outages() []outage {
	heal := (*persisttest.Disk).Heal
	list := []outage{
		{"read-only", func(d *persisttest.Disk) { d.ReadOnly(true) }, func(d *persisttest.Disk) { d.ReadOnly(false) }},
		{"gone", (*persisttest.Disk).Vanish, (*persisttest.Disk).Return},
		{"full", func(d *persisttest.Disk) { d.Full(1) }, func(d *persisttest.Disk) { d.Full(0) }},
	}
	for _, f := range faults {
		list = append(list, outage{fmt.Sprint(f.err, ", mode ", f.mode), func(d *persisttest.Disk) { d.FailFrom(1, f.err, f.mode) }, heal})
	}
	return list
}

// TestOutage: while the disk does not work no commit is acknowledged, and when it works again the journal is back by
// itself, with what was acknowledged. Power may go at any time of that.
func TestOutage(t *testing.T) {
	for _, o := range outages() {
		t.Run(o.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) { sufferOutage(t, o) })
		})
	}
}

func sufferOutage(t *testing.T, o outage) {
	b := bounds{4, 1 << 20}
	r := newRig(t, persisttest.NewDisk(), newModel(), b)
	defer func() { r.stop() }()
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	step := func(i int) {
		r.commit(records(fmt.Sprint(i), "a", fmt.Sprint("x", i)), create("H", uint32(i), "segment"))
	}
	check(r.open())
	check(each(r, 3, step))
	r.recording()
	o.begin(r.disk)
	step(3)
	step(4)
	check(r.until("Failed", func() bool { return r.model.down }))
	time.Sleep(time.Minute)
	if n := r.count(failed); n != 2 {
		t.Fatalf("%d commits failed, want 2", n)
	}
	outage := len(r.snaps)
	o.end(r.disk)
	check(r.settle())
	check(r.settled())
	check(each(r, 3, func(i int) { step(3 + i) }))
	check(r.done())
	check(r.settled())
	e := newExplorer(b, 3)
	snaps := r.snaps
	if !thorough && outage > 60 {
		snaps = append(snaps[:30:30], snaps[outage-5:]...)
	}
	check(e.explore(snaps, func(d *persisttest.Disk, m *model) error {
		o.end(d)
		return recoverOn(t, d, m, b, nil)
	}))
	t.Logf("%d calls, %d outcomes, %d different", e.points, e.tried, e.states)
}
