package model

import "github.com/secsd/secsd/internal/fsm"

// TransferState is the state of the load port transfer model (E87). Those up to
// READY TO UNLOAD are PortTransferState; the others are passed through.
type TransferState uint8

// The states.
const (
	PortOutOfService TransferState = iota
	TransferBlocked
	ReadyToLoad
	ReadyToUnload
	portInService TransferState = 253
	transferReady TransferState = 254
	noTransfer    TransferState = 255
)

func (s TransferState) String() string {
	switch s {
	case PortOutOfService:
		return "OUT OF SERVICE"
	case TransferBlocked:
		return "TRANSFER BLOCKED"
	case ReadyToLoad:
		return "READY TO LOAD"
	case ReadyToUnload:
		return "READY TO UNLOAD"
	case portInService:
		return "IN SERVICE"
	case transferReady:
		return "TRANSFER READY"
	default:
		return "no state"
	}
}

type transferTrigger string

const (
	resetOutOfService  transferTrigger = "system reset, out of service by history"
	resetInService     transferTrigger = "system reset, in service by history"
	putInService       transferTrigger = "ChangeServiceStatus IN SERVICE"
	putOutOfService    transferTrigger = "ChangeServiceStatus OUT OF SERVICE"
	portAvailable      transferTrigger = "available for transfer"
	portNotAvailable   transferTrigger = "not available for transfer"
	noCarrierThere     transferTrigger = "no carrier"
	carrierThere       transferTrigger = "carrier present"
	loadBegins         transferTrigger = "load begins"
	unloadBegins       transferTrigger = "unload begins"
	unloadDone         transferTrigger = "unload done, or carrier moved into the buffer"
	readyForUnload     transferTrigger = "carrier back at the load/unload place and released"
	transferFailed     transferTrigger = "transfer failed"
	carrierReCreation  transferTrigger = "CarrierReCreate"
	carrierInBegins    transferTrigger = "CarrierIn begins"
	carrierOutBegins   transferTrigger = "CarrierOut begins"
	carrierOutFinished transferTrigger = "CarrierOut done"
)

var transferRow = fsm.Row[TransferState, transferTrigger]

// transferTable is the load port transfer state model. The carrier leaves no
// transition at the end of a load: the port stays TRANSFER BLOCKED.
var transferTable = fsm.NewTable("Load port transfer (E87)",
	transferRow(1, noTransfer, resetOutOfService, PortOutOfService),
	transferRow(1, noTransfer, resetInService, portInService),
	transferRow(2, PortOutOfService, putInService, portInService),
	transferRow(3, TransferBlocked, putOutOfService, PortOutOfService),
	transferRow(3, ReadyToLoad, putOutOfService, PortOutOfService),
	transferRow(3, ReadyToUnload, putOutOfService, PortOutOfService),
	transferRow(4, portInService, portAvailable, transferReady),
	transferRow(4, portInService, portNotAvailable, TransferBlocked),
	transferRow(5, transferReady, noCarrierThere, ReadyToLoad),
	transferRow(5, transferReady, carrierThere, ReadyToUnload),
	transferRow(6, ReadyToLoad, loadBegins, TransferBlocked),
	transferRow(6, ReadyToLoad, carrierOutBegins, TransferBlocked),
	transferRow(7, ReadyToUnload, unloadBegins, TransferBlocked),
	transferRow(7, ReadyToUnload, carrierInBegins, TransferBlocked),
	transferRow(7, ReadyToUnload, carrierReCreation, TransferBlocked),
	transferRow(8, TransferBlocked, unloadDone, ReadyToLoad),
	transferRow(9, TransferBlocked, readyForUnload, ReadyToUnload),
	transferRow(9, TransferBlocked, carrierOutFinished, ReadyToUnload),
	transferRow(10, TransferBlocked, transferFailed, transferReady),
)

// transfer takes the row that leaves the state of a port on that trigger, and those
// that follow it by themselves; it reports whether there is one.
func (m *Model) transfer(p *port, on transferTrigger) bool {
	row, ok := transferTable.Next(p.transfer, on)
	if !ok {
		return false
	}
	m.touchPort(p)
	m.takeTransfer(p, row)
	return true
}

func (m *Model) takeTransfer(p *port, row fsm.Transition[TransferState, transferTrigger]) {
	p.transfer = row.To
	m.took(p.about(), LoadPortTransfer, row.Number, row.From.String(), row.To.String(), string(row.On))
	on := noCarrierThere
	switch {
	case row.To == portInService && p.settled() == TransferBlocked:
		on = portNotAvailable
	case row.To == portInService:
		on = portAvailable
	case row.To != transferReady:
		return
	case p.settled() == ReadyToUnload:
		on = carrierThere
	}
	next, _ := transferTable.Next(p.transfer, on)
	m.takeTransfer(p, next)
}

// settled is PortTransferState: of a state that is passed through it is the one
// where that ends.
func (p *port) settled() TransferState {
	switch {
	case p.transfer <= ReadyToUnload:
		return p.transfer
	case p.stage == vacant:
		return ReadyToLoad
	case p.stage == standing && p.has(released):
		return ReadyToUnload
	}
	return TransferBlocked
}

// startTransfer takes the rows of a start: the state is that of before it.
func (m *Model) startTransfer(p *port) {
	on := resetInService
	if p.transfer == PortOutOfService {
		on = resetOutOfService
	}
	row, _ := transferTable.Next(noTransfer, on)
	m.takeTransfer(p, row)
}

// cannotServe tells why a port cannot take that status, "" that it can.
func (p *port) cannotServe(to ServiceStatus) string {
	if to == OutOfService && p.transfer != PortOutOfService && (p.stage.transferring() || p.pio.engaged()) {
		return "a transfer is under way"
	}
	return ""
}

// serve changes the service status; the present one changes nothing.
func (m *Model) serve(p *port, to ServiceStatus) {
	if to == OutOfService {
		m.transfer(p, putOutOfService)
		return
	}
	if m.transfer(p, putInService) {
		m.clearAlarm(p, OutOfServicePortUse)
	}
}

// letGo makes a port READY TO UNLOAD once its carrier is back and released.
func (m *Model) letGo(p *port) {
	if p.stage != standing || !p.has(leaving) || m.mustUnclamp(p) || !m.isBack(p) {
		return
	}
	m.touchPort(p)
	p.flags = p.flags&^leaving | released
	m.transfer(p, readyForUnload)
}

// mustUnclamp tells whether the carrier of a port is still to be unclamped before it
// may leave: UnclampControl may leave that until the AMHS comes for it.
func (m *Model) mustUnclamp(p *port) bool {
	return p.has(clamped) && (p.access == Manual || m.host.Constant(UnclampControl) != unclampForAMHS)
}

// unclampForAMHS is the UnclampControl with which a port in AUTO holds a carrier
// until the handoff.
const unclampForAMHS = 2

// releaseClamp orders that a carrier that may leave is unclamped at last.
func (m *Model) releaseClamp(p *port) {
	if p.has(released) && p.has(clamped) {
		o := p.undock(m)
		o.Verb = ClampRelease
		m.order(o)
	}
}

// isBack tells whether the carrier of a port is closed at the load/unload place.
func (m *Model) isBack(p *port) bool {
	if p.dock == 0 {
		return !p.has(opened)
	}
	return p.carrier == 0 || m.carriers.at(p.carrier).place != p.dock
}
