package sim

import (
	"context"
	"slices"
	"time"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/model"
)

// This file is what a chamber alarm leads to: the chamber stands still, its job
// pauses, and after a while all goes on.

// breakDown sets the alarm.
func (c *chamber) breakDown(ctx context.Context) error {
	al, ok := c.alarm()
	if !ok {
		return nil
	}
	c.schedule()
	c.hold()
	return c.standStill(ctx, al)
}

// standStill sets the alarm for its time.
func (c *chamber) standStill(ctx context.Context, al gem.AlarmDescription) error {
	c.broken = time.Now().Add(c.real(c.config.Alarms.Last.Seconds()))
	if err := repeat(ctx, func() error { return c.eq.Alarm(ctx, al.ID, gem.AlarmSet) }); err != nil {
		return err
	}
	if err := c.block(ctx, model.ErrorCondition, "Fault: "+al.Text); err != nil || c.job == "" {
		return err
	}
	return c.tell(ctx, model.JobCommand{Job: c.job, Command: model.PRPause})
}

// findBroken is a start that finds the chamber BLOCKED by its alarm, which is not
// set any more, and perhaps a job that somebody has to resume: it stands still as
// long again.
func (c *chamber) findBroken(ctx context.Context, v *view) (broken bool, err error) {
	al, ok := c.alarm()
	if !ok || !slices.ContainsFunc(v.Modules, func(m model.ModuleSnapshot) bool { return m.Name == c.where && m.Blocked == model.ErrorCondition }) {
		return false, nil
	}
	c.job = ""
	if w := v.at[c.where]; w != nil {
		c.job = w.Job
	}
	return true, c.standStill(ctx, al)
}

// repair clears the alarm once its time has come. The job is resumed before the
// chamber is free, which is what a start in between goes by.
func (c *chamber) repair(ctx context.Context, now time.Time) (did bool, wake time.Time, err error) {
	if c.broken.After(now) {
		return false, c.broken, nil
	}
	c.broken = time.Time{}
	if !slices.ContainsFunc(c.chambers, func(x *chamber) bool { return !x.broken.IsZero() }) {
		al, _ := c.alarm()
		if err := repeat(ctx, func() error { return c.eq.Alarm(ctx, al.ID, gem.AlarmClear) }); err != nil {
			return true, wake, err
		}
	}
	if c.job != "" {
		if err := c.tell(ctx, model.JobCommand{Job: c.job, Command: model.PRResume}); err != nil {
			return true, wake, err
		}
	}
	return true, wake, c.unblock(ctx)
}

// alarm is the one that a chamber sets: that of the configuration, else the first.
func (p *plant) alarm() (gem.AlarmDescription, bool) {
	for _, al := range p.alarms {
		if al.Name == p.config.Failures.Alarm || p.config.Failures.Alarm == "" {
			return al, true
		}
	}
	return gem.AlarmDescription{}, false
}
