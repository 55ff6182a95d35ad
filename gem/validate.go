package gem

import (
	"fmt"
	"maps"
	"slices"

	"github.com/secsd/secsd/secs2"
)

// This file checks what a Config says about variables, events and commands.

// variables checks every VID and returns the class of each.
func (p *problems) variables(c Config) map[uint32]class {
	owner := map[uint32]string{}
	classes := map[uint32]class{}
	standard := standardVariables(&c)
	p.moved("vids", c.MoveVIDs, func(name string) bool {
		return slices.ContainsFunc(standard, func(v *variable) bool { return v.name == name })
	})
	for _, v := range standard {
		p.id("vids."+v.name, v.vid, v.name, owner, c.IDFormat)
		classes[v.vid] = v.class
	}
	for i, v := range c.Variables {
		p.variable(fmt.Sprintf("variables[%d]", i), v, owner, c.IDFormat)
		classes[v.VID] = statusVariable
	}
	for i, v := range c.DataVariables {
		p.variable(fmt.Sprintf("data_variables[%d]", i), v, owner, c.IDFormat)
		classes[v.VID] = dataVariable
	}
	for i, ec := range c.Constants {
		p.constant(fmt.Sprintf("constants[%d]", i), ec, owner, c.IDFormat)
		classes[ec.ECID] = constant
	}
	return classes
}

// moved checks that only what GEM defines is given another identifier.
func (p *problems) moved(key string, moved map[string]uint32, known func(string) bool) {
	for _, name := range slices.Sorted(maps.Keys(moved)) {
		if !known(name) {
			p.add(key+"."+name, name, "a name that GEM defines")
		}
	}
}

func (p *problems) variable(key string, v Variable, owner map[uint32]string, f IDFormat) {
	p.text(key+".name", v.Name, 1, maxName)
	p.text(key+".units", v.Units, 0, maxName)
	p.id(key+".id", v.VID, v.Name, owner, f)
	if v.Format.Size() == 0 {
		p.add(key+".format", uint8(v.Format), "a format of E5")
		return
	}
	p.number(key+".max_length", v.MaxLength, 1, maxMaxLength)
	if want := fits(v.Initial, v.Format, v.MaxLength); want != "" {
		p.add(key+".initial", fmt.Sprintf("%v [%d]", v.Initial.Format(), v.Initial.Len()), want)
	}
}

func (p *problems) constant(key string, c Constant, owner map[uint32]string, f IDFormat) {
	p.text(key+".name", c.Name, 1, maxName)
	p.text(key+".units", c.Units, 0, maxName)
	p.id(key+".id", c.ECID, c.Name, owner, f)
	if c.Format.Size() == 0 || c.Format == secs2.List {
		p.add(key+".format", c.Format, "a format of E5 other than a list")
		return
	}
	p.number(key+".max_length", c.MaxLength, 1, maxMaxLength)
	rule := constantRule{max: c.Max, min: c.Min}
	for name, bound := range map[string]secs2.Item{"min": c.Min, "max": c.Max} {
		if !bound.IsZero() && (bound.Format() != c.Format || bound.Len() != 1 || !numeric(c.Format)) {
			p.add(key+"."+name, fmt.Sprintf("%v [%d]", bound.Format(), bound.Len()), "one number in the constant's format")
			return
		}
	}
	v := &variable{format: c.Format, maxLength: c.MaxLength, rule: &rule}
	if _, ok := v.accept(c.Default); !ok {
		p.add(key+".default", fmt.Sprintf("%v [%d]", c.Default.Format(), c.Default.Len()), "a value within the bounds, in the constant's format")
	}
}

// id checks that an identifier is free and fits the configured format.
func (p *problems) id(key string, id uint32, name string, owner map[uint32]string, f IDFormat) {
	if other, taken := owner[id]; taken {
		p.add(key, id, "an identifier that "+other+" does not have")
		return
	}
	owner[id] = name
	if uint64(id) > f.maxID() {
		p.add(key, id, fmt.Sprintf("at most %d, the largest in the configured format", f.maxID()))
	}
}

func (p *problems) events(c Config, classes map[uint32]class) {
	owner := map[uint32]string{}
	standard := standardEvents(&c)
	p.moved("ceids", c.MoveCEIDs, func(name string) bool {
		return slices.ContainsFunc(standard, func(e Event) bool { return e.Name == name })
	})
	for _, ev := range standard {
		p.id("ceids."+ev.Name, ev.CEID, ev.Name, owner, c.IDFormat)
	}
	for i, ev := range c.Events {
		key := fmt.Sprintf("events[%d]", i)
		p.text(key+".name", ev.Name, 1, maxName)
		p.id(key+".id", ev.CEID, ev.Name, owner, c.IDFormat)
		for _, vid := range ev.DataVariables {
			if class, ok := classes[vid]; !ok || class != dataVariable {
				p.add(key+".data_variables", vid, "the id of a data variable")
			}
		}
	}
}
