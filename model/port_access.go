package model

import "github.com/secsd/secsd/internal/fsm"

// AccessMode is ACCESSMODE (E87).
type AccessMode uint8

// The modes.
const (
	Manual AccessMode = iota
	Auto
	noAccessMode AccessMode = 255
)

func (a AccessMode) String() string {
	switch a {
	case Manual:
		return "MANUAL"
	case Auto:
		return "AUTO"
	default:
		return "no state"
	}
}

type accessTrigger string

const (
	startManual  accessTrigger = "restart, MANUAL by history"
	startAuto    accessTrigger = "restart, AUTO by history"
	changeAuto   accessTrigger = "ChangeAccess AUTO"
	changeManual accessTrigger = "ChangeAccess MANUAL"
)

var accessRow = fsm.Row[AccessMode, accessTrigger]

// accessTable is the access mode state model.
var accessTable = fsm.NewTable("Access mode (E87)",
	accessRow(1, noAccessMode, startManual, Manual),
	accessRow(1, noAccessMode, startAuto, Auto),
	accessRow(2, Manual, changeAuto, Auto),
	accessRow(3, Auto, changeManual, Manual),
)

// startAccess takes the row of a start: the mode is that of before it.
func (m *Model) startAccess(p *port) {
	on := startManual
	if p.access == Auto {
		on = startAuto
	}
	row, _ := accessTable.Next(noAccessMode, on)
	m.tookAccess(p, row)
}

func (m *Model) tookAccess(p *port, row fsm.Transition[AccessMode, accessTrigger]) {
	p.access = row.To
	m.took(p.about(), AccessModeModel, row.Number, row.From.String(), row.To.String(), string(row.On))
}

// cannotChange tells why the access mode of a port cannot change to that one, ""
// that it can, or is that one.
func (p *port) cannotChange(to AccessMode) string {
	switch {
	case p.access == to:
		return ""
	case p.reservation == Reserved:
		return "is reserved"
	case p.stage.transferring() || p.pio.engaged():
		return "is in a transfer"
	}
	return ""
}

// changeAccess changes the access mode; the present one changes nothing.
func (m *Model) changeAccess(p *port, to AccessMode) {
	on := changeAuto
	if to == Manual {
		on = changeManual
	}
	row, ok := accessTable.Next(p.access, on)
	if !ok {
		return
	}
	m.touchPort(p)
	m.tookAccess(p, row)
	m.clearAlarm(p, AccessModeViolation)
	if to == Manual {
		m.releaseClamp(p)
	}
}
