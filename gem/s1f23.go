package gem

import "github.com/secsd/secsd/secs2"

// s1f23 answers Collection Event Namelist Request: each event with the data
// variables that are valid at it. A CEID that does not exist comes back as it
// came, with an empty text and list.
//
//	S1F23 W <L [n] <U4 CEID> …>.      n = 0: all
//	S1F24 <L [n] <L [3] <U4 CEID> <A CENAME> <L [m] <U4 VID> …>> …>.
func s1f23(c *call) { c.eventList(c.eq.appendEventName) }

func (e *Equipment) appendEventName(a *secs2.Appender, ev *event) {
	a.List(3)
	e.appendID(a, ev.ceid)
	a.Text(ev.name)
	a.List(len(ev.data))
	for _, v := range ev.data {
		e.appendID(a, v.vid)
	}
}
