package gem

import (
	"slices"

	"github.com/secsd/secsd/secs2"
)

// OperatorCommand is a command that the operator gives at the equipment. The
// tool gets it as a Question without a host; Output.Verdicts has its outcome,
// of this Step or of a later one.
type OperatorCommand struct {
	Token      uint64 // comes back in the Verdict
	Name       string
	Parameters []Argument
}

// Verdict is the outcome of an operator's command.
type Verdict struct {
	Token uint64
	HCACK secs2.HCACK
	Bad   []BadParameter // with HCACK 3
}

func (OperatorCommand) input() {}

// commandedBy judges an operator's command, in the order of judge.go. LOCAL
// restricts no operator; REMOTE does what the configuration locks.
func (e *Equipment) commandedBy(in OperatorCommand) {
	refuse := func(hcack secs2.HCACK, bad []badParameter) {
		v := Verdict{Token: in.Token, HCACK: hcack}
		for _, b := range bad {
			v.Bad = append(v.Bad, b.BadParameter)
		}
		e.out.Verdicts = append(e.out.Verdicts, v)
	}
	cmd := e.command(in.Name)
	if cmd == nil {
		refuse(secs2.HCACKCommandDoesNotExist, nil)
		return
	}
	args, bad := e.judge(cmd, in.Parameters)
	hcack := e.stateRefuses(cmd)
	switch {
	case cmd.Operator == LockedInRemote && e.remote():
		refuse(secs2.HCACKCannotPerformNow, nil)
	case len(bad) > 0:
		refuse(secs2.HCACKInvalidParameter, bad)
	case hcack != secs2.HCACKDone && len(e.questions) == 0:
		refuse(hcack, nil)
	case e.openQuestions(nil) >= maxQuestions:
		refuse(secs2.HCACKCannotPerformNow, nil)
	default:
		e.ask(question{token: in.Token, command: cmd}, "", args)
	}
}

// remote reports whether a host may drive the equipment.
func (e *Equipment) remote() bool {
	return slices.ContainsFunc(e.hosts, func(h *Host) bool { return h.ctl.state == OnLineRemote })
}

// operatorAnswered is the end of an operator's command; each host for which the
// state is REMOTE is told of one that the tool accepted.
func (e *Equipment) operatorAnswered(q *question, hcack secs2.HCACK, bad []BadParameter) {
	e.out.Verdicts = append(e.out.Verdicts, Verdict{q.token, hcack, bad})
	if hcack != secs2.HCACKDone && hcack != secs2.HCACKCompletionLater {
		return
	}
	e.data.operatorCommand.setData(secs2.U4(e.operatorCode(q.command)))
	for _, h := range e.hosts {
		if h.ctl.state == OnLineRemote {
			h.raiseFor(e.events.operatorCommand, ownReport)
		}
	}
}

// operatorCode is the value of OperatorCommand for a command: its place in the
// configuration unless it has one of its own.
func (e *Equipment) operatorCode(cmd *Command) uint32 { return operatorCodes(e.cfg.Commands)[cmd.Name] }

func operatorCodes(commands []Command) map[string]uint32 {
	codes := map[string]uint32{}
	for i, cmd := range commands {
		codes[cmd.Name] = uint32(i + 1)
		if cmd.Code != 0 {
			codes[cmd.Name] = cmd.Code
		}
	}
	return codes
}
