package gem

import (
	"fmt"
	"strings"

	"github.com/secsd/secsd/secs2"
)

// Description is all that a host engineer must know of an equipment (E30
// 8.4): its identifiers, the messages it supports, its compliance statement.
type Description struct {
	Equipment       Identity              `json:"equipment"`
	StatusVariables []VariableDescription `json:"status_variables"`
	DataVariables   []VariableDescription `json:"data_variables"`
	Constants       []ConstantDescription `json:"constants"`
	Events          []EventDescription    `json:"events"`
	Alarms          []struct{}            `json:"alarms"`
	Commands        []CommandDescription  `json:"commands"`
	Messages        []MessageDescription  `json:"messages"`
	Compliance      []ComplianceRow       `json:"compliance"`
}

// Identity is who the equipment is.
type Identity struct {
	MDLN         string   `json:"mdln"`
	SOFTREV      string   `json:"softrev"`
	EqpName      string   `json:"eqp_name"`
	EqpSerialNum string   `json:"eqp_serial_num"`
	Hosts        []string `json:"hosts"`
}

// VariableDescription is a status or data variable.
type VariableDescription struct {
	ID        uint32 `json:"id"`
	Name      string `json:"name"`
	Format    string `json:"format"`
	Units     string `json:"units"`
	MaxLength int    `json:"max_length,omitempty"` // bytes of a text, values of a number, encoded bytes of a list
}

// ConstantDescription is an equipment constant. Min and Max are nil where
// there is no bound.
type ConstantDescription struct {
	VariableDescription
	Min     any      `json:"min"`
	Max     any      `json:"max"`
	Default any      `json:"default"`
	Values  []uint64 `json:"values,omitempty"` // if any, the only ones
}

// EventDescription is a collection event with the data variables that are
// valid at it.
type EventDescription struct {
	ID            uint32   `json:"id"`
	Name          string   `json:"name"`
	DataVariables []uint32 `json:"data_variables"`
}

// CommandDescription is a remote command.
type CommandDescription struct {
	Name       string                 `json:"name"`
	Effect     string                 `json:"effect"`
	InLocal    bool                   `json:"allowed_in_local"`
	Parameters []ParameterDescription `json:"parameters"`
}

// ParameterDescription is a parameter of a command.
type ParameterDescription struct {
	Name      string `json:"name"`
	Format    string `json:"format"`
	MaxLength int    `json:"max_length,omitempty"`
	Required  bool   `json:"required"`
	Values    []any  `json:"values,omitempty"`
	Min       any    `json:"min,omitempty"`
	Max       any    `json:"max,omitempty"`
}

// MessageDescription is a message that the equipment takes or sends as a
// primary. Reply is empty where there is none.
type MessageDescription struct {
	SF        string `json:"sf"`
	Name      string `json:"name"`
	Direction string `json:"direction"` // "H->E" or "E->H"
	Reply     string `json:"reply"`
}

// Describe returns what the running configuration gives a host.
func (e *Equipment) Describe() Description {
	d := Description{
		Equipment: Identity{
			MDLN: e.cfg.MDLN, SOFTREV: e.cfg.SOFTREV, EqpName: e.cfg.EqpName, EqpSerialNum: e.cfg.EqpSerialNum,
		},
		StatusVariables: describeVariables(e.variables.list[statusVariable]),
		DataVariables:   describeVariables(e.variables.list[dataVariable]),
		Constants:       []ConstantDescription{},
		Events:          []EventDescription{},
		Alarms:          []struct{}{},
		Commands:        []CommandDescription{},
		Messages:        describeMessages(),
		Compliance:      e.compliance(),
	}
	for _, h := range e.hosts {
		d.Equipment.Hosts = append(d.Equipment.Hosts, h.cfg.Name)
	}
	for _, v := range e.variables.list[constant] {
		d.Constants = append(d.Constants, ConstantDescription{
			VariableDescription: v.describe(), Values: v.rule.permitted,
			Min: plain(v.rule.min), Max: plain(v.rule.max), Default: plain(v.rule.preset),
		})
	}
	for _, ev := range e.events.list {
		x := EventDescription{ID: ev.ceid, Name: ev.name, DataVariables: []uint32{}}
		for _, v := range ev.data {
			x.DataVariables = append(x.DataVariables, v.vid)
		}
		d.Events = append(d.Events, x)
	}
	for i := range e.cfg.Commands {
		d.Commands = append(d.Commands, e.cfg.Commands[i].describe())
	}
	return d
}

func describeVariables(list []*variable) []VariableDescription {
	out := []VariableDescription{}
	for _, v := range list {
		out = append(out, v.describe())
	}
	return out
}

func (v *variable) describe() VariableDescription {
	return VariableDescription{ID: v.vid, Name: v.name, Format: v.format.String(), Units: v.units, MaxLength: v.maxLength}
}

func (cmd *Command) describe() CommandDescription {
	d := CommandDescription{
		Name: cmd.Name, Effect: cmd.Effect.String(), InLocal: cmd.Effect == Benign, Parameters: []ParameterDescription{},
	}
	for _, p := range cmd.Parameters {
		x := ParameterDescription{
			Name: p.Name, Format: p.Format.String(), MaxLength: p.MaxLength, Required: p.Need == Required,
			Min: plain(p.Min), Max: plain(p.Max),
		}
		for _, v := range p.Values {
			x.Values = append(x.Values, plain(v))
		}
		d.Parameters = append(d.Parameters, x)
	}
	return d
}

// plain returns the value of an item as JSON has it: a text, a number or a
// truth value, a list of these for several, nil for no item.
func plain(it secs2.Item) any {
	var values []any
	switch f := it.Format(); {
	case it.IsZero():
		return nil
	case f.Textual():
		return string(it.Data())
	case f == secs2.Binary:
		return fmt.Sprintf("% X", it.Data())
	case f == secs2.Boolean:
		for _, c := range it.Data() {
			values = append(values, c != 0)
		}
	}
	for v := range it.Uints() {
		values = append(values, v)
	}
	for v := range it.Ints() {
		values = append(values, v)
	}
	for v := range it.Floats() {
		values = append(values, v)
	}
	if len(values) == 1 {
		return values[0]
	}
	return values
}

// describeMessages lists the rows of the route table, then what the equipment
// itself sends.
func describeMessages() []MessageDescription {
	var out []MessageDescription
	for _, r := range routes() {
		sf := secs2.SF{Stream: r.stream, Function: r.function}
		reply := secs2.SF{Stream: r.stream, Function: r.function + 1}
		out = append(out, MessageDescription{sf.String(), r.name, "H->E", reply.String()})
	}
	return append(out,
		MessageDescription{"S1F1", "Are You There Request", "E->H", "S1F2"},
		MessageDescription{"S1F13", "Establish Communications Request", "E->H", "S1F14"},
		MessageDescription{"S6F11", "Event Report Send", "E->H", "S6F12"},
		MessageDescription{"S9F1", "Unrecognized Device ID", "E->H", ""},
		MessageDescription{"S9F3", "Unrecognized Stream Type", "E->H", ""},
		MessageDescription{"S9F5", "Unrecognized Function Type", "E->H", ""},
		MessageDescription{"S9F7", "Illegal Data", "E->H", ""},
		MessageDescription{"S9F9", "Transaction Timer Timeout", "E->H", ""},
		MessageDescription{"S9F11", "Data Too Long", "E->H", ""},
		MessageDescription{"S9F13", "Conversation Timeout", "E->H", ""},
	)
}

var effectNames = [...]string{"moves or starts", "affects the process", "benign"}

func (x Effect) String() string { return effectNames[x] }

// ComplianceRow is a row of the GEM compliance statement (E30 8.3).
type ComplianceRow struct {
	ID          string `json:"id"` // F1 to F8 fundamental, A1 to A15 additional
	Name        string `json:"name"`
	Sections    string `json:"sections"`
	Implemented bool   `json:"implemented"`
	Compliant   bool   `json:"compliant"`
	Missing     string `json:"missing,omitempty"` // why not
}

// compliance computes the statement from the configuration. One fundamental
// row that is not compliant makes every row not compliant.
func (e *Equipment) compliance() []ComplianceRow {
	const later = "not in this version"
	rows := []ComplianceRow{
		{ID: "F1", Name: "State Models", Sections: "3.0, 3.1, 3.3"},
		{ID: "F2", Name: "Equipment Processing States", Sections: "3.4", Missing: later},
		{ID: "F3", Name: "Host-Initiated S1,F13/F14 Scenario", Sections: "4.1.5.1"},
		{ID: "F4", Name: "Event Notification", Sections: "4.2.1.1"},
		{ID: "F5", Name: "On-Line Identification", Sections: "4.2.6"},
		{ID: "F6", Name: "Error Messages", Sections: "4.9"},
		{ID: "F7", Name: "Documentation", Sections: "8.4", Missing: "the manual has no alarms, processing states and scenarios yet"},
		{ID: "F8", Name: "Control (Operator-Initiated)", Sections: "4.12", Missing: "operator commands raise no event yet"},
		{ID: "A1", Name: "Establish Communications", Sections: "4.1, 3.2"},
		{ID: "A2", Name: "Dynamic Event Report Configuration", Sections: "4.2.1.2", Missing: "definitions end with the process"},
		{ID: "A3", Name: "Variable Data Collection", Sections: "4.2.2"},
		{ID: "A4", Name: "Trace Data Collection", Sections: "4.2.3", Missing: later},
		{ID: "A5", Name: "Status Data Collection", Sections: "4.2.5"},
		{ID: "A6", Name: "Alarm Management", Sections: "4.3", Missing: later},
		{ID: "A7", Name: "Remote Control", Sections: "4.4", Missing: e.missingCommands()},
		{ID: "A8", Name: "Equipment Constants", Sections: "4.5", Missing: "values end with the process, and the operator cannot change them"},
		{ID: "A9", Name: "Process Program Management", Sections: "4.6", Missing: later},
		{ID: "A10", Name: "Material Movement", Sections: "4.7"},
		{ID: "A11", Name: "Equipment Terminal Services", Sections: "4.8", Missing: later},
		{ID: "A12", Name: "Clock", Sections: "4.10"},
		{ID: "A13", Name: "Limits Monitoring", Sections: "4.2.4", Missing: later},
		{ID: "A14", Name: "Spooling", Sections: "4.11", Missing: later},
		{ID: "A15", Name: "Control (Host-Initiated)", Sections: "4.12"},
	}
	fundamental := true
	for i := range rows {
		rows[i].Implemented = rows[i].Missing != later
		if rows[i].ID[0] == 'F' && rows[i].Missing != "" {
			fundamental = false
		}
	}
	for i := range rows {
		rows[i].Compliant = fundamental && rows[i].Missing == ""
	}
	return rows
}

// missingCommands names the commands that GEM demands and the tool lacks.
func (e *Equipment) missingCommands() string {
	var missing []string
	for _, name := range []string{"START", "STOP"} {
		if e.command(name) == nil {
			missing = append(missing, name)
		}
	}
	if missing == nil {
		return ""
	}
	return "no command " + strings.Join(missing, ", ")
}
