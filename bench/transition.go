package bench

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/model"
	"github.com/secsd/secsd/secs2"
)

// This file is the rows of GEM300: transitions of process jobs that the tool tells,
// and the creation of jobs by a host.

// coreAlone is the kind of the row without a daemon.
const coreAlone hostKind = "core alone"

// jobsPaused is how many process jobs are paused and resumed at a time: each by a
// goroutine of its own.
const jobsPaused = manyCommitters

// jobsAlone is as many as a tool with two ports has ACTIVE.
const jobsAlone = 2

// pausing is a process job without material that is PROCESSING. Each fact that the
// tool tells of it is a transition at least, with the job's record.
type pausing struct {
	facts [3]model.Fact
	next  int
}

func newPausing(job int) *pausing {
	id := jobID(job)
	return &pausing{facts: [...]model.Fact{
		model.JobCommand{Job: id, Command: model.PRPause},  // PJ#8
		model.JobAtRest{Job: id},                           // PJ#9
		model.JobCommand{Job: id, Command: model.PRResume}, // PJ#10
	}}
}

func (p *pausing) fact() model.Fact {
	f := p.facts[p.next]
	p.next = (p.next + 1) % len(p.facts)
	return f
}

// bareJob is the body of an S16F11 for a job without material.
func bareJob(number int) secs2.Item { return processJobOf(jobID(number), secs2.B(), secs2.L()) }

// pausable is an equipment in which those jobs begin at once, and
// others wait in the pool.
func pausable() model.Config {
	return material(model.Jobs{MaxProcessJobs: 10_000, MaxActiveProcessJobs: jobsPaused, ControlJobs: model.NoControlJobs})
}

// measureInMemory measures transitions of the core alone, after the bare sequence:
// turns with that would find the processor slow.
func (m *measuring) measureInMemory(ctx context.Context) error {
	memory, err := transitionsInMemory(m.cfg.Requests)
	if err != nil {
		return err
	}
	announce(m.progress, memory)
	return withBare(m.cfg.DataDir, func(b *bare) error {
		files := b.lane(leastDurable)
		if err := files.measure(ctx, files.ops); err != nil {
			return err
		}
		if err := warm(ctx, max(memory.ops/warmShare, warmLeast), memory); err != nil {
			return err
		}
		if err := alternate(ctx, turns, 0, memory); err != nil {
			return err
		}
		m.report.Rows = append(m.report.Rows, newRow(memory, files))
		return nil
	})
}

// measureTransitions measures the rows of GEM300 in turns with the bare sequence.
func (m *measuring) measureTransitions(ctx context.Context) error {
	return withRig(ctx, setup{cfg: m.cfg, kind: windowedHost, material: pausable()}, func(ctx context.Context, r *rig) error {
		return withBare(m.cfg.DataDir, func(b *bare) error {
			jobs, err := r.beginJobs(ctx)
			if err != nil {
				return err
			}
			n := m.cfg.durable()
			return m.inTurns(ctx, b,
				r.transitions("transition, 1 in flight", jobs[:1], n),
				r.transitions("transition, 16 in flight", jobs, manyCommitters*n),
				r.link.creations("S16F11/F12 create, durable, 1 in flight", 1, n),
				r.link.creations("S16F11/F12 create, durable, 16 in flight", manyCommitters, manyCommitters*n),
			)
		})
	})
}

// transitionsInMemory returns the row of the core alone.
func transitionsInMemory(ops int) (*lane, error) {
	cfg := equipment(Config{Concurrency: 1, SVIDs: 3})
	cfg.Material = pausable()
	a, err := newAlone(cfg, benchRecipe)
	if err != nil {
		return nil, err
	}
	jobs := make([]*pausing, jobsAlone)
	for i := range jobs {
		a.primary(createJob.sf, bareJob(i))
		a.step(gem.Material{Fact: model.JobReady{Job: jobID(i)}})
		jobs[i] = newPausing(i)
	}
	return &lane{row: "transition, memory only", kind: coreAlone, ops: ops, run: func(ctx context.Context, n int, samples *histogram) error {
		for i := range n {
			in := gem.Material{Fact: jobs[i%jobsAlone].fact()}
			if i%sampleEvery != 0 {
				a.step(in)
				continue
			}
			start := time.Now()
			a.step(in)
			samples.record(time.Since(start))
			if err := context.Cause(ctx); err != nil {
				return err
			}
		}
		return a.err
	}}, a.err
}

// beginJobs has the host create jobs and the tool begin them.
func (r *rig) beginJobs(ctx context.Context) ([]*pausing, error) {
	if err := r.link.create(ctx, createJob, 0, jobsPaused, bareJob); err != nil {
		return nil, err
	}
	jobs := make([]*pausing, jobsPaused)
	for i := range jobs {
		if err := r.daemon.Tell(ctx, model.JobReady{Job: jobID(i)}); err != nil {
			return nil, err
		}
		jobs[i] = newPausing(i)
	}
	return jobs, nil
}

// transitions returns a row of so many goroutines of the tool that tell
// transitions, each of a job of its own.
func (r *rig) transitions(row string, jobs []*pausing, ops int) *lane {
	return &lane{row: row, kind: toolGoroutines, ops: ops, run: func(ctx context.Context, n int, samples *histogram) error {
		var group sync.WaitGroup
		faults, times := make([]error, len(jobs)), make([]histogram, len(jobs))
		for i, job := range jobs {
			group.Go(func() { faults[i] = r.tell(ctx, job, part(n, i, len(jobs)), &times[i]) })
		}
		group.Wait()
		for i := range times {
			samples.add(&times[i])
		}
		return errors.Join(faults...)
	}}
}

func (r *rig) tell(ctx context.Context, job *pausing, n int, samples *histogram) error {
	for range n {
		f, start := job.fact(), time.Now()
		if err := r.daemon.Tell(ctx, f); err != nil {
			return fmt.Errorf("%+v: %w", f, err)
		}
		samples.record(time.Since(start))
	}
	return nil
}

// creations returns a row of so many S16F11 at a time. What they create leaves the
// pool after each run.
func (l *link) creations(row string, outstanding, ops int) *lane {
	return &lane{row: row, kind: windowedHost, ops: ops,
		run: func(ctx context.Context, n int, samples *histogram) error {
			outstanding := min(outstanding, n)
			bodies := renumbered(outstanding, processJob)
			return l.askWindowed(ctx, newSeries(createJob, jobsPaused, outstanding, bodies), n, outstanding, samples)
		},
		after: func(ctx context.Context) error {
			_, err := l.ask(ctx, secs2.SF{Stream: 16, Function: 17}, secs2.L())
			return err
		},
	}
}
