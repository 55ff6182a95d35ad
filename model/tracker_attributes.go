package model

import (
	"fmt"
	"time"

	"github.com/secsd/secsd/secs2"
)

// trackerType is EPTTracker (E116).
var trackerType = &ObjectType{
	Name: "EPTTracker",
	find: (*Model).findTracker,
	id:   func(m *Model, h uint32) string { return m.trackers[h-1].name },
	each: func(m *Model, yield func(uint32) bool) {
		for i := range m.trackers {
			if !yield(uint32(i + 1)) {
				return
			}
		}
	},
	Attributes: []Attribute{
		{Name: "ObjType", value: func(_ *Model, _ uint32, a *secs2.Appender) { a.Text("EPTTracker") }},
		trackerText("ObjID", func(t *tracker) string { return t.name }),
		trackerText("EPTElementName", func(t *tracker) string { return t.name }),
		trackerCode("EPTElementType", func(t *tracker) uint8 { return uint8(t.element) }),
		trackerCode("EPTState", func(t *tracker) uint8 { return uint8(t.state) }),
		trackerCode("PreviousEPTState", func(t *tracker) uint8 { return uint8(t.was) }),
		{Name: "EPTStateTime", value: func(m *Model, h uint32, a *secs2.Appender) { a.U4(m.trackers[h-1].spent) }},
		trackerText("TaskName", func(t *tracker) string { return t.task.name }),
		trackerCode("TaskType", func(t *tracker) uint8 { return uint8(t.task.kind) }),
		trackerText("PreviousTaskName", func(t *tracker) string { return t.wasTask.name }),
		trackerCode("PreviousTaskType", func(t *tracker) uint8 { return uint8(t.wasTask.kind) }),
		trackerCode("BlockedReason", func(t *tracker) uint8 { return uint8(t.blocked.reason) }),
		trackerText("BlockedReasonText", func(t *tracker) string { return t.blocked.text }),
		{Name: "EPTClock", value: func(m *Model, h uint32, a *secs2.Appender) { m.appendTime(a, m.trackers[h-1].since) }},
	},
}

func trackerText(name string, text func(*tracker) string) Attribute {
	return Attribute{Name: name, value: func(m *Model, h uint32, a *secs2.Appender) { a.Text(text(&m.trackers[h-1])) }}
}

func trackerCode(name string, code func(*tracker) uint8) Attribute {
	return Attribute{Name: name, value: func(m *Model, h uint32, a *secs2.Appender) { a.U1(code(&m.trackers[h-1])) }}
}

// trackerVariables are the status variables of the trackers: EPTState_0 is that of
// the equipment, the modules follow.
func (c *Config) trackerVariables() (list []Variable) {
	const first = 900
	names := append(append([]string{c.Name}, c.ProductionModules()...), c.Modules...)
	for i, name := range names {
		h := uint32(i + 1)
		list = append(list,
			Variable{
				VID: spread(first + 2*i), Name: fmt.Sprintf("EPTState_%d", i), Format: secs2.FormatU1, MaxLength: 1,
				Meaning: name + " is IDLE (0), BUSY (1), BLOCKED (2) or without state (3).",
				Append:  func(m *Model, a *secs2.Appender) { a.U1(uint8(m.trackers[h-1].state)) },
			},
			Variable{
				VID: spread(first + 2*i + 1), Name: fmt.Sprintf("TaskName_%d", i), Format: secs2.ASCII, MaxLength: maxRecipeID,
				Meaning: "What " + name + " does.",
				Append:  func(m *Model, a *secs2.Appender) { a.Text(m.trackers[h-1].task.name) },
			})
	}
	return list
}

// trackerShelf keeps trackers:
//
//	L,10 {A name, U1[3] EPTState, PreviousEPTState, where the task is known from,
//	      A TaskName, U1 TaskType, A PreviousTaskName, U1 PreviousTaskType,
//	      U1 BlockedReason, A BlockedReasonText, U8 since (ns of Unix time), U4 EPTStateTime}
//
// A tracker without state is none.
var trackerShelf = shelf{
	image: func(m *Model, id string, buf []byte) ([]byte, bool) {
		h := m.findTracker(id)
		if h == 0 || m.trackers[h-1].state == eptNoState {
			return buf, false
		}
		t := &m.trackers[h-1]
		a := secs2.NewAppender(buf)
		a.List(10)
		a.Text(t.name)
		a.Data(secs2.FormatU1, []byte{byte(t.state), byte(t.was), byte(t.task.origin)})
		a.Text(t.task.name)
		a.U1(uint8(t.task.kind))
		a.Text(t.wasTask.name)
		a.U1(uint8(t.wasTask.kind))
		a.U1(uint8(t.blocked.reason))
		a.Text(t.blocked.text)
		a.U8(uint64(t.since.UnixNano()))
		a.U4(t.spent)
		return a.Bytes(), true
	},
	put: func(m *Model, id string, image []byte) error {
		h := m.findTracker(id)
		switch {
		case h == 0 && image == nil:
			return nil
		case h == 0:
			return m.unused(KindTracker, id)
		}
		t := &m.trackers[h-1]
		if image == nil {
			*t = tracker{name: t.name, element: t.element, state: eptNoState, was: eptNoState}
			return nil
		}
		return t.read(image)
	},
}

func (t *tracker) read(image []byte) error {
	r, err := openImage(image, 10)
	if err != nil {
		return err
	}
	x := tracker{name: t.name, element: t.element}
	r.Text("name")
	if codes := r.Item("states").Data(); len(codes) == 3 {
		x.state, x.was, x.task.origin = eptState(codes[0]), eptState(codes[1]), taskOrigin(codes[2])
	}
	x.task.name, x.task.kind = string(r.Text("TaskName")), TaskType(r.Code("TaskType"))
	x.wasTask.name, x.wasTask.kind = string(r.Text("PreviousTaskName")), TaskType(r.Code("PreviousTaskType"))
	x.blocked = hindrance{BlockedReason(r.Code("BlockedReason")), string(r.Text("BlockedReasonText"))}
	x.since, x.spent = time.Unix(0, int64(r.Uint("since"))), uint32(r.Uint("EPTStateTime"))
	if err := r.Err(); err != nil {
		return err
	}
	*t = x
	return nil
}
