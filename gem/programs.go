package gem

import (
	"fmt"
	"slices"
	"strings"

	"github.com/secsd/secsd/secs2"
)

// This file is the directory of process programs (E30 4.6) and its rules. The
// programs themselves are files, which the caller of Step keeps.

// programs is the directory.
type programs struct {
	rules    *ProgramRules
	cfg      Programs
	list     []*program // ordered by PPID
	bytes    int64      // of all
	selected string     // PPExecName; "" is none
	tasks    []*programTask
	// Programs that the tool verifies, in the order in which they were stored.
	verifying           []*verifying
	verifiedID          uint64
	taskID              uint64
	lastTask            uint64    // taskID as the Step found it
	execName, lastFault *variable // PPExecName, PPError
}

// program is an entry of the directory.
type program struct {
	ppid   string
	format ProgramFormat
	size   int64
}

func newPrograms(c *Config, vs *variables) programs {
	p := programs{rules: newProgramRules(c), cfg: c.Programs}
	for _, v := range vs.list[statusVariable] {
		switch v.name {
		case ppExecNameName:
			p.execName = v
		case ppErrorName:
			p.lastFault = v
		}
	}
	return p
}

func (p *programs) search(ppid string) (int, bool) {
	return slices.BinarySearchFunc(p.list, ppid, func(x *program, ppid string) int { return strings.Compare(x.ppid, ppid) })
}

// find returns the program of that name, or nil.
func (p *programs) find(ppid string) *program {
	if i, ok := p.search(ppid); ok {
		return p.list[i]
	}
	return nil
}

// put enters a program, or replaces the entry of its name.
func (p *programs) put(x program) {
	i, ok := p.search(x.ppid)
	if ok {
		p.bytes += x.size - p.list[i].size
		p.list[i] = &x
		return
	}
	p.bytes += x.size
	p.list = slices.Insert(p.list, i, &x)
}

// removeAll removes those programs; names are ordered.
func (p *programs) removeAll(names []string) {
	p.list = slices.DeleteFunc(p.list, func(x *program) bool {
		_, ok := slices.BinarySearch(names, x.ppid)
		if ok {
			p.bytes -= x.size
		}
		return ok
	})
}

// maxPPIDLength is the longest PPID that the equipment takes, in bytes.
func (e *Equipment) maxPPIDLength() int { return e.cfg.Edition.longestPPID() }

// The values of PPFormat.
const (
	unformattedPrograms uint8 = 1
	allPrograms         uint8 = 3
)

func (e *Equipment) ppFormat() uint8 {
	if len(e.cfg.Programs.Commands) > 0 {
		return allPrograms
	}
	return unformattedPrograms
}

// validPPID tells whether a program may have that name: any bytes will do.
func (e *Equipment) validPPID(ppid string) bool { return ppid != "" && len(ppid) <= e.maxPPIDLength() }

// judgeProgram says whether a program of that size may be stored.
func (e *Equipment) judgeProgram(ppid string, size int64) (secs2.ACKC7, string) {
	p := &e.programs
	old := p.find(ppid)
	grows := size
	if old != nil {
		grows -= old.size
	}
	switch {
	case !e.validPPID(ppid):
		return secs2.ACKC7PermissionNotGranted, fmt.Sprintf("PPID has %d bytes, want 1 to %d", len(ppid), e.maxPPIDLength())
	case p.cfg.OverwriteSelected == DenyOverwrite && ppid == p.selected:
		return secs2.ACKC7PermissionNotGranted, "it is selected"
	case len(p.verifying) >= maxVerifying:
		return secs2.ACKC7PermissionNotGranted, fmt.Sprintf("the tool still verifies %d programs", maxVerifying)
	case size > int64(p.cfg.MaxBytes):
		return secs2.ACKC7LengthError, fmt.Sprintf("%d bytes, at most %d", size, p.cfg.MaxBytes)
	case p.bytes+grows > p.cfg.MaxStoreBytes:
		return secs2.ACKC7LengthError, fmt.Sprintf("no space: %d of %d bytes are in use", p.bytes, p.cfg.MaxStoreBytes)
	case old == nil && len(p.list) >= p.cfg.Max:
		return secs2.ACKC7MatrixOverflow, fmt.Sprintf("%d programs are stored", p.cfg.Max)
	}
	return secs2.ACKC7Accepted, ""
}

// judgeDelete says whether these programs may be deleted; none is all. It returns
// their names, each once.
func (e *Equipment) judgeDelete(names []string) ([]string, secs2.ACKC7, string) {
	p := &e.programs
	slices.Sort(names)
	names = slices.Compact(names)
	at := 0 // both are ordered: one walk finds all
	for _, name := range names {
		for at < len(p.list) && p.list[at].ppid < name {
			at++
		}
		if at == len(p.list) || p.list[at].ppid != name {
			return nil, secs2.ACKC7PPIDNotFound, quote(name)
		}
	}
	if len(names) == 0 {
		names = make([]string, 0, len(p.list))
		for _, x := range p.list {
			names = append(names, x.ppid)
		}
	}
	if p.cfg.DeleteSelected == DenyDelete && p.selected != "" && slices.Contains(names, p.selected) {
		return nil, secs2.ACKC7PermissionNotGranted, fmt.Sprintf("%q is selected", p.selected)
	}
	return names, secs2.ACKC7Accepted, ""
}

// RestoredProgram is a process program that is stored, told at start.
type RestoredProgram struct {
	PPID   string
	Format ProgramFormat
	Size   int64
}

func (RestoredProgram) input() {}

// programInput is an input about process programs.
func (e *Equipment) programInput(in Input) error {
	switch in := in.(type) {
	case ProgramSelected:
		return e.selectProgram(in)
	case ProgramVerified:
		return e.programVerified(in)
	case ProgramWorked:
		return e.programWorked(in)
	case EditProgram:
		return e.editProgram(in)
	case DeleteProgram:
		return e.deleteProgram(in)
	case UploadProgram:
		return e.uploadProgram(in)
	case DownloadProgram:
		return e.downloadProgram(in)
	}
	return nil
}

func (e *Equipment) restoreProgram(in RestoredProgram) error {
	if !in.Format.known() {
		return fmt.Errorf("gem: process program %q: unknown format %d", in.PPID, in.Format)
	}
	e.programs.put(program{in.PPID, in.Format, in.Size})
	return nil
}

// ProgramSelected is the tool saying which process program it will execute next,
// or is executing; empty is none.
type ProgramSelected struct{ PPID string }

func (ProgramSelected) input() {}

func (e *Equipment) selectProgram(in ProgramSelected) error {
	if in.PPID != "" && e.programs.find(in.PPID) == nil {
		return fmt.Errorf("%w: process program %q", ErrUnknown, in.PPID)
	}
	if e.refuses(e.events.programSelected) {
		return ErrStorage
	}
	e.programs.selected = in.PPID
	e.programs.execName.setData(secs2.A(in.PPID))
	if in.PPID != "" {
		e.raise(e.events.programSelected)
	}
	return nil
}

// raiseProgramChange is ProcessProgramChange.
func (e *Equipment) raiseProgramChange(ppid string, status uint8) {
	e.data.ppChangeName.setData(secs2.A(ppid))
	e.data.ppChangeStatus.setData(secs2.U1(status))
	e.raise(e.events.programChange)
}

// The values of PPChangeStatus.
const (
	programCreated uint8 = iota + 1
	programEdited
	programDeleted
)

func (e *Equipment) noteProgram(s Severity, message, ppid, detail string) {
	text := quote(ppid)
	if detail != "" {
		text += ": " + detail[:min(len(detail), maxWhy)]
	}
	e.out.Notes = append(e.out.Notes, Note{Severity: s, Message: message, Detail: text})
}

// follows tells whether the host gets a report of the event.
func (h *Host) follows(ev *event) bool { return h.events[ev.index].enabled }

// judge is Command.judge, and CPACK 2 for each parameter that names a program that
// is not stored.
func (e *Equipment) judge(cmd *Command, given []Argument) (args []Argument, bad []badParameter) {
	args, bad = cmd.judge(given)
	for _, a := range args {
		if i := parameterIndex(cmd.Parameters, a.Name); i < 0 || !cmd.Parameters[i].namesProgram(cmd) {
			continue
		}
		if ppid, ok := ppidOf(a.Value); !ok || e.programs.find(ppid) == nil {
			bad = append(bad, badParameter{BadParameter{a.Name, secs2.CPACKIllegalValue}, nil})
		}
	}
	return args, bad
}

func (p *Parameter) namesProgram(cmd *Command) bool {
	switch p.Program {
	case ProgramAlways:
		return true
	case ProgramNever:
		return false
	default:
		return cmd.Name == "PP-SELECT" && p.Name == "PPID" && len(p.Values) == 0
	}
}
