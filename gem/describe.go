package gem

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/secsd/secsd/secs2"
)

// Description is all that a host engineer must know of an equipment (E30
// 8.4): its identifiers, the messages it supports, its compliance statement.
type Description struct {
	Equipment       Identity                  `json:"equipment"`
	Compliance      []ComplianceRow           `json:"compliance"`
	Communications  CommunicationsDescription `json:"communications"`
	Control         ControlDescription        `json:"control"`
	Models          []ModelDescription        `json:"state_models"`
	Processing      *ProcessingDescription    `json:"processing"`
	Events          []EventDescription        `json:"events"`
	StatusVariables []VariableDescription     `json:"status_variables"`
	DataVariables   []DataVariableDescription `json:"data_variables"`
	Constants       []ConstantDescription     `json:"constants"`
	Alarms          []AlarmDescription        `json:"alarms"`
	Remote          RemoteDescription         `json:"remote_control"`
	Commands        []CommandDescription      `json:"commands"`
	Traces          *TraceDescription         `json:"traces"`
	Limits          *LimitsDescription        `json:"limits"`
	Programs        *ProgramDescription       `json:"process_programs"`
	Terminals       []TerminalDescription     `json:"terminals"`
	Clock           ClockDescription          `json:"clock"`
	Spooling        SpoolDescription          `json:"spooling"`
	Material        *MaterialDescription      `json:"material"`
	Messages        []MessageDescription      `json:"messages"`
	HCACK           []Meaning                 `json:"hcack"` // answers to a command
	CPACK           []Meaning                 `json:"cpack"` // what is wrong with a parameter
	OwnCodes        []OwnCode                 `json:"own_codes"`
}

// SpoolDescription is what a host can expect of its spool (E30 4.11).
type SpoolDescription struct {
	Capacity       int      `json:"capacity_bytes"`        // of one host: bodies, each with 20 bytes more
	LongestMessage int      `json:"longest_message_bytes"` // a longer body is never spooled
	Selectable     []string `json:"selectable"`            // the primaries that S2F43 may name
	Default        []string `json:"default"`               // what spools until the host selects
	OnT3           string   `json:"on_t3"`                 // "suspend" or "continue"
	RequeuesSent   bool     `json:"requeue_inflight"`      // what was sent and not answered
	Delivery       string   `json:"delivery"`              // "plain" or "strict"
}

// Identity is who the equipment is.
type Identity struct {
	MDLN         string   `json:"mdln"`
	SOFTREV      string   `json:"softrev"`
	EqpName      string   `json:"eqp_name"`
	EqpSerialNum string   `json:"eqp_serial_num"`
	IDFormat     string   `json:"id_format"` // of the identifiers that the equipment sends
	Hosts        []string `json:"hosts"`
	AboutDescription
}

// VariableDescription is a status or data variable.
type VariableDescription struct {
	ID          uint32    `json:"id"`
	Name        string    `json:"name"`
	Description string    `json:"description,omitempty"`
	Format      string    `json:"format"`
	Units       string    `json:"units"`
	MaxLength   int       `json:"max_length"`       // bytes of a text, values of a number, encoded bytes of a list
	FormatCode  string    `json:"format_code"`      // octal, as E5 writes it
	Values      []Meaning `json:"values,omitempty"` // if any, the only ones
	Remark      string    `json:"remark,omitempty"`
}

// DataVariableDescription is a data variable with the events at which it is
// valid.
type DataVariableDescription struct {
	VariableDescription
	ValidAt []uint32 `json:"valid_at"` // CEIDs
}

// EventDescription is a collection event with the data variables that are
// valid at it.
type EventDescription struct {
	ID            uint32   `json:"id"`
	Name          string   `json:"name"`
	Description   string   `json:"description,omitempty"`
	DataVariables []uint32 `json:"data_variables"`
}

// Describe returns what the running configuration gives a host.
func (e *Equipment) Describe() Description {
	d := Description{
		Equipment: Identity{
			MDLN: e.cfg.MDLN, SOFTREV: e.cfg.SOFTREV, EqpName: e.cfg.EqpName, EqpSerialNum: e.cfg.EqpSerialNum,
			IDFormat: [...]string{"U4", "U1", "U2", "U8"}[e.cfg.IDFormat], AboutDescription: e.describeAbout(),
		},
		Compliance:      e.compliance(),
		Communications:  e.describeCommunications(),
		Control:         e.describeControl(),
		Models:          e.describeModels(),
		Processing:      e.describeProcessing(),
		Events:          e.describeEvents(),
		StatusVariables: describeVariables(e.variables.list[statusVariable]),
		DataVariables:   e.describeDataVariables(),
		Constants:       e.describeConstants(),
		Alarms:          e.describeAlarms(),
		Remote:          e.describeRemote(),
		Commands:        e.describeCommands(),
		Traces:          e.describeTraces(),
		Limits:          e.describeLimits(),
		Programs:        e.describePrograms(),
		Terminals:       e.describeTerminals(),
		Clock:           e.describeClock(),
		Spooling:        e.describeSpooling(),
		Material:        e.describeMaterial(),
		Messages:        e.describeMessages(),
		HCACK:           e.describeHCACK(),
		CPACK:           e.describeCPACK(),
		OwnCodes:        e.describeOwnCodes(),
	}
	for _, h := range e.hosts {
		d.Equipment.Hosts = append(d.Equipment.Hosts, h.cfg.Name)
	}
	return d
}

func (e *Equipment) describeEvents() []EventDescription {
	out := []EventDescription{}
	for _, ev := range e.events.list {
		x := EventDescription{ID: ev.ceid, Name: ev.name, Description: cmp.Or(ev.description, occasion(ev.name)), DataVariables: []uint32{}}
		for _, v := range ev.data {
			x.DataVariables = append(x.DataVariables, v.vid)
		}
		out = append(out, x)
	}
	return out
}

func (e *Equipment) describeSpooling() SpoolDescription {
	store := e.hosts[0].spool.store
	d := SpoolDescription{
		Capacity: store.Capacity(), LongestMessage: e.hosts[0].spool.limits.MaxMessage, Selectable: []string{}, Default: []string{},
		OnT3: e.cfg.Spool.OnT3.String(), RequeuesSent: e.cfg.Spool.InFlight == RequeueInFlight, Delivery: e.cfg.Delivery.String(),
	}
	chosen := e.cfg.selection(&e.spoolable)
	for stream, functions := range e.spoolable {
		for _, f := range functions {
			sf := secs2.SF{Stream: byte(stream), Function: f}
			d.Selectable = append(d.Selectable, sf.String())
			if chosen.has(sf) {
				d.Default = append(d.Default, sf.String())
			}
		}
	}
	return d
}

// HostDescription is what one host connection sees of the equipment.
type HostDescription struct {
	Host         string   `json:"host"`
	Controls     bool     `json:"controls_equipment"` // its remote commands count
	DeviceIDs    []uint16 `json:"device_ids"`         // the first is sent
	SendsS1F13   bool     `json:"equipment_sends_s1f13"`
	EventsWithW  bool     `json:"w_bit_s6"`      // W of S6F11
	Window       int      `json:"window"`        // primaries with W=1 that wait for their reply at one time
	OpenCommands int      `json:"open_commands"` // that the tool has not answered
}

// DescribeHosts returns what each host connection sees, in the order of the
// configuration.
func (e *Equipment) DescribeHosts() []HostDescription {
	var out []HostDescription
	for _, h := range e.hosts {
		out = append(out, HostDescription{
			Host: h.cfg.Name, Controls: h.controls(), DeviceIDs: slices.Clone(h.cfg.DeviceIDs), Window: h.cfg.Window,
			SendsS1F13:  e.cfg.Communications.Initiate == EquipmentInitiates,
			EventsWithW: e.constants.wBitS6.number != 0, OpenCommands: maxQuestions,
		})
	}
	return out
}

func describeVariables(list []*variable) []VariableDescription {
	out := []VariableDescription{}
	for _, v := range list {
		out = append(out, v.describe())
	}
	return out
}

func (e *Equipment) describeDataVariables() []DataVariableDescription {
	out := []DataVariableDescription{}
	for _, v := range e.variables.list[dataVariable] {
		d := DataVariableDescription{v.describe(), []uint32{}}
		for _, ev := range e.events.list {
			if slices.Contains(ev.data, v) {
				d.ValidAt = append(d.ValidAt, ev.ceid)
			}
		}
		out = append(out, d)
	}
	return out
}

func (v *variable) describe() VariableDescription {
	return VariableDescription{
		ID: v.vid, Name: v.name, Description: v.description, Format: v.format.String(), FormatCode: fmt.Sprintf("%02o", byte(v.format)),
		Units: v.units, MaxLength: v.maxLength,
		Values: append(meanings(v.name), v.codes...), Remark: cmp.Or(remark(v.name), told(v.name)),
	}
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
		if it.Format() == secs2.FormatF4 {
			values = append(values, float32(v)) // printed in as few digits
			continue
		}
		values = append(values, v)
	}
	if len(values) == 1 {
		return values[0]
	}
	return values
}

var (
	onT3Names     = [...]string{"suspend", "continue"}
	deliveryNames = [...]string{"plain", "strict"}
)

func (x OnT3) String() string { return onT3Names[x] }

func (x Delivery) String() string { return deliveryNames[x] }

var effectNames = [...]string{"moves", "affects the process", "benign", "starts"}

func (x Effect) String() string { return effectNames[x] }
