package sim

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/model"
)

// This file is a chamber, which runs the recipe of a job on a wafer. PAUSE stops
// its time; what a start finds in it is run again from the first step.

// chamber is a production module.
type chamber struct {
	*plant
	chore
	where  string // its location
	name   string // what its variables and events begin with
	wafer  string // that the recipe runs on, "" for none
	recipe Recipe
	number int     // of the step at hand, 0 for none
	depth  float64 // nm: the more power for the longer, the deeper
	random *rand.Rand

	blocked bool // told
	broken  time.Time
	job     string // of the wafer
}

func newChamber(p *plant, where string, i int) *chamber {
	return &chamber{plant: p, chore: chore{speed: p.config.Speed}, where: where, name: chamberName(i), random: p.randomOf("chamber", i)}
}

// act implements part.
func (c *chamber) act(ctx context.Context, v *view) (did bool, wake time.Time, err error) {
	if !c.broken.IsZero() {
		return c.repair(ctx, v.now)
	}
	w := v.at[c.where]
	if c.wafer == "" {
		if w == nil || v.fate(w) != proceeds || w.Processing.Final() {
			return false, wake, nil
		}
		return true, wake, c.prepare(ctx, v, w)
	}
	switch {
	case w == nil || w.ID != c.wafer || v.fate(w) == returns:
		return true, wake, c.fail(ctx)
	case v.fate(w) == stays && !c.held:
		c.hold()
		return true, wake, c.block(ctx, model.PauseReason, "Pause: process job "+c.job)
	case v.fate(w) == proceeds && c.held:
		c.goOn()
		return true, wake, c.unblock(ctx)
	}
	return c.pursue(ctx, v.now)
}

// prepare begins the recipe of the wafer's job.
func (c *chamber) prepare(ctx context.Context, v *view, w *model.SubstrateSnapshot) error {
	recipe, err := c.jobs.recipe(v.jobs[w.Job])
	if err != nil {
		return c.tell(ctx, model.JobCommand{Job: w.Job, Command: model.PRAbort})
	}
	c.wafer, c.job, c.recipe, c.number, c.depth = w.ID, w.Job, recipe, 0, 0
	deeds, after := []deed{{0, c.start}}, 0.0
	for i := range recipe.Steps {
		deeds = append(deeds, deed{after, c.step})
		after = recipe.Steps[i].Time.Seconds()
	}
	c.begin(append(deeds, deed{after, c.finish})...)
	return nil
}

func (c *chamber) start(ctx context.Context) error {
	if err := c.tell(ctx, model.ModuleStarted{Module: c.where, Recipe: c.recipe.Name, Substrate: c.wafer}); err != nil {
		return err
	}
	return c.report(ctx, "ProcessStarted", c.text(c.name+"Recipe", c.recipe.Name), c.text(c.name+"State", "PROCESSING"))
}

// step ends a step and begins the next one.
func (c *chamber) step(ctx context.Context) error {
	if err := c.endStep(ctx); err != nil {
		return err
	}
	c.number++
	s := c.recipe.Steps[c.number-1]
	if err := c.tell(ctx, model.ModuleStep{Module: c.where, Number: c.number, Step: s.Name}); err != nil {
		return err
	}
	if c.number == 1 {
		if err := c.tell(ctx, model.ProcessingBegun{Substrate: c.wafer}); err != nil {
			return err
		}
	}
	if err := c.report(ctx, "StepStarted", append(c.stepValues(), c.count(c.name+"StepNumber", float64(c.number)))...); err != nil {
		return err
	}
	if c.failures.occurs(ChamberAlarm, c.where) {
		return c.breakDown(ctx)
	}
	return nil
}

// stepValues tell which step an event is about.
func (c *chamber) stepValues() []gem.Value {
	return []gem.Value{c.count("StepIndex", float64(c.number)), c.text("StepName", c.recipe.Steps[c.number-1].Name)}
}

func (c *chamber) endStep(ctx context.Context) error {
	if c.number == 0 {
		return nil
	}
	s := c.recipe.Steps[c.number-1]
	if err := c.tell(ctx, model.ModuleStepEnded{Module: c.where}); err != nil {
		return err
	}
	c.depth += sensed(c.random, float64(s.RFPower)*s.Time.Seconds()/100)
	return c.report(ctx, "StepCompleted", append(c.stepValues(), c.count("StepTime", s.Time.Seconds()),
		c.count("StepPressure", sensed(c.random, s.Pressure)), c.count("StepRFPower", sensed(c.random, float64(s.RFPower))))...)
}

func (c *chamber) finish(ctx context.Context) error {
	if err := c.endStep(ctx); err != nil {
		return err
	}
	// In this order: once the module has ended, a start would not know of the wafer.
	ended := model.ProcessingEnded{Substrate: c.wafer, Outcome: model.SubstProcessed}
	if err := c.tell(ctx, ended, model.ModuleEnded{Module: c.where}); err != nil {
		return err
	}
	err := c.report(ctx, "ProcessCompleted", c.count("EtchedDepth", c.depth), c.text(c.name+"State", "VENTING"))
	c.wafer = ""
	return err
}

// fail ends the recipe early: the wafer goes home as it is.
func (c *chamber) fail(ctx context.Context) error {
	c.wafer = ""
	c.drop()
	if err := c.tell(ctx, model.ModuleFailed{Module: c.where}); err != nil {
		return err
	}
	if err := c.unblock(ctx); err != nil {
		return err
	}
	return c.set(ctx, c.text(c.name+"State", "VENTING"))
}

// report triggers an event of the chamber about its wafer.
func (c *chamber) report(ctx context.Context, event string, values ...gem.Value) error {
	v := c.look()
	if w := v.wafers[c.wafer]; w != nil {
		values = append(c.about(v, w), values...)
	}
	return c.event(ctx, c.name+event, values...)
}

// loaded and unloaded tell that the robot has brought or taken a wafer.
func (c *chamber) loaded(ctx context.Context, v *view, w *model.SubstrateSnapshot) error {
	return c.event(ctx, c.name+"WaferLoaded", append(c.about(v, w),
		c.truth(c.name+"WaferPresent", true), c.text(c.name+"WaferID", w.ID), c.text(c.name+"State", "PUMPING"))...)
}

func (c *chamber) unloaded(ctx context.Context, v *view, w *model.SubstrateSnapshot) error {
	return c.event(ctx, c.name+"WaferUnloaded", append(c.about(v, w), c.truth(c.name+"WaferPresent", false),
		c.text(c.name+"WaferID", ""), c.text(c.name+"State", "IDLE"), c.count(c.name+"StepNumber", 0))...)
}

func (c *chamber) block(ctx context.Context, reason model.BlockedReason, text string) error {
	c.blocked = true
	return c.tell(ctx, model.ModuleBlocked{Module: c.where, Reason: reason, Text: text[:min(len(text), maxBlockedText)]})
}

// maxBlockedText is the longest BlockedReasonText.
const maxBlockedText = 80

func (c *chamber) unblock(ctx context.Context) error {
	if !c.blocked {
		return nil
	}
	c.blocked = false
	return c.tell(ctx, model.ModuleUnblocked{Module: c.where})
}

// adopt finds the chamber as it is after a start: what ran in it has failed, unless
// its wafer is done.
func (c *chamber) adopt(ctx context.Context, v *view) error {
	var over model.Fact = model.ModuleFailed{Module: c.where}
	if w := v.at[c.where]; w != nil && w.Processing == model.SubstProcessed {
		over = model.ModuleEnded{Module: c.where}
	}
	if err := c.tell(ctx, over); err != nil {
		return err
	}
	if broken, err := c.findBroken(ctx, v); err != nil {
		return err
	} else if !broken {
		if err := c.tell(ctx, model.ModuleUnblocked{Module: c.where}); err != nil {
			return err
		}
	}
	wafer, state := "", "IDLE"
	if w := v.at[c.where]; w != nil {
		wafer, state = w.ID, "PUMPING"
	}
	return c.set(ctx, c.truth(c.name+"WaferPresent", wafer != ""), c.text(c.name+"WaferID", wafer), c.text(c.name+"State", state))
}
