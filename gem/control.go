package gem

import "github.com/secsd/secsd/internal/fsm"

// ControlState is a state of E30 3.3; the value is that of the status variable
// ControlState.
type ControlState uint8

// The control states. ControlStart and ControlOnLine are pseudo-states.
const (
	ControlStart     ControlState = 0
	EquipmentOffLine ControlState = 1
	AttemptOnLine    ControlState = 2
	HostOffLine      ControlState = 3
	OnLineLocal      ControlState = 4
	OnLineRemote     ControlState = 5
	ControlOnLine    ControlState = 6
)

var controlNames = [...]string{
	"start", "EQUIPMENT OFF-LINE", "ATTEMPT ON-LINE", "HOST OFF-LINE", "LOCAL", "REMOTE", "ON-LINE",
}

func (s ControlState) String() string { return controlNames[s] }

// onLine reports whether s is a substate of ON-LINE.
func (s ControlState) onLine() bool { return s == OnLineLocal || s == OnLineRemote }

type controlTrigger uint8

const (
	initializedAttempt controlTrigger = iota
	initializedEquipmentOffLine
	initializedHostOffLine
	initializedOnLine
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
	"initialized, default ATTEMPT ON-LINE", "initialized, default EQUIPMENT OFF-LINE", "initialized, default HOST OFF-LINE",
	"initialized, default ON-LINE", "operator ON-LINE", "attempt failed, configured EQUIPMENT OFF-LINE",
	"attempt failed, configured HOST OFF-LINE", "S1F2 received", "operator OFF-LINE", "entry, switch LOCAL",
	"entry, switch REMOTE", "operator REMOTE", "operator LOCAL", "S1F15 accepted", "S1F17 accepted",
}

func (t controlTrigger) String() string { return controlTriggerNames[t] }

var controlRow = fsm.Row[ControlState, controlTrigger]

// controlTable is E30 3.3. Row 2 is the choice of the OFF-LINE substate that
// row 1 leads to; both are taken at once.
var controlTable = fsm.NewTable("control",
	controlRow(1, ControlStart, initializedOnLine, ControlOnLine),
	controlRow(2, ControlStart, initializedAttempt, AttemptOnLine),
	controlRow(2, ControlStart, initializedEquipmentOffLine, EquipmentOffLine),
	controlRow(2, ControlStart, initializedHostOffLine, HostOffLine),
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
	if row.To == ControlOnLine {
		if h.eq.panel == SwitchLocal {
			h.fireControl(onLineEnteredLocal)
		} else {
			h.fireControl(onLineEnteredRemote)
		}
	}
	if before != ControlOnLine {
		h.ctl.previous = before
	}
	return true
}

func (h *Host) startControl() {
	h.ctl.state = ControlStart
	h.fireControl(map[ControlDefault]controlTrigger{
		StartAttemptOnLine:    initializedAttempt,
		StartEquipmentOffLine: initializedEquipmentOffLine,
		StartHostOffLine:      initializedHostOffLine,
		StartOnLine:           initializedOnLine,
	}[h.eq.cfg.Control.Default])
	h.ctl.previous = h.ctl.state
	h.attemptOnLine()
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
	if h.eq.cfg.Control.OnAttemptFail == FailToEquipmentOffLine {
		h.fireControl(attemptRefusedToEquipment)
		return
	}
	h.fireControl(attemptRefusedToHost)
}

// operatorOnLine is row 3. In ATTEMPT ON-LINE the button is dead, ON-LINE it
// has nothing to do.
func (h *Host) operatorOnLine() error {
	if h.ctl.state == HostOffLine {
		return ErrNotNow
	}
	if h.fireControl(operatorOnLine) {
		h.attemptOnLine()
	}
	return nil
}

// operatorOffLine is rows 6 and 12.
func (h *Host) operatorOffLine() error {
	if h.fireControl(operatorOffLine) {
		h.discardQueue("off-line")
	}
	return nil
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
	return nil
}
