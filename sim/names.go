package sim

import (
	"fmt"
	"slices"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/secs2"
)

// This file is what the tool needs an equipment to have, to tell of lots.

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

// entry is the need as the configuration has it.
func (n need) entry() string {
	if n.format != secs2.ASCII {
		return fmt.Sprintf("{id: …, name: %s, format: %v}", n.name, n.format)
	}
	return fmt.Sprintf("{id: …, name: %s, format: %v, max_length: %d}", n.name, n.format, n.length)
}

// statusNeeds and dataNeeds are the variables, eventNeeds the events that the
// tool tells besides those that GEM and GEM300 define.
func (l *layout) statusNeeds() []need {
	needs := []need{
		{"RobotState", secs2.ASCII, 16}, {"RobotMoves", secs2.FormatU4, 1},
		{"WaferTotal", secs2.FormatU8, 1}, {"LotsInProcess", secs2.List, 64},
	}
	for i := range l.ports {
		name := portName(i + 1)
		needs = append(needs, need{name + "CarrierID", secs2.ASCII, maxID}, need{name + "SlotMap", secs2.ASCII, maxSlots},
			need{name + "WaferCount", secs2.FormatU1, 1}, need{name + "Clamped", secs2.Boolean, 1}, need{name + "State", secs2.ASCII, 16})
	}
	for i := range l.chambers {
		name := chamberName(i)
		needs = append(needs, need{name + "State", secs2.ASCII, 16}, need{name + "WaferPresent", secs2.Boolean, 1},
			need{name + "WaferID", secs2.ASCII, maxSubstID}, need{name + "Recipe", secs2.ASCII, maxProgramName}, need{name + "StepNumber", secs2.FormatU1, 1})
	}
	return needs
}

// maxID is the longest identifier of an object (E39), maxSubstID the longest
// SubstID: that of a wafer which is called by its carrier and its slot.
const (
	maxID      = 80
	maxSubstID = maxID + 3
)

func dataNeeds() []need {
	return []need{
		{"LoadPort", secs2.FormatU1, 1}, {"FOUPID", secs2.ASCII, maxID}, {"WaferMap", secs2.ASCII, maxSlots}, {"LotID", secs2.ASCII, maxID},
		{"WaferID", secs2.ASCII, maxSubstID}, {"Slot", secs2.FormatU1, 1}, {"Location", secs2.ASCII, maxID}, {"PPID", secs2.ASCII, maxProgramName},
		{"StepIndex", secs2.FormatU1, 1}, {"StepName", secs2.ASCII, maxStepName}, {"StepTime", secs2.FormatF4, 1},
		{"StepPressure", secs2.FormatF8, 1}, {"StepRFPower", secs2.FormatU2, 1}, {"EtchedDepth", secs2.FormatF4, 1},
		{"NotchAngle", secs2.FormatF4, 1}, {"AlignmentOffset", secs2.FormatI1, 1},
		{"WaferCount", secs2.FormatU1, 1}, {"WaferResult", secs2.ASCII, 10},
	}
}

func (l *layout) eventNeeds() []string {
	needs := []string{
		"CarrierIDRead", "SlotMapRead", "CarrierRemoved", "PortReadyToLoad", "CarrierArrived", "WaferPicked", "WaferPlaced", "RobotHomed",
		"AlignmentStarted", "AlignmentCompleted", "WaferStarted", "WaferCompleted", "WaferLost", "LotStarted", "LotCompleted",
	}
	for i := range l.chambers {
		for _, event := range []string{"WaferLoaded", "ProcessStarted", "StepStarted", "StepCompleted", "ProcessCompleted", "WaferUnloaded"} {
			needs = append(needs, chamberName(i)+event)
		}
	}
	return needs
}

// vocabulary reports what the equipment lacks.
func (p *problems) vocabulary(equipment gem.Config) {
	if equipment.Processing.Custom() {
		p.add("recipes", "a processing state model of one's own", "that of E30 3.4, for lots")
	}
	if !slices.ContainsFunc(equipment.Programs.Commands, func(c gem.ProcessCommand) bool {
		return c.CCODE == stepCode && len(c.Parameters) == len(ProcessCommands()[0].Parameters)
	}) {
		p.add("recipes", "no process command 1 STEP", "it, with Name, Time, Pressure and RFPower, in pp.ccodes")
	}
	l := newLayout(equipment.Material)
	p.needs("status variable", "variables", l.statusNeeds(), equipment.Variables)
	p.needs("data variable", "data_variables", dataNeeds(), equipment.DataVariables)
	events := map[string]bool{}
	for _, ev := range equipment.Events {
		events[ev.Name] = true
	}
	for _, name := range l.eventNeeds() {
		if !events[name] {
			p.add("recipes", "no event "+name, fmt.Sprintf("{id: …, name: %s} in events, for lots", name))
		}
	}
}

// needs reports the variables of one class that are missing or of another kind.
func (p *problems) needs(what, section string, needs []need, have []gem.Variable) {
	byName := map[string]gem.Variable{}
	for _, v := range have {
		byName[v.Name] = v
	}
	for _, n := range needs {
		v, ok := byName[n.name]
		switch {
		case !ok:
			p.add("recipes", fmt.Sprintf("no %s %s", what, n.name), fmt.Sprintf("%s in %s, for lots", n.entry(), section))
		case v.Format != n.format || v.MaxLength != 0 && v.MaxLength < n.length:
			p.add("recipes", fmt.Sprintf("%s %s of format %v", what, n.name, v.Format), fmt.Sprintf("%v of at least %d", n.format, n.length))
		}
	}
}

// formats are those of every variable that the tool sets.
func (l *layout) formats() map[string]secs2.Format {
	all := map[string]secs2.Format{}
	for _, n := range append(l.statusNeeds(), dataNeeds()...) {
		all[n.name] = n.format
	}
	return all
}

// count is the value of a number variable.
func (p *plant) count(name string, v float64) gem.Value {
	return gem.Value{VID: p.names.variables[name], Item: encode(p.formats[name], v)}
}

// text is the value of an ASCII variable.
func (p *plant) text(name, s string) gem.Value {
	return gem.Value{VID: p.names.variables[name], Item: secs2.A(s)}
}

// truth is the value of a BOOLEAN variable.
func (p *plant) truth(name string, v bool) gem.Value {
	return gem.Value{VID: p.names.variables[name], Item: secs2.Bool(v)}
}

// list is the value of a variable that lists texts.
func (p *plant) list(name string, texts ...string) gem.Value {
	items := make([]secs2.Item, len(texts))
	for i, s := range texts {
		items[i] = secs2.A(s)
	}
	return gem.Value{VID: p.names.variables[name], Item: secs2.L(items...)}
}
