package persist_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/secsd/secsd/persist"
	"github.com/secsd/secsd/persist/persisttest"
)

// chaos is a workload by lot: commits that share batches or not, failing calls, restarts and kills.
type chaos struct {
	*rand.Rand
	rig  *rig
	have map[segmentID]int // segments that exist for certain, and their lengths
}

func randomly(seed uint64) workload {
	lot := rand.New(rand.NewPCG(seed, 0))
	b := bounds{4 + lot.IntN(8), 4096 + lot.IntN(8192)}
	return workload{fmt.Sprint("seed ", seed), b, func(r *rig) error {
		r.injects = errIO
		c := &chaos{rand.New(rand.NewPCG(seed, 1)), r, map[segmentID]int{}}
		for range 12 {
			if err := c.step(); err != nil {
				return err
			}
		}
		return nil
	}}
}

func (c *chaos) step() error {
	if c.IntN(3) == 0 {
		ops := []persisttest.Op{persisttest.Create, persisttest.Write, persisttest.WriteAt, persisttest.Sync, persisttest.Rename,
			persisttest.SyncDir, persisttest.Remove, persisttest.List, persisttest.Open, persisttest.Read, persisttest.OpenWrite}
		c.rig.disk.FailNext(ops[c.IntN(len(ops))], errIO, persisttest.Mode(1+c.IntN(3)))
	}
	lost := c.rig.count(gone)
	for range 1 + c.IntN(4) {
		c.rig.commit(c.records(), c.writes()...)
	}
	if c.IntN(4) > 0 {
		if err := c.rig.settle(); err != nil {
			return err
		}
	}
	if c.rig.count(gone) > lost {
		clear(c.have)
	}
	switch c.IntN(8) {
	case 0:
		return c.again(c.rig.restart)
	case 1:
		return c.again(c.rig.kill)
	case 2:
		time.Sleep(time.Second)
	}
	return nil
}

// again starts anew, and from what was loaded.
func (c *chaos) again(start func() error) error {
	if err := start(); err != nil {
		return err
	}
	clear(c.have)
	for id, data := range c.rig.model.base.segments {
		c.have[id] = len(data)
	}
	return nil
}

func (c *chaos) records() []persist.Record {
	var all []persist.Record
	for range c.IntN(4) {
		r := persist.Record{Kind: string(rune('k' + c.IntN(2))), ID: fmt.Sprint(c.IntN(6))}
		if c.IntN(4) > 0 {
			r.Image = []byte(strings.Repeat(fmt.Sprint(c.IntN(1000)), c.IntN(40)))
		}
		all = append(all, r)
	}
	return all
}

func (c *chaos) writes() []persist.Write {
	var all []persist.Write
	for range c.IntN(3) {
		w := persist.Write{Host: string(rune('h' + c.IntN(2))), Segment: uint32(c.IntN(3))}
		id := segmentID{w.Host, w.Segment}
		data := []byte(strings.Repeat(string(rune('a'+c.IntN(26))), 1+c.IntN(700)))
		switch size, ok := c.have[id]; {
		case ok && c.IntN(5) == 0:
			delete(c.have, id)
		case ok && size > 1:
			w.Offset = 1 + c.IntN(size-1)
			w.Data = data[:min(len(data), size-w.Offset)]
		default:
			w.Data = data
			c.have[id] = len(data)
		}
		all = append(all, w)
	}
	return all
}

// TestCrashRandomly explores workloads by lot; SECSD_CRASH=all takes many more.
func TestCrashRandomly(t *testing.T) {
	seeds := 6
	if thorough {
		seeds = 300
	}
	for seed := range seeds {
		w := randomly(uint64(seed))
		t.Run(w.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				e := newExplorer(w.bounds, 3)
				e.coarse = true
				err := e.explore(walk(t, w), func(d *persisttest.Disk, m *model) error { return recoverOn(t, d, m, w.bounds, nil) })
				if err != nil {
					t.Fatal(err)
				}
				t.Logf("%d calls, %d outcomes, %d different", e.points, e.tried, e.states)
			})
		})
	}
}

// TestFailThenCrash loses power at every call between a failing call and the end of the workload.
func TestFailThenCrash(t *testing.T) {
	for _, w := range workloads {
		t.Run(w.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				every, sum := 97*sparse, newExplorer(w.bounds, 0)
				if thorough {
					every = 1
				}
				k := 0
				for i, s := range walk(t, w) {
					for _, f := range faults {
						if !f.apart(s.call.Op) || s.call.Op == persisttest.Read || !errors.Is(f.err, errIO) {
							continue
						}
						if k++; k%every > 0 {
							continue
						}
						if err := failThenCrash(t, w, i+1, f, sum); err != nil {
							t.Fatalf("call %d (%v) fails with %v, mode %d, then %v", i+1, s.call, f.err, f.mode, err)
						}
					}
				}
				t.Logf("%d calls, %d outcomes, %d different", sum.points, sum.tried, sum.states)
			})
		})
	}
}

func failThenCrash(t *testing.T, w workload, n int, f fault, sum *explorer) error {
	r := newRig(t, persisttest.NewDisk(), newModel(), w.bounds).recording()
	r.injects = f.err
	r.failing(n, f)
	err := r.reopen()
	if err == nil {
		err = w.run(r)
	}
	if closed := r.done(); err == nil {
		err = closed
	}
	if err != nil {
		return err
	}
	e := newExplorer(w.bounds, 1)
	e.coarse = true
	err = e.explore(r.snaps[min(n, len(r.snaps)):], func(d *persisttest.Disk, m *model) error { return recoverOn(t, d, m, w.bounds, nil) })
	sum.points, sum.tried, sum.states = sum.points+e.points, sum.tried+e.tried, sum.states+e.states
	return err
}
