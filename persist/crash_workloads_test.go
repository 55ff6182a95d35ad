package persist_test

import (
	"fmt"
	"strings"

	"github.com/secsd/secsd/persist"
	"github.com/secsd/secsd/persist/persisttest"
)

// workload is what a test has a journal do. It starts on an open journal and returns when every commit has a verdict.
type workload struct {
	name   string
	bounds bounds
	run    func(*rig) error
}

var workloads = []workload{
	{"single commits", bounds{100, 1 << 20}, func(r *rig) error {
		return each(r, 3, func(i int) { r.commit(records(fmt.Sprint(i), "a", fmt.Sprint("x", i))) })
	}},
	{"commits that share a batch", bounds{100, 1 << 20}, func(r *rig) error {
		return each(r, 3, func(i int) {
			for k := range 4 {
				r.commit(records(fmt.Sprint(i, k), "a", fmt.Sprint("x", k), fmt.Sprint("y", i)))
			}
		})
	}},
	{"deletions", bounds{100, 1 << 20}, func(r *rig) error {
		return each(r, 4, func(i int) {
			r.commit(records(fmt.Sprint(i), "a", fmt.Sprint("x", i)))
			r.commit([]persist.Record{{Kind: "k", ID: fmt.Sprint("x", i-1)}, {Kind: "k", ID: "a"}})
		})
	}},
	{"large and empty", bounds{100, 1 << 20}, func(r *rig) error {
		return each(r, 3, func(i int) {
			r.commit(records(strings.Repeat(fmt.Sprint(i), 2000), "a", "b"))
			r.commit([]persist.Record{{Kind: "k", ID: "empty", Image: []byte{}}, {Kind: "", ID: "", Image: []byte("no name")}})
		})
	}},
	{"generations by count", bounds{4, 1 << 20}, func(r *rig) error {
		return each(r, 14, func(i int) {
			r.commit(records(fmt.Sprint(i), "a", fmt.Sprint("x", i%5)))
			if i > 2 {
				r.commit([]persist.Record{{Kind: "k", ID: fmt.Sprint("x", (i-2)%5)}})
			}
		})
	}},
	{"generations by bytes", bounds{100, 4096}, func(r *rig) error {
		return each(r, 8, func(i int) { r.commit(records(strings.Repeat(fmt.Sprint(i), 700), "a", fmt.Sprint("x", i%2))) })
	}},
	{"one segment", bounds{100, 1 << 20}, func(r *rig) error {
		if err := each(r, 1, func(int) { r.commit(nil, create("H", 1, "alone")) }); err != nil {
			return err
		}
		return each(r, 1, func(int) { r.commit(nil, remove("H", 1)) })
	}},
	{"segments", bounds{100, 1 << 20}, segments},
	{"segments and generations", bounds{4, 1 << 20}, func(r *rig) error {
		if err := segments(r); err != nil {
			return err
		}
		return each(r, 3, func(i int) {
			r.commit(records(fmt.Sprint(i), "s"), write("H", 2, 100*i+5, strings.Repeat("z", 100)))
		})
	}},
	{"restarts in order", bounds{4, 1 << 20}, func(r *rig) error {
		return each(r, 4, func(i int) {
			r.commit(records(fmt.Sprint(i), "a", fmt.Sprint("x", i)), create("H", uint32(i/2), "segment"))
			r.fail(r.settle())
			r.fail(r.restart())
		})
	}},
	{"restarts after a kill", bounds{4, 1 << 20}, func(r *rig) error {
		return each(r, 4, func(i int) {
			r.commit(records(fmt.Sprint(i), "a", fmt.Sprint("x", i)), create("H", uint32(i/2), "segment"))
			if i%2 == 0 {
				r.fail(r.settle())
			}
			r.fail(r.kill())
		})
	}},
	{"an error on the way", bounds{4, 1 << 20}, func(r *rig) error { return broken(r, persisttest.Nothing, persisttest.Sync) }},
	{"a rename that nobody knows of", bounds{4, 1 << 20}, func(r *rig) error { return broken(r, persisttest.Complete, persisttest.Rename) }},
	{"batches that nobody knows of", bounds{4, 1 << 20}, func(r *rig) error {
		broke := 0
		return each(r, 7, func(i int) {
			if i > broke {
				broke = i
				r.disk.FailNext(persisttest.Rename, errIO, persisttest.Complete)
			}
			r.commit(records(fmt.Sprint(i), "a", fmt.Sprint("x", i)))
		})
	}},
	{"a folder sync that was dropped", bounds{4, 1 << 20}, func(r *rig) error { return broken(r, persisttest.Dropped, persisttest.SyncDir) }},
}

// each does n steps and waits after each for the verdicts; a step that failed it does again, as a tool would.
func each(r *rig, n int, step func(i int)) error {
	for i := range n {
		for try := 0; ; try++ {
			lost := r.count(gone)
			step(i)
			if err := r.settle(); err != nil {
				return err
			}
			if r.count(gone) == lost {
				break
			}
			if try == 5 {
				return fmt.Errorf("step %d fails forever", i)
			}
		}
	}
	return nil
}

// segments makes, fills and removes segments of two hosts as the spool does, with and without records.
func segments(r *rig) error {
	steps := []func(){
		func() { r.commit(records("0", "s"), create("H", 1, "head"+strings.Repeat("\x00", 1200))) },
		func() { r.commit(nil, write("H", 1, 4, "first")) },
		func() {
			r.commit(records("1", "s"), write("H", 1, 9, strings.Repeat("second", 100)))
			r.commit(records("2", "t"), write("H", 1, 609, "third"))
			r.commit(nil, create("I", 1, "other host"))
		},
		func() {
			r.commit(records("3", "s"), write("H", 1, 614, "last"), create("H", 2, strings.Repeat("n", 700)))
		},
		func() { r.commit(nil, remove("H", 1), write("H", 2, 5, "tail")) },
		func() { r.commit(records("4", "s"), remove("I", 1), remove("I", 7)) },
	}
	return each(r, len(steps), func(i int) { steps[i]() })
}

// broken has the next call of one method fail, once per round, in the middle of commits.
func broken(r *rig, mode persisttest.Mode, op persisttest.Op) error {
	broke := 0
	return each(r, 6, func(i int) {
		if i%2 == 1 && i > broke {
			broke = i
			r.disk.FailNext(op, errIO, mode)
		}
		r.commit(records(fmt.Sprint(i), "a", fmt.Sprint("x", i)), create("H", uint32(i), "segment"))
		r.commit(records(fmt.Sprint(i, "+"), "b"))
	})
}
