package model

import (
	"time"

	"github.com/secsd/secsd/secs2"
)

// clockID is the ObjID of the one TSClock.
const clockID = "Clock"

// clockType is TSClock (E148): the clock, whether and how well it is synchronised.
// It is not durable: the daemon tells it.
var clockType = &ObjectType{
	Name: "TSClock",
	find: func(_ *Model, id string) uint32 {
		if id == clockID {
			return 1
		}
		return 0
	},
	id:   func(*Model, uint32) string { return clockID },
	each: func(_ *Model, yield func(uint32) bool) { yield(1) },
	Attributes: []Attribute{
		{Name: "ObjType", value: func(_ *Model, _ uint32, a *secs2.Appender) { a.Text("TSClock") }},
		{Name: "ObjID", value: func(_ *Model, _ uint32, a *secs2.Appender) { a.Text(clockID) }},
		{Name: "DateTime", value: func(m *Model, _ uint32, a *secs2.Appender) { appendDateTime(a, m.now) }},
		{Name: "Synchronized", value: func(m *Model, _ uint32, a *secs2.Appender) { a.Bool(m.clock.Source != "") }},
		{Name: "TimeSource", value: func(m *Model, _ uint32, a *secs2.Appender) { a.Text(m.clock.Source) }},
		{Name: "Offset", value: func(m *Model, _ uint32, a *secs2.Appender) { a.F8(m.clock.Offset.Seconds()) }},
		{Name: "LastSyncTime", value: func(m *Model, _ uint32, a *secs2.Appender) {
			if m.clock.LastSync.IsZero() {
				a.Text("")
				return
			}
			appendDateTime(a, m.clock.LastSync.In(m.now.Location()))
		}},
	},
}

// appendDateTime appends a time of 32 characters with its zone; blanks fill it up.
func appendDateTime(a *secs2.Appender, t time.Time) {
	const length = 32
	buf := t.AppendFormat(make([]byte, 0, length), "2006-01-02T15:04:05.000-07:00")
	for len(buf) < length {
		buf = append(buf, ' ')
	}
	a.Data(secs2.ASCII, buf)
}
