package gem

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/secsd/secsd/internal/fsm"
	"github.com/secsd/secsd/secs2"
)

// AlarmState is the state of an alarm (E30 4.3).
type AlarmState uint8

// The states.
const (
	AlarmClear AlarmState = iota
	AlarmSet
)

var alarmStateNames = [...]string{"CLEAR", "SET"}

func (s AlarmState) String() string { return alarmStateNames[s] }

// trigger is what leads to the state.
func (s AlarmState) trigger() alarmTrigger {
	if s == AlarmSet {
		return alarmDetected
	}
	return alarmGone
}

type alarmTrigger uint8

const (
	alarmDetected alarmTrigger = iota
	alarmGone
)

var alarmTriggerNames = [...]string{"alarm detected", "alarm no longer detected"}

func (t alarmTrigger) String() string { return alarmTriggerNames[t] }

var alarmRow = fsm.Row[AlarmState, alarmTrigger]

// alarmTable is E30 4.3, for each alarm.
var alarmTable = fsm.NewTable("alarm",
	alarmRow(1, AlarmClear, alarmDetected, AlarmSet),
	alarmRow(2, AlarmSet, alarmGone, AlarmClear),
)

// alarm is an alarm of the tool. Which hosts want its reports is in their
// alarms, at the same index.
type alarm struct {
	Alarm
	index   int
	machine string // in transitions
	id      secs2.Item
	state   AlarmState
	changed uint64    // the commit of the newest change, where it has one
	reports [2][]byte // by state, the body of S5F1
	events  [2]*event // by state
}

// alarms finds alarms by identifier; list holds them in the order of their
// ALIDs.
type alarms struct {
	byID idTable[alarm]
	list []*alarm
	set  int
}

func newAlarms(e *Equipment) alarms {
	as := alarms{}
	for _, c := range e.cfg.Alarms {
		al := &alarm{Alarm: c, id: secs2.U4(c.ALID), machine: fmt.Sprintf("%s %d %s", alarmTable.Name(), c.ALID, c.Name)}
		al.events = [2]*event{AlarmClear: e.events.byID.get(c.ClearEvent), AlarmSet: e.events.byID.get(c.SetEvent)}
		for s, ev := range al.events {
			ev.own = true
			ev.data = append(ev.data, e.data.alarmID)
			for _, vid := range c.DataVariables {
				ev.data = append(ev.data, e.variables.byID.get(vid))
			}
			al.reports[s] = e.encodeAlarm(&c, AlarmState(s))
		}
		as.list = append(as.list, al)
	}
	slices.SortFunc(as.list, func(a, b *alarm) int { return int(int64(a.ALID) - int64(b.ALID)) })
	for i, al := range as.list {
		al.index = i
	}
	as.byID = newIDTable(as.list, func(al *alarm) uint32 { return al.ALID })
	return as
}

// find returns the alarm that id names, or nil.
func (as *alarms) find(id secs2.ID) *alarm {
	n, ok := id.Uint()
	if !ok || n > 1<<32-1 {
		return nil
	}
	return as.byID.get(uint32(n))
}

// AlarmChange is the tool saying that an alarm is set or cleared, with values to
// store first. Output.Err says why it was refused. An alarm that is in that state
// already makes no transition. SET states do not survive a restart: the tool
// tells them again.
type AlarmChange struct {
	ALID   uint32
	State  AlarmState
	Values []Value
}

func (AlarmChange) input() {}

// changeAlarm is rows 1 and 2: state and values first, then for each host S5F1, then
// the event.
func (e *Equipment) changeAlarm(in *AlarmChange) error {
	al := e.alarms.byID.get(in.ALID)
	if al == nil || in.State > AlarmSet {
		return fmt.Errorf("%w: alarm %d", ErrUnknown, in.ALID)
	}
	_, changes := alarmTable.Next(al.state, in.State.trigger())
	if changes && e.refusesAlarm(al, in.State) {
		return ErrStorage
	}
	if len(in.Values) > 0 {
		if err := e.setVariables(in.Values); err != nil {
			return err
		}
	}
	if changes {
		e.takeAlarm(al, in.State)
	}
	return nil
}

// takeAlarm makes the transition to a state that the alarm is not in.
func (e *Equipment) takeAlarm(al *alarm, to AlarmState) {
	row, _ := alarmTable.Next(al.state, to.trigger())
	e.out.Transitions = append(e.out.Transitions, Transition{
		Machine: al.machine, Row: row.Number, From: row.From.String(), To: row.To.String(), On: row.On.String(),
	})
	before := al.state
	e.enterAlarm(al, row.To)
	e.data.alarmID.setData(al.id)
	for _, h := range e.hosts {
		if h.alarms[al.index] {
			h.reportAlarm(al)
		}
	}
	e.raise(al.events[al.state])
	if seq := e.need(); seq != 0 { // strict delivery: if the disk refuses, it did not happen
		al.changed = seq
		e.undo = append(e.undo, replaced{seq, kindAlarmState, fmt.Sprint(al.ALID), []byte{byte(before)}})
	}
}

// kindAlarmState is the state of an alarm, its id the ALID, its image one byte.
// It is never on disk: put does not know it. Where the events of a change must be
// on disk and the disk refuses them, the state goes back with them.
var kindAlarmState = &kind{
	name: "alarm state",
	apply: func(e *Equipment, id string, image []byte) error {
		alid, err := strconv.ParseUint(id, 10, 32)
		if err != nil || len(image) != 1 {
			return errImage
		}
		e.enterAlarm(e.alarms.byID.get(uint32(alid)), AlarmState(image[0]))
		return nil
	},
}

func (e *Equipment) enterAlarm(al *alarm, s AlarmState) {
	e.alarms.set += int(s) - int(al.state)
	al.state = s
}

// refusesAlarm tells whether the disk stands in the way of what a change would
// send.
func (e *Equipment) refusesAlarm(al *alarm, to AlarmState) bool {
	if !e.storageFailed && !e.spoolWork {
		return false
	}
	for i, h := range e.hosts {
		if h.alarms[al.index] && (e.storageFailed && h.stores() || h.spooling() && e.Crowded(i)) {
			return true
		}
	}
	return e.refuses(al.events[to])
}

// follows tells whether the host gets S5F1 or the event.
func (in AlarmChange) follows(h *Host) bool {
	al := h.eq.alarms.byID.get(in.ALID)
	return al != nil && al.state != in.State && in.State <= AlarmSet && (h.alarms[al.index] || h.events[al.events[in.State].index].enabled)
}

func (in AlarmChange) needsTime(h *Host) bool {
	return in.follows(h) && h.timely(&h.events[h.eq.alarms.byID.get(in.ALID).events[in.State].index])
}

// changes tells whether a Step of in would do anything, or what it says depends on
// a commit that is under way.
func (in AlarmChange) changes(e *Equipment) bool {
	al := e.alarms.byID.get(in.ALID)
	return al == nil || al.state != in.State || len(in.Values) > 0 || in.awaits(e) != 0
}

// awaits returns the commit under way that brought the alarm into the state of in.
func (in AlarmChange) awaits(e *Equipment) uint64 {
	if al := e.alarms.byID.get(in.ALID); al != nil && al.changed > e.durable {
		return al.changed
	}
	return 0
}
