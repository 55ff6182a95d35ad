package gem

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/secsd/secsd/model"
)

// This file joins the model of material and jobs (GEM300) to the equipment: what
// the tool tells goes in, what the model changes becomes records of the Step's
// commit, its transitions become events, and its orders wait for the disk.

// Material is the tool's word about carriers, substrates, jobs or modules.
// Output.Err says why it was refused: ErrUnknown, ErrNotNow, ErrValue, or
// ErrStorage, after which the tool tells it again until it is accepted.
type Material struct{ Fact model.Fact }

func (Material) input() {}

func (Material) occurrence() {}

// materials is the model and what the equipment keeps for it.
type materials struct {
	model  *model.Model // nil: no GEM300
	rows   [model.Machines][]*event
	module map[string][]*event // rows of ModuleProcess, by module
	named  [model.Occasions]*event
	alarms map[atPort]*alarm
	all    []*event

	jobStateChange *event
	milestones     []*event // by PRJOBMILESTONE - 1

	constants map[model.Constant]*variable
	styles    jobStyles
	setUpName *variable
	doubtful  bool   // whether SetUpName is true
	began     uint64 // the commit of the start; 0: the state models have not begun
	orders    []pendingOrder
	due       *deadline // of the model's timers
	collect   func(k model.Kind, id string, image []byte)
}

// atPort is an alarm of the model by its port; port 0 is the equipment.
type atPort struct {
	kind model.AlarmKind
	port int
}

// pendingOrder is an order to the tool that waits for the commit it follows
// from.
type pendingOrder struct {
	need  uint64
	order model.Order
}

func (e *Equipment) newMaterials() error {
	if !e.cfg.Material.Enabled() {
		return nil
	}
	m := &e.material
	var err error
	if m.model, err = model.New(e.cfg.Material, materialSink{e}, materialSink{e}); err != nil {
		return err
	}
	m.due = newDeadline(e.materialDue)
	m.collect = func(k model.Kind, id string, image []byte) {
		e.out.Commit.Records = append(e.out.Commit.Records, Record{materialKinds[k].name, id, image})
	}
	e.findMaterialEvents()
	m.alarms = map[atPort]*alarm{}
	for _, a := range e.cfg.Material.Alarms() {
		i := slices.IndexFunc(e.alarms.list, func(al *alarm) bool { return al.Name == a.Name })
		m.alarms[atPort{a.Kind, a.Port}] = e.alarms.list[i]
	}
	return nil
}

// told takes a fact of the tool. While the disk refuses, it has to come again.
func (e *Equipment) told(in Material) error {
	if e.material.model == nil {
		return fmt.Errorf("%w: the equipment has no GEM300", ErrUnknown)
	}
	if e.storageFailed || e.backlogged() {
		return ErrStorage
	}
	err := e.material.model.Tell(in.Fact)
	switch {
	case err == nil:
	case errors.Is(err, model.ErrUnknown):
		return fmt.Errorf("%w: %w", ErrUnknown, err)
	case errors.Is(err, model.ErrNotNow):
		return fmt.Errorf("%w: %w", ErrNotNow, err)
	case errors.Is(err, model.ErrValue):
		return fmt.Errorf("%w: %w", ErrValue, err)
	}
	return err
}

// Material returns the material and the jobs as they are.
func (e *Equipment) Material() model.Snapshot {
	if e.material.model == nil {
		return model.Snapshot{}
	}
	return e.material.model.Snapshot()
}

// materialDue ends timers of the model; while the disk refuses they wait.
func (e *Equipment) materialDue() {
	if !e.storageFailed {
		e.material.model.Expire()
	}
}

// collectMaterial brings what the model changed in this Step into its commit, and
// arms the model's next timer.
func (e *Equipment) collectMaterial() {
	m := e.material.model
	m.Collect(e.material.collect)
	switch at := m.Deadline(); {
	case at.IsZero() || e.storageFailed:
		e.deadlines.stop(e.material.due)
	default:
		e.deadlines.arm(e.material.due, at)
	}
}

// startMaterial begins the state models of the material; alarms that stand are
// set without a word.
func (e *Equipment) startMaterial() error {
	m := &e.material
	if m.model == nil {
		return nil
	}
	for at, al := range m.alarms {
		if m.model.AlarmSet(at.kind, at.port) {
			e.enterAlarm(al, AlarmSet)
		}
	}
	for _, v := range m.model.Violations() {
		e.out.Notes = append(e.out.Notes, Note{Severity: Fault, Message: "material disagrees", Detail: v, Every: true})
	}
	e.beginMaterial()
	return nil
}

// beginMaterial begins the state models: they take the rows of a start.
func (e *Equipment) beginMaterial() {
	e.material.model.Start()
	e.material.began = e.need()
}

// resumeMaterial gives the tool the orders of commits that the disk lost. If the
// start is one of those it comes now.
func (e *Equipment) resumeMaterial() {
	switch m := &e.material; {
	case m.model == nil:
	case m.began == 0:
		e.beginMaterial()
	default:
		m.model.RepeatOrders()
	}
}

// releaseOrders gives the tool the orders whose commits are durable.
func (e *Equipment) releaseOrders() {
	m := &e.material
	n := 0
	for n < len(m.orders) && m.orders[n].need <= e.durable {
		e.out.Orders = append(e.out.Orders, m.orders[n].order)
		n++
	}
	m.orders = append(m.orders[:0], m.orders[n:]...)
}

// forgetOrders drops the orders that follow from commits from seq on: they never
// were.
func (e *Equipment) forgetOrders(seq uint64) {
	m := &e.material
	m.orders = slices.DeleteFunc(m.orders, func(o pendingOrder) bool { return o.need >= seq })
}

// occurredToJobs tells the model of an event that was raised without it: it may
// pause a job.
func (e *Equipment) occurredToJobs(ev *event) {
	if m := e.material.model; m != nil && !e.storageFailed && m.Watches(ev.ceid) {
		m.Occurred(ev.ceid)
	}
}

// materialKinds are the kinds of durable objects of the model, by model.Kind. They
// are staged: the model puts them into effect together, in settleMaterial.
var materialKinds = func() (list []*kind) {
	for _, k := range model.Kinds() {
		list = append(list, &kind{
			name:  k.String(),
			stays: "material and jobs are what they are",
			image: func(e *Equipment, id string) []byte { return e.material.model.Image(k, id) },
			apply: func(e *Equipment, id string, image []byte) error {
				if e.material.model == nil {
					return e.leaveMaterial(k, id, image)
				}
				e.material.model.Stage(k, id, image)
				return nil
			},
		})
	}
	return list
}()

// leaveMaterial leaves a record of an equipment with load ports unused, if nothing
// is in it: this one has none.
func (e *Equipment) leaveMaterial(k model.Kind, id string, image []byte) error {
	if err := model.Leftover(k, id, image); err != nil {
		return err
	}
	materialSink{e}.Note("record unused", k.String()+" "+id+" is not configured")
	return nil
}

// settleMaterial puts the images that were staged into effect.
func (e *Equipment) settleMaterial() error {
	if e.material.model == nil {
		return nil
	}
	return e.material.model.Settle()
}

// tellsMaterial tells whether the host has enabled any event of the model.
func (h *Host) tellsMaterial() bool {
	for _, ev := range h.eq.material.all {
		if h.events[ev.index].enabled {
			return true
		}
	}
	return false
}

// mayMove tells whether the host may have things moved now: it controls the
// equipment, which is REMOTE.
func (c *call) mayMove() bool { return c.host.controls() && c.host.ctl.state == OnLineRemote }

// equipmentTime is the time on the equipment's clock, in its zone.
func (e *Equipment) equipmentTime() time.Time { return e.now.Add(e.clockOffset).In(e.cfg.Location) }
