package model

import (
	"iter"
	"slices"

	"pgregory.net/rapid"
)

// checkLife checks what must hold at any time between the objects.
func checkLife(t rapid.TB, r *recorder) {
	t.Helper()
	checkPlaces(t, r)
	checkPorts(t, r.Model)
	checkAccess(t, r)
	checkJobs(t, r)
	checkControlJobs(t, r)
}

// checkAccess: of a carrier that is NOT ACCESSED nothing is AT WORK.
func checkAccess(t rapid.TB, r *recorder) {
	t.Helper()
	for h, c := range r.carriers.all() {
		for i := range int(c.capacity) {
			if s := r.substrateIn(h, i+1); c.access == NotAccessed && s != 0 && r.substrates.at(s).state == AtWork {
				t.Fatalf("%s is %v, its substrate %d AT WORK", c.id, c.access, i+1)
			}
		}
	}
}

// checkJobs checks process jobs.
func checkJobs(t rapid.TB, r *recorder) {
	t.Helper()
	var begun, active []uint32
	for h, j := range r.jobs.all() {
		if j.state != Pooled {
			begun = append(begun, h)
		}
		if j.state.Active() {
			active = append(active, h)
		}
		for name := range j.carriers() {
			if !slices.Contains(slices.Collect(handles(r.jobsOn(name))), h) {
				t.Fatalf("%s is not found by its carrier %s", j.id, r.names.text(name))
			}
		}
		if j.control != 0 && r.control.at(j.control).id == "" {
			t.Fatalf("%s has a control job that is gone", j.id)
		}
		if j.state.PostActive() && !r.materialHere(j) && (j.control == 0 || r.cfg.Jobs.Extinct == MaterialGone) {
			t.Fatalf("%s is %v and has nothing here", j.id, j.state)
		}
		if j.state == Processing && j.hasMaterial() && !r.unfinished(j) {
			t.Fatalf("%s is %v and has nothing to do", j.id, j.state)
		}
	}
	if !slices.Equal(begun, r.lines.begun) || len(active) > r.cfg.Jobs.MaxActiveProcessJobs {
		t.Fatalf("begun are %v, in line %v; %d are active", begun, r.lines.begun, len(active))
	}
	for i, a := range active {
		for _, b := range active[:i] {
			if r.sameMaterial(r.jobs.at(a), r.jobs.at(b)) {
				t.Fatalf("%s and %s are active on the same material", r.jobs.at(a).id, r.jobs.at(b).id)
			}
		}
	}
	for h, s := range r.substrates.all() {
		if job := r.jobOf(h); job != 0 && r.jobs.at(job).state == Pooled {
			t.Fatalf("%s has substrate %s and is QUEUED", r.names.text(s.job), r.substrateID(h))
		}
	}
}

// handles are those of objects.
func handles[T any](all iter.Seq2[uint32, T]) iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		for h := range all {
			if !yield(h) {
				return
			}
		}
	}
}

// checkControlJobs checks control jobs and their lines.
func checkControlJobs(t rapid.TB, r *recorder) {
	t.Helper()
	waiting, linked := 0, 0
	for h, c := range r.control.all() {
		line := r.lines.control
		if c.state == CJQueued {
			line = r.lines.queue
		}
		if !slices.Contains(line, h) {
			t.Fatalf("%s is %v and in the wrong line", c.id, c.state)
		}
		if c.state == CJSelected || c.state == CJWaitingForStart {
			waiting++
		}
		for j := range r.jobsOf(h) {
			linked++
			x := r.jobs.at(j)
			switch {
			case x.control != h:
				t.Fatalf("%s is in %s, and in another", x.id, c.id)
			case c.state < CJExecuting && x.state != Pooled:
				t.Fatalf("%s is %v, its %s %v", c.id, c.state, x.id, x.state)
			case c.state == CJCompleted || c.flags&controlOver != 0:
				t.Fatalf("%s is over", c.id)
			}
		}
		if n := r.activeJobs(h); n > r.cfg.Jobs.PerControlJob {
			t.Fatalf("%s has %d active process jobs", c.id, n)
		}
	}
	for _, j := range r.jobs.all() {
		if j.control != 0 {
			linked--
		}
	}
	byPlace := func(a, b uint32) int { return int(r.control.at(a).place) - int(r.control.at(b).place) }
	if waiting > 1 || linked != 0 || len(r.lines.control)+len(r.lines.queue) != r.control.count || len(r.lines.control) > r.cfg.Jobs.MaxActiveControlJobs ||
		!slices.IsSortedFunc(r.lines.queue, byPlace) || !slices.IsSortedFunc(r.lines.control, byPlace) {
		t.Fatalf("%d wait, %d links are missing, the lines are %v and %v", waiting, -linked, r.lines.control, r.lines.queue)
	}
}
