package model

import (
	"errors"
	"fmt"
)

// ConfigError is one value that the configuration may not have.
type ConfigError struct {
	Key  string // as in the configuration file: "ports[0].capacity"
	Got  string
	Want string
}

func (e *ConfigError) Error() string {
	return fmt.Sprintf("model: gem300.%s: got %s, want %s", e.Key, e.Got, e.Want)
}

const (
	maxPorts     = 20
	maxLocations = 60
	maxModules   = 20
	maxBuffer    = 200
	maxJobs      = 100_000
	maxActive    = 1000
	maxCapacity  = 25
)

// WithDefaults returns the configuration with what is left out filled in.
func (c Config) WithDefaults() Config {
	ports := append([]Port(nil), c.Ports...)
	for i := range ports {
		p := &ports[i]
		if p.Location == "" {
			p.Location = fmt.Sprintf("LP%d", i+1)
		}
		if p.Capacity == 0 {
			p.Capacity = maxCapacity
		}
	}
	c.Ports = ports
	if c.Name == "" {
		c.Name = "Equipment"
	}
	j := &c.Jobs
	for _, x := range []struct {
		value  *int
		preset int
	}{
		{&j.MaxProcessJobs, 32}, {&j.MaxControlJobs, 32}, {&j.PerControlJob, 1},
		{&c.PIO.TP1, 2}, {&c.PIO.TP2, 2}, {&c.PIO.TP3, 60}, {&c.PIO.TP4, 60}, {&c.PIO.TP5, 2},
	} {
		setDefault(x.value, x.preset)
	}
	setDefault(&j.MaxActiveControlJobs, min(len(ports), j.MaxControlJobs))
	setDefault(&j.MaxActiveProcessJobs, min(len(ports), j.MaxProcessJobs))
	return c
}

func setDefault(value *int, preset int) {
	if *value == 0 {
		*value = preset
	}
}

type problems []error

func (p *problems) add(key string, got any, want string) {
	*p = append(*p, &ConfigError{Key: key, Got: fmt.Sprint(got), Want: want})
}

func (p *problems) number(key string, got, low, high int) {
	if got < low || got > high {
		p.add(key, got, fmt.Sprintf("%d to %d", low, high))
	}
}

// Validate returns every problem of the configuration, joined; each is a
// *ConfigError.
func (c Config) Validate() error {
	var p problems
	if !c.Enabled() {
		if len(c.Locations)+len(c.Buffer)+len(c.Modules) > 0 {
			p.number("ports", 0, 1, maxPorts)
		}
		return errors.Join(p...)
	}
	c = c.WithDefaults()
	if !validID(c.Name) {
		p.add("name", quoted(c.Name), identifier)
	}
	p.number("ports", len(c.Ports), 1, maxPorts)
	p.number("locations", len(c.Locations), 0, maxLocations)
	p.number("modules", len(c.Modules), 0, maxModules)
	p.number("buffer", len(c.Buffer), 0, maxBuffer)
	p.names(&c)
	for i, x := range c.Ports {
		p.number(fmt.Sprintf("ports[%d].capacity", i), x.Capacity, 1, maxCapacity)
	}
	p.jobs(&c.Jobs)
	for i, t := range []int{c.PIO.TP1, c.PIO.TP2, c.PIO.TP3, c.PIO.TP4, c.PIO.TP5} {
		p.number(fmt.Sprintf("pio.tp%d", i+1), t, 1, 999)
	}
	return errors.Join(p...)
}

// jobs checks the bounds of jobs: more than there are cannot be ACTIVE.
func (p *problems) jobs(j *Jobs) {
	p.number("jobs.max_process_jobs", j.MaxProcessJobs, 1, maxJobs)
	p.number("jobs.max_control_jobs", j.MaxControlJobs, 1, maxJobs)
	for _, x := range []struct {
		key   string
		got   int
		above string
		most  int
	}{
		{"max_active_control_jobs", j.MaxActiveControlJobs, "max_control_jobs", j.MaxControlJobs},
		{"max_active_process_jobs", j.MaxActiveProcessJobs, "max_process_jobs", j.MaxProcessJobs},
	} {
		if x.got > x.most && x.got <= maxActive {
			p.add("jobs."+x.key, x.got, fmt.Sprintf("at most %s, %d", x.above, x.most))
			continue
		}
		p.number("jobs."+x.key, x.got, 1, maxActive)
	}
	p.number("jobs.per_control_job", j.PerControlJob, 1, maxActive)
}

// names checks that every place and module has a name of its own.
func (p *problems) names(c *Config) {
	taken := map[string]bool{}
	check := func(key, name string) {
		if !validID(name) || taken[name] {
			p.add(key, quoted(name), identifier+", that nothing else has")
		}
		taken[name] = true
	}
	for i, x := range c.Ports {
		check(fmt.Sprintf("ports[%d].location", i), x.Location)
		if x.Dock != "" {
			check(fmt.Sprintf("ports[%d].dock", i), x.Dock)
		}
	}
	for i, x := range c.Buffer {
		check(fmt.Sprintf("buffer[%d]", i), x)
	}
	for i, x := range c.Locations {
		check(fmt.Sprintf("locations[%d].name", i), x.Name)
	}
	for i, x := range c.Modules {
		check(fmt.Sprintf("modules[%d]", i), x)
	}
	seen := map[string]bool{}
	for i, x := range c.RecipeVariables {
		key := fmt.Sprintf("recipe_variables[%d]", i)
		if x.Name == "" || len(x.Name) > 256 || seen[x.Name] {
			p.add(key+".name", quoted(x.Name), "1 to 256 characters that no other variable has")
		}
		low, least := x.Min.Number()
		if high, most := x.Max.Number(); least && most && low > high {
			p.add(key+".min", low, fmt.Sprintf("at most max, %v", high))
		}
		seen[x.Name] = true
	}
}

// identifier tells what validID takes.
const identifier = "1 to 80 characters of ASCII without > : ? * ~ and without a blank at an end"

func quoted(text string) string { return fmt.Sprintf("%q", Clip(text)) }

// The longest identifiers: of objects (E5 OBJID), and of the slots of a carrier and
// the substrates that are called by them, which are two digits and a point longer.
const (
	maxID      = 80
	maxSubstID = maxID + len(".25")
)

// validID tells whether a text may be an object identifier (E39 1.1): 1 to 80
// characters of 0x20 to 0x7E without > : ? * ~ and without a blank at an end.
func validID(id string) bool {
	if id == "" || len(id) > maxID || id[0] == ' ' || id[len(id)-1] == ' ' {
		return false
	}
	for i := range len(id) {
		switch c := id[i]; {
		case c < ' ' || c > '~', c == '>', c == ':', c == '?', c == '*', c == '~':
			return false
		}
	}
	return true
}

// validSubstID is validID for a SubstID or a SubstLocID: what the equipment itself
// makes of a CarrierID is taken from a host too.
func validSubstID(id string) bool {
	owner, slot := cutSlotID(id)
	return validID(id) || slot > 0 && validID(owner)
}
