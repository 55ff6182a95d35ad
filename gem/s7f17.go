package gem

import "github.com/secsd/secsd/secs2"

// s7f17 answers Delete Process Program Send: all that are named, or every one with
// an empty list, or none.
//
//	S7F17 W <L [n] <A PPID> …>.
//	S7F18 <B ACKC7>.
func s7f17(c *call) {
	if c.body.Format() == secs2.List && c.body.Len() > maxPrograms {
		c.why = "more names than there can be programs"
		c.refused(secs2.ACKC7PPIDNotFound)
		c.begin().B(byte(secs2.ACKC7PPIDNotFound))
		c.reply()
		return
	}
	var names []string
	wrong := false
	c.Each("PPID", func(r *secs2.Reader) {
		ppid, ok := ppidOf(r.Item("PPID"))
		wrong = wrong || !ok
		names = append(names, ppid)
	})
	switch {
	case c.Err() != nil:
		c.illegal()
		return
	case wrong:
		c.wrongPPID()
		return
	}
	e := c.eq
	t := e.deleteTask(names, func(t *programTask, code secs2.ACKC7, why string) {
		t.acknowledge(code, why)
		if code == secs2.ACKC7Accepted && e.cfg.Programs.HostChange == HostChangeEvent {
			for _, ppid := range t.changes[:min(len(t.changes), maxChangeEvents)] {
				e.raiseProgramChange(ppid, programDeleted)
			}
		}
	})
	t.host, t.header = c.host, c.header
	e.startProgramTask(t)
}

// maxChangeEvents bounds the events of one S7F17: more would fill the queues of
// the hosts.
const maxChangeEvents = 100
