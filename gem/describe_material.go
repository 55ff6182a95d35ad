package gem

import (
	"slices"

	"github.com/secsd/secsd/model"
)

// MaterialDescription is the ports, places, bounds and state models of an equipment
// that handles carriers (GEM300).
type MaterialDescription struct {
	Name            string                      `json:"name"` // in OBJSPEC
	Ports           []PortDescription           `json:"ports"`
	Buffer          []string                    `json:"buffer"` // carrier locations inside
	Locations       []LocationDescription       `json:"locations"`
	Modules         []string                    `json:"modules"` // trackers besides
	Jobs            JobsDescription             `json:"jobs"`
	RecipeVariables []RecipeVariableDescription `json:"recipe_variables"`
	PauseEvents     []uint32                    `json:"pause_events"` // CEIDs
	Models          []MaterialModelDescription  `json:"state_models"`
}

// PortDescription is a load port (E87).
type PortDescription struct {
	PortID   int    `json:"port_id"`
	Location string `json:"location"`
	Dock     string `json:"dock,omitempty"` // absent: it does not dock
	Capacity int    `json:"capacity"`
	Reader   bool   `json:"carrier_id_reader"`
}

// LocationDescription is a location for one substrate (E90).
type LocationDescription struct {
	Name   string `json:"name"`
	Module bool   `json:"production_module"`
	Reader bool   `json:"substrate_reader"`
}

// JobsDescription is the bounds of jobs (E40, E94).
type JobsDescription struct {
	MaxProcessJobs       int  `json:"max_process_jobs"`
	MaxControlJobs       int  `json:"max_control_jobs"`
	MaxActiveProcessJobs int  `json:"max_active_process_jobs"`
	MaxActiveControlJobs int  `json:"max_active_control_jobs"`
	PerControlJob        int  `json:"per_control_job"` // process jobs of one that are active
	NeedControlJob       bool `json:"need_control_job"`
}

// RecipeVariableDescription is a variable that jobs may set.
type RecipeVariableDescription struct {
	Name   string `json:"name"`
	Format string `json:"format"`
	Min    any    `json:"min,omitempty"`
	Max    any    `json:"max,omitempty"`
}

// MaterialModelDescription is a state model of material or jobs.
type MaterialModelDescription struct {
	Name        string                  `json:"name"`     // with its standard
	Variable    string                  `json:"variable"` // that tells the state; "" if none does
	States      []Coded                 `json:"states"`
	Transitions []TransitionDescription `json:"transitions"`
}

// Coded is a state of a model of material or jobs.
type Coded struct {
	Name string `json:"name"`
	Code *uint8 `json:"code,omitempty"` // in the variable
}

func (e *Equipment) describeMaterial() *MaterialDescription {
	c := e.cfg.Material.WithDefaults()
	if !c.Enabled() {
		return nil
	}
	d := &MaterialDescription{
		Name: c.Name, Ports: []PortDescription{}, Buffer: append([]string{}, c.Buffer...), Locations: []LocationDescription{},
		Modules: append([]string{}, c.Modules...), RecipeVariables: []RecipeVariableDescription{}, PauseEvents: append([]uint32{}, c.PauseEvents...),
		Jobs: JobsDescription{
			c.Jobs.MaxProcessJobs, c.Jobs.MaxControlJobs, c.Jobs.MaxActiveProcessJobs, c.Jobs.MaxActiveControlJobs, c.Jobs.PerControlJob,
			c.Jobs.ControlJobs == model.ControlJobRequired,
		},
	}
	for i, p := range c.Ports {
		d.Ports = append(d.Ports, PortDescription{i + 1, p.Location, p.Dock, p.Capacity, p.Reader == model.HasReader})
	}
	for _, l := range c.Locations {
		d.Locations = append(d.Locations, LocationDescription{l.Name, l.Use == model.ProductionModule, l.Reader == model.HasSubstrateReader})
	}
	for _, v := range c.RecipeVariables {
		d.RecipeVariables = append(d.RecipeVariables, RecipeVariableDescription{v.Name, v.Format.String(), plain(v.Min), plain(v.Max)})
	}
	for _, m := range model.StateModels() {
		d.Models = append(d.Models, e.describeMaterialModel(m))
	}
	return d
}

func (e *Equipment) describeMaterialModel(m model.StateModel) MaterialModelDescription {
	d := MaterialModelDescription{Name: m.Name, Variable: m.Variable, States: []Coded{}}
	for _, s := range m.States {
		d.States = append(d.States, Coded(s))
	}
	for _, r := range m.Rows {
		d.Transitions = append(d.Transitions, TransitionDescription{Row: r.Number, From: r.From, On: r.On, To: r.To, Events: e.materialRowEvents(m.Machine, r.Number)})
	}
	return d
}

// materialRowEvents returns the CEIDs that tell a row: one, or one of each module.
func (e *Equipment) materialRowEvents(machine model.Machine, row int) []uint32 {
	events := []*event{}
	switch machine {
	case model.Machines:
	case model.ModuleProcess:
		for _, name := range e.cfg.Material.ProductionModules() {
			events = append(events, e.material.module[name][row])
		}
	default:
		events = append(events, e.material.rows[machine][row])
	}
	ceids := []uint32{}
	for _, ev := range slices.DeleteFunc(events, func(ev *event) bool { return ev == nil }) {
		ceids = append(ceids, ev.ceid)
	}
	return ceids
}
