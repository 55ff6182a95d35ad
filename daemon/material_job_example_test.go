package daemon_test

import (
	"cmp"
	"context"
	"fmt"

	"github.com/secsd/secsd/daemon"
	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/hsms"
	"github.com/secsd/secsd/model"
	"github.com/secsd/secsd/secs2"
)

// cleaner is a sorter with a robot and a chamber, which runs process jobs.
type cleaner struct{ sorter }

// Programs implements daemon.Supplier: the recipe of a job is a process program that
// is stored. Hosts bring others with S7F3, the panel with EditProgram.
func (cleaner) Programs() []daemon.SuppliedProgram {
	return []daemon.SuppliedProgram{{PPID: "CLEAN", Format: gem.Unformatted, Content: secs2.A("60 s").Encoded()}}
}

// Run takes a carrier in, as sorter does, and then lets the operator create a job
// for it, as a host would with S16F11.
func (c cleaner) Run(ctx context.Context, d *daemon.Daemon) error {
	for o := range c.orders {
		var err error
		switch o.Verb {
		case model.SetUp: // pre-conditioning; there is none
			err = c.tell(ctx, d, model.JobReady{Job: o.Job})
		case model.Process:
			err = c.process(ctx, d, o.Job)
		case model.Undock:
			return errDone
		default:
			err = c.carry(ctx, d, o)
		}
		if err == nil && o.Verb == model.Dock {
			err = d.Tell(ctx, model.OperatorProcessJob{Spec: model.ProcessJobSpec{
				ID: "PJ-1", MaterialType: 13, Carriers: []model.CarrierSlots{{Carrier: "FOUP01"}}, Method: 1, Recipe: "CLEAN", Start: model.AutoStart,
			}})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// process processes the substrates of a job, in their order. After a start the
// order comes again: what is done with is left alone.
func (c cleaner) process(ctx context.Context, d *daemon.Daemon, job string) error {
	view := d.Material()
	substrates := map[string]model.SubstrateSnapshot{}
	for _, s := range view.Substrates {
		substrates[s.ID] = s
	}
	for _, j := range view.ProcessJobs {
		for _, id := range j.Substrates {
			s := substrates[id]
			if j.ID != job || s.Processing.Final() {
				continue
			}
			fmt.Println(j.Recipe, "on", s.ID, "from", s.Source)
			if err := c.clean(ctx, d, j.Recipe, s); err != nil {
				return err
			}
		}
	}
	return nil
}

// clean takes a substrate from its slot into the chamber, and to its destination,
// which is that slot unless a control job names another.
func (c cleaner) clean(ctx context.Context, d *daemon.Daemon, recipe string, s model.SubstrateSnapshot) error {
	const robot, chamber = "ROBOT", "PM1"
	destination := cmp.Or(s.Destination, s.Source)
	return c.tell(ctx, d,
		model.SubstrateMoved{From: s.Source, To: robot},
		model.SubstrateMoved{From: robot, To: chamber},
		model.ModuleStarted{Module: chamber, Recipe: recipe},
		model.ProcessingBegun{Substrate: s.ID},
		model.ModuleEnded{Module: chamber},
		model.ProcessingEnded{Substrate: s.ID, Outcome: model.SubstProcessed},
		model.SubstrateMoved{From: chamber, To: robot},
		model.SubstrateMoved{From: robot, To: destination},
	)
}

// A process job on a tool.
func ExampleDaemon_Material() {
	d, err := daemon.New(daemon.Config{
		Equipment: gem.Config{
			MDLN: "CLEAN-1", SOFTREV: "1.0", Hosts: []gem.HostConfig{{Name: "mes"}},
			Material: model.Config{
				Ports:     []model.Port{{Location: "LP1", Dock: "FIMS1", Capacity: 3}},
				Locations: []model.Location{{Name: "ROBOT"}, {Name: "PM1", Use: model.ProductionModule}},
				Jobs:      model.Jobs{ControlJobs: model.NoControlJobs}, // hosts create control jobs too, with S14F9
			},
		},
		Links: []hsms.EndpointConfig{{Address: "127.0.0.1:0"}},
	}, cleaner{sorter{make(chan model.Order, 16)}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(d.Run(context.Background()))
	// Output:
	// CLEAN on FOUP01.01 from FOUP01.01
	// CLEAN on FOUP01.03 from FOUP01.03
	// that is all
}
