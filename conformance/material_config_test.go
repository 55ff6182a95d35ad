package conformance_test

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/secsd/secsd/daemon"
	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/model"
	"github.com/secsd/secsd/secs2"
)

// This file is the GEM300 equipment of the scripts and the keys that change it;
// doc of what it has is in testdata/equipment.txt.

// materialKeys are the settings of GEM300. The first of a script is "gem300 = on".
func materialKeys() map[string]setter {
	jobs := func(field func(*model.Jobs) *int) setter {
		return number(func(c *daemon.Config) *int { return field(&c.Equipment.Material.Jobs) })
	}
	return map[string]setter{
		"gem300":                              hasMaterial,
		"gem300.max_process_jobs":             jobs(func(j *model.Jobs) *int { return &j.MaxProcessJobs }),
		"gem300.max_control_jobs":             jobs(func(j *model.Jobs) *int { return &j.MaxControlJobs }),
		"gem300.max_active_control_jobs":      jobs(func(j *model.Jobs) *int { return &j.MaxActiveControlJobs }),
		"gem300.max_active_process_jobs":      jobs(func(j *model.Jobs) *int { return &j.MaxActiveProcessJobs }),
		"gem300.process_jobs_per_control_job": jobs(func(j *model.Jobs) *int { return &j.PerControlJob }),
		"gem300.control_jobs": word(func(c *daemon.Config) *model.ControlJobNeed { return &c.Equipment.Material.Jobs.ControlJobs },
			map[string]model.ControlJobNeed{"required": model.ControlJobRequired, "none": model.NoControlJobs}),
		"gem300.pj_extinct": word(func(c *daemon.Config) *model.Extinction { return &c.Equipment.Material.Jobs.Extinct },
			map[string]model.Extinction{"material-gone": model.MaterialGone, "cj-complete": model.WithControlJob}),
		"gem300.action": word(func(c *daemon.Config) *model.ActionDefault { return &c.Equipment.Material.Jobs.Action },
			map[string]model.ActionDefault{"lenient": model.LenientAction, "strict": model.StrictAction}),
		"gem300.clock": word(func(c *daemon.Config) *model.ClockSource { return &c.Equipment.Material.Clock },
			map[string]model.ClockSource{"free": model.FreeClock, "ntp": model.NTPClock}),
		"gem300.capacity": func(c *daemon.Config, value string) error {
			n, err := strconv.Atoi(value)
			eachPort(c, func(p *model.Port) { p.Capacity = n })
			return err
		},
		"gem300.reader": func(c *daemon.Config, value string) error {
			reader, ok := map[string]model.Reader{"present": model.HasReader, "none": model.NoReader}[value]
			eachPort(c, func(p *model.Port) { p.Reader = reader })
			return unless(ok)
		},
		"gem300.docks": func(c *daemon.Config, value string) error {
			if value == "false" {
				eachPort(c, func(p *model.Port) { p.Dock = "" })
			}
			return unless(value == "true" || value == "false")
		},
		"gem300.wafer_reader": func(c *daemon.Config, value string) error {
			list := c.Equipment.Material.Locations
			i := slices.IndexFunc(list, func(l model.Location) bool { return l.Name == value })
			if i < 0 {
				return unless(false)
			}
			list[i].Reader = model.HasSubstrateReader
			return nil
		},
		"gem300.buffer": func(c *daemon.Config, value string) error {
			c.Equipment.Material.Buffer = strings.Split(value, ",")
			return nil
		},
	}
}

func unless(ok bool) error {
	if ok {
		return nil
	}
	return errors.New("unknown value")
}

func eachPort(c *daemon.Config, do func(*model.Port)) {
	for i := range c.Equipment.Material.Ports {
		do(&c.Equipment.Material.Ports[i])
	}
}

func hasMaterial(c *daemon.Config, value string) error {
	if value != "on" {
		return unless(false)
	}
	c.Equipment.Material = model.Config{
		Name: "TOOL1",
		Locations: []model.Location{
			{Name: "ROBOT.A"}, {Name: "ROBOT.B"}, {Name: "ALIGNER"}, {Name: "PM-A", Use: model.ProductionModule}, {Name: "PM-B", Use: model.ProductionModule},
		},
		Modules: []string{"EFEM"},
		RecipeVariables: []model.RecipeVariable{
			{Name: "Time", Format: secs2.FormatU4, Min: secs2.U4(1), Max: secs2.U4(3600)}, {Name: "Chamber:A>Temp", Format: secs2.FormatF4},
		},
	}
	for i := range 2 {
		c.Equipment.Material.Ports = append(c.Equipment.Material.Ports, model.Port{Location: fmt.Sprintf("LP%d", i+1), Dock: fmt.Sprintf("FIMS%d", i+1)})
	}
	return nil
}

// standingPrograms are the recipes that GEM300 equipment of scripts has.
var standingPrograms = []string{"ETCH_A", "ETCH_B"}

// storeStanding stores those that are not there, if the equipment has GEM300.
func storeStanding(c *daemon.Config, programs daemon.Programs) error {
	if !c.Equipment.Material.Enabled() || len(programs.List()) > 0 {
		return nil
	}
	for _, name := range standingPrograms {
		staged, err := programs.Stage(name, byte(gem.Unformatted), strings.NewReader(name), 1000)
		if err != nil {
			return err
		}
		if err := staged.Commit(); err != nil {
			return err
		}
	}
	return nil
}
