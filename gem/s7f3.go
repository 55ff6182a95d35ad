package gem

import "github.com/secsd/secsd/secs2"

// s7f3 answers Process Program Send: the program is stored, in the place of one
// that has the name.
//
//	S7F3 W <L [2] <A PPID> PPBODY>.
//	S7F4 <B ACKC7>.
func s7f3(c *call) { c.receiveProgram() }

// receiveProgram stores the program of S7F3 or S7F23. The reply follows when it is
// on disk.
func (c *call) receiveProgram() {
	e, h, x := c.eq, c.host, c.program
	if x == nil {
		x = e.programs.rules.Examine(c.header, c.body)
	}
	if x.shape != nil {
		h.illegal(c.header, x.shape)
		return
	}
	ppid, _ := ppidOf(x.ppid)
	h.programCame(ppid)
	t := e.storeTask(x, ppid, func(t *programTask, code secs2.ACKC7, why string, created bool) {
		t.acknowledge(code, why)
		if code != secs2.ACKC7Accepted {
			return
		}
		if len(x.faults) > 0 {
			h.sendVerification(x.ppid, x.faults)
			e.programFaulty(ppid, x.faults[0])
			return
		}
		e.hostChanged(ppid, created)
		e.verify(x, ppid, h)
	})
	t.host, t.header = h, c.header
	e.startProgramTask(t)
}

// hostChanged tells of a program that a host created or replaced, where that is
// wanted.
func (e *Equipment) hostChanged(ppid string, created bool) {
	status := programEdited
	if created {
		status = programCreated
	}
	if e.cfg.Programs.HostChange == HostChangeEvent {
		e.raiseProgramChange(ppid, status)
	}
}
