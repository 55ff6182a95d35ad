package gem

import (
	"slices"

	"github.com/secsd/secsd/model"
	"github.com/secsd/secsd/secs2"
)

// materialSink hears what the model says and answers what it asks.
type materialSink struct{ *Equipment }

// Touched keeps the image that an object had, until this Step's commit is
// durable.
func (e materialSink) Touched(k model.Kind, id string, image []byte) {
	e.commit()
	e.undo = append(e.undo, replaced{e.seq, materialKinds[k], id, image})
}

// Took tells a transition and raises its event.
func (e materialSink) Took(t model.Transition) uint32 {
	m := &e.material
	e.out.Transitions = append(e.out.Transitions, Transition{
		Machine: t.Machine.String(), Object: t.Object, Row: t.Row, From: t.From, To: t.To, On: t.On,
	})
	rows := m.rows[t.Machine]
	if t.Machine == model.ModuleProcess {
		rows = m.module[t.Object]
	}
	ev := rows[t.Row]
	if t.Machine == model.ProcessJobModel {
		return e.jobTook(ev, t)
	}
	if ev == nil {
		return 0
	}
	e.raise(ev)
	return ev.ceid
}

// Happened raises the event of an occasion.
func (e materialSink) Happened(o model.Occasion) uint32 {
	ev := e.material.named[o]
	if o == model.WaitingForMaterial {
		return e.jobWaits(ev)
	}
	e.raise(ev)
	return ev.ceid
}

// Ordered keeps an order until what it follows from is durable.
func (e materialSink) Ordered(o model.Order) {
	e.material.orders = append(e.material.orders, pendingOrder{e.need(), o})
}

// Alarmed sets or clears an alarm of the model.
func (e materialSink) Alarmed(k model.AlarmKind, port int, change model.AlarmChange) {
	al, to := e.material.alarms[atPort{k, port}], AlarmClear
	if change == model.AlarmRaised {
		to = AlarmSet
	}
	if al.state != to {
		e.takeAlarm(al, to)
	}
}

// Note is a fact for the log.
func (e materialSink) Note(message, detail string) {
	e.out.Notes = append(e.out.Notes, Note{Severity: Warn, Message: message, Detail: detail})
}

// HasProgram tells whether there is a process program of that name.
func (e materialSink) HasProgram(ppid string) bool { return e.programs.find(ppid) != nil }

// HasEvent tells whether there is a collection event.
func (e materialSink) HasEvent(ceid uint32) bool { return e.events.byID.get(ceid) != nil }

// PausesJobs tells whether a collection event may pause jobs.
func (e materialSink) PausesJobs(ceid uint32) bool {
	m := &e.material
	has := func(list []*event) bool {
		return slices.ContainsFunc(list, func(ev *event) bool { return ev != nil && ev.ceid == ceid })
	}
	if has(m.rows[model.SubstrateModel]) || slices.Contains(e.cfg.Material.PauseEvents, ceid) {
		return true
	}
	for _, module := range e.cfg.Material.ProductionModules() {
		if has(m.module[module]) {
			return true
		}
	}
	return false
}

// Constant returns the value of an equipment constant.
func (e materialSink) Constant(c model.Constant) uint64 {
	v := e.material.constants[c]
	if v.format == secs2.Binary {
		return uint64(v.value[len(v.value)-1])
	}
	return v.number
}
