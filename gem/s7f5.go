package gem

import "github.com/secsd/secsd/secs2"

// s7f5 answers Process Program Request; without such a program with an empty list.
//
//	S7F5 W <A PPID>.
//	S7F6 <L [2] <A PPID> PPBODY>.
//	S7F6 <L [0]>.
func s7f5(c *call) { c.requestProgram(Unformatted) }

// requestProgram answers S7F5 or S7F25 with the stored program, which the caller of
// Step opens first.
func (c *call) requestProgram(f ProgramFormat) {
	e := c.eq
	id := c.Item("PPID")
	if c.Err() != nil {
		c.illegal()
		return
	}
	ppid, ok := ppidOf(id)
	if !ok {
		c.wrongPPID()
		return
	}
	if x := e.programs.find(ppid); x == nil || x.format != f {
		c.begin().List(0)
		c.reply()
		return
	}
	id = id.Clone()
	t := &programTask{host: c.host, header: c.header, ppid: ppid}
	t.begin = func(*programTask) ProgramWork { return ProgramWork{Do: OpenProgram, PPIDs: []string{ppid}} }
	t.worked = func(t *programTask, in ProgramWorked) bool {
		t.replyProgram(id, f, in)
		return true
	}
	e.startProgramTask(t)
}

// replyProgram is S7F6 or S7F26 with the program that was opened. PPID goes back
// as the host wrote it.
func (t *programTask) replyProgram(id secs2.Item, f ProgramFormat, in ProgramWorked) {
	if in.Fault != "" || in.Missing || in.Format != f {
		t.eq.closeProgram(t, in)
		t.reply(func(a *secs2.Appender) { a.List(0) })
		return
	}
	sent := t.reply(func(a *secs2.Appender) {
		a.List(1 + f.items())
		a.Item(id)
		a.Encoded(in.Content)
	})
	switch {
	case in.Whole:
	case sent != nil:
		sent.Program = t.id
	default:
		t.eq.closeProgram(t, in)
	}
}
