package gem

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
	CCODE      uint64                        `json:"ccode"`
	Name       string                        `json:"name"`
	Parameters []ProcessParameterDescription `json:"parameters"`
}

// ProcessParameterDescription is a PPARM.
type ProcessParameterDescription struct {
	Name   string `json:"name,omitempty"`
	Format string `json:"format"`
	Min    any    `json:"min,omitempty"`
	Max    any    `json:"max,omitempty"`
}

// describePrograms returns nil where there is no store.
func (e *Equipment) describePrograms() *ProgramDescription { return nil }

// gapPrograms is row A9.
func (e *Equipment) gapPrograms() gap { return notImplemented }
