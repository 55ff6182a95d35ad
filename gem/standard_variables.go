package gem

import (
	"slices"
	"time"

	"github.com/secsd/secsd/secs2"
)

// standardVariables returns the variables that GEM defines, as far as this
// equipment has what they tell. Identifiers are ours and can be moved.
func standardVariables(c *Config) []*variable {
	list := slices.Concat(standardStatus(c), standardData(c), standardConstants(c), materialVariables(c))
	for _, v := range list {
		if vid, moved := c.MoveVIDs[v.name]; moved {
			v.vid = vid
		}
	}
	return list
}

func standardStatus(c *Config) []*variable {
	text := func(vid uint32, name, value string, longest int) *variable {
		return computed(vid, name, secs2.ASCII, longest, func(_ *valueContext, a *secs2.Appender) { a.Text(value) })
	}
	clock := computed(101, clockName, secs2.ASCII, len(extendedLayout), appendClock)
	clock.timed = true
	return append(processVariables(c), []*variable{
		clock,
		computed(102, controlStateName, secs2.FormatU1, 1, func(ctx *valueContext, a *secs2.Appender) {
			a.U1(uint8(ctx.host.ctl.state))
		}),
		computed(105, eventsEnabledName, secs2.List, longestEnabled(c), func(ctx *valueContext, a *secs2.Appender) { ctx.host.appendEnabled(a) }),
		computed(106, alarmsEnabledName, secs2.List, longestAlarms(c), func(ctx *valueContext, a *secs2.Appender) { ctx.host.appendAlarmsEnabled(a) }),
		computed(107, alarmsSetName, secs2.List, longestAlarms(c), func(ctx *valueContext, a *secs2.Appender) { ctx.eq.appendAlarmsSet(a) }),
		ownText(108, ppExecNameName, c.Edition.longestPPID()),
		computed(109, ppFormatName, secs2.FormatU1, 1, func(ctx *valueContext, a *secs2.Appender) { a.U1(ctx.eq.ppFormat()) }),
		ownText(110, ppErrorName, maxPPError),
		spoolCount(112, spoolCountActualName, func(s *hostSpool) uint64 { return s.count() }),
		spoolCount(113, spoolCountTotalName, func(s *hostSpool) uint64 { return s.total() }),
		spoolTime(114, spoolStartTimeName, func(s *hostSpool) int64 { return s.record.StartTime }),
		spoolTime(115, spoolFullTimeName, func(s *hostSpool) int64 { return s.record.FullTime }),
		text(120, "MDLN", c.MDLN, maxModel),
		text(121, "SOFTREV", c.SOFTREV, maxModel),
		computed(122, previousControlStateName, secs2.FormatU1, 1, func(ctx *valueContext, a *secs2.Appender) {
			a.U1(uint8(ctx.host.ctl.previous))
		}),
		spoolCode(123, spoolStateName, (*hostSpool).stateCode),
		spoolCode(124, spoolLoadName, (*hostSpool).loadCode),
		spoolCode(125, spoolUnloadName, (*hostSpool).unloadCode),
		text(129, "EqpName", c.EqpName, maxName),
		text(130, "EqpSerialNum", c.EqpSerialNum, maxName),
	}...)
}

// ownText is a status variable that the equipment itself sets.
func ownText(vid uint32, name string, longest int) *variable {
	v := stored(Variable{VID: vid, Name: name, Format: secs2.ASCII, MaxLength: longest, Initial: secs2.A("")}, statusVariable)
	v.own = true
	return v
}

// standardData are the data variables of the events that the equipment itself
// raises.
func standardData(c *Config) []*variable {
	own := func(vid uint32, name string, f secs2.Format, longest int) *variable {
		v := stored(Variable{VID: vid, Name: name, Format: f, MaxLength: longest, Initial: noValue(f)}, dataVariable)
		v.own = true
		return v
	}
	return []*variable{
		own(201, alarmIDName, secs2.FormatU4, 1),
		own(202, eventLimitName, c.Limits.EventLimit.format(), longestEventLimit),
		own(203, limitVariableName, secs2.FormatU4, 1),
		own(204, transitionTypeName, secs2.Binary, 1),
		own(205, operatorCommandName, secs2.FormatU4, 1),
		own(206, ppChangeNameName, secs2.ASCII, c.Edition.longestPPID()),
		own(207, ppChangeStatusName, secs2.FormatU1, 1),
		own(208, ecidChangedName, secs2.FormatU4, 1),
	}
}

// maxPPError is the longest text in PPError.
const maxPPError = 120

// The names of the data variables that GEM defines.
const (
	alarmIDName         = "AlarmID"
	eventLimitName      = "EventLimit"
	limitVariableName   = "LimitVariable"
	transitionTypeName  = "TransitionType"
	operatorCommandName = "OperatorCommand"
	ppChangeNameName    = "PPChangeName"
	ppChangeStatusName  = "PPChangeStatus"
	ecidChangedName     = "ECIDChanged"
)

// ownData are the data variables that the equipment itself sets.
type ownData struct {
	alarmID, eventLimit, limitVariable, transitionType, operatorCommand, ppChangeName, ppChangeStatus, ecidChanged *variable
}

func (vs *variables) ownData() ownData {
	byName := map[string]*variable{}
	for _, v := range vs.list[dataVariable] {
		byName[v.name] = v
	}
	return ownData{
		alarmID: byName[alarmIDName], eventLimit: byName[eventLimitName], limitVariable: byName[limitVariableName], transitionType: byName[transitionTypeName],
		operatorCommand: byName[operatorCommandName], ppChangeName: byName[ppChangeNameName],
		ppChangeStatus: byName[ppChangeStatusName], ecidChanged: byName[ecidChangedName],
	}
}

func computed(vid uint32, name string, f secs2.Format, longest int, compute func(*valueContext, *secs2.Appender)) *variable {
	return &variable{vid: vid, name: name, class: statusVariable, format: f, maxLength: longest, compute: compute}
}

// longestEnabled is the length of EventsEnabled with every event in it.
func longestEnabled(c *Config) int {
	const header = 4 // at most, of the list
	return header + (len(standardEvents(c))+len(limitEvents(c))+len(c.Events)+2*len(c.Alarms))*(2+c.IDFormat.size())
}

// longestAlarms is the length of a list of all alarms.
func longestAlarms(c *Config) int {
	const header = 4 // at most, of the list
	return header + len(c.Alarms)*(2+c.IDFormat.size())
}

// The names of the status variables that say more than their name does.
const (
	clockName                = "Clock"
	controlStateName         = "ControlState"
	previousControlStateName = "PreviousControlState"
	processStateName         = "ProcessState"
	previousProcessStateName = "PreviousProcessState"
	eventsEnabledName        = "EventsEnabled"
	alarmsEnabledName        = "AlarmsEnabled"
	alarmsSetName            = "AlarmsSet"
	ppExecNameName           = "PPExecName"
	ppFormatName             = "PPFormat"
	ppErrorName              = "PPError"
)

// The names of the constants that GEM defines and the equipment itself reads.
const (
	establishTimeoutName = "EstablishCommunicationsTimeout"
	timeFormatName       = "TimeFormat"
	rpTypeName           = "RpType"
	wBitS5Name           = "WBitS5"
	wBitS6Name           = "WBitS6"
	wBitS10Name          = "WBitS10"
	limitsDelayName      = "LimitsDelay"
	initCommStateName    = "InitCommState"
	initControlStateName = "InitControlState"
	onLineFailedName     = "OnLineFailed"
	onLineSubstateName   = "OnLineSubstate"

	maxSpoolTransmitName = "MaxSpoolTransmit"
	overWriteSpoolName   = "OverWriteSpool"
	enableSpoolingName   = "EnableSpooling"
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
	maxSpoolTransmit := newConstant(Constant{ECID: 253, Name: maxSpoolTransmitName, Format: secs2.FormatU4, MaxLength: 1, Default: secs2.U4(0)})
	overWrite := newConstant(Constant{ECID: 254, Name: overWriteSpoolName, Format: secs2.Boolean, MaxLength: 1, Default: secs2.Bool(false)})
	enable := newConstant(Constant{ECID: 255, Name: enableSpoolingName, Format: secs2.Boolean, MaxLength: 1, Default: secs2.Bool(false)})
	rpType := newConstant(Constant{ECID: 256, Name: rpTypeName, Format: secs2.Boolean, MaxLength: 1, Default: secs2.Bool(false)})
	wBitS5 := newConstant(Constant{ECID: 257, Name: wBitS5Name, Format: secs2.Boolean, MaxLength: 1, Default: secs2.Bool(c.Alarming.WBit == WaitForS5F2)})
	wBitS6 := newConstant(Constant{ECID: 258, Name: wBitS6Name, Format: secs2.Boolean, MaxLength: 1, Default: secs2.Bool(c.S6WBit == WaitForReply)})
	wBitS10 := newConstant(Constant{ECID: 259, Name: wBitS10Name, Format: secs2.Boolean, MaxLength: 1, Default: secs2.Bool(c.S10WBit == WaitForS10F2)})
	return []*variable{
		establish, timeFormat, maxSpoolTransmit, overWrite, enable, rpType, wBitS5, wBitS6, wBitS10, limitsDelay(),
		choice(260, initCommStateName, map[CommunicationsDefault]uint8{StartDisabled: 0, StartEnabled: 1}[c.Communications.Default]),
		choice(261, initControlStateName, map[ControlDefault]uint8{
			StartEquipmentOffLine: 1, StartAttemptOnLine: 2, StartHostOffLine: 3, StartOnLine: 5,
		}[c.Control.Default]),
		choice(262, onLineFailedName, map[AttemptFail]uint8{FailToEquipmentOffLine: 1, FailToHostOffLine: 3}[c.Control.OnAttemptFail]),
		choice(263, onLineSubstateName, map[Switch]uint8{SwitchLocal: 4, SwitchRemote: 5}[c.Control.Switch]),
	}
}

// limitsDelay is the time between two samples of what has limits.
func limitsDelay() *variable {
	return newConstant(Constant{
		ECID: 264, Name: limitsDelayName, Units: "s", Format: secs2.FormatU2, MaxLength: 1,
		Min: secs2.U2(1), Max: secs2.U2(3600), Default: secs2.U2(1),
	})
}

// choice returns a U1 constant whose permitted values are those that have a
// meaning.
func choice(ecid uint32, name string, preset uint8) *variable {
	var permitted []uint64
	for _, m := range meanings(name) {
		permitted = append(permitted, m.Value)
	}
	low, high := uint8(permitted[0]), uint8(permitted[len(permitted)-1])
	v := newConstant(Constant{ECID: ecid, Name: name, Format: secs2.FormatU1, MaxLength: 1, Min: secs2.U1(low), Max: secs2.U1(high), Default: secs2.U1(preset)})
	v.rule.permitted = permitted
	return v
}

// settings are the constants that the equipment itself reads.
type settings struct {
	establishTimeout, timeFormat, rpType, wBitS5, wBitS6, wBitS10, limitsDelay, initComm, initControl, onLineFailed, onLineSubstate *variable

	maxSpoolTransmit, overWriteSpool, enableSpooling *variable
}

func (vs *variables) settings() settings {
	byName := map[string]*variable{}
	for _, v := range vs.list[constant] {
		byName[v.name] = v
	}
	return settings{
		establishTimeout: byName[establishTimeoutName], timeFormat: byName[timeFormatName],
		rpType: byName[rpTypeName], wBitS5: byName[wBitS5Name], wBitS6: byName[wBitS6Name], wBitS10: byName[wBitS10Name],
		initComm: byName[initCommStateName], initControl: byName[initControlStateName],
		limitsDelay:  byName[limitsDelayName],
		onLineFailed: byName[onLineFailedName], onLineSubstate: byName[onLineSubstateName],
		maxSpoolTransmit: byName[maxSpoolTransmitName], overWriteSpool: byName[overWriteSpoolName], enableSpooling: byName[enableSpoolingName],
	}
}
