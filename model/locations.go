package model

import (
	"slices"

	"github.com/secsd/secsd/internal/fsm"
	"github.com/secsd/secsd/secs2"
)

// This file is the places for one substrate (E90 SubstLoc): the locations of the
// equipment, which stay, and the slots of carriers, which go with them.

// substLocState is SubstLocState.
type substLocState uint8

const (
	unoccupied substLocState = iota
	occupied
)

var substLocStateNames = [...]string{"UNOCCUPIED", "OCCUPIED"}

func (s substLocState) String() string { return substLocStateNames[s] }

// passage is a trigger of SubstLoc.
type passage uint8

const (
	substrateEnters passage = iota
	substrateLeaves
)

var passageNames = [...]string{"substrate enters", "substrate leaves"}

func (p passage) String() string { return passageNames[p] }

var passageRow = fsm.Row[substLocState, passage]

var substLocTable = fsm.NewTable("Substrate location (E90)",
	passageRow(1, unoccupied, substrateEnters, occupied),
	passageRow(2, occupied, substrateLeaves, unoccupied),
)

// location is a location of the equipment.
type location struct {
	name      string
	substrate uint32 // 0: UNOCCUPIED
	reader    ReaderState
	events    eventsDisabled
}

// eventsDisabled is DisableEvents.
type eventsDisabled bool

// quiet is a slot of a carrier whose events are disabled.
type quiet struct {
	place place
	id    string
}

func (m *Model) newLocations() {
	for _, l := range m.cfg.Locations {
		x := location{name: l.Name}
		if l.Reader == HasSubstrateReader {
			x.reader = ReaderAvailable
		}
		m.locations = append(m.locations, x)
	}
}

func (m *Model) placeEntered(p place) { m.pass(p, unoccupied, substrateEnters) }
func (m *Model) placeLeft(p place)    { m.pass(p, occupied, substrateLeaves) }

// pass tells a row of a place that has taken it.
func (m *Model) pass(p place, from substLocState, on passage) {
	if m.isQuiet(p) {
		return
	}
	row, _ := substLocTable.Next(from, on)
	m.took(Subject{Location: uint32(p)}, SubstLocModel, row.Number, from.String(), row.To.String(), on.String())
}

// isQuiet tells whether the events of a place are disabled.
func (m *Model) isQuiet(p place) eventsDisabled {
	if p&inCarrier == 0 {
		return m.locations[p.location()].events
	}
	return eventsDisabled(slices.ContainsFunc(m.quiet, func(q quiet) bool { return q.place == p }))
}

// disableEvents sets DisableEvents.
func (m *Model) disableEvents(p place, to eventsDisabled) {
	if m.isQuiet(p) == to {
		return
	}
	id := m.placeID(p)
	m.touch(KindLocation, id)
	m.setQuiet(p, id, to)
}

func (m *Model) setQuiet(p place, id string, to eventsDisabled) {
	switch {
	case p&inCarrier == 0:
		m.locations[p.location()].events = to
	case bool(to):
		m.quiet = append(m.quiet, quiet{p, id})
	default:
		m.quiet = slices.DeleteFunc(m.quiet, func(q quiet) bool { return q.place == p })
	}
}

// forgetSlots ends what is kept of the slots of a carrier that leaves.
func (m *Model) forgetSlots(carrier uint32) {
	for i := len(m.quiet) - 1; i >= 0; i-- {
		if c, _, _ := m.quiet[i].place.slot(); c == carrier {
			m.disableEvents(m.quiet[i].place, false)
		}
	}
}

// locationShelf keeps what a place is set to, if that is not what it has at first:
//
//	L,3 {A name, BOOLEAN DisableEvents, U1 state of its reader}
var locationShelf = shelf{
	image: func(m *Model, id string, buf []byte) ([]byte, bool) {
		p := m.findPlace(id)
		if p == 0 {
			return buf, false
		}
		reader := m.firstReader(p)
		was := reader
		if p&inCarrier == 0 {
			reader = m.locations[p.location()].reader
		}
		if !m.isQuiet(p) && reader == was {
			return buf, false
		}
		a := secs2.NewAppender(buf)
		a.List(3)
		a.Text(id)
		a.Bool(bool(m.isQuiet(p)))
		a.U1(uint8(reader))
		return a.Bytes(), true
	},
	put: func(m *Model, id string, image []byte) error {
		p := m.findPlace(id)
		if p == 0 {
			if image == nil {
				return nil
			}
			return m.unused(KindLocation, id)
		}
		to, reader := eventsDisabled(false), m.firstReader(p)
		if image != nil {
			r, err := openImage(image, 3)
			if err != nil {
				return err
			}
			r.Text("name")
			to, reader = eventsDisabled(r.Flag("DisableEvents")), ReaderState(r.Code("reader"))
			if err := r.Err(); err != nil {
				return err
			}
		}
		m.setQuiet(p, id, false)
		m.setQuiet(p, id, to)
		if p&inCarrier == 0 {
			m.locations[p.location()].reader = reader
		}
		return nil
	},
}

// firstReader is the state of the reader of a place at the very first start.
func (m *Model) firstReader(p place) ReaderState {
	if p&inCarrier == 0 && m.cfg.Locations[p.location()].Reader == HasSubstrateReader {
		return ReaderAvailable
	}
	return ReaderUnavailable
}
