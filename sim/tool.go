package sim

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/secsd/secsd/daemon"
	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/model"
	"github.com/secsd/secsd/secs2"
)

// Tool is the simulated tool. It implements daemon.Tool, daemon.Handler and
// daemon.Supplier.
type Tool struct {
	config   Config
	movers   []*mover
	layout   layout
	panel    *panel
	inbox    *inbox
	failures *failures
	demands  *demands

	needsControl  bool   // process jobs need a control job
	standard      bool   // the processing state model is that of E30 3.4
	mdln, softrev string // for programs
}

// New returns a tool for this equipment.
func New(c Config, equipment gem.Config) (*Tool, error) {
	if err := c.Validate(equipment); err != nil {
		return nil, err
	}
	c = c.withDefaults()
	t := &Tool{
		config: c, layout: newLayout(equipment.Material), inbox: newInbox(), failures: newFailures(c),
		needsControl: equipment.Material.Jobs.ControlJobs == model.ControlJobRequired, standard: !equipment.Processing.Custom(),
		mdln: equipment.MDLN, softrev: equipment.SOFTREV,
	}
	t.panel = newPanel(t.inbox.ring)
	t.demands = newDemands(t, len(equipment.Alarms))
	variables := map[string]gem.Variable{}
	for _, v := range equipment.Variables {
		variables[v.Name] = v
	}
	for i, m := range c.Motions {
		t.movers = append(t.movers, newMover(m, variables[m.Variable], newRandom(c.Seed, i)))
	}
	return t, nil
}

// newRandom returns the random numbers of motion i: each has its own, so that
// one more motion does not change the values of the others.
func newRandom(seed uint64, i int) *rand.Rand { return rand.New(rand.NewPCG(seed, uint64(i))) }

// Run moves the variables and carries out commands until ctx is done.
func (t *Tool) Run(ctx context.Context, d *daemon.Daemon) error { return t.run(ctx, d) }

// equipment is what the tool needs of the daemon.
type equipment interface {
	handled
	Describe() daemon.Description
	Set(values ...gem.Value) error
	Trigger(ctx context.Context, ceid uint32, values ...gem.Value) error
	programs
	Alarm(ctx context.Context, alid uint32, state gem.AlarmState, values ...gem.Value) error
	Process(ctx context.Context, trigger string, values ...gem.Value) error
}

// handled is where material and jobs are told.
type handled interface {
	Tell(ctx context.Context, f model.Fact) error
	Material() model.Snapshot
}

func (t *Tool) run(ctx context.Context, e equipment) error {
	group, inner := errgroup.WithContext(ctx)
	group.Go(func() error { return t.move(inner, e) })
	group.Go(func() error { return t.trouble(inner, e) })
	if len(t.config.Recipes) > 0 {
		p := newPlant(t, e)
		group.Go(func() error {
			t.panel.open(func(ppid string) (Recipe, error) { return loadRecipe(e, ppid) })
			t.demands.open(e.Material)
			return p.run(inner)
		})
	} else if t.standard {
		group.Go(func() error {
			return repeat(inner, func() error { return e.Process(inner, string(initialized)) })
		})
	}
	err := group.Wait()
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// move tells the values of the motions.
func (t *Tool) move(ctx context.Context, e equipment) error {
	if len(t.movers) == 0 {
		<-ctx.Done()
		return nil
	}
	period := time.Duration(float64(time.Second) / t.config.Rate)
	simulated := time.Duration(float64(period) * t.config.Speed)
	tick := time.NewTicker(period)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		values := t.step(simulated)
		if len(values) == 0 {
			continue
		}
		err := e.Set(values...)
		if err != nil && !errors.Is(err, gem.ErrStorage) && ctx.Err() == nil {
			return err
		}
	}
}

// step returns the values that are new after this much simulated time.
func (t *Tool) step(passed time.Duration) []gem.Value {
	var values []gem.Value
	for _, m := range t.movers {
		if v, changed := m.step(passed); changed {
			values = append(values, gem.Value{VID: m.vid, Item: v})
		}
	}
	return values
}

// Changed is told of each transition of the equipment's state models: there may be
// something to do now.
func (t *Tool) Changed(gem.Transition) { t.inbox.ring() }

// Order takes an order about a carrier, a wafer or a job.
func (t *Tool) Order(_ context.Context, o model.Order) { t.inbox.put(o) }

// Fail makes the next occasion fail on which this can go wrong.
func (t *Tool) Fail(kind Failure) { t.failures.want(kind, "") }

// Exchange has a carrier come to a load port that is READY TO LOAD, or go from one that
// is READY TO UNLOAD, without the time that it would wait. In other states the next
// such moment counts.
func (t *Tool) Exchange(port int) { t.demands.set(port, demand{}) }

// Command takes the remote commands START, STOP, ABORT, PAUSE, RESUME, PP-SELECT,
// SIM-DELIVER, SIM-REMOVE and SIM-FAIL, if there are recipes, and refuses all others.
func (t *Tool) Command(_ context.Context, q gem.Question) (secs2.HCACK, []gem.BadParameter) {
	if hcack, bad, ok := t.demands.command(q); ok {
		return hcack, bad
	}
	return t.panel.command(q)
}
