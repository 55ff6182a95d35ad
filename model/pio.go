package model

import (
	"fmt"
	"time"

	"github.com/secsd/secsd/internal/fsm"
)

// This file is the tool's side of the handoff with the AMHS (E84), without its
// wires: signals of the AMHS come as facts, those of the tool follow from the
// state. L_REQ or U_REQ is on from REQUESTED to BUSY, READY from READY to MOVED,
// HO_AVBL while the port is in AUTO and lets a handoff begin.

// pio is a handoff at a port.
type pio struct {
	state   pioState
	signals uint8 // of the AMHS, a bit for each PIOInput
	due     int64 // of the timer that runs, in nanoseconds of Unix time; 0: none
}

// pioState is how far a handoff is.
type pioState uint8

// The states.
const (
	pioIdle pioState = iota
	pioRequested
	pioReady
	pioBusy
	pioMovedOn
	pioDone
	pioFailed
)

var pioNames = [...]string{"IDLE", "REQUESTED", "READY", "BUSY", "MOVED", "DONE", "FAILED"}

func (s pioState) String() string { return pioNames[s] }

type pioTrigger string

const (
	pioCalled   pioTrigger = "CS_0 and VALID on"
	pioWanted   pioTrigger = "TR_REQ on"
	pioBegun    pioTrigger = "BUSY on"
	pioCarrier  pioTrigger = "carrier detected, or gone"
	pioComplete pioTrigger = "BUSY and TR_REQ off, COMPT on"
	pioGone     pioTrigger = "VALID off"
	pioExpired  pioTrigger = "timer expired"
	pioEnded    pioTrigger = "operator"
)

var pioRow = fsm.Row[pioState, pioTrigger]

// pioTable is the handoff at a port. Its rows have numbers of our own.
var pioTable = fsm.NewTable("Handoff (E84)",
	pioRow(1, pioIdle, pioCalled, pioRequested),
	pioRow(2, pioRequested, pioWanted, pioReady),
	pioRow(3, pioReady, pioBegun, pioBusy),
	pioRow(4, pioBusy, pioCarrier, pioMovedOn),
	pioRow(5, pioMovedOn, pioComplete, pioDone),
	pioRow(6, pioDone, pioGone, pioIdle),
	pioRow(7, pioRequested, pioExpired, pioFailed),
	pioRow(8, pioReady, pioExpired, pioFailed),
	pioRow(9, pioBusy, pioExpired, pioFailed),
	pioRow(10, pioMovedOn, pioExpired, pioFailed),
	pioRow(11, pioDone, pioExpired, pioFailed),
	pioRow(12, pioRequested, pioGone, pioIdle),
	pioRow(13, pioReady, pioGone, pioFailed),
	pioRow(14, pioBusy, pioGone, pioFailed),
	pioRow(15, pioMovedOn, pioGone, pioFailed),
	pioRow(16, pioFailed, pioGone, pioIdle),
	pioRow(17, pioReady, pioEnded, pioFailed),
	pioRow(18, pioBusy, pioEnded, pioFailed),
	pioRow(19, pioMovedOn, pioEnded, pioFailed),
)

// engaged tells whether a handoff is under way.
func (x *pio) engaged() bool { return x.state > pioIdle && x.state < pioDone }

func (x *pio) signal(s PIOInput) bool { return x.signals&(1<<s) != 0 }

// pioTimer is the timer that runs in a state, 0 for none.
func (m *Model) pioTimer(s pioState) time.Duration {
	t := &m.cfg.PIO
	seconds := [...]int{pioRequested: t.TP1, pioReady: t.TP2, pioBusy: t.TP3, pioMovedOn: t.TP4, pioDone: t.TP5, pioFailed: 0}
	return time.Duration(seconds[s]) * time.Second
}

// pioTake takes the row on that trigger, if there is one.
func (m *Model) pioTake(p *port, on pioTrigger) {
	row, ok := pioTable.Next(p.pio.state, on)
	if !ok {
		return
	}
	m.touchPort(p)
	p.pio.state = row.To
	p.pio.due = 0
	if d := m.pioTimer(row.To); d > 0 {
		p.pio.due = m.now.Add(d).UnixNano()
	}
}

// pioSignal is a signal of the AMHS that has changed.
func (m *Model) pioSignal(p *port, s PIOInput, to Level) error {
	if s > CONT {
		return fmt.Errorf("%w: signal %d, want 0 to %d", ErrValue, s, CONT)
	}
	if to > On {
		return fmt.Errorf("%w: level %d, want 0 or 1", ErrValue, to)
	}
	if p.pio.signal(s) == (to == On) {
		return nil
	}
	m.touchPort(p)
	p.pio.signals ^= 1 << s
	if s == VALID && to == Off {
		m.pioLeft(p)
		return nil
	}
	m.pioFollow(p)
	return nil
}

// pioFollow takes the rows that the signals and the carrier allow.
func (m *Model) pioFollow(p *port) {
	x := &p.pio
	switch {
	case x.state == pioIdle && x.signal(VALID):
		m.pioAsked(p)
	case x.state == pioRequested && x.signal(TRREQ):
		m.pioStarts(p)
	case x.state == pioReady && x.signal(BUSY):
		m.pioTake(p, pioBegun)
		m.pioFollow(p)
	case x.state == pioBusy && (p.stage == detected || p.stage == lifted):
		m.pioTake(p, pioCarrier)
		m.pioFollow(p)
	case x.state == pioMovedOn && x.signal(COMPT) && !x.signal(BUSY) && !x.signal(TRREQ):
		m.pioTake(p, pioComplete)
		m.pioFinishes(p)
	}
}

// pioAsked is an AMHS that wants to load or to unload, by VALID; CS_0 says that it
// means this port. A port that cannot does not answer.
func (m *Model) pioAsked(p *port) {
	switch {
	case p.transfer == PortOutOfService:
		m.setAlarm(p, OutOfServicePortUse)
	case p.access == Manual:
		m.setAlarm(p, AccessModeViolation)
	case p.alarmed(CarrierPresenceError) || p.alarmed(CarrierPlacementError):
	case p.pio.signal(CS0) && (p.transfer == ReadyToLoad || p.transfer == ReadyToUnload):
		m.clearAlarm(p, PIOFailure)
		m.releaseClamp(p)
		m.pioTake(p, pioCalled)
		m.pioFollow(p)
	}
}

// pioStarts is READY on: the transfer begins, unless the port does not allow it any
// more.
func (m *Model) pioStarts(p *port) {
	m.pioTake(p, pioWanted)
	switch {
	case p.transfer == ReadyToLoad && p.stage == vacant:
		_ = m.loadStarted(p) // READY TO LOAD allows it
	case p.transfer == ReadyToUnload && p.stage == standing:
		_ = m.unloadStarted(p) // READY TO UNLOAD allows it
	case p.stage == vacant || p.stage == standing:
		m.pioTake(p, pioExpired)
		m.pioFails(p, pioRequested)
		return
	}
	m.pioFollow(p)
}

// pioMoved is the carrier that came, or went; it reports whether the handoff ends
// the transfer later.
func (m *Model) pioMoved(p *port) bool {
	if !p.pio.engaged() {
		return false
	}
	m.pioFollow(p)
	return true
}

// pioFinishes is READY off: the transfer ends.
func (m *Model) pioFinishes(p *port) {
	switch p.stage {
	case detected:
		m.loaded(p)
	case lifted:
		m.unloaded(p)
	default: // the operator has ended the transfer
	}
}

// pioLeft is VALID off: the end, or too early.
func (m *Model) pioLeft(p *port) {
	before := p.pio.state
	m.pioTake(p, pioGone)
	if p.pio.state == pioFailed {
		m.pioFails(p, before)
		m.pioTake(p, pioGone)
	}
	m.transferOver(p)
}

// pioFails is a handoff that came to no end. If nothing has moved yet the port is
// as before, else the operator sees to it.
func (m *Model) pioFails(p *port, before pioState) {
	m.setAlarm(p, PIOFailure)
	if before != pioReady {
		return
	}
	switch p.stage {
	case loading:
		m.advance(p, vacant)
		m.transfer(p, transferFailed)
	case unloading:
		m.advance(p, standing)
		m.transfer(p, transferFailed)
	default: // no transfer had begun
	}
}

// pioOver ends a handoff whose transfer the tool ends.
func (m *Model) pioOver(p *port) { m.pioTake(p, pioEnded) }

// Deadline returns when Expire is due, for the timers of E84; zero is never.
func (m *Model) Deadline() time.Time {
	due := int64(0)
	for i := range m.ports {
		if d := m.ports[i].pio.due; d != 0 && (due == 0 || d < due) {
			due = d
		}
	}
	if due == 0 {
		return time.Time{}
	}
	return time.Unix(0, due)
}

// Expire ends the timers that are due.
func (m *Model) Expire() {
	for i := range m.ports {
		p := &m.ports[i]
		if p.pio.due == 0 || p.pio.due > m.now.UnixNano() {
			continue
		}
		before := p.pio.state
		m.pioTake(p, pioExpired)
		m.pioFails(p, before)
	}
	m.run()
}

// pioRestart is a start in the middle of a handoff: the signals of the tool were
// off meanwhile, and those of the AMHS are told anew.
func (m *Model) pioRestart(p *port) {
	if p.pio == (pio{}) {
		return
	}
	before := p.pio.state
	m.touchPort(p)
	p.pio = pio{}
	if before > pioRequested && before < pioDone {
		m.setAlarm(p, PIOFailure)
	}
}
