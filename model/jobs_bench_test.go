package model

import (
	"fmt"
	"runtime"
	"testing"
)

// BenchmarkMemoryJobs measures what a process job with a control job takes, with
// their identifiers and indexes.
func BenchmarkMemoryJobs(b *testing.B) {
	const pairs = 100_000
	cfg := toolConfig()
	cfg.Jobs.MaxProcessJobs, cfg.Jobs.MaxControlJobs = pairs, pairs
	r := newRecorder(b, cfg)
	silent(r)
	before := heap()
	for i := range pairs {
		carrier := fmt.Sprintf("FOUP%05d", i%1000)
		job := onSlots(fmt.Sprintf("PJ-2026-%06d", i), carrier, 1, 2, 3, 4, 5)
		r.CreateProcessJob(&job)
		control := controlling(fmt.Sprintf("CJ-2026-%06d", i), OrderList, job.ID)
		control.Carriers = []string{carrier}
		r.CreateControlJob(&control)
		r.Forget()
	}
	b.ReportMetric(float64(heap()-before)/pairs, "B/object")
	runtime.KeepAlive(r)
}

// BenchmarkPauseResume measures a command with its transition and images; the tool
// holds a carrier whose wafers are being processed.
func BenchmarkPauseResume(b *testing.B) {
	r := newRecorder(b, toolConfig())
	job := bare("PJ-1")
	r.CreateProcessJob(&job)
	control := controlling("CJ-1", OrderList, "PJ-1")
	r.CreateControlJob(&control)
	r.tells(JobReady{"PJ-1"})
	silent(r)
	r.Forget()
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		c := PRPause
		if i%2 == 1 {
			c = PRResume
		}
		if f := r.CheckPRCommand("PJ-1", c); f != nil {
			b.Fatal(f)
		}
		r.DoPRCommand("PJ-1", c)
		r.Collect(func(Kind, string, []byte) {})
	}
}
