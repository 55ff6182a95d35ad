package sim

import (
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/model"
)

// This file is a load port: what it does with the carrier on it.

// portTime is how long each motion of a load port takes, in simulated seconds.
const portTime = 1

// port is a load port.
type port struct {
	*plant
	chore
	number int
	orders []model.Verb // that it has not obeyed
	doing  model.Verb   // that it obeys, 0: none

	tag     string // the ID of the carrier on it, as far as the tool knows
	content []byte // what was demanded to be in it, nil for nothing
	coming  demand // until the carrier is there
	latest  int    // the highest number of a carrier of ours that it has had
	clamped bool
	leaving bool      // the carrier was ordered away
	state   string    // of transfer, when the tool looked last
	since   time.Time // since when
}

func newPort(p *plant, number int) *port {
	return &port{plant: p, chore: chore{speed: p.config.Speed}, number: number}
}

func (x *port) dock() string { return x.layout.ports[x.number-1].Dock }

// act implements part.
func (x *port) act(ctx context.Context, v *view) (did bool, wake time.Time, err error) {
	s := v.Ports[x.number-1]
	if s.Transfer != x.state {
		x.state, x.since = s.Transfer, v.now
		return true, wake, x.set(ctx, x.text(portName(x.number)+"State", serviceOf(s.Transfer)))
	}
	switch {
	case x.busy():
		return x.pursue(ctx, v.now)
	case len(x.orders) > 0:
		x.doing = x.orders[0]
		x.orders = x.orders[1:]
		x.carryOut(v)
		return true, wake, nil
	}
	x.doing = 0
	return x.exchange(v, s)
}

// take keeps an order, unless it is one that was given before.
func (x *port) take(verb model.Verb) {
	if !slices.Contains(x.orders, verb) && (x.doing != verb || !x.busy()) {
		x.orders = append(x.orders, verb)
	}
}

// carryOut begins what was ordered.
func (x *port) carryOut(v *view) {
	switch x.doing {
	case model.ReadID:
		x.identify(v)
		x.begin(deed{portTime, x.readID})
	case model.Dock:
		x.begin(deed{0, x.clamp}, deed{portTime, x.dockIt}, deed{portTime, x.open}, deed{portTime, x.mapSlots})
	case model.Undock:
		x.leaving = true
		deeds := []deed{{portTime, x.letGo}}
		if c := v.carriers[v.Ports[x.number-1].Carrier]; c != nil && (x.dock() == "" || c.Location == x.dock()) {
			deeds = append([]deed{{portTime, x.close}, {portTime, x.undock}}, deeds...)
		}
		x.begin(deeds...)
	case model.ClampRelease:
		x.begin(deed{0, x.release})
	default:
	}
}

// exchange lets a carrier come or go.
func (x *port) exchange(v *view, s model.PortSnapshot) (did bool, wake time.Time, err error) {
	goes, wait := eitherWay, time.Duration(0)
	switch {
	case s.Transfer == readyToLoad && !s.Occupied:
		goes, wait = comes, x.config.Carriers.Arrive
	case s.Transfer == readyToUnload && s.Occupied:
		goes, wait = leaves, x.config.Carriers.Leave
	}
	timed := goes != eitherWay && (x.config.Carriers.By == ByTimer || x.coming.way == goes)
	due := x.since.Add(x.real(wait.Seconds()))
	d, moves := x.demands.next(x.number, goes, timed && !due.After(v.now))
	switch {
	case !moves && timed:
		return false, due, nil
	case !moves:
		return false, wake, nil
	case d.way == comes:
		x.coming = d
	}
	x.since = v.now // to try again later, if nothing comes of it
	switch {
	case s.Occupied && s.Access == model.Auto:
		x.begin(x.fetch()...)
	case s.Occupied:
		x.begin(deed{0, x.release}, deed{0, x.first(model.UnloadStarted{Port: x.number})}, deed{portTime, x.removed})
	case s.Access == model.Auto:
		x.choose(v)
		x.begin(x.deliver()...)
	default:
		x.choose(v)
		x.begin(deed{0, x.first(model.LoadStarted{Port: x.number})}, deed{portTime, x.placed}, deed{portTime, x.clamp})
	}
	return true, wake, nil
}

// identify says which carrier stands there, if that is not known: a start has found
// it unread.
func (x *port) identify(v *view) {
	if x.tag == "" {
		x.choose(v)
		x.latest = max(x.latest, carrierNumber(x.tag))
	}
}

// choose says which carrier comes.
func (x *port) choose(v *view) {
	x.tag, x.content = "", x.coming.slots
	if x.tag = x.coming.carrier; x.tag == "" {
		x.tag = x.nextCarrier(v, x.number)
	}
}

// first tells the fact that begins a transfer; without it nothing is transferred.
func (x *port) first(f model.Fact) func(ctx context.Context) error {
	return func(ctx context.Context) error {
		taken, err := x.told(ctx, f)
		if !taken {
			x.drop()
		}
		return err
	}
}

func (x *port) placed(ctx context.Context) error {
	x.coming = demand{}
	x.latest = max(x.latest, carrierNumber(x.tag))
	if err := x.tell(ctx, model.CarrierPlaced{Port: x.number}); err != nil {
		return err
	}
	x.demands.arrived(x.number)
	if err := x.event(ctx, "MaterialReceived"); err != nil {
		return err
	}
	return x.event(ctx, "CarrierArrived", x.which())
}

func (x *port) clamp(ctx context.Context) error {
	if x.clamped {
		return nil
	}
	x.clamped = true
	if err := x.tell(ctx, model.CarrierIsClamped{Port: x.number}); err != nil {
		return err
	}
	return x.set(ctx, x.truth(portName(x.number)+"Clamped", true))
}

func (x *port) readID(ctx context.Context) error {
	if err := x.clamp(ctx); err != nil {
		return err
	}
	id := x.tag
	where := strconv.Itoa(x.number)
	if x.failures.occurs(CarrierUnreadFailure, where) {
		return x.tell(ctx, model.CarrierIDUnread{Port: x.number})
	}
	if x.failures.occurs(CarrierIDFailure, where) {
		if x.look().Ports[x.number-1].Carrier == "" {
			return x.tell(ctx, model.CarrierIDUnread{Port: x.number})
		}
		id, x.tag = carrierID(carrierNumber(x.tag)+wrongBy), carrierID(carrierNumber(x.tag)+wrongBy)
	}
	if err := x.tell(ctx, model.CarrierIDRead{Port: x.number, ID: id}); err != nil {
		return err
	}
	return x.event(ctx, "CarrierIDRead", x.which(), x.text("FOUPID", id), x.text(portName(x.number)+"CarrierID", id))
}

// wrongBy is how far the number of a wrong carrier is from that of the right one.
const wrongBy = 5000

func (x *port) dockIt(ctx context.Context) error {
	if x.dock() == "" {
		return nil
	}
	return x.tell(ctx, model.CarrierIsDocked{Port: x.number})
}

func (x *port) open(ctx context.Context) error {
	return x.tell(ctx, model.CarrierIsOpened{Port: x.number})
}

func (x *port) mapSlots(ctx context.Context) error {
	v := x.look()
	c := v.carriers[v.Ports[x.number-1].Carrier]
	if c == nil {
		return nil // it was sent away
	}
	x.tag = c.ID
	slots, where := x.slotMap(c), strconv.Itoa(x.number)
	if x.failures.occurs(SlotMapUnreadFailure, where) {
		return x.tell(ctx, model.SlotMapUnread{Port: x.number})
	}
	if x.failures.occurs(SlotMapFailure, where) {
		spoil(slots, c.SlotMap)
	}
	if err := x.tell(ctx, model.SlotMapRead{Port: x.number, Map: slots}); err != nil {
		return err
	}
	return x.event(ctx, "SlotMapRead", append(x.contents(slots), x.which(), x.text("FOUPID", x.tag), x.text("WaferMap", mapText(slots)))...)
}

func (x *port) close(ctx context.Context) error {
	return x.tell(ctx, model.CarrierIsClosed{Port: x.number})
}

func (x *port) undock(ctx context.Context) error {
	if x.dock() == "" {
		return nil
	}
	return x.tell(ctx, model.CarrierIsUndocked{Port: x.number})
}

// letGo unclamps a carrier that has to be unclamped before it may leave:
// UnclampControl may leave that until the AMHS comes.
func (x *port) letGo(ctx context.Context) error {
	if x.look().Ports[x.number-1].Transfer == readyToUnload {
		return nil
	}
	return x.unclamp(ctx)
}

// release unclamps a carrier that may leave, if it is clamped.
func (x *port) release(ctx context.Context) error {
	if !x.clamped || x.look().Ports[x.number-1].Transfer != readyToUnload {
		return nil
	}
	return x.unclamp(ctx)
}

func (x *port) unclamp(ctx context.Context) error {
	x.clamped = false
	if err := x.set(ctx, x.truth(portName(x.number)+"Clamped", false)); err != nil {
		return err
	}
	return x.tell(ctx, model.CarrierIsUnclamped{Port: x.number})
}

func (x *port) removed(ctx context.Context) error {
	if err := x.tell(ctx, model.CarrierRemoved{Port: x.number}); err != nil {
		return err
	}
	return x.gone(ctx)
}

// gone tells that the port is empty.
func (x *port) gone(ctx context.Context) error {
	x.demands.arrived(x.number)
	was := x.tag
	x.tag, x.content, x.leaving, x.clamped = "", nil, false, false
	if err := x.event(ctx, "MaterialRemoved"); err != nil {
		return err
	}
	empty := append(x.contents(nil), x.which(), x.text("FOUPID", was), x.text(portName(x.number)+"CarrierID", ""))
	if err := x.event(ctx, "CarrierRemoved", empty...); err != nil {
		return err
	}
	return x.event(ctx, "PortReadyToLoad", x.which())
}

// which is the variable that tells the port of an event.
func (x *port) which() gem.Value { return x.count("LoadPort", float64(x.number)) }

// contents are the variables that tell what is in the slots.
func (x *port) contents(slots []byte) []gem.Value {
	wafers := 0
	for _, s := range slots {
		if s == model.SlotCorrectlyOccupied {
			wafers++
		}
	}
	name := portName(x.number)
	return []gem.Value{x.text(name+"SlotMap", mapText(slots)), x.count(name+"WaferCount", float64(wafers))}
}

// mapText has a 1 for each slot that holds a wafer.
func mapText(slots []byte) string {
	text := make([]byte, len(slots))
	for i, s := range slots {
		text[i] = '0'
		if s > model.SlotEmpty {
			text[i] = '1'
		}
	}
	return string(text)
}

// serviceOf tells whether a port is in service.
func serviceOf(transfer string) string {
	if transfer == "OUT OF SERVICE" {
		return transfer
	}
	return "IN SERVICE"
}

// adopt finds the port as it is after a start. A transfer that was under way has
// not been: the carrier is where it was.
func (x *port) adopt(ctx context.Context, v *view) error {
	s := v.Ports[x.number-1]
	x.tag = s.Carrier
	c := v.carriers[s.Carrier]
	var slots []byte
	if c != nil && s.Occupied {
		x.latest = carrierNumber(c.ID)
		slots = c.SlotMap
	}
	here := ""
	if s.Occupied {
		here = s.Carrier
	} else {
		x.tag = ""
	}
	if err := x.set(ctx, append(x.contents(slots), x.text(portName(x.number)+"CarrierID", here))...); err != nil {
		return err
	}
	x.clamped = s.Transfer == readyToUnload // perhaps
	if s.Transfer != transferBlocked {
		return nil
	}
	if !s.Occupied {
		if taken, err := x.told(ctx, model.LoadFailed{Port: x.number}); taken || err != nil {
			return err
		}
		return x.tell(ctx, model.CarrierRemoved{Port: x.number})
	}
	if taken, err := x.told(ctx, model.UnloadFailed{Port: x.number}); taken || err != nil {
		return err
	}
	if err := x.tell(ctx, model.CarrierPlaced{Port: x.number}); err != nil {
		return err
	}
	return x.clamp(ctx)
}
