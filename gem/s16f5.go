package gem

import (
	"strings"

	"github.com/secsd/secsd/model"
)

// s16f5 answers Process Job Command Request. The reply says that the command is
// taken; that it is done is told by the transitions of the job.
//
//	S16F5 W <L [4] <U4 DATAID> <A PRJOBID> <A PRCMDNAME> <L [n] <L [2] <A CPNAME> CPVAL> …>>.
//	S16F6 <L [2] <A PRJOBID> <L [2] <BOOLEAN ACKA> <L [p] <L [2] <U4 ERRCODE> <A ERRTEXT>> …>>>.
//
// The commands have no parameters; those that come do not count.
func s16f5(c *call) {
	if c.exceeds(maxCommandItems) {
		return
	}
	c.Tuple(4)
	c.Name("DATAID")
	id, name := string(c.Text("PRJOBID")), string(c.Text("PRCMDNAME"))
	c.parameters("CPVAL")
	if c.Err() != nil {
		c.illegal()
		return
	}
	m := c.eq.material.model
	command, known := jobCommand(name)
	faults := c.barred()
	switch {
	case faults != nil:
	case !known:
		faults = []model.Fault{{Code: model.ErrUnsupported, Text: model.Clip("PRCMDNAME " + name)}}
	default:
		if f := m.CheckPRCommand(id, command); f != nil {
			faults = []model.Fault{*f}
			break
		}
		c.reserve()
		m.DoPRCommand(id, command)
	}
	a := c.begin()
	a.List(2)
	a.Text(id)
	c.appendJobStatus(a, faults)
	c.reply()
}

// jobCommand returns the command of that name, written in any case. E40 says
// STARTPROCESS for what E5 calls START.
func jobCommand(name string) (model.PRCommand, bool) {
	if strings.EqualFold(name, "STARTPROCESS") {
		return model.PRStart, true
	}
	for c := model.PRStart; c <= model.PRCancel; c++ {
		if strings.EqualFold(name, c.String()) {
			return c, true
		}
	}
	return 0, false
}
