package gem

import (
	"fmt"
	"iter"
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
	for v := range movedLast(standard, c.MoveVIDs, func(v *variable) string { return v.name }) {
		p.id("vids."+v.name, v.vid, v.name, owner, c.IDFormat)
		classes[v.vid] = v.class
	}
	p.variableNames(c, standard)
	for i, v := range c.Variables {
		p.variable(fmt.Sprintf("variables[%d]", i), v, owner, c.IDFormat)
		classes[v.VID] = statusVariable
	}
	for i, v := range c.DataVariables {
		p.variable(fmt.Sprintf("data_variables[%d]", i), v, owner, c.IDFormat)
		if !v.Limits.none() {
			p.add(fmt.Sprintf("data_variables[%d].limits", i), "limits", "none: only status variables have limits")
		}
		classes[v.VID] = dataVariable
	}
	for i, ec := range c.Constants {
		key := fmt.Sprintf("constants[%d]", i)
		p.constant(key, ec, owner, c.IDFormat)
		p.stateNames(key+".safe_states", ec.SafeStates, &c.Processing)
		classes[ec.ECID] = constant
	}
	return classes
}

func (p *problems) variableNames(c Config, standard []*variable) {
	defined := map[string]bool{}
	for _, v := range standard {
		defined[v.name] = true
	}
	var status, data, constants []string
	for _, v := range c.Variables {
		status = append(status, v.Name)
	}
	for _, v := range c.DataVariables {
		data = append(data, v.Name)
	}
	for _, ec := range c.Constants {
		constants = append(constants, ec.Name)
	}
	p.names("variables", defined, status)
	p.names("data_variables", defined, data)
	p.names("constants", defined, constants)
}

// moved checks that only what GEM defines is given another identifier.
func (p *problems) moved(key string, moved map[string]uint32, known func(string) bool) {
	for _, name := range slices.Sorted(maps.Keys(moved)) {
		if !known(name) {
			p.add(key+"."+name, name, "a name that GEM defines")
		}
	}
}

// movedLast is what GEM defines, that which has another identifier behind the rest:
// of two that are the same it is the culprit.
func movedLast[T any](list []T, moved map[string]uint32, name func(T) string) iter.Seq[T] {
	return func(yield func(T) bool) {
		for _, last := range []bool{false, true} {
			for _, x := range list {
				if _, is := moved[name(x)]; is == last && !yield(x) {
					return
				}
			}
		}
	}
}

func (p *problems) variable(key string, v Variable, owner map[uint32]string, f IDFormat) {
	p.text(key+".name", v.Name, 1, maxName)
	p.text(key+".units", v.Units, 0, maxName)
	p.prose(key+".description", v.Description)
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
	p.prose(key+".description", c.Description)
	p.id(key+".id", c.ECID, c.Name, owner, f)
	if c.Format.Size() == 0 || c.Format == secs2.List {
		p.add(key+".format", c.Format, "a format of E5 other than a list")
		return
	}
	p.number(key+".max_length", c.MaxLength, 1, maxMaxLength)
	if !p.bounds(key, c.Format, c.Min, c.Max) {
		return
	}
	v := &variable{format: c.Format, maxLength: c.MaxLength, rule: &constantRule{min: c.Min, max: c.Max}}
	if _, ok := v.accept(c.Default); !ok {
		p.add(key+".default", v.gotText(c.Default), v.wanted())
	}
}

// bounds checks the least and the greatest value of a number.
func (p *problems) bounds(key string, f secs2.Format, low, high secs2.Item) bool {
	before := len(p.errs)
	for _, b := range []struct {
		key   string
		bound secs2.Item
	}{{key + ".min", low}, {key + ".max", high}} {
		if !b.bound.IsZero() && (!numeric(f) || b.bound.Format() != f || b.bound.Len() != 1 || !finite(b.bound)) {
			p.add(b.key, itemText(b.bound), "one number in format "+f.String())
		}
	}
	if len(p.errs) == before && !low.IsZero() && !high.IsZero() && less(high, low) {
		p.add(key+".max", plain(high), fmt.Sprintf("at least min, %v", plain(low)))
	}
	return len(p.errs) == before
}

// wanted says what accept takes.
func (v *variable) wanted() string {
	low, high := plain(v.rule.min), plain(v.rule.max)
	switch {
	case v.rule.permitted != nil:
		return fmt.Sprintf("%v, one of %v", v.format, v.rule.permitted)
	case low != nil && high != nil:
		return fmt.Sprintf("%v from %v to %v", v.format, low, high)
	case low != nil:
		return fmt.Sprintf("%v of at least %v", v.format, low)
	case high != nil:
		return fmt.Sprintf("%v of at most %v", v.format, high)
	}
	return wantedSize(v.format, v.maxLength)
}

// gotText shows a value that accept does not take: the number alone where only
// its size is wrong.
func (v *variable) gotText(it secs2.Item) string {
	if it.Format() == v.format && it.Len() == 1 && numeric(v.format) {
		return fmt.Sprint(plain(it))
	}
	return itemText(it)
}

// wantedSize says which format and length a value may have.
func wantedSize(f secs2.Format, maxLength int) string {
	switch {
	case f == secs2.List || f == secs2.Binary || f.Textual():
		return fmt.Sprintf("%v of at most %d bytes", f, maxLength)
	case maxLength == 1:
		return fmt.Sprintf("one value in format %v", f)
	}
	return fmt.Sprintf("at most %d values in format %v", maxLength, f)
}

// itemText shows a value in a message for people.
func itemText(it secs2.Item) string { return fmt.Sprintf("%v %v", it.Format(), plain(it)) }

// names checks that no name is one that GEM defines.
func (p *problems) names(key string, defined map[string]bool, names []string) {
	for i, name := range names {
		if defined[name] {
			p.add(fmt.Sprintf("%s[%d].name", key, i), name, "a name that GEM does not define")
		}
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
	defined := map[string]bool{}
	p.ownAlarmEvents(c, owner, defined)
	for ev := range movedLast(standard, c.MoveCEIDs, func(ev Event) string { return ev.Name }) {
		p.id("ceids."+ev.Name, ev.CEID, ev.Name, owner, c.IDFormat)
		defined[ev.Name] = true
	}
	var names []string
	for i, ev := range c.Events {
		names = append(names, ev.Name)
		key := fmt.Sprintf("events[%d]", i)
		p.text(key+".name", ev.Name, 1, maxName)
		p.prose(key+".description", ev.Description)
		p.id(key+".id", ev.CEID, ev.Name, owner, c.IDFormat)
		p.dataVariables(key, ev.DataVariables, classes)
	}
	for _, ev := range limitEvents(&c) {
		defined[ev.Name] = true
	}
	p.names("events", defined, names)
	p.alarmEvents(c, owner, defined)
	p.limits(c, owner)
}

// dataVariables checks the VIDs that are valid at an event.
func (p *problems) dataVariables(key string, vids []uint32, classes map[uint32]class) {
	for j, vid := range vids {
		at := fmt.Sprintf("%s.data_variables[%d]", key, j)
		switch class, ok := classes[vid]; {
		case !ok || class != dataVariable:
			p.add(at, vid, "the id of a data variable")
		case slices.Contains(vids[:j], vid):
			p.add(at, vid, "an id that occurs once")
		}
	}
}

// EventIDs returns the CEIDs of all events by name, GEM's too.
func (c Config) EventIDs() map[string]uint32 {
	ids := map[string]uint32{}
	c = c.withDefaults()
	for _, ev := range slices.Concat(standardEvents(&c), limitEvents(&c), c.Events, alarmEvents(&c)) {
		ids[ev.Name] = ev.CEID
	}
	return ids
}
