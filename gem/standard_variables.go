package gem

import (
	"time"

	"github.com/secsd/secsd/secs2"
)

// standardVariables returns the variables that GEM defines, as far as this
// equipment has what they tell. Identifiers are ours and can be moved.
func standardVariables(c *Config) []*variable {
	list := append(standardStatus(c), standardConstants(c)...)
	for _, v := range list {
		if vid, moved := c.MoveVIDs[v.name]; moved {
			v.vid = vid
		}
	}
	return list
}

func standardStatus(c *Config) []*variable {
	text := func(vid uint32, name, value string) *variable {
		return computed(vid, name, secs2.ASCII, func(_ *valueContext, a *secs2.Appender) { a.Text(value) })
	}
	return []*variable{
		computed(101, "Clock", secs2.ASCII, appendClock),
		computed(102, "ControlState", secs2.FormatU1, func(ctx *valueContext, a *secs2.Appender) {
			a.U1(uint8(ctx.host.ctl.state))
		}),
		stored(Variable{VID: 103, Name: "ProcessState", Format: secs2.FormatU1, MaxLength: 1, Initial: secs2.U1(processIdle)}, statusVariable),
		stored(Variable{VID: 104, Name: "PreviousProcessState", Format: secs2.FormatU1, MaxLength: 1, Initial: secs2.U1(processIdle)}, statusVariable),
		computed(105, "EventsEnabled", secs2.List, func(ctx *valueContext, a *secs2.Appender) { ctx.host.appendEnabled(a) }),
		stored(Variable{VID: 108, Name: "PPExecName", Format: secs2.ASCII, MaxLength: maxName, Initial: secs2.A("")}, statusVariable),
		text(120, "MDLN", c.MDLN),
		text(121, "SOFTREV", c.SOFTREV),
		computed(122, "PreviousControlState", secs2.FormatU1, func(ctx *valueContext, a *secs2.Appender) {
			a.U1(uint8(ctx.host.ctl.previous))
		}),
		text(129, "EqpName", c.EqpName),
		text(130, "EqpSerialNum", c.EqpSerialNum),
	}
}

// processIdle is the code of IDLE: E5 reserves those below 64.
const processIdle = 64

func computed(vid uint32, name string, f secs2.Format, compute func(*valueContext, *secs2.Appender)) *variable {
	return &variable{vid: vid, name: name, class: statusVariable, format: f, compute: compute}
}

// The names of the constants that GEM defines and the equipment itself reads.
const (
	establishTimeoutName = "EstablishCommunicationsTimeout"
	timeFormatName       = "TimeFormat"
	wBitS6Name           = "WBitS6"
	initCommStateName    = "InitCommState"
	initControlStateName = "InitControlState"
	onLineFailedName     = "OnLineFailed"
	onLineSubstateName   = "OnLineSubstate"
)

// standardConstants are the equipment constants that GEM defines; the
// configuration gives their defaults. Those of the start-up act at the next
// start.
func standardConstants(c *Config) []*variable {
	establish := newConstant(Constant{
		ECID: 251, Name: establishTimeoutName, Units: "s", Format: secs2.FormatU2, MaxLength: 1,
		Min: secs2.U2(1), Max: secs2.U2(3600), Default: secs2.U2(uint16(c.Communications.EstablishCommunicationsTimeout / time.Second)),
	})
	timeFormat := newConstant(Constant{
		ECID: 252, Name: timeFormatName, Format: secs2.FormatU4, MaxLength: 1,
		Min: secs2.U4(0), Max: secs2.U4(2), Default: secs2.U4(1),
	})
	wBitS6 := newConstant(Constant{ECID: 258, Name: wBitS6Name, Format: secs2.Boolean, MaxLength: 1, Default: secs2.Bool(c.S6WBit == WaitForReply)})
	return []*variable{
		establish, timeFormat, wBitS6,
		choice(260, initCommStateName, map[CommunicationsDefault]uint8{StartDisabled: 0, StartEnabled: 1}[c.Communications.Default], 0, 1),
		choice(261, initControlStateName, map[ControlDefault]uint8{
			StartEquipmentOffLine: 1, StartAttemptOnLine: 2, StartHostOffLine: 3, StartOnLine: 5,
		}[c.Control.Default], 1, 2, 3, 5),
		choice(262, onLineFailedName, map[AttemptFail]uint8{FailToEquipmentOffLine: 1, FailToHostOffLine: 3}[c.Control.OnAttemptFail], 1, 3),
		choice(263, onLineSubstateName, map[Switch]uint8{SwitchLocal: 4, SwitchRemote: 5}[c.Control.Switch], 4, 5),
	}
}

// choice returns a U1 constant with few permitted values.
func choice(ecid uint32, name string, preset uint8, permitted ...uint64) *variable {
	low, high := uint8(permitted[0]), uint8(permitted[len(permitted)-1])
	v := newConstant(Constant{ECID: ecid, Name: name, Format: secs2.FormatU1, MaxLength: 1, Min: secs2.U1(low), Max: secs2.U1(high), Default: secs2.U1(preset)})
	v.rule.permitted = permitted
	return v
}

// settings are the constants that the equipment itself reads.
type settings struct {
	establishTimeout, timeFormat, wBitS6, initComm, initControl, onLineFailed, onLineSubstate *variable
}

func (vs *variables) settings() settings {
	byName := map[string]*variable{}
	for _, v := range vs.list[constant] {
		byName[v.name] = v
	}
	return settings{
		establishTimeout: byName[establishTimeoutName], timeFormat: byName[timeFormatName], wBitS6: byName[wBitS6Name],
		initComm: byName[initCommStateName], initControl: byName[initControlStateName],
		onLineFailed: byName[onLineFailedName], onLineSubstate: byName[onLineSubstateName],
	}
}
