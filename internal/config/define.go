package config

import (
	"fmt"

	"go.yaml.in/yaml/v3"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/secs2"
)

// This file fills what gem's Config says the equipment has, with values of the
// formats that the file names.

const wantFormat = "L, B, BOOLEAN, A, J, W, I1, I2, I4, I8, F4, F8, U1, U2, U4 or U8"

// names finds the entry of the file that took a name first.
type names map[string]string

// take reports a name that another entry has already.
func (b *builder) take(taken names, key, name string) {
	first, twice := taken[name]
	switch {
	case name == "":
	case twice:
		b.r.key(key+".name", name, "a name that "+first+" does not have")
	default:
		taken[name] = key
	}
}

// format returns the format that an entry names, or reports that there is no
// such format.
func (b *builder) format(key, word string) (f secs2.Format, known bool) {
	if f, known = secs2.FormatOf(word); known {
		return f, true
	}
	b.r.key(key+".format", fmt.Sprintf("%q", shorten(word)), wantFormat)
	return secs2.ASCII, false
}

// value returns the free-form value of key, the zero Item where there is none.
func (b *builder) value(key string, f secs2.Format) secs2.Item {
	n := b.r.nodes[key]
	if n == nil || b.r.blamed[key] {
		return secs2.Item{}
	}
	it, _ := b.r.item(key, n, f, 0)
	return it
}

// values reads a list of free-form values; those that are wrong are left out
// and reported.
func (b *builder) values(key string, f secs2.Format) []secs2.Item {
	n := b.r.nodes[key]
	if n == nil || b.r.blamed[key] {
		return nil
	}
	if n.Kind != yaml.SequenceNode {
		b.r.at(n, key, describe(n), "a list of values")
		return nil
	}
	var items []secs2.Item
	for i, v := range n.Content {
		if it, ok := b.r.item(fmt.Sprintf("%s[%d]", key, i), v, f, 0); ok {
			items = append(items, it)
		}
	}
	return items
}

// variables fills the variables of all three classes, which share their names.
func (b *builder) variables() {
	e, taken := &b.config.Equipment, names{}
	for i, v := range b.file.Definitions.Variables {
		key := fmt.Sprintf("variables[%d]", i)
		b.take(taken, key, v.Name)
		g := gem.Variable{VID: v.ID, Name: v.Name, Description: v.Description, Units: v.Units, MaxLength: v.MaxLength}
		var known bool
		if g.Format, known = b.format(key, v.Format); known {
			g.Initial = b.value(key+".initial", g.Format)
			if g.Format != secs2.List {
				g.Limits = gem.VariableLimits{Min: b.value(key+".limits.min", g.Format), Max: b.value(key+".limits.max", g.Format), Event: v.Limits.Event}
			}
		}
		e.Variables = append(e.Variables, g)
	}
	for i, v := range b.file.Definitions.DataVariables {
		key := fmt.Sprintf("data_variables[%d]", i)
		b.take(taken, key, v.Name)
		g := gem.Variable{VID: v.ID, Name: v.Name, Description: v.Description, Units: v.Units, MaxLength: v.MaxLength}
		g.Format, _ = b.format(key, v.Format)
		e.DataVariables = append(e.DataVariables, g)
	}
	for i, c := range b.file.Definitions.Constants {
		key := fmt.Sprintf("constants[%d]", i)
		b.take(taken, key, c.Name)
		g := gem.Constant{ECID: c.ID, Name: c.Name, Description: c.Description, Units: c.Units, MaxLength: c.MaxLength}
		var known bool
		if g.Format, known = b.format(key, c.Format); known && g.Format != secs2.List {
			g.Min, g.Max = b.value(key+".min", g.Format), b.value(key+".max", g.Format)
			g.Default = b.value(key+".default", g.Format)
		}
		g.AffectsProcess, g.SafeStates, g.Operator = c.AffectsProcess, c.SafeStates, when(&c.LockedInRemote, gem.LockedInRemote)
		e.Constants = append(e.Constants, g)
	}
}

// events fills the collection events.
func (b *builder) events() {
	vids, taken := b.dataVariables(), names{}
	for i, ev := range b.file.Definitions.Events {
		key := fmt.Sprintf("events[%d]", i)
		b.take(taken, key, ev.Name)
		g := gem.Event{CEID: ev.ID, Name: ev.Name, Description: ev.Description}
		g.DataVariables = b.validAt(key, ev.DataVariables, vids)
		b.config.Equipment.Events = append(b.config.Equipment.Events, g)
	}
}

// dataVariables returns the VIDs of the data variables by name.
func (b *builder) dataVariables() map[string]uint32 {
	vids := map[string]uint32{}
	for _, v := range b.config.Equipment.DataVariables {
		vids[v.Name] = v.VID
	}
	return vids
}

// validAt returns the VIDs of the data variables that an event names.
func (b *builder) validAt(key string, refs []reference, vids map[string]uint32) (list []uint32) {
	for j, ref := range refs {
		switch ref := ref.(type) {
		case int: // a VID; package gem knows whether there is such a variable
			list = append(list, uint32(ref))
		case string:
			vid, known := vids[ref]
			if !known {
				b.r.key(fmt.Sprintf("%s.data_variables[%d]", key, j), fmt.Sprintf("%q", shorten(ref)), "the id or name of a data variable")
				continue
			}
			list = append(list, vid)
		}
	}
	return list
}

// alarms fills the alarms.
func (b *builder) alarms() {
	vids := b.dataVariables()
	for i, a := range b.file.Definitions.Alarms {
		b.config.Equipment.Alarms = append(b.config.Equipment.Alarms, gem.Alarm{
			ALID: a.ID, Name: a.Name, Text: a.Text, Category: a.Category, SetEvent: a.SetEvent, ClearEvent: a.ClearEvent,
			DataVariables: b.validAt(fmt.Sprintf("alarms[%d]", i), a.DataVariables, vids),
			Description:   a.Description, Trigger: a.Trigger, Reset: a.Reset, Affects: a.Affects,
		})
	}
}

// commands fills the remote commands.
func (b *builder) commands() {
	ceids := b.config.Equipment.EventIDs()
	for i, c := range b.file.Definitions.Commands {
		g := gem.Command{
			Name: c.Name, Description: c.Description, Effect: c.Effect, States: c.States, Already: c.Already, Objects: c.Objects,
			Code: c.Code, Operator: when(&c.Locked, gem.LockedInRemote),
		}
		g.Completion = b.completion(fmt.Sprintf("commands[%d].completion", i), c.Completion, ceids)
		for j, p := range c.Parameters {
			g.Parameters = append(g.Parameters, b.parameter(fmt.Sprintf("commands[%d].parameters[%d]", i, j), p))
		}
		b.config.Equipment.Commands = append(b.config.Equipment.Commands, g)
	}
}

// completion returns the CEIDs of the events that a list names.
func (b *builder) completion(key string, refs []eventReference, ceids map[string]uint32) (list []uint32) {
	for j, ref := range refs {
		if ceid, ok := b.eventID(fmt.Sprintf("%s[%d]", key, j), ref, ceids); ok {
			list = append(list, ceid)
		}
	}
	return list
}

// eventID returns the CEID of the event that ref names.
func (b *builder) eventID(key string, ref eventReference, ceids map[string]uint32) (uint32, bool) {
	switch ref := ref.(type) {
	case int: // a CEID; package gem knows whether there is such an event
		return uint32(ref), true
	case string:
		if ceid, known := ceids[ref]; known {
			return ceid, true
		}
		b.r.key(key, fmt.Sprintf("%q", shorten(ref)), "the id or name of a collection event")
	}
	return 0, false
}

// moves returns what a section gives other identifiers.
func (b *builder) moves(section string, entries []moved) map[string]uint32 {
	moves := map[string]uint32{}
	for i, m := range entries {
		if _, twice := moves[m.Name]; twice {
			b.r.key(fmt.Sprintf("%s[%d].name", section, i), fmt.Sprintf("%q again", m.Name), "each name once")
		}
		moves[m.Name] = m.ID
	}
	return moves
}
