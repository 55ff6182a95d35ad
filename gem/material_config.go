package gem

import (
	"errors"
	"slices"

	"github.com/secsd/secsd/model"
	"github.com/secsd/secsd/secs2"
)

// This file is what GEM300 adds to the events, variables, constants and alarms of
// the equipment. Identifiers are ours and can be moved.

// materialEvents are the collection events of the model.
func materialEvents(c *Config) (list []Event) {
	vids := map[string]uint32{}
	for _, v := range c.Material.DataVariables() {
		vids[v.Name] = v.VID
	}
	for _, ev := range c.Material.Events() {
		x := Event{CEID: ev.CEID, Name: ev.Name, Description: ev.When}
		for _, name := range ev.Data {
			x.DataVariables = append(x.DataVariables, c.dataID(name, vids[name]))
		}
		list = append(list, x)
	}
	return list
}

// materialVariables are the status and data variables of the model, and its
// constants.
func materialVariables(c *Config) (list []*variable) {
	add := func(class class, from []model.Variable) {
		for _, x := range from {
			v := computed(x.VID, x.Name, x.Format, x.MaxLength, func(ctx *valueContext, a *secs2.Appender) { x.Append(ctx.eq.material.model, a) })
			v.class, v.units, v.description, v.own = class, x.Units, x.Meaning, true
			for _, c := range model.Codes(x.Name) {
				v.codes = append(v.codes, Meaning{uint64(c.Value), c.Means})
			}
			list = append(list, v)
		}
	}
	add(statusVariable, c.Material.StatusVariables())
	add(dataVariable, c.Material.DataVariables())
	if c.Material.Enabled() {
		list = append(list, materialConstants()...)
	}
	return list
}

func materialConstants() (list []*variable) {
	add := func(ecid uint32, name, description string, preset secs2.Item, bounds ...secs2.Item) {
		c := Constant{ECID: ecid, Name: name, Description: description, Format: preset.Format(), MaxLength: 1, Default: preset}
		if len(bounds) > 0 {
			c.Min, c.Max = bounds[0], bounds[1]
		}
		if c.Format == secs2.ASCII {
			c.MaxLength = 80
		}
		list = append(list, newConstant(c))
	}
	add(471, setUpNameName, "A text of the host, forgotten when somebody else has set the equipment up.", secs2.A(""))
	add(472, bypassReadIDName, "TRUE: a bound carrier on a load port whose reader does not work is accepted unread.", secs2.Bool(false))
	add(473, carrierHoldName, "Who releases a carrier that is done with.", secs2.U1(2), secs2.U1(1), secs2.U1(2))
	add(474, unclampControlName, "When a carrier that is done with is unclamped.", secs2.U1(1), secs2.U1(1), secs2.U1(2))
	add(475, substrateReaderEnabledName, "1: a substrate that was read wrong waits for the host. 0: the substrate readers are not used.", secs2.B(0))
	add(476, jobEventStyleName, "Which message tells the transitions of process jobs.", secs2.U1(0), secs2.U1(0), secs2.U1(1))
	add(477, jobAlertEnabledName, "TRUE: S16F7 tells the milestones of process jobs besides.", secs2.Bool(false))
	return list
}

// The names of the constants of GEM300.
const (
	setUpNameName              = "SetUpName"
	bypassReadIDName           = "BypassReadID"
	carrierHoldName            = "CarrierHold"
	unclampControlName         = "UnclampControl"
	substrateReaderEnabledName = "SubstrateReaderEnabled"
	jobEventStyleName          = "PRJobEventStyle"
	jobAlertEnabledName        = "PRJobAlertEnabled"
)

// materialAlarms are the alarms that E87 demands, but for those that the
// configuration lists under their names.
func materialAlarms(c *Config) (list []Alarm) {
	ofPort := []uint32{c.dataID("PortID", 301), c.dataID("CarrierID", 302)}
	for _, a := range c.Material.Alarms() {
		if slices.ContainsFunc(c.Alarms, func(own Alarm) bool { return own.Name == a.Name }) {
			continue
		}
		x := Alarm{ALID: a.ALID, Name: a.Name, Text: a.Text, Category: 4, Description: a.Meaning}
		if a.Port != 0 {
			x.DataVariables = ofPort
		}
		list = append(list, x)
	}
	return list
}

// findMaterialEvents finds the events of the model's rows and occasions.
func (e *Equipment) findMaterialEvents() {
	m := &e.material
	byName := map[string]*event{}
	for _, ev := range e.events.list {
		byName[ev.name] = ev
	}
	for _, ev := range e.cfg.Material.Events() {
		m.all = append(m.all, byName[ev.Name])
	}
	find := func(machine model.Machine, module string) []*event {
		list := make([]*event, maxModelRow+1)
		for row := range list {
			list[row] = byName[model.EventName(machine, row, module)]
		}
		return list
	}
	m.module = map[string][]*event{}
	for machine := range model.Machines {
		m.rows[machine] = find(machine, "")
	}
	for _, module := range e.cfg.Material.ProductionModules() {
		m.module[module] = find(model.ModuleProcess, module)
	}
	for o := range model.Occasions {
		m.named[o] = byName[o.String()]
	}
	m.jobStateChange = byName[model.PRJobStateChange]
	for _, name := range model.MilestoneNames {
		m.milestones = append(m.milestones, byName[name])
	}
	constants := map[string]*variable{}
	for _, v := range e.variables.list[constant] {
		constants[v.name] = v
	}
	m.constants = map[model.Constant]*variable{
		model.BypassReadID: constants[bypassReadIDName], model.CarrierHold: constants[carrierHoldName],
		model.UnclampControl: constants[unclampControlName], model.SubstrateReaderEnabled: constants[substrateReaderEnabledName],
	}
	m.setUpName = constants[setUpNameName]
	m.styles = jobStyles{events: constants[jobEventStyleName], alerts: constants[jobAlertEnabledName]}
	for _, v := range e.variables.list[dataVariable] {
		switch v.name {
		case "PRJobID":
			m.styles.id = v
		case "PRJobState":
			m.styles.state = v
		}
	}
}

// maxModelRow is the greatest row number of any state model.
const maxModelRow = 21

// material takes over what the model says of its part.
func (p *problems) material(c Config) {
	err := c.Material.Validate()
	joined, _ := err.(interface{ Unwrap() []error })
	if joined == nil {
		return
	}
	for _, e := range joined.Unwrap() {
		var of *model.ConfigError
		if errors.As(e, &of) {
			p.add("gem300."+of.Key, of.Got, of.Want)
		}
	}
}
