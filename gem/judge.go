package gem

import (
	"fmt"
	"slices"
	"strings"

	"github.com/secsd/secsd/secs2"
)

// This file decides about remote commands: of the reasons against one, the first
// is told (E30 4.4).
//
//	1. a host that does not control the equipment     HCACK 2
//	2. no such command                                HCACK 1
//	3. no such object (S2F49)                         HCACK 6
//	4. not in LOCAL                                   HCACK 2, or the configured one
//	5. parameters, all of the bad ones                HCACK 3
//	6. what it leads to is so already                 HCACK 5
//	7. not in this processing state                   HCACK 2
//	8. the tool's own word

// remoteCommand is a command as a message has it.
type remoteCommand struct {
	name, object string
	given        []Argument
}

// The bounds of a message with a command: its items, and how deep its lists nest.
// Four levels of names and values fit.
const (
	maxCommandItems = 4000
	maxCommandDepth = 12
)

// fewer counts the items of it down from left, and reports whether that was
// enough, and depth too.
func fewer(it secs2.Item, left *int, depth int) bool {
	if *left--; *left < 0 || it.Format() == secs2.List && (it.Len() > *left || depth == 0) {
		return false
	}
	if it.Format() != secs2.List {
		return true
	}
	for child := range it.All() {
		if !fewer(child, left, depth-1) {
			return false
		}
	}
	return true
}

// command judges a remote command and brings it to the tool, or refuses it.
func (c *call) command(r remoteCommand) {
	e, h := c.eq, c.host
	c.why = r.name
	to, switches := e.switchCommand(r.name)
	cmd := e.command(r.name)
	switch {
	case !h.controls():
		c.refuseCommand(secs2.HCACKCannotPerformNow, nil)
		return
	case switches:
		c.switchTo(to, r)
		return
	case cmd == nil:
		c.refuseCommand(secs2.HCACKCommandDoesNotExist, nil)
		return
	case !cmd.knows(r.object):
		c.refuseCommand(secs2.HCACKNoSuchObject, nil)
		return
	case !h.mayCommand(cmd):
		c.refuseCommand(e.localHCACK(), nil)
		return
	}
	args, bad := e.judge(cmd, r.given)
	if len(bad) > 0 {
		c.refuseCommand(secs2.HCACKInvalidParameter, bad)
		return
	}
	// Behind a command that is under way the state is not known: see Offer.
	if hcack := e.stateRefuses(cmd); hcack != secs2.HCACKDone && len(e.questions) == 0 {
		c.refuseCommand(hcack, nil)
		return
	}
	if e.openQuestions(h) >= maxQuestions {
		c.refuseCommand(secs2.HCACKCannotPerformNow, nil)
		return
	}
	if slices.ContainsFunc(e.questions, func(q *question) bool { return q.host == h && q.header.System() == c.header.System() }) {
		h.note(Warn, "system bytes in use", c.header, "another open transaction of the host has them; both are answered")
	}
	e.ask(question{host: h, header: c.header, command: cmd}, r.object, args)
}

// command returns the one with that name, or nil.
func (e *Equipment) command(name string) *Command {
	for i := range e.cfg.Commands {
		if cmd := &e.cfg.Commands[i]; cmd.Name == name || e.cfg.Remote.Case == AnyCase && strings.EqualFold(cmd.Name, name) {
			return cmd
		}
	}
	return nil
}

// knows reports whether a command is for that object: the equipment itself, or
// one of its own. The last > of an object specifier may be left out.
func (cmd *Command) knows(object string) bool {
	object = strings.TrimSuffix(object, ">")
	return object == "" || slices.ContainsFunc(cmd.Objects, func(o string) bool { return strings.TrimSuffix(o, ">") == object })
}

// mayCommand tells whether the control state allows the command (E30 3.3): LOCAL
// leaves what is benign and, while nothing is processed, what would affect the
// process.
func (h *Host) mayCommand(cmd *Command) bool {
	switch cmd.Effect {
	case Benign:
		return true
	case Affects:
		return h.ctl.state == OnLineRemote || !h.eq.active()
	default:
		return h.ctl.state == OnLineRemote
	}
}

// localHCACK is the answer to a command that LOCAL does not allow.
func (e *Equipment) localHCACK() secs2.HCACK {
	if e.cfg.Remote.LocalHCACK != 0 {
		return e.cfg.Remote.LocalHCACK
	}
	return secs2.HCACKCannotPerformNow
}

// stateRefuses returns why the processing state does not allow the command,
// HCACKDone where it does.
func (e *Equipment) stateRefuses(cmd *Command) secs2.HCACK {
	switch {
	case e.process.is(cmd.Already):
		return secs2.HCACKAlreadyInCondition
	case len(cmd.States) > 0 && !e.process.is(cmd.States):
		return secs2.HCACKCannotPerformNow
	}
	return secs2.HCACKDone
}

func (c *call) refuseCommand(hcack secs2.HCACK, bad []badParameter) {
	for _, b := range bad {
		if len(c.why) > maxWhy {
			break
		}
		c.why += fmt.Sprintf(", %.40s: %v", b.Name, b.Code)
	}
	c.refused(hcack)
	c.answerCommand(hcack, bad)
}

func (c *call) answerCommand(hcack secs2.HCACK, bad []badParameter) {
	appendCommandReply(c.begin(), c.header.Function(), hcack, bad)
	c.reply()
}

// appendCommandReply appends the body of S2F42, S2F50 or S2F22, whichever answers
// that function.
func appendCommandReply(a *secs2.Appender, function byte, hcack secs2.HCACK, bad []badParameter) {
	if function == 21 {
		a.U1(uint8(cmda(hcack)))
		return
	}
	a.List(2)
	a.B(byte(hcack))
	a.List(len(bad))
	for _, b := range bad {
		a.List(2)
		a.Text(b.Name)
		switch {
		case function == 41:
			a.B(byte(b.Code))
		case b.mirror != nil:
			a.Encoded(b.mirror)
		default:
			a.U1(uint8(b.Code))
		}
	}
}

// switchCommand reports whether a command is a host's LOCAL or REMOTE, which are
// no commands of the tool and which the configuration has to allow.
func (e *Equipment) switchCommand(name string) (to Switch, ok bool) {
	if e.cfg.Control.HostSwitch != HostSwitches {
		return 0, false
	}
	if e.cfg.Remote.Case == AnyCase {
		name = strings.ToUpper(name)
	}
	to, ok = map[string]Switch{"LOCAL": SwitchLocal, "REMOTE": SwitchRemote}[name]
	return to, ok
}

// switchTo is a host's LOCAL or REMOTE.
func (c *call) switchTo(to Switch, r remoteCommand) {
	e := c.eq
	none := Command{Name: r.name}
	_, bad := none.judge(r.given)
	switch {
	case r.object != "":
		c.refuseCommand(secs2.HCACKNoSuchObject, nil)
	case len(bad) > 0:
		c.refuseCommand(secs2.HCACKInvalidParameter, bad)
	case to == e.panel:
		c.refuseCommand(secs2.HCACKAlreadyInCondition, nil)
	case e.storageFailed || e.backlogged():
		c.refuseCommand(secs2.HCACKCannotPerformNow, nil)
	default:
		e.put(kindSwitch, "", []byte{byte(to)})
		row := *c.row
		a := secs2.NewAppender(nil)
		appendCommandReply(&a, c.header.Function(), secs2.HCACKCannotPerformNow, nil)
		row.refusal = a.Bytes()
		c.row = &row
		c.answerCommand(secs2.HCACKDone, nil)
		for _, h := range e.hosts {
			h.reportSubstate()
		}
	}
}
