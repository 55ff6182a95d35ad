package config

import (
	"fmt"

	"github.com/secsd/secsd/model"
)

// This file is the section gem300: the ports, places and bounds of an equipment
// that handles carriers.

type material struct {
	Name      string        `mapstructure:"name"`
	Ports     []loadPort    `mapstructure:"ports"`
	Buffer    []string      `mapstructure:"buffer"`
	Locations []place       `mapstructure:"locations"`
	Modules   []string      `mapstructure:"modules"`
	Jobs      jobs          `mapstructure:"jobs"`
	Variables []recipeValue `mapstructure:"recipe_variables"`
	// PauseEvents are names of events.
	PauseEvents []string          `mapstructure:"pause_events"`
	Clock       model.ClockSource `mapstructure:"clock"`
	PIO         handoff           `mapstructure:"pio"`
}

// idlePorts warns of load ports that nothing brings carriers to: the tool here is the
// simulated one.
func (b *builder) idlePorts() {
	if b.config.Equipment.Material.Enabled() && len(b.config.Sim.Recipes) == 0 {
		n := b.r.nearest("gem300.ports")
		b.config.Warnings = append(b.config.Warnings, fmt.Sprintf(
			"%s:%d:%d: warning: gem300.ports: no sim.recipes, so the simulated tool brings no carriers to them", b.r.file, n.Line, n.Column))
	}
}

// loadPort is a load port; they are numbered from 1 in the order of the file.
type loadPort struct {
	Location string             `mapstructure:"location" required:"true"`
	Dock     string             `mapstructure:"dock"`
	Capacity int                `mapstructure:"capacity" nonzero:"1 to 25"`
	Reader   *bool              `mapstructure:"reader"`
	Access   model.AccessMode   `mapstructure:"access"`
	Service  model.FirstService `mapstructure:"service"`
}

// place is a location for one substrate.
type place struct {
	Name   string `mapstructure:"name" required:"true"`
	Module bool   `mapstructure:"module"`
	Reader bool   `mapstructure:"reader"`
}

// jobs bounds process jobs and control jobs.
type jobs struct {
	MaxProcessJobs       int                  `mapstructure:"max_process_jobs" nonzero:"1 to 100000"`
	MaxControlJobs       int                  `mapstructure:"max_control_jobs" nonzero:"1 to 100000"`
	MaxActiveControlJobs int                  `mapstructure:"max_active_control_jobs" nonzero:"1 to 1000"`
	MaxActiveProcessJobs int                  `mapstructure:"max_active_process_jobs" nonzero:"1 to 1000"`
	PerControlJob        int                  `mapstructure:"per_control_job" nonzero:"1 to 1000"`
	ControlJobs          model.ControlJobNeed `mapstructure:"control_jobs"`
	Extinct              model.Extinction     `mapstructure:"pj_extinct"`
	Action               model.ActionDefault  `mapstructure:"action"`
}

// recipeValue is a variable that jobs may set; its bounds are read from the node
// tree by its format.
type recipeValue struct {
	Name   string `mapstructure:"name" required:"true"`
	Format string `mapstructure:"format" required:"true"`
	Min    any    `mapstructure:"min"`
	Max    any    `mapstructure:"max"`
}

// handoff is the timers of E84, in whole seconds.
type handoff struct {
	TP1 int `mapstructure:"tp1" nonzero:"1 to 999"`
	TP2 int `mapstructure:"tp2" nonzero:"1 to 999"`
	TP3 int `mapstructure:"tp3" nonzero:"1 to 999"`
	TP4 int `mapstructure:"tp4" nonzero:"1 to 999"`
	TP5 int `mapstructure:"tp5" nonzero:"1 to 999"`
}

// material fills model's Config.
func (b *builder) material() {
	f, c := &b.file.GEM300, &b.config.Equipment.Material
	*c = model.Config{
		Name: f.Name, Buffer: f.Buffer, Modules: f.Modules, Jobs: model.Jobs(f.Jobs), Clock: f.Clock, PIO: model.PIOTimers(f.PIO),
	}
	for _, p := range f.Ports {
		c.Ports = append(c.Ports, model.Port{
			Location: p.Location, Dock: p.Dock, Capacity: p.Capacity, Reader: unless(p.Reader, model.NoReader), Access: p.Access, Service: p.Service,
		})
	}
	for _, l := range f.Locations {
		c.Locations = append(c.Locations, model.Location{
			Name: l.Name, Use: when(&l.Module, model.ProductionModule), Reader: when(&l.Reader, model.HasSubstrateReader),
		})
	}
	for i, v := range f.Variables {
		key := fmt.Sprintf("gem300.recipe_variables[%d]", i)
		x := model.RecipeVariable{Name: v.Name}
		var known bool
		if x.Format, known = b.format(key, v.Format); known {
			x.Min, x.Max = b.value(key+".min", x.Format), b.value(key+".max", x.Format)
		}
		c.RecipeVariables = append(c.RecipeVariables, x)
	}
	b.pauseEvents()
}

// pauseEvents finds the events that are named.
func (b *builder) pauseEvents() {
	ceids := map[string]uint32{}
	for _, ev := range b.config.Equipment.Events {
		ceids[ev.Name] = ev.CEID
	}
	for i, name := range b.file.GEM300.PauseEvents {
		ceid, ok := ceids[name]
		if !ok {
			b.r.key(fmt.Sprintf("gem300.pause_events[%d]", i), name, "the name of an entry of events")
			continue
		}
		b.config.Equipment.Material.PauseEvents = append(b.config.Equipment.Material.PauseEvents, ceid)
	}
}
