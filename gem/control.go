package gem

import (
	"fmt"
	"github.com/secsd/secsd/internal/fsm"
	"github.com/secsd/secsd/spool"
)

// ControlState is a state of E30 3.3; the value is that of the status variable
// ControlState.
type ControlState uint8

// The control states. ControlStart and the two superstates ControlOnLine and
// ControlOffLine are passed through, never stayed in.
const (
	ControlStart     ControlState = 0
	EquipmentOffLine ControlState = 1
	AttemptOnLine    ControlState = 2
	HostOffLine      ControlState = 3
	OnLineLocal      ControlState = 4
	OnLineRemote     ControlState = 5
	ControlOnLine    ControlState = 6
	ControlOffLine   ControlState = 7
)

var controlNames = [...]string{
	"start", "EQUIPMENT OFF-LINE", "ATTEMPT ON-LINE", "HOST OFF-LINE", "LOCAL", "REMOTE", "ON-LINE", "OFF-LINE",
}

func (s ControlState) String() string { return controlNames[s] }

// onLine reports whether s is a substate of ON-LINE.
func (s ControlState) onLine() bool { return s == OnLineLocal || s == OnLineRemote }

type controlTrigger uint8

const (
	initializedOnLine controlTrigger = iota
	initializedOffLine
	offLineEnteredAttempt
	offLineEnteredEquipment
	offLineEnteredHost
	operatorOnLine
	attemptRefusedToEquipment
	attemptRefusedToHost
	s1f2Received
	operatorOffLine
	onLineEnteredLocal
	onLineEnteredRemote
	operatorRemote
	operatorLocal
	s1f15Accepted
	s1f17Accepted
)

var controlTriggerNames = [...]string{
	"initialized, default ON-LINE", "initialized, default OFF-LINE", "entry, default ATTEMPT ON-LINE",
	"entry, default EQUIPMENT OFF-LINE", "entry, default HOST OFF-LINE", "operator ON-LINE", "attempt failed, configured EQUIPMENT OFF-LINE",
	"attempt failed, configured HOST OFF-LINE", "S1F2 received", "operator OFF-LINE", "entry, switch LOCAL",
	"entry, switch REMOTE", "operator REMOTE", "operator LOCAL", "S1F15 accepted", "S1F17 accepted",
}

func (t controlTrigger) String() string { return controlTriggerNames[t] }

var controlRow = fsm.Row[ControlState, controlTrigger]

// controlTable is E30 3.3.
var controlTable = fsm.NewTable("control",
	controlRow(1, ControlStart, initializedOnLine, ControlOnLine),
	controlRow(1, ControlStart, initializedOffLine, ControlOffLine),
	controlRow(2, ControlOffLine, offLineEnteredAttempt, AttemptOnLine),
	controlRow(2, ControlOffLine, offLineEnteredEquipment, EquipmentOffLine),
	controlRow(2, ControlOffLine, offLineEnteredHost, HostOffLine),
	controlRow(3, EquipmentOffLine, operatorOnLine, AttemptOnLine),
	controlRow(4, AttemptOnLine, attemptRefusedToEquipment, EquipmentOffLine),
	controlRow(4, AttemptOnLine, attemptRefusedToHost, HostOffLine),
	controlRow(5, AttemptOnLine, s1f2Received, ControlOnLine),
	controlRow(6, OnLineLocal, operatorOffLine, EquipmentOffLine),
	controlRow(6, OnLineRemote, operatorOffLine, EquipmentOffLine),
	controlRow(7, ControlOnLine, onLineEnteredLocal, OnLineLocal),
	controlRow(7, ControlOnLine, onLineEnteredRemote, OnLineRemote),
	controlRow(8, OnLineLocal, operatorRemote, OnLineRemote),
	controlRow(9, OnLineRemote, operatorLocal, OnLineLocal),
	controlRow(10, OnLineLocal, s1f15Accepted, HostOffLine),
	controlRow(10, OnLineRemote, s1f15Accepted, HostOffLine),
	controlRow(11, HostOffLine, s1f17Accepted, ControlOnLine),
	controlRow(12, HostOffLine, operatorOffLine, EquipmentOffLine),
)

// control is the control model of one host.
type control struct {
	state    ControlState
	previous ControlState
}

// fireControl takes the row that leaves the present state on t, row 7 behind
// it where it leads to ON-LINE, and reports whether there is one.
func (h *Host) fireControl(t controlTrigger) bool {
	before := h.ctl.state
	row, ok := controlTable.Next(before, t)
	if !ok {
		return false
	}
	h.took(controlTable.Name(), row.Number, row.From, row.To, row.On)
	h.ctl.state = row.To
	if row.To == OnLineLocal || before.onLine() && !row.To.onLine() {
		h.eq.setUpDoubtful()
	}
	if row.To == ControlOnLine {
		h.fireControl(map[Switch]controlTrigger{SwitchLocal: onLineEnteredLocal, SwitchRemote: onLineEnteredRemote}[h.eq.panel])
	}
	if before != ControlOnLine {
		h.ctl.previous = before
	}
	return true
}

func (h *Host) startControl() {
	h.ctl.state = ControlStart
	switch ControlState(h.eq.constants.initControl.number) {
	case EquipmentOffLine:
		h.startOffLine(offLineEnteredEquipment)
	case HostOffLine:
		h.startOffLine(offLineEnteredHost)
	case AttemptOnLine:
		h.startOffLine(offLineEnteredAttempt)
	default:
		h.fireControl(initializedOnLine)
	}
	h.ctl.previous = h.ctl.state
	h.attemptOnLine()
}

func (h *Host) startOffLine(substate controlTrigger) {
	h.fireControl(initializedOffLine)
	h.fireControl(substate)
}

// attemptOnLine is the activity of ATTEMPT ON-LINE: ask the host with S1F1.
// While NOT COMMUNICATING that has to wait, or counts as refused.
func (h *Host) attemptOnLine() {
	switch {
	case h.ctl.state != AttemptOnLine || h.isOpen(s1f1Question):
	case h.communicating():
		h.sendS1F1()
	case h.eq.cfg.Control.Attempt == AttemptFails:
		h.attemptFailed()
	}
}

// attemptFailed is row 4.
func (h *Host) attemptFailed() {
	if ControlState(h.eq.constants.onLineFailed.number) == EquipmentOffLine {
		h.fireControl(attemptRefusedToEquipment)
		return
	}
	h.fireControl(attemptRefusedToHost)
}

// operatorOnLine is row 3. In ATTEMPT ON-LINE the button is dead, ON-LINE it
// has nothing to do.
func (h *Host) operatorOnLine() error {
	if h.ctl.state == HostOffLine {
		return fmt.Errorf("%w: host %q: %v", ErrNotNow, h.cfg.Name, h.ctl.state)
	}
	if h.fireControl(operatorOnLine) {
		h.attemptOnLine()
	}
	return nil
}

// operatorOffLine is rows 6 and 12.
func (h *Host) operatorOffLine() error {
	wasOnLine := h.ctl.state.onLine()
	if h.fireControl(operatorOffLine) && wasOnLine {
		h.wentOffLine()
		h.abortQuestions()
		h.abortPrograms()
		h.abortRequests()
	}
	return nil
}

// wentOffLine follows rows 6 and 10: what waits is not sent any more, the
// event of going OFF-LINE still is.
func (h *Host) wentOffLine() {
	h.setAside()
	h.discardQueue("off-line")
	h.suspendTransmit(spool.Suspended)
	h.tracesOffLine()
	h.raiseFor(h.eq.events.offLine, offLineReport)
}

// reportSubstate follows rows 7, 8 and 9.
func (h *Host) reportSubstate() {
	switch h.ctl.state {
	case OnLineLocal:
		h.raiseFor(h.eq.events.local, ownReport)
	case OnLineRemote:
		h.raiseFor(h.eq.events.remote, ownReport)
	default: // OFF-LINE the switch moves nothing
	}
}

// setSwitch is rows 8 and 9 for every host that is ON-LINE; for the others the
// new position counts when they become so.
func (e *Equipment) setSwitch(to Switch) error {
	if to == e.panel {
		return nil
	}
	if e.storageFailed {
		return ErrStorage
	}
	e.put(kindSwitch, "", []byte{byte(to)})
	for _, h := range e.hosts {
		h.reportSubstate()
	}
	return nil
}
