package model

import "github.com/secsd/secsd/internal/fsm"

// AssociationState is PortAssociationState (E87).
type AssociationState uint8

// The states.
const (
	NotAssociated AssociationState = iota
	Associated
	noAssociation AssociationState = 255
)

func (a AssociationState) String() string {
	switch a {
	case NotAssociated:
		return "NOT ASSOCIATED"
	case Associated:
		return "ASSOCIATED"
	default:
		return "no state"
	}
}

type associationTrigger string

const (
	resetAssociation     associationTrigger = "reset"
	associatedByBind     associationTrigger = "Bind"
	associatedByReading  associationTrigger = "CarrierID read"
	associatedByProceed  associationTrigger = "ProceedWithCarrier"
	associatedByCancel   associationTrigger = "CancelCarrier"
	associatedByRecreate associationTrigger = "CarrierReCreate"
	associatedByOut      associationTrigger = "CarrierOut initiated"
	associatedAtStart    associationTrigger = "restart with the carrier on the port"
	endedByCancelBind    associationTrigger = "CancelBind"
	endedByUnload        associationTrigger = "carrier unloaded"
	endedByRecreate      associationTrigger = "CarrierReCreate ends the old object"
	endedByBuffer        associationTrigger = "carrier moved into the buffer"
	endedByAnother       associationTrigger = "carrier turned up at another port"
	endedByDuplicate     associationTrigger = "CarrierID is a duplicate"
	endedByFailure       associationTrigger = "CarrierOut failed"
	replacedByReading    associationTrigger = "verification failed"
	replacedByOut        associationTrigger = "next CarrierOut initiated"
)

var associationRow = fsm.Row[AssociationState, associationTrigger]

// associationTable is the carrier-to-port association state model. Row 1 has no
// event; after a restart row 2 is taken again for a carrier that stands there.
var associationTable = fsm.NewTable("Port association (E87)",
	associationRow(1, noAssociation, resetAssociation, NotAssociated),
	associationRow(2, NotAssociated, associatedByBind, Associated),
	associationRow(2, NotAssociated, associatedByReading, Associated),
	associationRow(2, NotAssociated, associatedByProceed, Associated),
	associationRow(2, NotAssociated, associatedByCancel, Associated),
	associationRow(2, NotAssociated, associatedByRecreate, Associated),
	associationRow(2, NotAssociated, associatedByOut, Associated),
	associationRow(2, NotAssociated, associatedAtStart, Associated),
	associationRow(3, Associated, endedByCancelBind, NotAssociated),
	associationRow(3, Associated, endedByUnload, NotAssociated),
	associationRow(3, Associated, endedByRecreate, NotAssociated),
	associationRow(3, Associated, endedByBuffer, NotAssociated),
	associationRow(3, Associated, endedByAnother, NotAssociated),
	associationRow(3, Associated, endedByDuplicate, NotAssociated),
	associationRow(3, Associated, endedByFailure, NotAssociated),
	associationRow(4, Associated, replacedByReading, Associated),
	associationRow(4, Associated, replacedByOut, Associated),
)

// association is PortAssociationState.
func (p *port) association() AssociationState {
	if p.carrier != 0 || p.has(changing) {
		return Associated
	}
	return NotAssociated
}

// associate makes a carrier that of a port, 0 none: the row that leaves the
// present state on that trigger. One that the port had before must have left it
// by then, or be gone.
func (m *Model) associate(p *port, h uint32, from AssociationState, on associationTrigger) {
	m.touchPort(p)
	p.carrier = h
	p.flags &^= changing
	if h != 0 {
		m.touchCarrier(h)
		m.carriers.at(h).port = p.number
	}
	row, _ := associationTable.Next(from, on)
	m.took(p.about(), PortAssociation, row.Number, row.From.String(), row.To.String(), string(on))
}

// dissociate takes the carrier away from a port.
func (m *Model) dissociate(p *port, on associationTrigger) {
	m.leavePort(p)
	m.associate(p, 0, Associated, on)
}

// leavePort ends the association without a word.
func (m *Model) leavePort(p *port) {
	m.touchPort(p)
	m.touchCarrier(p.carrier)
	m.carriers.at(p.carrier).port = 0
	p.carrier = 0
}
