package model

import (
	"errors"
	"fmt"
)

// This file is the facts about load ports and what stands on them. Those that come
// without the one that begins a transfer imply it: a tool that starts anew tells
// what it finds.

func (m *Model) tellPort(f Fact) error {
	switch f := f.(type) {
	case CarrierMoved:
		return m.carrierMoved(f)
	case CarrierMoveFailed:
		return m.carrierMoveFailed(f)
	case ApproachingComplete:
		return m.approachingComplete(f)
	}
	number, do := m.portFact(f)
	p, err := m.port(number)
	if err != nil {
		return err
	}
	err = do(p)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, ErrNotNow):
		return fmt.Errorf("%w: %s", err, m.standing(p))
	}
	return fmt.Errorf("%w, at load port %d", err, number)
}

// standing tells how a port and its carrier are, for who told what cannot be.
func (m *Model) standing(p *port) string {
	text := fmt.Sprintf("load port %d is %v, %v", p.number, p.transfer, p.stage)
	if p.carrier == 0 {
		return text
	}
	c := m.carriers.at(p.carrier)
	return fmt.Sprintf("%s; %s: CarrierIDStatus %v, SlotMapStatus %v", text, c.id, c.idStatus, c.slotMap)
}

// portFact returns the port that a fact is about, and what the fact does there.
func (m *Model) portFact(f Fact) (number int, do func(*port) error) {
	switch f := f.(type) {
	case LoadStarted:
		return f.Port, m.loadStarted
	case LoadFailed:
		return f.Port, m.loadFailed
	case CarrierPlaced:
		return f.Port, m.placed
	case CarrierIsClamped:
		return f.Port, m.clamp
	case CarrierIsUnclamped:
		return f.Port, m.unclamp
	case CarrierIDRead:
		return f.Port, func(p *port) error { return m.wasRead(p, f.ID) }
	case CarrierIDUnread:
		return f.Port, m.wasUnread
	case ReaderChange:
		return f.Port, func(p *port) error { return m.readerChanged(p, f.State) }
	case CarrierIsDocked:
		return f.Port, m.docked
	case CarrierIsUndocked:
		return f.Port, m.undocked
	case CarrierIsOpened:
		return f.Port, m.open
	case CarrierIsClosed:
		return f.Port, m.close
	case SlotMapRead:
		return f.Port, func(p *port) error { return m.mapRead(p, f.Map) }
	case SlotMapUnread:
		return f.Port, m.mapUnread
	case UnloadStarted:
		return f.Port, m.unloadStarted
	case CarrierRemoved:
		return f.Port, m.removed
	case UnloadFailed:
		return f.Port, m.unloadFailed
	case PortFault:
		return f.Port, func(p *port) error { return m.portFault(p, f) }
	case PortAccess:
		return f.Port, func(p *port) error { return m.switchAccess(p, f.Mode) }
	case PortService:
		return f.Port, func(p *port) error { return m.switchService(p, f.Status) }
	case PIOSignal:
		return f.Port, func(p *port) error { return m.pioSignal(p, f.Signal, f.Level) }
	}
	return 0, nil
}

// advance brings the transfer at a port to a stage.
func (m *Model) advance(p *port, to stage) {
	m.touchPort(p)
	p.stage = to
}

// useOf tells of a transfer that a port does not allow: alarms, no refusal, for
// what happens cannot be refused.
func (m *Model) useOf(p *port) {
	if p.transfer == PortOutOfService {
		m.setAlarm(p, OutOfServicePortUse)
		return
	}
	if p.access == Auto && !p.pio.engaged() {
		m.setAlarm(p, AccessModeViolation)
	}
}

// transferOver ends the alarms of a transfer that was not allowed, unless another
// one is under way, by hand or with an AMHS that still asks for it.
func (m *Model) transferOver(p *port) {
	byHand := p.stage.transferring() && p.stage != movingIn && p.stage != movingOut
	if byHand || p.pio.signal(VALID) {
		return
	}
	m.clearAlarm(p, OutOfServicePortUse)
	m.clearAlarm(p, AccessModeViolation)
}

func (m *Model) loadStarted(p *port) error {
	if p.stage != vacant {
		return ErrNotNow
	}
	m.clearAlarm(p, CarrierRemovalError)
	m.advance(p, loading)
	m.useOf(p)
	m.transfer(p, loadBegins)
	return nil
}

func (m *Model) loadFailed(p *port) error {
	if p.stage != loading && p.stage != detected {
		return ErrNotNow
	}
	m.pioOver(p)
	if p.carrier != 0 && m.carriers.at(p.carrier).place != 0 {
		m.endCarrier(p, endedByUnload) // it was read, and then taken away again
	}
	m.vacate(p)
	m.transfer(p, transferFailed)
	m.transferOver(p)
	return nil
}

// placed is a carrier that stands. In a handoff (E84) the load ends later.
func (m *Model) placed(p *port) error {
	if p.stage == vacant {
		if err := m.loadStarted(p); err != nil {
			return err
		}
	}
	if p.stage != loading && (p.stage != detected || p.pio.engaged()) {
		return ErrNotNow
	}
	m.advance(p, detected)
	m.reserve(p, unreservedByArrival)
	if !m.pioMoved(p) {
		m.loaded(p)
	}
	return nil
}

// loaded is the end of a load.
func (m *Model) loaded(p *port) {
	m.advance(p, standing)
	m.transferOver(p)
	if p.transfer == PortOutOfService {
		m.set(p, released) // nobody has asked for it: it may only leave again
		return
	}
	m.arrived(p)
}

func (m *Model) unloadStarted(p *port) error {
	if p.stage != standing {
		return ErrNotNow
	}
	m.advance(p, unloading)
	m.useOf(p)
	if !p.has(released) {
		m.setAlarm(p, CarrierRemovalError)
	}
	m.transfer(p, unloadBegins)
	return nil
}

func (m *Model) unloadFailed(p *port) error {
	if p.stage != unloading && p.stage != lifted {
		return ErrNotNow
	}
	m.pioOver(p)
	m.advance(p, standing)
	if p.has(released) {
		m.transfer(p, transferFailed)
	} else {
		m.clearAlarm(p, CarrierRemovalError)
	}
	m.transferOver(p)
	return nil
}

// removed is a carrier that is away. In a handoff (E84) the unload ends later.
func (m *Model) removed(p *port) error {
	if p.stage == standing {
		if err := m.unloadStarted(p); err != nil {
			return err
		}
	}
	if p.stage != unloading && (p.stage != lifted || p.pio.engaged()) {
		return ErrNotNow
	}
	m.advance(p, lifted)
	if !m.pioMoved(p) {
		m.unloaded(p)
	}
	return nil
}

// unloaded is the end of an unload: what was in the carrier is gone, then the
// carrier, then its port is free, or for the one inside that waits for it.
func (m *Model) unloaded(p *port) {
	had := m.destroyAt(p)
	next := had && m.waitsOut(p) && p.transfer == TransferBlocked && !p.pio.engaged()
	switch {
	case next:
		p.flags |= changing
	case had:
		m.associate(p, 0, Associated, endedByUnload)
	}
	m.vacate(p)
	if next {
		m.beginOut(p, Associated, replacedByOut)
	}
	m.transfer(p, unloadDone)
	if next {
		m.transfer(p, carrierOutBegins)
		m.order(m.moveOrder(p))
	}
	m.transferOver(p)
}

// endCarrier ends the object of the carrier of a port, what is in it, and the
// association.
func (m *Model) endCarrier(p *port, on associationTrigger) {
	if m.destroyAt(p) {
		m.associate(p, 0, Associated, on)
	}
}

// destroyAt ends the object of the carrier of a port, if it has one, and what is in it;
// the port is still ASSOCIATED.
func (m *Model) destroyAt(p *port) bool {
	h := p.carrier
	if h == 0 {
		return false
	}
	id := m.carriers.at(h).id
	taken := uint8(m.carriers.at(h).inside() + 1)
	m.removeSubstrates(h)
	m.materialLeft(id)
	m.destroyWith(h, taken)
	return true
}

// vacate forgets what was known of the carrier on a port.
func (m *Model) vacate(p *port) {
	m.advance(p, vacant)
	p.unread, p.double = notUnread, ""
	if p.inside == 0 {
		p.flags &^= opened
	}
	p.flags &= stay
	m.clearCarrierAlarms(p)
}

func (m *Model) switchAccess(p *port, to AccessMode) error {
	if to > Auto {
		return fmt.Errorf("%w: access mode %d, want 0 or 1", ErrValue, to)
	}
	if why := p.cannotChange(to); why != "" {
		return fmt.Errorf("%w: it %s", ErrNotNow, why)
	}
	m.changeAccess(p, to)
	return nil
}

func (m *Model) switchService(p *port, to ServiceStatus) error {
	if to > InService {
		return fmt.Errorf("%w: service status %d, want 0 or 1", ErrValue, to)
	}
	if why := p.cannotServe(to); why != "" {
		return fmt.Errorf("%w: %s", ErrNotNow, why)
	}
	m.serve(p, to)
	return nil
}
