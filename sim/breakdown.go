package sim

import (
	"context"
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
	c.broken = time.Now().Add(c.real(c.config.Alarms.Last.Seconds()))
	c.schedule()
	c.hold()
	if err := repeat(ctx, func() error { return c.eq.Alarm(ctx, al.ID, gem.AlarmSet) }); err != nil {
		return err
	}
	if err := c.block(ctx, model.ErrorCondition, "Fault: "+al.Text); err != nil {
		return err
	}
	return c.tell(ctx, model.JobCommand{Job: c.job, Command: model.PRPause})
}

// repair clears the alarm once its time has come.
func (c *chamber) repair(ctx context.Context, now time.Time) (did bool, wake time.Time, err error) {
	if c.broken.After(now) {
		return false, c.broken, nil
	}
	c.broken = time.Time{}
	al, _ := c.alarm()
	if err := repeat(ctx, func() error { return c.eq.Alarm(ctx, al.ID, gem.AlarmClear) }); err != nil {
		return true, wake, err
	}
	if err := c.unblock(ctx); err != nil {
		return true, wake, err
	}
	return true, wake, c.tell(ctx, model.JobCommand{Job: c.job, Command: model.PRResume})
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
