package gem

import (
	"fmt"
	"slices"

	"github.com/secsd/secsd/secs2"
)

// event is a collection event. What hosts make of it is in their hostEvents,
// at the same index.
type event struct {
	ceid  uint32
	name  string
	index int
	data  []*variable // valid at the event
	own   bool        // the equipment itself raises it, never the tool

	description string
}

// events finds events by identifier; list holds them in the order of their
// CEIDs.
type events struct {
	byID idTable[event]
	list []*event

	offLine, local, remote *event // of the control state model

	programChange, programSelected, programVerified, programFailed *event

	spoolActivated, spoolDeactivated, spoolTransmitFailure *event

	messageRecognition                       *event
	started, completed, stopped, stateChange *event // of the processing state model

	operatorCommand, operatorConstant *event
}

func newEvents(cfg *Config, vs *variables) events {
	es := events{}
	material := map[string]bool{}
	for _, c := range cfg.Material.Events() {
		material[c.Name] = true
	}
	for _, c := range slices.Concat(standardEvents(cfg), limitEvents(cfg), cfg.Events, alarmEvents(cfg)) {
		ev := &event{ceid: c.CEID, name: c.Name, own: ownEvents[c.Name] || material[c.Name], description: c.Description}
		for _, vid := range c.DataVariables {
			ev.data = append(ev.data, vs.byID.get(vid))
		}
		es.list = append(es.list, ev)
		switch c.Name {
		case equipmentOffLineName:
			es.offLine = ev
		case controlStateLocalName:
			es.local = ev
		case controlStateRemoteName:
			es.remote = ev
		case programChangeName:
			es.programChange = ev
		case programSelectedName:
			es.programSelected = ev
		case programVerifiedName:
			es.programVerified = ev
		case programFailedName:
			es.programFailed = ev
		case spoolActivatedName:
			es.spoolActivated = ev
		case spoolDeactivatedName:
			es.spoolDeactivated = ev
		case spoolTransmitFailureName:
			es.spoolTransmitFailure = ev
		case messageRecognitionName:
			es.messageRecognition = ev
		case processingStartedName:
			es.started = ev
		case processingCompletedName:
			es.completed = ev
		case processingStoppedName:
			es.stopped = ev
		case processingStateChangeName:
			es.stateChange = ev
		case operatorCommandIssuedName:
			es.operatorCommand = ev
		case operatorConstantChangeName:
			es.operatorConstant = ev
		}
	}
	slices.SortFunc(es.list, func(a, b *event) int { return int(int64(a.ceid) - int64(b.ceid)) })
	for i, ev := range es.list {
		ev.index = i
	}
	es.byID = newIDTable(es.list, func(ev *event) uint32 { return ev.ceid })
	return es
}

// find returns the event that id names, or nil.
func (es *events) find(id secs2.ID) *event {
	n, ok := id.Uint()
	if !ok || n > 1<<32-1 {
		return nil
	}
	return es.byID.get(uint32(n))
}

// trigger is the tool's word that an event happened: its values are stored,
// then each host that enabled it gets its report.
func (e *Equipment) trigger(in *Trigger) error {
	ev := e.events.byID.get(in.CEID)
	if ev == nil {
		return fmt.Errorf("%w: event %d", ErrUnknown, in.CEID)
	}
	if ev.own {
		return fmt.Errorf("%w: event %d (%s) is raised by the equipment itself", ErrUnknown, in.CEID, ev.name)
	}
	if e.refuses(ev) {
		return ErrStorage
	}
	if len(in.Values) > 0 {
		if err := e.setVariables(in.Values); err != nil {
			return err
		}
	}
	e.raise(ev)
	e.occurredToJobs(ev)
	return nil
}

// refuses tells whether the disk stands in the way of one of the events.
func (e *Equipment) refuses(events ...*event) bool {
	for _, ev := range events {
		if (e.storageFailed || e.spoolWork && e.stuck(ev)) && e.stores(ev) {
			return true
		}
	}
	return false
}

// stores tells whether the report of an event goes to disk for any host.
func (e *Equipment) stores(ev *event) bool {
	for _, h := range e.hosts {
		if h.events[ev.index].enabled && h.stores() {
			return true
		}
	}
	return false
}

// stores tells whether what the tool tells goes to disk for the host.
func (h *Host) stores() bool { return h.eq.cfg.Delivery == StrictDelivery || h.spooling() }

// stuck tells whether the disk is so far behind that a host's queue holds all
// that may wait for the spool in memory.
func (e *Equipment) stuck(ev *event) bool {
	for i, h := range e.hosts {
		if h.events[ev.index].enabled && h.spooling() && e.Crowded(i) {
			return true
		}
	}
	return false
}

// Crowded tells whether so much waits for the host with that index that who
// can wait with an event should.
func (e *Equipment) Crowded(host int) bool {
	h := e.hosts[host]
	return h.queue.crowded() || len(h.replays) > maxQueued || h.spooling() && h.queue.bytes+h.queue.len()*entryBytes >= h.spool.limits.Pending
}

// raise reports an event of the tool to every host that enabled it.
func (e *Equipment) raise(ev *event) {
	for _, h := range e.hosts {
		if h.events[ev.index].enabled && !h.reportAtOnce(ev) {
			h.report(ev, ordinary)
		}
	}
}

// raiseFor reports an event of one host's own state model: ownReport or
// offLineReport.
func (h *Host) raiseFor(ev *event, p purpose) {
	if h.events[ev.index].enabled {
		h.report(ev, p)
	}
}
