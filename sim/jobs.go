package sim

import (
	"context"
	"slices"
	"time"

	"github.com/secsd/secsd/model"
)

// This file is what process jobs are told: ready, at rest, halted, done.

// setUpTime is that of a job, in simulated seconds.
const setUpTime = 1

// jobs looks after the process jobs.
type jobs struct {
	*plant
	work map[string]*work // by job
}

// work is what the tool knows of a job beside what the equipment holds.
type work struct {
	recipe *Recipe
	state  model.PRState // when the tool looked last
	due    time.Time     // when it has something to tell, as long as the state stays
	told   bool          // in this state
	ready  bool
}

// act implements part.
func (m *jobs) act(ctx context.Context, v *view) (did bool, wake time.Time, err error) {
	for id := range m.work {
		if v.jobs[id] == nil {
			delete(m.work, id)
		}
	}
	for i := range v.ProcessJobs {
		did, at, err := m.attend(ctx, v, &v.ProcessJobs[i])
		if did || err != nil {
			return did, wake, err
		}
		if wake.IsZero() || !at.IsZero() && at.Before(wake) {
			wake = at
		}
	}
	return false, wake, nil
}

// attend tells of one job what is due.
func (m *jobs) attend(ctx context.Context, v *view, j *model.ProcessJobSnapshot) (did bool, wake time.Time, err error) {
	w := m.of(j)
	if w.state != j.State {
		w.state, w.told, w.due = j.State, false, time.Time{}
		return true, wake, m.enter(ctx, v, j)
	}
	if w.told {
		return false, wake, nil
	}
	fact := m.fact(v, j)
	if fact == nil {
		return false, wake, nil
	}
	if w.due.After(v.now) {
		return false, w.due, nil
	}
	w.due = v.now.Add(again)
	taken, err := m.told(ctx, fact)
	w.told = taken
	if _, ready := fact.(model.JobReady); ready {
		w.ready = taken
	}
	return true, wake, err
}

func (m *jobs) of(j *model.ProcessJobSnapshot) *work {
	w := m.work[j.ID]
	if w == nil {
		w = &work{state: model.NoJob}
		m.work[j.ID] = w
	}
	return w
}

// fact is what there is to tell of a job, nil for nothing.
func (m *jobs) fact(v *view, j *model.ProcessJobSnapshot) model.Fact {
	switch j.State {
	case model.SettingUp:
		if !m.work[j.ID].ready {
			return model.JobReady{Job: j.ID}
		}
	case model.Processing:
		if len(j.Substrates) == 0 {
			return model.JobDone{Job: j.ID}
		}
	case model.Pausing:
		if t := m.robot.carries; t == nil || t.job != j.ID {
			return model.JobAtRest{Job: j.ID}
		}
	case model.Stopping, model.Aborting:
		if !m.robot.worksOn(v, j.ID) {
			return model.JobHalted{Job: j.ID}
		}
	default:
	}
	return nil
}

// enter is what a state begins with.
func (m *jobs) enter(ctx context.Context, v *view, j *model.ProcessJobSnapshot) error {
	w := m.work[j.ID]
	switch j.State {
	case model.SettingUp:
		w.due = v.now.Add(m.real(setUpTime))
		if _, err := m.recipe(j); err != nil {
			return m.tell(ctx, model.JobCommand{Job: j.ID, Command: model.PRAbort})
		}
		if j.Recipe == m.selected {
			return nil
		}
		return m.selectProgram(ctx, j.Recipe)
	case model.Processing:
		if r, err := m.recipe(j); err == nil && len(j.Substrates) == 0 {
			w.due = v.now.Add(m.real(r.length().Seconds()))
		}
	default:
	}
	return nil
}

// recipe returns the copy of the program that a job executes, with its settings.
func (m *jobs) recipe(j *model.ProcessJobSnapshot) (Recipe, error) {
	w := m.of(j)
	if w.recipe == nil {
		r, err := loadRecipe(m.eq, j.Recipe)
		if err != nil {
			return r, err
		}
		w.recipe = &r
	}
	r := *w.recipe
	r.Steps = slices.Clone(r.Steps)
	r.tune(j.Settings)
	return r, nil
}
