package model

import "fmt"

// This file is what must hold between the models, whatever has happened. All of it
// is asked at each start; after each service and fact what costs little.

// Violations returns what does not hold that must: a bug here, or images that do
// not belong together.
func (m *Model) Violations() (list []string) {
	v := violations{Model: m}
	v.ofPorts()
	v.ofCarriers()
	v.ofSubstrates()
	v.ofLocations()
	v.ofJobs()
	return v.list
}

// assert panics if a port and its carrier disagree: the equipment undoes the Step
// then.
func (m *Model) assert() {
	v := violations{Model: m}
	if v.ofPorts(); len(v.list) > 0 {
		panic("model: " + v.list[0])
	}
}

type violations struct {
	*Model
	list []string
}

func (v *violations) add(format string, args ...any) {
	v.list = append(v.list, fmt.Sprintf(format, args...))
}

// ofPorts: READY TO LOAD has no carrier on the port, READY TO UNLOAD has one;
// ASSOCIATED is one that names the port.
func (v *violations) ofPorts() {
	for i := range v.ports {
		p := &v.ports[i]
		switch {
		case p.transfer == ReadyToLoad && p.stage.holds():
			v.add("port %d is %v with a carrier on it", p.number, p.transfer)
		case p.transfer == ReadyToUnload && !p.stage.holds():
			v.add("port %d is %v without a carrier", p.number, p.transfer)
		case p.carrier != 0 && v.carriers.at(p.carrier).port != p.number:
			v.add("port %d is associated with carrier %s, which is at port %d", p.number, v.carriers.at(p.carrier).id, v.carriers.at(p.carrier).port)
		}
	}
}

// ofCarriers: one object for each ID, one carrier at each location; a carrier that
// is not IN ACCESS has none of its substrates AT WORK.
func (v *violations) ofCarriers() {
	at := map[uint8]string{}
	for h, c := range v.carriers.all() {
		if v.carriers.find(c.id) != h {
			v.add("carrier %s is not found by its ID", c.id)
		}
		if first, taken := at[c.place]; taken && c.place != 0 {
			v.add("carriers %s and %s are both at %s", first, c.id, v.locationName(c.place))
		}
		at[c.place] = c.id
		if c.port != 0 && v.ports[c.port-1].carrier != h {
			v.add("carrier %s names port %d, which is not associated with it", c.id, c.port)
		}
	}
	for h, s := range v.substrates.all() {
		c := v.carriers.find(v.names.text(s.source.name()))
		if c != 0 && s.source.slot() != 0 && s.flags&orphan == 0 && s.state == AtWork && v.carriers.at(c).access != InAccess {
			v.add("substrate %s is AT WORK, its carrier %s %v", v.substrateID(h), v.carriers.at(c).id, v.carriers.at(c).access)
		}
	}
}

// ofSubstrates: AT SOURCE and AT DESTINATION are where SubstSource and
// SubstDestination say, AT WORK is at neither; a place has the substrate that is
// there.
func (v *violations) ofSubstrates() {
	for h, s := range v.substrates.all() {
		id := v.substrateID(h)
		if v.findSubstrate(id) != h {
			v.add("substrate %s is not found by its ID", id)
		}
		if s.place == 0 || v.occupant(s.place) != h {
			v.add("substrate %s is not at its place", id)
			continue
		}
		switch source, home := v.isNamed(s.place, s.source), v.isNamed(s.place, s.home()); {
		case s.state == AtSource && !source, s.state == AtDestination && !home:
			v.add("substrate %s is %v at %s", id, s.state, v.placeID(s.place))
		case s.state == AtWork && (source || home):
			v.add("substrate %s is AT WORK at %s", id, v.placeID(s.place))
		}
	}
}

// ofLocations: an OCCUPIED location has a substrate that is there.
func (v *violations) ofLocations() {
	check := func(p place) {
		if h := v.occupant(p); h != 0 && v.substrates.at(h).place != p {
			v.add("location %s is OCCUPIED by %s, which is elsewhere", v.placeID(p), v.substrateID(h))
		}
	}
	for i := range v.locations {
		check(atLocation(i))
	}
	for h, c := range v.carriers.all() {
		for i := range c.slots() {
			check(inSlot(h, i+1))
		}
	}
}

// ofJobs: the process jobs of a control job that has not begun are QUEUED; no
// material has two that are ACTIVE.
func (v *violations) ofJobs() {
	for h, c := range v.control.all() {
		for j := range v.jobsOf(h) {
			x := v.Model.jobs.at(j)
			if c.state <= CJWaitingForStart && x.state != Pooled || x.control != h {
				v.add("control job %s is %v, its process job %s %v", c.id, c.state, x.id, x.state)
			}
		}
	}
	var active []*processJob
	for _, j := range v.Model.jobs.all() {
		if !j.state.Active() {
			continue
		}
		for _, x := range active {
			if v.sameMaterial(j, x) {
				v.add("process jobs %s and %s are ACTIVE with the same material", x.id, j.id)
			}
		}
		active = append(active, j)
	}
}
