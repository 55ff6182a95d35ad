package sim

import (
	"fmt"
	"slices"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/secs2"
)

// This file is what the cycle needs an equipment to have.

// vocabulary finds identifiers by name.
type vocabulary struct {
	events    map[string]uint32
	variables map[string]uint32
}

// newVocabulary knows the names of a running equipment, those of GEM too,
// wherever the configuration has moved them.
func newVocabulary(d gem.Description) vocabulary {
	v := vocabulary{events: map[string]uint32{}, variables: map[string]uint32{}}
	for _, x := range d.Events {
		v.events[x.Name] = x.ID
	}
	for _, x := range d.StatusVariables {
		v.variables[x.Name] = x.ID
	}
	for _, x := range d.DataVariables {
		v.variables[x.Name] = x.ID
	}
	return v
}

// need is a variable with its format and, of a text or list, the least
// max_length.
type need struct {
	name   string
	format secs2.Format
	length int
}

// statusNeeds and dataNeeds are the variables, eventNeeds the events that the
// cycle tells besides those that GEM defines.
func statusNeeds() []need {
	needs := []need{
		{"RobotState", secs2.ASCII, 16}, {"RobotMoves", secs2.FormatU4, 1},
		{"WaferTotal", secs2.FormatU8, 1}, {"LotsInProcess", secs2.List, 64},
	}
	for _, n := range []string{"1", "2"} {
		needs = append(needs, need{"Port" + n + "CarrierID", secs2.ASCII, 32},
			need{"Port" + n + "SlotMap", secs2.ASCII, 25}, need{"Port" + n + "Clamped", secs2.Boolean, 1})
	}
	for _, n := range []string{"A", "B"} {
		chamber := "Chamber" + n
		needs = append(needs, need{chamber + "State", secs2.ASCII, 16}, need{chamber + "WaferPresent", secs2.Boolean, 1},
			need{chamber + "WaferID", secs2.ASCII, 32}, need{chamber + "Recipe", secs2.ASCII, 80}, need{chamber + "StepNumber", secs2.FormatU1, 1})
	}
	return needs
}

func dataNeeds() []need {
	return []need{
		{"PortID", secs2.FormatU1, 1}, {"CarrierID", secs2.ASCII, 32}, {"SlotMap", secs2.ASCII, 25}, {"LotID", secs2.ASCII, 32},
		{"WaferID", secs2.ASCII, 32}, {"Slot", secs2.FormatU1, 1}, {"Location", secs2.ASCII, 20}, {"PPID", secs2.ASCII, 80},
		{"StepNumber", secs2.FormatU1, 1}, {"StepName", secs2.ASCII, 20}, {"StepTime", secs2.FormatF4, 1},
		{"StepPressure", secs2.FormatF8, 1}, {"StepRFPower", secs2.FormatU2, 1}, {"EtchedDepth", secs2.FormatF4, 1},
		{"NotchAngle", secs2.FormatF4, 1}, {"AlignmentOffset", secs2.FormatI1, 1},
		{"WaferCount", secs2.FormatU1, 1}, {"WaferResult", secs2.ASCII, 10},
	}
}

func eventNeeds() []string {
	needs := []string{
		"CarrierClamped", "CarrierIDRead", "CarrierOpened", "SlotMapRead", "CarrierClosed", "CarrierUnclamped",
		"CarrierRemoved", "PortReadyToLoad", "CarrierArrived", "WaferPicked", "WaferPlaced", "RobotHomed",
		"AlignmentStarted", "AlignmentCompleted", "WaferStarted", "WaferCompleted", "LotStarted", "LotCompleted",
	}
	for _, n := range []string{"A", "B"} {
		for _, event := range []string{"WaferLoaded", "ProcessStarted", "StepStarted", "StepCompleted", "ProcessCompleted", "WaferUnloaded"} {
			needs = append(needs, "Chamber"+n+event)
		}
	}
	return needs
}

// vocabulary reports what the equipment lacks.
func (p *problems) vocabulary(equipment gem.Config) {
	if equipment.Processing.Custom() {
		p.add("recipes", "a processing state model of one's own", "that of E30 3.4, for the cycle of START")
	}
	if !slices.ContainsFunc(equipment.Programs.Commands, func(c gem.ProcessCommand) bool {
		return c.CCODE == stepCode && len(c.Parameters) == len(ProcessCommands()[0].Parameters)
	}) {
		p.add("recipes", "no process command 1 STEP", "it, with Name, Time, Pressure and RFPower, in pp.ccodes")
	}
	p.needs("status variable", statusNeeds(), equipment.Variables)
	p.needs("data variable", dataNeeds(), equipment.DataVariables)
	events := map[string]bool{}
	for _, ev := range equipment.Events {
		events[ev.Name] = true
	}
	for _, name := range eventNeeds() {
		if !events[name] {
			p.add("recipes", "no event "+name, "it, for the cycle of START")
		}
	}
}

// needs reports the variables of one class that are missing or of another kind.
func (p *problems) needs(what string, needs []need, have []gem.Variable) {
	byName := map[string]gem.Variable{}
	for _, v := range have {
		byName[v.Name] = v
	}
	for _, n := range needs {
		v, ok := byName[n.name]
		switch {
		case !ok:
			p.add("recipes", fmt.Sprintf("no %s %s", what, n.name), "it, for the cycle of START")
		case v.Format != n.format || v.MaxLength != 0 && v.MaxLength < n.length:
			p.add("recipes", fmt.Sprintf("%s %s of format %v", what, n.name, v.Format), fmt.Sprintf("%v of at least %d", n.format, n.length))
		}
	}
}

// formats are those of every variable that the cycle sets.
func formats() map[string]secs2.Format {
	all := map[string]secs2.Format{}
	for _, n := range append(statusNeeds(), dataNeeds()...) {
		all[n.name] = n.format
	}
	return all
}

// count is the value of a number variable.
func (c *cycle) count(name string, v float64) gem.Value {
	return gem.Value{VID: c.names.variables[name], Item: encode(c.formats[name], v)}
}

// text is the value of an ASCII variable.
func (c *cycle) text(name, s string) gem.Value {
	return gem.Value{VID: c.names.variables[name], Item: secs2.A(s)}
}

// truth is the value of a BOOLEAN variable.
func (c *cycle) truth(name string, v bool) gem.Value {
	return gem.Value{VID: c.names.variables[name], Item: secs2.Bool(v)}
}

// list is the value of a variable that lists texts.
func (c *cycle) list(name string, texts ...string) gem.Value {
	items := make([]secs2.Item, len(texts))
	for i, s := range texts {
		items[i] = secs2.A(s)
	}
	return gem.Value{VID: c.names.variables[name], Item: secs2.L(items...)}
}
