package gem

import (
	"github.com/secsd/secsd/model"
	"github.com/secsd/secsd/secs2"
)

// materialRoutes are the primaries of GEM300 that hosts may send.
func materialRoutes() []route {
	return []route{}
}

// reserve keeps a place for the reply before the messages that this Step will
// generate: a host gets the reply first, then the events of what it asked for.
func (c *call) reserve() {
	if c.header.W() {
		c.reserved = c.eq.newEntry(nil)
		c.reserved.msg = Message{Host: c.host.index, Primary: c.header, Function: c.header.Function() + 1, Body: c.reserved.msg.Body}
		c.reserved.refusal = c.row.refusal
		c.reserved.need = c.eq.nextCommit()
		c.host.queue.push(c.reserved)
	}
}

// appendFaults appends the list of ERRCODE and ERRTEXT.
func appendFaults(a *secs2.Appender, faults []model.Fault) {
	a.List(len(faults))
	for _, f := range faults {
		appendFault(a, f)
	}
}

func appendFault(a *secs2.Appender, f model.Fault) {
	a.List(2)
	a.U4(uint32(f.Code))
	a.Text(f.Text)
}
