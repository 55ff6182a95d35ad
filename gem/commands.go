package gem

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/secsd/secsd/secs2"
)

// Command is a remote command (RCMD) of the tool.
type Command struct {
	// Name is 1 to 20 printable ASCII characters without a blank.
	Name        string
	Description string
	// Completion are the CEIDs of the events that tell that the command is done,
	// or that it failed (E30 4.4).
	Completion []uint32
	// Effect says what the command does to the tool, and so where it is
	// allowed (E30 3.3).
	Effect Effect
	// States are the processing states that allow the command; none: the tool
	// judges. Already are those in which what it leads to is so: HCACK 5.
	States, Already []string
	// Objects are the object specifiers that S2F49 may name besides the empty
	// one.
	Objects []string
	// Code is its value of OperatorCommand; 0 is its place in Config.Commands,
	// from 1.
	Code uint32
	// Operator says whether the operator may give it in REMOTE.
	Operator OperatorLock
	// Parameters are those that the command knows (CPNAME).
	Parameters []Parameter
}

// Parameter is a parameter of a command.
type Parameter struct {
	// Name (CPNAME) is 1 to 40 printable ASCII characters.
	Name        string
	Description string
	// Format of the value (CPVAL). Another integer width is converted. What
	// follows for values is for the elements of a List.
	Format secs2.Format
	// Element is the format of each element of a List. Without one, and without
	// Members, the elements are of any one format.
	Element secs2.Format
	// Members are the names and values of which a List consists; they have no
	// members themselves.
	Members []Parameter
	// MaxLength bounds a text in bytes, default 80; a number is one value.
	MaxLength int
	// Need says whether the host must give it.
	Need Need
	// Values, if any, are the only values that are allowed.
	Values []secs2.Item
	// Min and Max bound a number, both included; the zero Item is no bound.
	Min, Max secs2.Item
	// Program says whether the value names a process program, which then must be
	// stored.
	Program ProgramParameter
}

// The longest names that E5 has for commands.
const (
	maxCommandName   = 20
	maxParameterName = 40
)

func (p *problems) commands(c Config) {
	names := map[string]bool{}
	ceids := slices.Collect(maps.Values(c.EventIDs()))
	for i, cmd := range c.Commands {
		key := fmt.Sprintf("commands[%d]", i)
		p.text(key+".name", cmd.Name, 1, maxCommandName)
		if strings.Contains(cmd.Name, " ") {
			p.add(key+".name", cmd.Name, "a name without a blank")
		}
		name := cmd.Name
		if c.Remote.Case == AnyCase {
			name = strings.ToUpper(name)
		}
		if names[name] {
			p.add(key+".name", cmd.Name, "a name that no other command has")
		}
		names[name] = true
		if c.Control.HostSwitch == HostSwitches && (name == "LOCAL" || name == "REMOTE") {
			p.add(key+".name", cmd.Name, "another name: control.remote_cmd_switch gives this one its meaning")
		}
		p.prose(key+".description", cmd.Description)
		for j, ceid := range cmd.Completion {
			if !slices.Contains(ceids, ceid) {
				p.add(fmt.Sprintf("%s.completion[%d]", key, j), ceid, "the id of a collection event")
			}
		}
		p.commandStates(c, key, cmd)
		for j := range cmd.Parameters {
			p.parameter(fmt.Sprintf("%s.parameters[%d]", key, j), cmd.Parameters, j)
		}
	}
}

// commandStates checks what a command says about states, objects and the
// operator.
func (p *problems) commandStates(c Config, key string, cmd Command) {
	p.stateNames(key+".states", cmd.States, &c.Processing)
	p.stateNames(key+".already", cmd.Already, &c.Processing)
	for i, object := range cmd.Objects {
		p.text(fmt.Sprintf("%s.objects[%d]", key, i), object, 1, maxName)
	}
	codes := operatorCodes(c.Commands)
	for _, other := range c.Commands {
		if other.Name != cmd.Name && codes[other.Name] == codes[cmd.Name] && cmd.Code != 0 {
			p.add(key+".code", cmd.Code, "a code that "+other.Name+" does not have")
			break
		}
	}
	if cmd.Operator == LockedInRemote && slices.Contains([]string{"STOP", "ABORT", "PAUSE"}, strings.ToUpper(cmd.Name)) {
		p.add(key+".locked_in_remote", "true", "false: an operator must always be able to interrupt")
	}
}

func (p *problems) parameter(key string, list []Parameter, index int) {
	param := list[index]
	p.text(key+".name", param.Name, 1, maxParameterName)
	p.prose(key+".description", param.Description)
	if slices.ContainsFunc(list[:index], func(o Parameter) bool { return o.Name == param.Name }) {
		p.add(key+".name", param.Name, "a name that no other parameter has")
	}
	if param.Format.Size() == 0 {
		p.add(key+".format", uint8(param.Format), "a format of E5")
		return
	}
	if param.Format != secs2.List && (param.Element != secs2.List || len(param.Members) > 0) {
		p.add(key+".format", param.Format, "L: elements and members are for lists")
		return
	}
	if param.Element != secs2.List && len(param.Members) > 0 {
		p.add(key+".elements", param.Element, "elements or members, not both")
		return
	}
	for i := range param.Members {
		if len(param.Members[i].Members) > 0 {
			p.add(fmt.Sprintf("%s.members[%d].members", key, i), param.Members[i].Name, "no members of members")
		}
		p.parameter(fmt.Sprintf("%s.members[%d]", key, i), param.Members, i)
	}
	p.number(key+".max_length", param.MaxLength, 1, maxMaxLength)
	format := param.scalar()
	if !p.bounds(key, format, param.Min, param.Max) {
		return
	}
	single := Parameter{Name: param.Name, Format: format, MaxLength: param.MaxLength, Min: param.Min, Max: param.Max}
	for i, v := range param.Values {
		at := fmt.Sprintf("%s.values[%d]", key, i)
		if format == secs2.List || v.Format() != format || single.accept(v).code != 0 {
			p.add(at, itemText(v), "a value that format, max_length, min and max allow")
		} else if slices.ContainsFunc(param.Values[:i], v.Equal) {
			p.add(at, itemText(v), "a value that occurs once")
		}
	}
}
