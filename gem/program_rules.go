package gem

import (
	"fmt"

	"github.com/secsd/secsd/secs2"
)

// This file is what a process program may be, and finding out: pure, of the
// configuration alone, and outside of any Step, for it takes as long as the
// program is.

// ProgramFormat says how a process program is written (E30 4.6).
type ProgramFormat uint8

// An Unformatted program is one opaque item, PPBODY; a Formatted one is MDLN,
// SOFTREV and a list of commands.
const (
	Unformatted ProgramFormat = iota + 1
	Formatted
)

func (f ProgramFormat) String() string {
	return map[ProgramFormat]string{Unformatted: "unformatted", Formatted: "formatted"}[f]
}

// known tells whether it is one of the two.
func (f ProgramFormat) known() bool { return f == Unformatted || f == Formatted }

// items is the number of items that a program's content has.
func (f ProgramFormat) items() int {
	if f == Formatted {
		return 3
	}
	return 1
}

// ProgramRules are those of one equipment. They never change.
type ProgramRules struct {
	mdln, softrev string
	maxBytes      int
	commands      map[uint16]*ProcessCommand
}

func newProgramRules(c *Config) *ProgramRules {
	r := &ProgramRules{mdln: c.MDLN, softrev: c.SOFTREV, maxBytes: c.Programs.MaxBytes, commands: map[uint16]*ProcessCommand{}}
	for i := range c.Programs.Commands {
		r.commands[c.Programs.Commands[i].CCODE] = &c.Programs.Commands[i]
	}
	return r
}

// ProgramRules returns the rules; any goroutine may use them.
func (e *Equipment) ProgramRules() *ProgramRules { return e.programs.rules }

// ProgramFault is what is wrong with a formatted program.
type ProgramFault struct {
	Code   secs2.ACKC7A
	SEQNUM uint16 // of the command, from 1; 0: it is about no command
	Text   string // ERRW7
}

// ReceivedProgram is a message with a process program in it. Its bytes are those
// of the message.
type ReceivedProgram struct {
	ppid    secs2.Item // as it came
	format  ProgramFormat
	content []byte // the items behind PPID
	size    int    // as MaxBytes counts
	faults  []ProgramFault
	shape   error // the body is not what the message defines
	denied  bool  // an empty list: there is no such program
}

// Examine reads a message that has a process program in it: S7F3, F6, F23, F26
// and F31; nil for any other.
func (r *ProgramRules) Examine(header secs2.Header, body secs2.Item) *ReceivedProgram {
	if header.Stream() != 7 {
		return nil
	}
	switch header.Function() {
	case 3, 6:
		return r.examine(Unformatted, body)
	case 23, 26, 31:
		return r.examine(Formatted, body)
	}
	return nil
}

func (r *ProgramRules) examine(f ProgramFormat, body secs2.Item) *ReceivedProgram {
	p := &ReceivedProgram{format: f}
	if body.Format() == secs2.List && body.Len() == 0 && !body.IsZero() {
		p.denied = true
	}
	in := secs2.NewReader(body)
	in.Tuple(1 + f.items())
	p.ppid = in.Item("PPID")
	if in.Err() == nil {
		if _, ok := ppidOf(p.ppid); !ok {
			in := secs2.NewReader(p.ppid)
			in.Text("PPID")
			p.shape = in.Err()
			return p
		}
		encoded := body.Encoded()
		p.content = encoded[headerSize(encoded)+len(p.ppid.Encoded()):]
		p.size = len(p.content)
	}
	switch {
	case in.Err() != nil:
	case f == Unformatted:
		p.size -= headerSize(p.content)
		p.shape = wrongPPBODY(p.content[0])
		return p
	case p.size <= r.maxBytes:
		p.faults, p.shape = r.verify(&in)
		return p
	}
	p.shape = in.Err()
	return p
}

// wrongPPBODY tells why an item that begins with that byte is no PPBODY.
func wrongPPBODY(first byte) error {
	f := secs2.Format(first >> 2)
	if f == secs2.ASCII || f == secs2.Binary || integer(f) {
		return nil
	}
	return &secs2.SyntaxError{Class: secs2.Shape, Path: "/PPBODY", Detail: fmt.Sprintf("A, B or integers expected, got %v", f)}
}

// headerSize is the length of an item's header.
func headerSize(encoded []byte) int { return 1 + int(encoded[0]&3) }

// ppidOf returns the name of a program: the bytes of a text or of B.
func ppidOf(it secs2.Item) (string, bool) {
	if it.Format() == secs2.Binary && !it.IsZero() {
		return string(it.Data()), true
	}
	if f := it.Format(); f == secs2.ASCII || f == secs2.JIS8 {
		return string(it.Data()), !it.IsZero()
	} else if !f.Textual() {
		return "", false
	}
	r := secs2.NewReader(it)
	return string(r.Text("PPID")), true
}

// Verify returns what is wrong with the content of a formatted program: MDLN,
// SOFTREV and the commands. The error says that it is no such content.
func (r *ProgramRules) Verify(content []byte) ([]ProgramFault, error) {
	a := secs2.NewAppender(make([]byte, 0, len(content)+2))
	a.List(Formatted.items())
	a.Encoded(content)
	body, err := secs2.Parse(a.Bytes())
	if err != nil {
		return nil, err
	}
	in := secs2.NewReader(body)
	in.Tuple(Formatted.items())
	return r.verify(&in)
}

// maxFaults bounds what S7F27 tells of one program.
const maxFaults = 100

// verification is the verification of one formatted program.
type verification struct {
	rules  *ProgramRules
	seqnum int // of the command
	faults []ProgramFault
}

func (v *verification) found(code secs2.ACKC7A, format string, args ...any) {
	if len(v.faults) < maxFaults {
		v.faults = append(v.faults, ProgramFault{code, uint16(v.seqnum), fmt.Sprintf(format, args...)})
	}
}

// verify reads MDLN, SOFTREV and the commands.
func (r *ProgramRules) verify(in *secs2.Reader) ([]ProgramFault, error) {
	v := &verification{rules: r}
	if mdln := in.Text("MDLN"); string(mdln) != r.mdln {
		v.found(secs2.ACKC7AMDLNInconsistent, "MDLN is not %s", r.mdln)
	}
	if softrev := in.Text("SOFTREV"); string(softrev) != r.softrev {
		v.found(secs2.ACKC7ASOFTREVInconsistent, "SOFTREV is not %s", r.softrev)
	}
	in.Each("commands", func(in *secs2.Reader) {
		v.seqnum++
		if v.seqnum > maxProcessCommands {
			in.Item("command")
			return
		}
		v.command(in)
	})
	if n := v.seqnum; n > maxProcessCommands {
		v.seqnum = maxProcessCommands
		v.found(secs2.ACKC7AOtherError, "%d commands, at most %d", n, maxProcessCommands)
	}
	return v.faults, in.Err()
}

// command reads one command and judges it.
func (v *verification) command(in *secs2.Reader) {
	in.Tuple(2)
	id := in.ID("CCODE")
	if in.Err() != nil {
		return
	}
	var cmd *ProcessCommand
	if n, ok := id.Uint(); ok && n <= 1<<16-1 {
		cmd = v.rules.commands[uint16(n)]
	}
	if cmd == nil {
		v.found(secs2.ACKC7AInvalidCCODE, "CCODE unknown")
	}
	given := 0
	in.Each("PPARM", func(in *secs2.Reader) {
		value := in.Item("PPARM")
		if given++; cmd == nil || given > len(cmd.Parameters) {
			return
		}
		if why := cmd.Parameters[given-1].judge(value); why != "" {
			v.found(secs2.ACKC7AInvalidPPARM, "PPARM %d %s", given, why)
		}
	})
	if cmd != nil && given != len(cmd.Parameters) {
		v.found(secs2.ACKC7AInvalidPPARM, "%d PPARM, %s has %d", given, cmd.Name, len(cmd.Parameters))
	}
}

// judge returns "" for a value that the parameter may have.
func (p *ProcessParameter) judge(it secs2.Item) string {
	value, ok := convert(it, p.Format)
	if !ok {
		if integer(p.Format) && integer(it.Format()) && it.Len() == 1 {
			return "out of range"
		}
		return fmt.Sprintf("is not %v", p.Format)
	}
	v := variable{format: p.Format, maxLength: p.MaxLength, rule: &constantRule{min: p.Min, max: p.Max}}
	if _, ok := v.accept(value); !ok {
		if p.Format.Textual() || p.Format == secs2.Binary {
			return fmt.Sprintf("longer than %d", p.MaxLength)
		}
		return "out of range"
	}
	return ""
}
