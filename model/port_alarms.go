package model

// This file is the alarms of ports. An alarm is set while any port has it, so that
// one ALID serves all of them.

func (p *port) alarmed(kind AlarmKind) bool { return p.alarms&(1<<kind) != 0 }

// AlarmSet tells whether an alarm is set: at any port, or of any substrate.
func (m *Model) AlarmSet(kind AlarmKind) bool {
	if kind == SubstrateIDConflict {
		return m.conflicts > 0
	}
	for i := range m.ports {
		if m.ports[i].alarmed(kind) {
			return true
		}
	}
	return false
}

// setAlarm sets an alarm of a port; one that is set stays so.
func (m *Model) setAlarm(p *port, kind AlarmKind) {
	if p.alarmed(kind) {
		return
	}
	first := !m.AlarmSet(kind)
	m.touchPort(p)
	p.alarms |= 1 << kind
	if first {
		m.subject = p.about()
		m.sink.Alarmed(kind, AlarmRaised)
		m.subject = Subject{}
	}
}

// clearAlarm ends an alarm of a port.
func (m *Model) clearAlarm(p *port, kind AlarmKind) {
	if !p.alarmed(kind) {
		return
	}
	m.touchPort(p)
	p.alarms &^= 1 << kind
	if !m.AlarmSet(kind) {
		m.subject = p.about()
		m.sink.Alarmed(kind, AlarmCleared)
		m.subject = Subject{}
	}
}

// carrierAlarms are those that end with the host's word about a carrier, or with
// the carrier.
var carrierAlarms = [...]AlarmKind{CarrierVerificationFailure, SlotMapReadFailed, SlotMapVerificationFailed, DuplicateCarrierID}

func (m *Model) clearCarrierAlarms(p *port) {
	for _, kind := range carrierAlarms {
		m.clearAlarm(p, kind)
	}
}

// toolAlarms are those that a tool may set and clear itself.
const toolAlarms = 1<<PIOFailure | 1<<AccessModeViolation | 1<<CarrierPresenceError | 1<<CarrierPlacementError | 1<<CarrierDockFailure |
	1<<CarrierOpenFailure | 1<<CarrierRemovalError

func (m *Model) portFault(p *port, f PortFault) error {
	switch {
	case f.Kind >= AlarmKinds || toolAlarms&(1<<f.Kind) == 0 || f.Change > AlarmRaised:
		return ErrValue
	case f.Change == AlarmRaised:
		m.setAlarm(p, f.Kind)
	default:
		m.clearAlarm(p, f.Kind)
	}
	return nil
}
