package gem

import (
	"fmt"

	"github.com/secsd/secsd/secs2"
)

// s2f41 answers Host Command Send. The tool decides about a command that is
// known, allowed and complete; the reply follows when it has answered.
//
//	S2F41 W <L [2] <A RCMD> <L [n] <L [2] <A CPNAME> CPVAL> …>>.
//	S2F42 <L [2] <B HCACK> <L [m] <L [2] <A CPNAME> <B CPACK>> …>>.
//
// The first of these decides: a host that does not control (2), unknown command
// (1), not allowed in LOCAL (2), bad parameters (3, all of them named), and the
// tool's own word.
func s2f41(c *call) {
	var given []Argument
	c.Tuple(2)
	rcmd := string(c.Text("RCMD"))
	c.Each("parameters", func(r *secs2.Reader) {
		r.Tuple(2)
		name := string(r.Text("CPNAME"))
		given = append(given, Argument{name, r.Item("CPVAL")})
	})
	if c.Err() != nil {
		c.illegal()
		return
	}
	cmd := c.eq.command(rcmd)
	c.why = rcmd
	switch {
	case !c.host.controls():
		c.refuseCommand(secs2.HCACKCannotPerformNow, nil)
		return
	case cmd == nil:
		c.refuseCommand(secs2.HCACKCommandDoesNotExist, nil)
		return
	case !c.host.mayCommand(cmd) || c.host.openQuestions() >= maxQuestions:
		c.refuseCommand(secs2.HCACKCannotPerformNow, nil)
		return
	}
	args, bad := cmd.judge(given)
	if len(bad) > 0 {
		c.refuseCommand(secs2.HCACKInvalidParameter, bad)
		return
	}
	c.ask(cmd, args)
}

func (e *Equipment) command(name string) *Command {
	for i := range e.cfg.Commands {
		if e.cfg.Commands[i].Name == name {
			return &e.cfg.Commands[i]
		}
	}
	return nil
}

// mayCommand tells whether the control state allows the command: LOCAL leaves
// only those that move and start nothing.
func (h *Host) mayCommand(cmd *Command) bool {
	return h.ctl.state == OnLineRemote || cmd.Effect == Benign
}

func (c *call) refuseCommand(hcack secs2.HCACK, bad []BadParameter) {
	for _, b := range bad {
		c.why += fmt.Sprintf(", %s: %v", b.Name, b.Code)
	}
	c.refused(hcack)
	appendS2F42(c.begin(), hcack, bad)
	c.reply()
}

func appendS2F42(a *secs2.Appender, hcack secs2.HCACK, bad []BadParameter) {
	a.List(2)
	a.B(byte(hcack))
	a.List(len(bad))
	for _, b := range bad {
		a.List(2)
		a.Text(b.Name)
		a.B(byte(b.Code))
	}
}
