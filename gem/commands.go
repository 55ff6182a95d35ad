package gem

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/secsd/secsd/secs2"
)

// Command is a remote command (RCMD) of the tool.
type Command struct {
	// Name is 1 to 20 printable ASCII characters without a blank. It is
	// compared exactly.
	Name        string
	Description string
	// Completion are the CEIDs of the events that tell that the command is done,
	// or that it failed (E30 4.4).
	Completion []uint32
	// Effect says what the command does to the tool, and so where it is
	// allowed (E30 3.3).
	Effect Effect
	// Parameters are those that the command knows (CPNAME).
	Parameters []Parameter
}

// Parameter is a parameter of a command.
type Parameter struct {
	// Name (CPNAME) is 1 to 40 printable ASCII characters.
	Name        string
	Description string
	// Format of the value (CPVAL). Another integer width is converted.
	Format secs2.Format
	// MaxLength bounds a text in bytes, default 80; a number is one value.
	MaxLength int
	// Need says whether the host must give it.
	Need Need
	// Values, if any, are the only values that are allowed.
	Values []secs2.Item
	// Min and Max bound a number, both included; the zero Item is no bound.
	Min, Max secs2.Item
}

// Question asks the tool to carry out a command; the tool's Answer names it
// by ID.
type Question struct {
	ID         uint64
	Host       string
	Command    string
	Parameters []Argument
}

// Argument is the value that a host gave a parameter.
type Argument struct {
	Name  string
	Value secs2.Item
}

// BadParameter is a parameter that the tool does not accept.
type BadParameter struct {
	Name string
	Code secs2.CPACK
}

// HCACKNoAnswer is our own HCACK: the tool did not answer in time, or answered
// with something that HCACK does not have. Whether it acts is not known.
const HCACKNoAnswer secs2.HCACK = 64

// maxQuestions bounds the commands of one host that the tool has not answered.
const maxQuestions = 16

// question is a command that the tool has not answered yet.
type question struct {
	id       uint64
	host     *Host
	header   secs2.Header
	command  *Command
	deadline *deadline
}

// Asks tells whether the question still waits for the tool's answer.
func (e *Equipment) Asks(id uint64) bool {
	return slices.ContainsFunc(e.questions, func(q *question) bool { return q.id == id })
}

// ask brings a command to the tool; the reply follows its answer.
func (c *call) ask(cmd *Command, args []Argument) {
	e := c.eq
	e.questionID++
	if slices.ContainsFunc(e.questions, func(q *question) bool { return q.host == c.host && q.header.System() == c.header.System() }) {
		c.host.note(Warn, "system bytes in use", c.header, "another open transaction of the host has them; both are answered")
	}
	q := &question{id: e.questionID, host: c.host, header: c.header, command: cmd}
	q.deadline = newDeadline(func() {
		q.host.note(Warn, "tool is silent", q.header, cmd.Name)
		q.answer(HCACKNoAnswer, nil)
	})
	e.questions = append(e.questions, q)
	e.deadlines.arm(q.deadline, e.now.Add(e.cfg.Remote.Deadline))
	e.out.Questions = append(e.out.Questions, Question{ID: q.id, Host: c.host.cfg.Name, Command: cmd.Name, Parameters: args})
}

// answered is the tool's word about a command.
func (e *Equipment) answered(a Answer) error {
	i := slices.IndexFunc(e.questions, func(q *question) bool { return q.id == a.ID })
	if i < 0 {
		return fmt.Errorf("%w: question %d", ErrUnknown, a.ID)
	}
	q := e.questions[i]
	hcack, bad := a.HCACK, a.Bad
	if want := q.nonsense(a); want != "" {
		q.host.note(Warn, "tool answers nonsense", q.header, fmt.Sprintf("%s: HCACK %d with %d parameters, want %s", q.command.Name, hcack, len(bad), want))
		hcack, bad = HCACKNoAnswer, nil
	}
	q.answer(hcack, bad)
	return nil
}

// nonsense returns "" for an answer that S2F42 can tell, else what it wants.
func (q *question) nonsense(a Answer) string {
	switch {
	case a.HCACK > secs2.HCACKNoSuchObject && a.HCACK < 64:
		return "an HCACK that is not reserved"
	case a.HCACK == secs2.HCACKInvalidParameter && len(a.Bad) == 0:
		return "the bad parameters"
	case a.HCACK != secs2.HCACKInvalidParameter && len(a.Bad) > 0:
		return "no parameters but with HCACK 3"
	}
	for _, b := range a.Bad {
		if b.Code == 0 || len(b.Name) > maxParameterName {
			return "a CPNAME and a CPACK other than 0"
		}
	}
	return ""
}

// answer closes the question and sends S2F42.
func (q *question) answer(hcack secs2.HCACK, bad []BadParameter) {
	e := q.host.eq
	q.drop()
	if !q.header.W() {
		return
	}
	start := len(e.out.buf)
	a := secs2.NewAppender(e.out.buf)
	appendS2F42(&a, hcack, bad)
	e.out.buf = a.Bytes()
	q.host.stats.Sent++
	e.out.Messages = append(e.out.Messages, Message{Host: q.host.index, Primary: q.header, Function: 42, Body: e.out.buf[start:]})
}

func (q *question) drop() {
	e := q.host.eq
	e.deadlines.stop(q.deadline)
	e.questions = slices.DeleteFunc(e.questions, func(x *question) bool { return x == q })
}

// dropQuestions forgets the commands of a host that hears no reply any more.
func (h *Host) dropQuestions() {
	for _, q := range slices.Clone(h.eq.questions) {
		if q.host == h {
			q.drop()
		}
	}
}

// abortQuestions ends the commands of a host that went OFF-LINE with SxF0.
func (h *Host) abortQuestions() {
	for _, q := range slices.Clone(h.eq.questions) {
		if q.host != h {
			continue
		}
		q.drop()
		if q.header.W() {
			h.queueAbort(q.header)
		}
	}
}

// forgetQuestions drops those behind the number last: they were never asked.
func (e *Equipment) forgetQuestions(last uint64) {
	for _, q := range slices.Clone(e.questions) {
		if q.id > last {
			q.drop()
		}
	}
}

// oldestQuestion returns the command of this host that the tool is at, 0 if
// none: what happens meanwhile may come of it, so its reply has to go first.
func (h *Host) oldestQuestion() uint64 {
	for _, q := range h.eq.questions {
		if q.host == h && q.header.W() {
			return q.id
		}
	}
	return 0
}

func (h *Host) openQuestions() (n int) {
	for _, q := range h.eq.questions {
		if q.host == h {
			n++
		}
	}
	return n
}

// judge checks the parameters of a command against what it knows.
func (cmd *Command) judge(given []Argument) (args []Argument, bad []BadParameter) {
	for _, g := range given {
		p := cmd.parameter(g.Name)
		if p == nil {
			bad = append(bad, BadParameter{g.Name, secs2.CPACKUnknownCPNAME})
			continue
		}
		value, code := p.accept(g.Value)
		if code != 0 {
			bad = append(bad, BadParameter{g.Name, code})
			continue
		}
		args = append(args, Argument{g.Name, value.Clone()})
	}
	for _, p := range cmd.Parameters {
		if p.Need == Required && !slices.ContainsFunc(given, func(g Argument) bool { return g.Name == p.Name }) {
			bad = append(bad, BadParameter{p.Name, secs2.CPACKIllegalValue})
		}
	}
	return args, bad
}

func (cmd *Command) parameter(name string) *Parameter {
	for i := range cmd.Parameters {
		if cmd.Parameters[i].Name == name {
			return &cmd.Parameters[i]
		}
	}
	return nil
}

// accept returns the value in the parameter's format. Where only some texts are
// allowed, blanks and NULs behind one do not count.
func (p *Parameter) accept(it secs2.Item) (secs2.Item, secs2.CPACK) {
	if p.Format == secs2.ASCII {
		it = p.asText(it)
	}
	value, ok := convert(it, p.Format)
	if !ok {
		if integer(p.Format) && integer(it.Format()) || p.Format.Float() && numeric(it.Format()) {
			return it, secs2.CPACKIllegalValue
		}
		return it, secs2.CPACKIllegalFormat
	}
	v := variable{format: p.Format, maxLength: p.MaxLength, rule: &constantRule{min: p.Min, max: p.Max}}
	if p.Format != secs2.List {
		if value, ok = v.accept(value); !ok {
			return it, secs2.CPACKIllegalValue
		}
	}
	if len(p.Values) > 0 && !slices.ContainsFunc(p.Values, value.Equal) {
		return it, secs2.CPACKIllegalValue
	}
	return value, 0
}

// asText returns the text of A, J and W as ASCII, that of B too for the name
// of a process program; other formats as they are.
func (p *Parameter) asText(it secs2.Item) secs2.Item {
	if it.Format() == secs2.Binary && p.Name == "PPID" {
		it = secs2.Raw(secs2.ASCII, it.Data())
	}
	if !it.Format().Textual() {
		return it
	}
	r := secs2.NewReader(it)
	text := r.Text("CPVAL")
	if len(p.Values) > 0 {
		text = bytes.TrimRight(text, " \x00")
	}
	return secs2.Raw(secs2.ASCII, text)
}

func integer(f secs2.Format) bool { return f.Signed() || f.Unsigned() }

func (p Parameter) withDefaults() Parameter {
	if p.MaxLength == 0 {
		p.MaxLength = 1
		if p.Format.Textual() || p.Format == secs2.Binary {
			p.MaxLength = defaultTextMax
		}
	}
	return p
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
		if names[cmd.Name] {
			p.add(key+".name", cmd.Name, "a name that no other command has")
		}
		names[cmd.Name] = true
		p.prose(key+".description", cmd.Description)
		for j, ceid := range cmd.Completion {
			if !slices.Contains(ceids, ceid) {
				p.add(fmt.Sprintf("%s.completion[%d]", key, j), ceid, "the id of a collection event")
			}
		}
		for j, param := range cmd.Parameters {
			p.parameter(fmt.Sprintf("%s.parameters[%d]", key, j), cmd, j, param)
		}
	}
}

func (p *problems) parameter(key string, cmd Command, index int, param Parameter) {
	p.text(key+".name", param.Name, 1, maxParameterName)
	p.prose(key+".description", param.Description)
	if slices.ContainsFunc(cmd.Parameters[:index], func(o Parameter) bool { return o.Name == param.Name }) {
		p.add(key+".name", param.Name, "a name that no other parameter has")
	}
	if param.Format.Size() == 0 {
		p.add(key+".format", uint8(param.Format), "a format of E5")
		return
	}
	p.number(key+".max_length", param.MaxLength, 1, maxMaxLength)
	if !p.bounds(key, param.Format, param.Min, param.Max) {
		return
	}
	values := param.Values
	param.Values = nil
	for i, v := range values {
		at := fmt.Sprintf("%s.values[%d]", key, i)
		if _, code := param.accept(v); v.Format() != param.Format || code != 0 {
			p.add(at, itemText(v), "a value that format, max_length, min and max allow")
		} else if slices.ContainsFunc(values[:i], v.Equal) {
			p.add(at, itemText(v), "a value that occurs once")
		}
	}
}
