package model

import (
	"fmt"
	"slices"
)

// port is a load port with its state models (E87), and what stands on it.
type port struct {
	number      uint8
	transfer    TransferState
	access      AccessMode
	reservation ReservationState
	carrier     uint32 // that it is ASSOCIATED with, 0: NOT ASSOCIATED
	inside      uint32 // the carrier at its docked place
	stage       stage
	unread      unread
	flags       portFlags
	alarms      uint16 // a bit for each AlarmKind
	double      string // the CarrierID that its carrier has in common with one that was here before
	// outs are the carriers of internal buffer equipment that hosts want at the
	// port, in the order of their CarrierOut; the first one may be under way.
	outs []string
	pio  pio
	// stored: there is a record of it.
	stored bool
	// place and dock are the load/unload place and the docked place, as numbers of
	// carrier locations; dock 0 is a port that does not dock.
	place, dock uint8
}

// stage is how far the transfer of a carrier to or from a port is.
type stage uint8

// The stages.
const (
	vacant    stage = iota // no carrier is there
	loading                // one is put down
	detected               // it stands, the handoff is not over (E84)
	standing               // it stands
	unloading              // it is lifted
	lifted                 // it is away, the handoff is not over (E84)
	movingIn               // on its way to the internal buffer
	movingOut              // on its way from the internal buffer
)

var stageNames = [...]string{"vacant", "loading", "detected", "standing", "unloading", "lifted", "moving in", "moving out"}

func (s stage) String() string { return stageNames[s] }

// transferring tells whether the stage is between the start and the end of a
// transfer.
func (s stage) transferring() bool { return s != vacant && s != standing }

// holds tells whether a carrier stands on the port.
func (s stage) holds() bool { return s == detected || s == standing || s == unloading || s == movingIn }

// unread is why the carrier on a port has no object.
type unread uint8

// The reasons.
const (
	notUnread    unread = iota // it has one, or is about to be read
	readFailed                 // CarrierIDReadFail
	noReader                   // UnknownCarrierID
	doubleUnread               // Duplicate CarrierID
)

// portFlags say how a port is.
type portFlags uint8

const (
	clamped portFlags = 1 << iota
	opened
	readerOff
	// leaving: the carrier is done with or cancelled; once it is back and released
	// the port is READY TO UNLOAD.
	leaving
	// held: it does not leave before CarrierRelease.
	held
	// released: it may be taken away.
	released
	// changing: its carrier gives way to the next one; it stays ASSOCIATED. No image
	// has it.
	changing
)

// stay are the flags that do not go with the carrier: one inside may be open.
const stay = readerOff | opened | changing

// has tells whether a port has any of the flags.
func (p *port) has(f portFlags) bool { return p.flags&f != 0 }

func (m *Model) newPorts() {
	m.ports = make([]port, len(m.cfg.Ports))
	for i := range m.ports {
		m.ports[i] = m.firstPort(i)
	}
	m.carrierLocations = append(m.carrierLocations, m.cfg.Buffer...)
}

// firstPort is a port as it is at the very first start.
func (m *Model) firstPort(i int) port {
	cfg := &m.cfg.Ports[i]
	p := port{number: uint8(i + 1), access: cfg.Access, place: m.addLocation(cfg.Location), dock: m.addLocation(cfg.Dock)}
	if cfg.Service == StartInService {
		p.transfer = ReadyToLoad
	}
	if cfg.Reader == NoReader {
		p.flags = readerOff
	}
	return p
}

// addLocation returns the number of a carrier location, 0 for "".
func (m *Model) addLocation(name string) uint8 {
	if i := slices.Index(m.carrierLocations, name); i >= 0 || name == "" {
		return uint8(i + 1)
	}
	m.carrierLocations = append(m.carrierLocations, name)
	return uint8(len(m.carrierLocations))
}

// port returns the port with that number.
func (m *Model) port(number int) (*port, error) {
	if number < 1 || number > len(m.ports) {
		return nil, fmt.Errorf("%w: load port %d", ErrUnknown, number)
	}
	return &m.ports[number-1], nil
}

func (p *port) id() string { return portIDs[p.number] }

// portIDs are the identifiers of ports.
var portIDs = func() (ids [maxPorts + 1]string) {
	for i := range ids {
		ids[i] = fmt.Sprint(i)
	}
	return ids
}()

// touchPort comes before each change of a port.
func (m *Model) touchPort(p *port) {
	m.touch(KindPort, p.id())
	p.stored = true
}

// set and clear change flags of a port.
func (m *Model) set(p *port, f portFlags) {
	m.touchPort(p)
	p.flags |= f
}

func (m *Model) clear(p *port, f portFlags) {
	m.touchPort(p)
	p.flags &^= f
}

// about is the subject of the events of a port.
func (p *port) about() Subject { return Subject{Port: p.number, Carrier: p.carrier} }
