package gem

import (
	"fmt"
	"strings"

	"github.com/secsd/secsd/model"
	"github.com/secsd/secsd/secs2"
)

// s16f27 answers Control Job Command Request.
//
//	S16F27 W <L [3] <A CTLJOBID> <U1 CTLJOBCMD> <L [2] <A CPNAME> CPVAL>>.
//	S16F28 <L [2] <BOOLEAN ACKA> <L [2] <U4 ERRCODE> <A ERRTEXT>>>.
//
// CJCancel, CJStop and CJAbort have a parameter Action, for the others the last
// list is empty. A list of one such pair is taken too, and no list at all. In the
// reply the pair is an empty list where ACKA is TRUE.
func s16f27(c *call) {
	if c.exceeds(maxCommandItems) {
		return
	}
	if c.body.Len() == 2 {
		c.Tuple(2)
	} else {
		c.Tuple(3)
	}
	id, code := string(c.Text("CTLJOBID")), c.Uint("CTLJOBCMD")
	p, wrong := readAction(c)
	if wrong != nil {
		c.host.illegal(c.header, wrong)
		return
	}
	f := c.controlJobFault(id, code, p)
	if f == nil {
		c.reserve()
		c.eq.material.model.DoCJCommand(id, model.CJCommand(code), p.action)
	}
	a := c.begin()
	a.List(2)
	a.Bool(f == nil)
	if f == nil {
		a.List(0)
	} else {
		appendFault(a, *f)
		c.refused(*f)
	}
	c.reply()
}

// controlJobFault says why a command cannot be.
func (c *call) controlJobFault(id string, code uint64, p actionParameter) *model.Fault {
	if f := c.barred(); f != nil {
		return &f[0]
	}
	if code < uint64(model.CJStart) || code > uint64(model.CJHOQ) {
		return &model.Fault{Code: model.ErrUnsupported, Text: fmt.Sprintf("CTLJOBCMD %d", code)}
	}
	command := model.CJCommand(code)
	f := c.eq.material.model.CheckCJCommand(id, command, p.action)
	if f == nil && p.wrong != "" && takesAction(command) {
		return &model.Fault{Code: model.ErrImproper, Text: model.Clip(p.wrong)}
	}
	return f
}

// takesAction tells whether a command has the parameter Action.
func takesAction(c model.CJCommand) bool {
	return c == model.CJCancel || c == model.CJStop || c == model.CJAbort
}

// actionParameter is the parameter of a command: its action, or what is wrong with
// it.
type actionParameter struct {
	action model.CtrlJobAction
	wrong  string
}

// readAction reads the parameter, if there is one.
func readAction(c *call) (p actionParameter, wrong error) {
	var given secs2.Item
	if c.body.Len() > 2 {
		given = c.Item("parameter")
	}
	if c.Err() != nil || given.IsZero() {
		return p, c.Err()
	}
	for it := range given.All() {
		if given.Len() == 1 && it.Format() == secs2.List {
			given = it
		}
	}
	r := secs2.NewReader(given)
	if !r.TupleOrEmpty(2) {
		return p, r.Err()
	}
	name, value := string(r.Text("CPNAME")), r.Item("CPVAL")
	if !strings.EqualFold(name, "Action") {
		return actionParameter{model.SaveJobs, "CPNAME " + name + " is not Action"}, r.Err()
	}
	action, ok := actionOf(value)
	if !ok {
		return actionParameter{model.SaveJobs, "Action is neither 0 (SAVEJOBS) nor 1 (REMOVEJOBS)"}, r.Err()
	}
	return actionParameter{action, ""}, r.Err()
}

// actionOf returns the Action that a value means: 0 and 1 in any format of
// integers, or the names.
func actionOf(it secs2.Item) (model.CtrlJobAction, bool) {
	if it.Format() == secs2.ASCII {
		switch text := string(it.Data()); {
		case strings.EqualFold(text, "SAVEJOBS"):
			return model.SaveJobs, true
		case strings.EqualFold(text, "REMOVEJOBS"):
			return model.RemoveJobs, true
		}
	}
	r := secs2.NewReader(it)
	switch v := r.UintOr("CPVAL", 2); {
	case r.Err() != nil || v > 1:
		return 0, false
	case v == 1:
		return model.RemoveJobs, true
	}
	return model.SaveJobs, true
}

// commandRefusal is S16F28 for a command that cannot be stored.
var commandRefusal = refusal(secs2.L(secs2.Bool(false), faultItem(storageFault)).Encoded())
