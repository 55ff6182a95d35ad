package gem

import (
	"fmt"
	"slices"

	"github.com/secsd/secsd/secs2"
)

// This file is what verification finds, by the rules or by the tool: S7F27 for a
// formatted program that came from a host, events, PPError.

// ProgramToVerify is a program that was stored and that the tool is to verify.
type ProgramToVerify struct {
	ID   uint64 // for ProgramVerified
	PPID string
}

// ProgramVerified is the tool's word about it: what is wrong, empty is nothing.
type ProgramVerified struct {
	ID    uint64
	Fault string
}

func (ProgramVerified) input() {}

func (in ProgramVerified) event(e *Equipment) *event {
	if in.Fault != "" {
		return e.events.programFailed
	}
	return e.events.programVerified
}

// verifying is a program at the tool.
type verifying struct {
	id   uint64
	ppid string
	host *Host      // gets S7F27; nil: nobody
	name secs2.Item // PPID as it came
}

// maxVerifying bounds the programs at the tool.
const maxVerifying = 100

// verify follows when a program is stored: the tool's verification, or what the
// rules have found, which is nothing. tell is the host that gets S7F27.
func (e *Equipment) verify(x *ReceivedProgram, ppid string, tell *Host) {
	if x.format != Formatted {
		tell = nil
	}
	if e.cfg.Programs.Verification != ToolVerifies {
		if tell != nil {
			tell.sendVerification(x.ppid, nil)
		}
		if x.format == Formatted {
			e.raise(e.events.programVerified)
		}
		return
	}
	p := &e.programs
	p.verifiedID++
	p.verifying = append(p.verifying, &verifying{p.verifiedID, ppid, tell, x.ppid.Clone()})
	e.out.Verify = append(e.out.Verify, ProgramToVerify{p.verifiedID, ppid})
}

func (e *Equipment) programVerified(in ProgramVerified) error {
	p := &e.programs
	i := slices.IndexFunc(p.verifying, func(v *verifying) bool { return v.id == in.ID })
	if i < 0 {
		return fmt.Errorf("%w: verification %d", ErrUnknown, in.ID)
	}
	v := p.verifying[i]
	p.verifying = slices.Delete(p.verifying, i, i+1)
	var faults []ProgramFault
	if in.Fault != "" {
		text := e.cfg.forHosts(in.Fault)
		faults = []ProgramFault{{secs2.ACKC7AOtherError, 0, text[:min(len(text), maxPPError)]}}
	}
	if v.host != nil {
		v.host.sendVerification(v.name, faults)
	}
	if len(faults) > 0 {
		e.programFaulty(v.ppid, faults[0])
		return nil
	}
	e.raise(e.events.programVerified)
	return nil
}

// programFaulty tells that a program failed its verification.
func (e *Equipment) programFaulty(ppid string, f ProgramFault) {
	e.programs.lastFault.setData(secs2.A(f.Text))
	e.noteProgram(Warn, "program faulty", ppid, fmt.Sprintf("%v, command %d: %s", f.Code, f.SEQNUM, f.Text))
	e.raise(e.events.programFailed)
}

// forHosts returns a text of the tool as hosts may get it.
func (c *Config) forHosts(text string) string {
	if c.ASCIIOut == ReplaceNonASCII && !ascii([]byte(text)) {
		return string(replaceNonASCII([]byte(text)))
	}
	return text
}
