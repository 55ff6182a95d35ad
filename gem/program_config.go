package gem

import (
	"fmt"
	"time"

	"github.com/secsd/secsd/secs2"
)

// Programs configures process program management (E30 4.6).
type Programs struct {
	// Max is the number of programs that are stored; 1 to 2000, default 1000.
	Max int
	// MaxBytes bounds the body of a program: the bytes of PPBODY, or of MDLN,
	// SOFTREV and the commands of a formatted one; 1024 to 64 MiB, default
	// 16,777,215, the longest item. The link has a bound of its own.
	MaxBytes int
	// MaxStoreBytes bounds all of them together; default 1 GiB.
	MaxStoreBytes int64
	// GrantTimeout is how long a program may take that S7F1 announced before
	// S9F13 tells; 1 s to 10 min, 0 is for ever.
	GrantTimeout time.Duration
	// OverwriteSelected and DeleteSelected say what happens to the program that
	// is selected: the copy that runs stays as it is in any case.
	OverwriteSelected OverwriteSelected
	DeleteSelected    DeleteSelected
	// HostChange says whether a change by a host is a ProcessProgramChange.
	HostChange HostProgramChange
	// Verification says whether the tool verifies programs that were stored.
	Verification Verification
	// Commands are what formatted programs consist of (S7F21); without any there
	// are none.
	Commands []ProcessCommand
}

// ProcessCommand is a command of formatted process programs.
type ProcessCommand struct {
	// CCODE is 0 to 65,535, Name 1 to 16 printable ASCII characters.
	CCODE       uint16
	Name        string
	Description string
	// Parameters are all given, in this order (PPARM); at most 100.
	Parameters []ProcessParameter
}

// ProcessParameter is a parameter of a ProcessCommand.
type ProcessParameter struct {
	// Name is 1 to 16 printable ASCII characters.
	Name        string
	Description string
	Units       string
	// Format of the value, any but a list. Another integer width is taken too.
	Format secs2.Format
	// MaxLength bounds a text in bytes, default 80; a number is one value.
	MaxLength int
	// Min and Max bound a number, both included; the zero Item is no bound.
	Min, Max secs2.Item
}

// The bounds of process programs.
const (
	maxPrograms      = 2000
	maxProgramBytes  = 64 << 20
	maxProcessName   = 16
	maxProcessParams = 100
	// maxCommands is how many commands a program can have: SEQNUM is U2.
	maxProcessCommands = 65535
)

func (s Programs) withDefaults() Programs {
	setDefault(&s.Max, 1000)
	setDefault(&s.MaxBytes, secs2.MaxLength)
	setDefault(&s.MaxStoreBytes, 1<<30)
	s.Commands = append([]ProcessCommand(nil), s.Commands...)
	for i := range s.Commands {
		params := append([]ProcessParameter(nil), s.Commands[i].Parameters...)
		for j := range params {
			if p := &params[j]; p.MaxLength == 0 {
				p.MaxLength = 1
				if p.Format.Textual() || p.Format == secs2.Binary {
					p.MaxLength = defaultTextMax
				}
			}
		}
		s.Commands[i].Parameters = params
	}
	return s
}

func (p *problems) programs(s Programs) {
	p.number("pp.max", s.Max, 1, maxPrograms)
	p.number("pp.max_bytes", s.MaxBytes, 1024, maxProgramBytes)
	if s.MaxStoreBytes < int64(s.MaxBytes) {
		p.add("pp.max_store_bytes", s.MaxStoreBytes, "at least pp.max_bytes")
	}
	if t := s.GrantTimeout; t != 0 && (t < time.Second || t > 10*time.Minute) {
		p.add("pp.grant_timeout", t, "0, or 1s to 10m")
	}
	codes, names := map[uint16]bool{}, map[string]bool{}
	for i, cmd := range s.Commands {
		key := fmt.Sprintf("pp.ccodes[%d]", i)
		p.text(key+".name", cmd.Name, 1, maxProcessName)
		p.prose(key+".description", cmd.Description)
		if codes[cmd.CCODE] {
			p.add(key+".code", cmd.CCODE, "a code that no other command has")
		}
		if names[cmd.Name] {
			p.add(key+".name", cmd.Name, "a name that no other command has")
		}
		codes[cmd.CCODE], names[cmd.Name] = true, true
		if len(cmd.Parameters) > maxProcessParams {
			p.add(key+".parameters", len(cmd.Parameters), fmt.Sprintf("at most %d", maxProcessParams))
		}
		for j, param := range cmd.Parameters {
			p.processParameter(fmt.Sprintf("%s.parameters[%d]", key, j), param)
		}
	}
}

func (p *problems) processParameter(key string, param ProcessParameter) {
	p.text(key+".name", param.Name, 1, maxProcessName)
	p.text(key+".units", param.Units, 0, maxName)
	p.prose(key+".description", param.Description)
	if param.Format.Size() == 0 || param.Format == secs2.List {
		p.add(key+".format", uint8(param.Format), "a format of E5 but L")
		return
	}
	p.number(key+".max_length", param.MaxLength, 1, maxMaxLength)
	p.bounds(key, param.Format, param.Min, param.Max)
}
