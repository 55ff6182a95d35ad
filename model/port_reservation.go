package model

import "github.com/secsd/secsd/internal/fsm"

// ReservationState is LoadPortReservationState (E87).
type ReservationState uint8

// The states.
const (
	NotReserved ReservationState = iota
	Reserved
	noReservation ReservationState = 255
)

func (r ReservationState) String() string {
	switch r {
	case NotReserved:
		return "NOT RESERVED"
	case Reserved:
		return "RESERVED"
	default:
		return "no state"
	}
}

type reservationTrigger string

const (
	resetReservation    reservationTrigger = "reset"
	reserveAtPort       reservationTrigger = "ReserveAtPort"
	reservedByBind      reservationTrigger = "Bind"
	reservedByOut       reservationTrigger = "CarrierOut begins"
	cancelReservation   reservationTrigger = "CancelReservationAtPort"
	unreservedByCancel  reservationTrigger = "CancelBind"
	unreservedByArrival reservationTrigger = "carrier arrives"
	unreservedByAnother reservationTrigger = "carrier turned up at another port"
	unreservedByFailure reservationTrigger = "CarrierOut failed"
)

var reservationRow = fsm.Row[ReservationState, reservationTrigger]

// reservationTable is the load port reservation state model. Row 1 has no event:
// it is that of the very first start, later the last state counts.
var reservationTable = fsm.NewTable("Load port reservation (E87)",
	reservationRow(1, noReservation, resetReservation, NotReserved),
	reservationRow(2, NotReserved, reserveAtPort, Reserved),
	reservationRow(2, NotReserved, reservedByBind, Reserved),
	reservationRow(2, NotReserved, reservedByOut, Reserved),
	reservationRow(3, Reserved, unreservedByCancel, NotReserved),
	reservationRow(3, Reserved, cancelReservation, NotReserved),
	reservationRow(3, Reserved, unreservedByArrival, NotReserved),
	reservationRow(3, Reserved, unreservedByAnother, NotReserved),
	reservationRow(3, Reserved, unreservedByFailure, NotReserved),
)

// reserve takes the row that leaves the state of a port on that trigger, if there
// is one: a port may be RESERVED already, or not be it.
func (m *Model) reserve(p *port, on reservationTrigger) { m.reserveFor(p, p.carrier, on) }

// reserveFor is reserve for a carrier that the port is not associated with yet.
func (m *Model) reserveFor(p *port, carrier uint32, on reservationTrigger) {
	row, ok := reservationTable.Next(p.reservation, on)
	if !ok {
		return
	}
	m.touchPort(p)
	p.reservation = row.To
	if row.To == NotReserved {
		carrier = 0
	}
	about := Subject{Port: p.number, Carrier: carrier}
	m.took(about, LoadPortReservation, row.Number, row.From.String(), row.To.String(), string(on))
}
