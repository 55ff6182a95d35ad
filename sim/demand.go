package sim

import (
	"slices"
	"strconv"
	"sync"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/model"
	"github.com/secsd/secsd/secs2"
)

// This file is what hosts and operators demand of the world around the tool, by
// remote commands that no real tool has: carriers that come and go, and failures.

// The remote commands, and what their parameters are called.
const (
	simDeliver = "SIM-DELIVER"
	simRemove  = "SIM-REMOVE"
	simFail    = "SIM-FAIL"

	portParameter    = "PortID"
	carrierParameter = "CarrierID"
	slotMapParameter = "SlotMap"
	failureParameter = "Failure"
	moduleParameter  = "ModuleID"
)

// way is where a carrier goes.
type way uint8

const (
	eitherWay way = iota // what comes next at the port, whenever
	comes
	leaves
)

// demand is a carrier that is to come to a load port, or to leave it, at once.
type demand struct {
	way     way
	carrier string // that comes, "" for the next one
	slots   []byte // what is in it from slot 1 up, nil for what its ID says
}

// demands are those that nobody has met.
type demands struct {
	ring     func() // wakes the tool
	layout   layout
	alarms   int // that the equipment has
	failures *failures

	mu       sync.Mutex // guards the fields below
	material func() model.Snapshot
	byPort   map[int]demand
	moving   map[int]way // of the carrier that comes or leaves now
}

func newDemands(t *Tool, alarms int) *demands {
	return &demands{
		ring: t.inbox.ring, layout: t.layout, failures: t.failures, alarms: alarms,
		byPort: map[int]demand{}, moving: map[int]way{},
	}
}

// open lets commands in: the tool runs now.
func (d *demands) open(material func() model.Snapshot) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.material = material
}

// set puts a demand in place of another.
func (d *demands) set(port int, x demand) {
	d.mu.Lock()
	d.byPort[port] = x
	d.mu.Unlock()
	d.ring()
}

// next tells whether a carrier comes or leaves now, because it was demanded or
// because it is time, and takes the demand. One that the port cannot meet any more
// is forgotten; a port where nothing can move goes eitherWay.
func (d *demands) next(port int, goes way, due bool) (x demand, moves bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	x, demanded := d.byPort[port]
	if demanded && x.way != eitherWay && x.way != goes {
		delete(d.byPort, port)
		x, demanded = demand{}, false
	}
	moves = goes != eitherWay && (demanded || due)
	delete(d.moving, port)
	if moves {
		delete(d.byPort, port)
		d.moving[port] = goes
	}
	return x, moves
}

// arrived notes that what moved at a port does not any more.
func (d *demands) arrived(port int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.moving, port)
}

// command judges one of the commands, if it is one, and keeps what it demands.
func (d *demands) command(q gem.Question) (hcack secs2.HCACK, bad []gem.BadParameter, ok bool) {
	var judge func(gem.Question) (secs2.HCACK, string)
	switch q.Command {
	case simDeliver:
		judge = d.deliver
	case simRemove:
		judge = d.remove
	case simFail:
		judge = d.fail
	default:
		return 0, nil, false
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.material == nil {
		return secs2.HCACKCannotPerformNow, nil, true
	}
	hcack, culprit := judge(q)
	if culprit != "" {
		bad = []gem.BadParameter{{Name: culprit, Code: secs2.CPACKIllegalValue}}
	}
	return hcack, bad, true
}

// deliver demands that a carrier comes.
func (d *demands) deliver(q gem.Question) (hcack secs2.HCACK, culprit string) {
	port := d.port(q)
	if port == 0 {
		return secs2.HCACKInvalidParameter, portParameter
	}
	x := demand{way: comes, carrier: argument(q, carrierParameter)}
	if given(q, carrierParameter) != nil && (x.carrier == "" || len(x.carrier) > maxID || objectName(x.carrier) != x.carrier) {
		return secs2.HCACKInvalidParameter, carrierParameter
	}
	if list := given(q, slotMapParameter); list != nil {
		var legal bool
		if x.slots, legal = slotCodes(list.Value, d.layout.ports[port-1].Capacity); !legal {
			return secs2.HCACKInvalidParameter, slotMapParameter
		}
	}
	s := d.material().Ports[port-1]
	return d.keep(port, x, s.Transfer == readyToLoad && !s.Occupied), ""
}

// remove demands that a carrier leaves.
func (d *demands) remove(q gem.Question) (hcack secs2.HCACK, culprit string) {
	port := d.port(q)
	if port == 0 {
		return secs2.HCACKInvalidParameter, portParameter
	}
	s := d.material().Ports[port-1]
	if s.Transfer == readyToLoad && !s.Occupied && d.moving[port] == eitherWay {
		return secs2.HCACKAlreadyInCondition, ""
	}
	return d.keep(port, demand{way: leaves}, s.Transfer == readyToUnload && s.Occupied), ""
}

// keep keeps a demand that the port can meet. What is demanded already, or under
// way, is HCACK 5.
func (d *demands) keep(port int, x demand, possible bool) secs2.HCACK {
	switch {
	case d.moving[port] == x.way, d.byPort[port].way == x.way:
		return secs2.HCACKAlreadyInCondition
	case !possible || d.moving[port] != eitherWay:
		return secs2.HCACKCannotPerformNow
	}
	d.byPort[port] = x
	d.ring()
	return secs2.HCACKCompletionLater
}

// fail demands a failure on the next occasion.
func (d *demands) fail(q gem.Question) (hcack secs2.HCACK, culprit string) {
	kind := Failure(slices.Index(failureNames[:], argument(q, failureParameter)))
	if kind >= failureKinds {
		return secs2.HCACKInvalidParameter, failureParameter
	}
	where := ""
	if given(q, portParameter) != nil {
		port := d.port(q)
		if port == 0 || !kind.atPort() {
			return secs2.HCACKInvalidParameter, portParameter
		}
		where = strconv.Itoa(port)
	}
	if given(q, moduleParameter) != nil {
		if where = argument(q, moduleParameter); kind != ChamberAlarm || !slices.Contains(d.layout.chambers, where) {
			return secs2.HCACKInvalidParameter, moduleParameter
		}
	}
	if kind == ChamberAlarm && d.alarms == 0 {
		return secs2.HCACKCannotPerformNow, ""
	}
	d.failures.want(kind, where)
	return secs2.HCACKCompletionLater, ""
}

// port is the load port that a command names, 0 for none of this tool.
func (d *demands) port(q gem.Question) int {
	a := given(q, portParameter)
	if a == nil {
		return 0
	}
	n, ok := a.Value.Number()
	if !ok || n != float64(int(n)) || n < 1 || n > float64(len(d.layout.ports)) {
		return 0
	}
	return int(n)
}

// slotCodes reads the codes of a slot map, at most so many, as a mapper may see
// them.
func slotCodes(list secs2.Item, most int) (slots []byte, legal bool) {
	if list.Format() != secs2.List || list.Len() > most {
		return nil, false
	}
	slots = []byte{}
	for it := range list.All() {
		n, _ := it.Number()
		switch code := byte(n); code {
		case model.SlotEmpty, model.SlotCorrectlyOccupied, model.SlotDoubleSlotted, model.SlotCrossSlotted:
			slots = append(slots, code)
		default:
			return nil, false
		}
	}
	return slots, true
}

// given returns a parameter, nil if it is not there.
func given(q gem.Question, name string) *gem.Argument {
	for i := range q.Parameters {
		if q.Parameters[i].Name == name {
			return &q.Parameters[i]
		}
	}
	return nil
}
