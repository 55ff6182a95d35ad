package gem

import (
	"errors"
	"time"

	"github.com/secsd/secsd/model"
	"github.com/secsd/secsd/secs2"
	"github.com/secsd/secsd/spool"
)

// Config describes the equipment. New copies it; it does not change later.
// The zero value of a field is its default unless the field says otherwise.
type Config struct {
	// MDLN is the equipment model, SOFTREV its software revision; both appear
	// in S1F2, S1F13 and S1F14. Required, at most 20 bytes of ASCII (6 in E5
	// before 2013).
	MDLN, SOFTREV string

	// EqpName and EqpSerialNum are the values of the status variables with
	// these names. At most 80 bytes.
	EqpName, EqpSerialNum string

	// About and every Description below are for the manual alone: at most 2000
	// bytes of UTF-8 each.
	About About

	Communications Communications
	Control        Control
	Errors         Errors

	// Location is the time zone of 12 and 16 character times; nil is UTC.
	Location *time.Location

	// IDFormat is the format of the identifiers that the equipment sends: U1,
	// U2, U4 or U8. The zero value is U4.
	IDFormat IDFormat

	// Variables are the status variables of the tool, DataVariables its data
	// variables, Constants its equipment constants, Events its collection
	// events. Those that GEM defines exist without being listed.
	Variables     []Variable
	DataVariables []Variable
	Constants     []Constant
	Events        []Event

	// Alarms are the alarms of the tool; each has two events besides Events.
	Alarms   []Alarm
	Alarming Alarming

	// Edition says how long texts may be.
	Edition Edition
	// Processing is the processing state model.
	Processing Processing

	// Commands are the remote commands (RCMD) of the tool.
	Commands []Command

	// ConstantEvents says which changes of constants raise an event.
	ConstantEvents ConstantEvents

	// MoveVIDs and MoveCEIDs give GEM-defined variables, constants and events
	// other identifiers, by name.
	MoveVIDs  map[string]uint32
	MoveCEIDs map[string]uint32

	Reports Reports
	Traces  Traces
	Limits  Monitoring
	Remote  RemoteControl
	Spool   Spool

	Programs Programs
	// Material is the ports, places and bounds of GEM300; without ports the
	// equipment has none of it.
	Material model.Config
	// Private are messages that the tool itself answers or sends.
	Private []PrivateMessage

	// Delivery says which events survive a crash.
	Delivery Delivery

	// S6WBit is the default of the constant WBitS6.
	S6WBit S6WBit

	// Terminals are those of the operator. Default one, TID 0, called main.
	Terminals []Terminal
	// S10WBit is the default of the constant WBitS10.
	S10WBit S10WBit

	// ASCIIOut says what becomes of bytes above 0x7F in an ASCII value of the
	// tool, NonFinite of a NaN or an infinity.
	ASCIIOut  ASCIIOut
	NonFinite NonFinite

	// Hosts are the host connections, at least one. The first one controls the
	// equipment.
	Hosts []HostConfig
}

// Communications configures the communications state model (E30 3.2).
type Communications struct {
	// Default is the state at start.
	Default CommunicationsDefault
	// Initiate says whether the equipment sends S1F13 itself.
	Initiate Initiate
	// S1F13OnSelect says whether a new session makes S1F13 go out at once or
	// when the delay in progress ends.
	S1F13OnSelect OnSelect
	// HostS1F13 says which bodies of a host's S1F13 are taken.
	HostS1F13 HostS1F13
	// HoldMax bounds the messages held in WAIT CRA; 1 to 1000, default 1000.
	HoldMax int
	// EstablishCommunicationsTimeout is the pause between two S1F13; whole
	// seconds, 1 s to 3600 s, default 10 s.
	EstablishCommunicationsTimeout time.Duration
}

// Control configures the control state model (E30 3.3).
type Control struct {
	// Default is the state at start; the zero value is ATTEMPT ON-LINE.
	Default ControlDefault
	// OnAttemptFail is where ATTEMPT ON-LINE ends when the host refuses.
	OnAttemptFail AttemptFail
	// Switch is where the front panel's LOCAL/REMOTE switch stands at the very
	// first start; later its own last position counts.
	Switch Switch
	// Attempt says what ATTEMPT ON-LINE does while NOT COMMUNICATING.
	Attempt Attempt
	// HostSwitch says whether the controlling host may move the switch.
	HostSwitch HostSwitch
}

// Errors configures the error messages of stream 9.
type Errors struct {
	// AfterS9 says whether SxF0 follows an S9 about a primary with W=1.
	AfterS9 AfterS9
	// S9PerSecond bounds stream 9 messages to one host; default 10.
	S9PerSecond int
	// ConversationTimeout is how long a message may take that S2F39 announced
	// before S9F13 tells; 1 s to 10 min, 0 is for ever.
	ConversationTimeout time.Duration
}

// Reports bounds what each host may define (E30 4.2.1). Beyond it the answer is
// DRACK 1 or LRACK 1.
type Reports struct {
	// Max is the number of reports; default 1,500.
	Max int
	// MaxVIDs is the number of variables in all reports together; default
	// 30,000. The largest S2F33 that the defaults allow takes no Step over 2 ms.
	MaxVIDs int
	// MaxLinks is the number of links of all events together; default 6,000.
	MaxLinks int
}

// The limits of texts and counts that New enforces.
const (
	maxModel       = 20 // E5, editions since 2013
	maxName        = 80
	maxHold        = 1000
	maxWindow      = 1000
	maxDeviceID    = 32767
	maxMaxLength   = 1 << 20
	defaultTextMax = 80
	defaultListMax = 4096
)

// withDefaults returns c with every zero field that has a default filled in.
func (c Config) withDefaults() Config {
	if c.Location == nil {
		c.Location = time.UTC
	}
	setDefault(&c.Communications.HoldMax, maxHold)
	setDefault(&c.Communications.EstablishCommunicationsTimeout, 10*time.Second)
	setDefault(&c.Errors.S9PerSecond, 10)
	c.Hosts = append([]HostConfig(nil), c.Hosts...)
	for i := range c.Hosts {
		h := &c.Hosts[i]
		if len(h.DeviceIDs) == 0 {
			h.DeviceIDs = []uint16{0}
		}
		setDefault(&h.Window, 16)
		setDefault(&h.MaxText, 17<<20-secs2.HeaderSize)
	}
	c.Variables = append([]Variable(nil), c.Variables...)
	for i := range c.Variables {
		c.Variables[i] = c.Variables[i].withDefaults()
	}
	c.DataVariables = append([]Variable(nil), c.DataVariables...)
	for i := range c.DataVariables {
		c.DataVariables[i] = c.DataVariables[i].withDefaults()
		c.DataVariables[i].Initial = noValue(c.DataVariables[i].Format)
	}
	c.Constants = append([]Constant(nil), c.Constants...)
	for i := range c.Constants {
		c.Constants[i] = c.Constants[i].withDefaults()
	}
	c.Alarms = append(append([]Alarm(nil), c.Alarms...), materialAlarms(&c)...)
	for i := range c.Alarms {
		c.Alarms[i] = c.Alarms[i].withDefaults()
	}
	setDefault(&c.Alarming.ALTXMax, defaultALTXMax)
	c.Commands = append([]Command(nil), c.Commands...)
	for i := range c.Commands {
		params := append([]Parameter(nil), c.Commands[i].Parameters...)
		for j := range params {
			params[j] = params[j].withDefaults()
		}
		c.Commands[i].Parameters = params
	}
	setDefault(&c.Reports.Max, 1500)
	setDefault(&c.Reports.MaxVIDs, 30_000)
	setDefault(&c.Reports.MaxLinks, 6000)
	c.Traces = c.Traces.withDefaults()
	setDefault(&c.Remote.Deadline, 5*time.Second)
	setDefault(&c.Spool.MaxBytes, spool.MaxBytes)
	c.Terminals = terminalsOr(c.Terminals)
	c.Programs = c.Programs.withDefaults()
	return c
}

func setDefault[T comparable](v *T, value T) {
	if *v == *new(T) {
		*v = value
	}
}

// Validate returns every problem of the configuration, joined; each is a
// *ConfigError.
func (c Config) Validate() error {
	p := problems{listedAlarms: len(c.Alarms)}
	c = c.withDefaults()
	p.text("mdln", c.MDLN, 1, maxModel)
	p.text("softrev", c.SOFTREV, 1, maxModel)
	p.text("eqp_name", c.EqpName, 0, maxName)
	p.text("eqp_serial_num", c.EqpSerialNum, 0, maxName)
	p.about(c.About)
	p.number("comm.hold_max", c.Communications.HoldMax, 1, maxHold)
	p.number("error.s9_max_per_s", c.Errors.S9PerSecond, 1, 1000)
	if t := c.Errors.ConversationTimeout; t != 0 && (t < time.Second || t > 10*time.Minute) {
		p.add("error.conversation_timeout", t, "0, or 1s to 10m")
	}
	d := c.Communications.EstablishCommunicationsTimeout
	if d < time.Second || d > time.Hour || d%time.Second != 0 {
		p.add("comm.establish_timeout", d, "whole seconds from 1s to 1h")
	}
	p.number("report.max", c.Reports.Max, 1, 1_000_000)
	p.number("report.max_vids", c.Reports.MaxVIDs, 1, 10_000_000)
	p.number("report.max_links", c.Reports.MaxLinks, 1, 1_000_000)
	p.remote(c.Remote)
	p.prose("rcmd.current_cycle", c.Remote.CurrentCycle)
	p.prose("rcmd.safe_break_point", c.Remote.SafeBreakPoint)
	p.private(&c)
	p.spool(&c)
	p.traces(c.Traces)
	p.programs(c.Programs)
	p.hosts(c.Hosts)
	p.terminals(c.Terminals)
	vids := p.variables(c)
	p.events(c, vids)
	p.alarms(c, vids)
	p.processing(c)
	p.material(c)
	p.commands(c)
	return errors.Join(p.errs...)
}
