package gem

import (
	"slices"

	"github.com/secsd/secsd/secs2"
)

// CommandDescription is a remote command.
type CommandDescription struct {
	Name         string   `json:"name"`
	Description  string   `json:"description,omitempty"`
	Effect       string   `json:"effect"`
	InLocal      bool     `json:"allowed_in_local"`
	States       []string `json:"states,omitempty"`  // processing states that allow it; none: the tool judges
	Already      []string `json:"already,omitempty"` // processing states in which its effect stands, HCACK 5
	Completion   []uint32 `json:"completion"`        // CEIDs that tell that it is done, or failed
	OperatorCode uint64   `json:"operator_code"`     // its value of OperatorCommand; 0 is none
	Objects      []string `json:"objects"`           // OBJSPECs of S2F49 besides the empty one

	OperatorLocked bool `json:"operator_locked_in_remote"`

	Parameters []ParameterDescription `json:"parameters"`
}

// ParameterDescription is a parameter of a command.
type ParameterDescription struct {
	MemberDescription
	Members []MemberDescription `json:"members,omitempty"` // of a list of names and values
}

// MemberDescription is a name with its value.
type MemberDescription struct {
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
	Format      string `json:"format"`
	MaxLength   int    `json:"max_length"`
	Required    bool   `json:"required"`
	Values      []any  `json:"values,omitempty"` // if any, the only ones
	Min         any    `json:"min,omitempty"`
	Max         any    `json:"max,omitempty"`
	Element     string `json:"element,omitempty"` // format of the elements of a list
}

// RemoteDescription is what all remote commands have in common (E30 4.4).
type RemoteDescription struct {
	Names          string  `json:"names"`      // how RCMD and CPNAME are compared
	Blanks         string  `json:"blanks"`     // what counts in CPNAME and CPVAL
	Deadline       float64 `json:"deadline_s"` // for the tool; then HCACK 64
	OpenCommands   int     `json:"open_commands"`
	CurrentCycle   string  `json:"current_cycle"`
	SafeBreakPoint string  `json:"safe_break_point"`
	LocalHCACK     uint8   `json:"local_hcack"` // to a command that LOCAL does not allow
	S2F21          bool    `json:"s2f21"`
	HostSwitch     bool    `json:"remote_cmd_switch"` // hosts have LOCAL and REMOTE
}

func (e *Equipment) describeRemote() RemoteDescription {
	return RemoteDescription{
		Names:        e.describeCase(),
		Blanks:       "blanks count; those behind a text do not where only some texts are allowed",
		Deadline:     e.cfg.Remote.Deadline.Seconds(),
		OpenCommands: maxQuestions,
		CurrentCycle: e.cfg.Remote.CurrentCycle, SafeBreakPoint: e.cfg.Remote.SafeBreakPoint,
		LocalHCACK: uint8(e.localHCACK()), S2F21: e.cfg.Remote.S2F21 == ServeS2F21, HostSwitch: e.cfg.Control.HostSwitch == HostSwitches,
	}
}

func (e *Equipment) describeCase() string {
	if e.cfg.Remote.Case == AnyCase {
		return "RCMD in upper or lower case, CPNAME exactly"
	}
	return "exactly, upper and lower case differ"
}

func (e *Equipment) describeCommands() []CommandDescription {
	out := []CommandDescription{}
	for i := range e.cfg.Commands {
		out = append(out, e.describeCommand(&e.cfg.Commands[i]))
	}
	if e.cfg.Control.HostSwitch == HostSwitches {
		for _, x := range []struct {
			name string
			ev   *event
		}{{"LOCAL", e.events.local}, {"REMOTE", e.events.remote}} {
			out = append(out, CommandDescription{
				Name: x.name, Description: "Moves the switch of the panel.", Effect: Benign.String(), InLocal: true,
				Completion: []uint32{x.ev.ceid}, Objects: []string{}, Parameters: []ParameterDescription{},
			})
		}
	}
	return out
}

func (e *Equipment) describeCommand(cmd *Command) CommandDescription {
	d := CommandDescription{
		Name: cmd.Name, Description: cmd.Description, Effect: cmd.Effect.String(), InLocal: cmd.Effect == Benign,
		Completion: append([]uint32{}, cmd.Completion...), Objects: append([]string{}, cmd.Objects...),
		States: cmd.States, Already: cmd.Already, OperatorCode: uint64(e.operatorCode(cmd)), OperatorLocked: cmd.Operator == LockedInRemote,
		Parameters: append([]ParameterDescription{}, describeParameters(cmd.Parameters)...),
	}
	return d
}

func describeParameters(list []Parameter) (out []ParameterDescription) {
	for _, p := range list {
		x := ParameterDescription{MemberDescription: describeMember(p)}
		for _, m := range p.Members {
			x.Members = append(x.Members, describeMember(m))
		}
		out = append(out, x)
	}
	return out
}

func describeMember(p Parameter) MemberDescription {
	x := MemberDescription{
		Name: p.Name, Description: p.Description, Format: p.Format.String(), MaxLength: p.MaxLength, Required: p.Need == Required,
		Min: plain(p.Min), Max: plain(p.Max),
	}
	if p.Format == secs2.List && p.Element != secs2.List {
		x.Element = p.Element.String()
	}
	for _, v := range p.Values {
		x.Values = append(x.Values, plain(v))
	}
	return x
}

// gapRemote is row A7: START and STOP, and an event that tells the end of each
// command.
func (e *Equipment) gapRemote() gap {
	var g gap
	for _, name := range []string{"START", "STOP"} {
		if e.command(name) == nil {
			g.absent = join(g.absent, "no command "+name)
		}
	}
	silent := ""
	for _, cmd := range e.cfg.Commands {
		if len(cmd.Completion) == 0 {
			silent = join(silent, cmd.Name)
		}
	}
	if silent != "" {
		g.lacks = "no completion event of " + silent
	}
	return g
}

// gapOperator is row F8: the event OperatorCommandIssued, and all that LOCAL leaves
// to a host.
func (e *Equipment) gapOperator() gap {
	lacks := e.lacksEvents(operatorCommandIssuedName)
	for _, sf := range []secs2.SF{{Stream: 2, Function: 45}, {Stream: 7, Function: 3}} {
		if e.routes.find(secs2.DataHeader(0, sf.Stream, sf.Function, secs2.WantReply, 0)) == nil {
			lacks = join(lacks, sf.String()+" in LOCAL")
		}
	}
	return gap{lacks: lacks}
}

// gapMaterial is row A10: both events of material movement.
func (e *Equipment) gapMaterial() gap {
	return gap{absent: e.lacksEvents("MaterialReceived", "MaterialRemoved")}
}

// lacksEvents names the events that the equipment has not.
func (e *Equipment) lacksEvents(names ...string) (lacks string) {
	for _, name := range names {
		if !slices.ContainsFunc(e.events.list, func(ev *event) bool { return ev.name == name }) {
			lacks = join(lacks, "no event "+name)
		}
	}
	return lacks
}
