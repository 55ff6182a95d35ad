package gem

import (
	"fmt"
	"strings"
)

// ProgramDescription is what the equipment does with process programs (E30
// 4.6).
type ProgramDescription struct {
	Formats          []string                    `json:"formats"` // "unformatted", "formatted"
	PPFormat         uint8                       `json:"pp_format"`
	PPID             string                      `json:"ppid"` // its length and characters
	MaxPrograms      int                         `json:"max_programs"`
	MaxBytes         int                         `json:"max_bytes"`       // of one program
	StoreBytes       int64                       `json:"max_store_bytes"` // of all; 0 is the disk
	Verification     string                      `json:"verification"`
	WhileExecuting   string                      `json:"while_executing"` // what S7F3 and S7F17 get
	OperatorPrograms string                      `json:"operator_programs"`
	Commands         []ProcessCommandDescription `json:"process_commands"` // of formatted programs
}

// ProcessCommandDescription is a command of formatted programs.
type ProcessCommandDescription struct {
	CCODE       uint64                        `json:"ccode"`
	Name        string                        `json:"name"`
	Description string                        `json:"description,omitempty"`
	Parameters  []ProcessParameterDescription `json:"parameters"`
}

// ProcessParameterDescription is a PPARM.
type ProcessParameterDescription struct {
	Name        string `json:"name,omitempty"`
	Description string `json:"description,omitempty"`
	Format      string `json:"format"`
	Units       string `json:"units,omitempty"`
	MaxLength   int    `json:"max_length"` // PMAX
	Min         any    `json:"min,omitempty"`
	Max         any    `json:"max,omitempty"`
}

func (e *Equipment) describePrograms() *ProgramDescription {
	p := &e.cfg.Programs
	d := &ProgramDescription{
		Formats: []string{Unformatted.String()}, PPFormat: e.ppFormat(),
		PPID:        fmt.Sprintf("1 to %d bytes, any; compared byte by byte; A, or B for the same bytes", e.maxPPIDLength()),
		MaxPrograms: p.Max, MaxBytes: p.MaxBytes, StoreBytes: p.MaxStoreBytes,
		Verification:     "The tool does not verify unformatted programs.",
		WhileExecuting:   "S7F3 and S7F23 store the program that is selected, and the copy that runs stays as it is; S7F17 gets ACKC7 1.",
		OperatorPrograms: "The operator creates, edits and deletes programs, each of which is ProcessProgramChange, sends them to hosts and asks hosts for them.",
		Commands:         []ProcessCommandDescription{},
	}
	if e.ppFormat() == allPrograms {
		d.Formats = append(d.Formats, Formatted.String())
		d.Verification += " A formatted one is verified by MDLN, SOFTREV and the process commands before it is stored; with errors it is not stored, and one of its name stays. S7F27 tells."
	}
	if p.Verification == ToolVerifies {
		d.Verification = strings.Replace(d.Verification, "does not verify unformatted programs", "verifies every program that was stored: PPVerified or PPVerificationFailed tell", 1)
	}
	if p.OverwriteSelected == DenyOverwrite {
		d.WhileExecuting = strings.Replace(d.WhileExecuting, "S7F3 and S7F23 store the program that is selected, and the copy that runs stays as it is",
			"S7F3 and S7F23 of the program that is selected get ACKC7 1", 1)
	}
	if p.DeleteSelected == AcceptDelete {
		d.WhileExecuting = strings.Replace(d.WhileExecuting, "S7F17 gets ACKC7 1", "S7F17 deletes it, not the copy that runs", 1)
	}
	for _, cmd := range p.Commands {
		c := ProcessCommandDescription{CCODE: uint64(cmd.CCODE), Name: cmd.Name, Description: cmd.Description, Parameters: []ProcessParameterDescription{}}
		for _, param := range cmd.Parameters {
			c.Parameters = append(c.Parameters, ProcessParameterDescription{
				Name: param.Name, Description: param.Description, Format: param.Format.String(), Units: param.Units, MaxLength: param.MaxLength,
				Min: plain(param.Min), Max: plain(param.Max),
			})
		}
		d.Commands = append(d.Commands, c)
	}
	return d
}

// gapPrograms is row A9: a store for at least three programs, which every
// configuration with more than two has.
func (e *Equipment) gapPrograms() gap {
	if e.cfg.Programs.Max < 3 {
		return gap{lacks: "pp.max of 3 or more: the programs of three process cycles"}
	}
	return gap{}
}
