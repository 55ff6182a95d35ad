package model

import (
	"fmt"
	"strings"
)

// This file is the alarms. Each port has its own, so that a host hears of the
// second port that fails, and that one of them is well again.

// Alarm is an alarm of a load port, or of the equipment.
type Alarm struct {
	ALID    uint32 // by default
	Name    string
	Text    string // ALTX
	Meaning string // for the manual
	Kind    AlarmKind
	Port    int // 0: of the equipment
}

// Alarms returns the alarms of the equipment. Those of port 1 have the names and
// texts that an equipment with one port has.
func (c *Config) Alarms() (list []Alarm) {
	for i := range c.Ports {
		for k := range AlarmKinds {
			a := Alarm{ALID: 901 + uint32(k), Name: k.String(), Text: k.Text(), Kind: k, Port: i + 1}
			switch {
			case k.ofEquipment() && (i > 0 || k == BufferMoveFailure && len(c.Buffer) == 0):
				continue
			case k.ofEquipment():
				a.Port = 0
			case len(c.Ports) > 1:
				a.Meaning = fmt.Sprintf("Of load port %d.", a.Port)
			}
			if a.Port > 1 {
				a.ALID = uint32(500 + 20*i + 1 + int(k))
				a.Name = alarmName(k, a.Port)
				a.Text = fmt.Sprintf("%s PORT %d", strings.TrimSuffix(a.Text, " LOAD PORT"), a.Port)
			}
			list = append(list, a)
		}
	}
	return list
}

// alarmName is the name of an alarm of a port; those of port 1 and of the equipment
// go by their kind.
func alarmName(k AlarmKind, port int) string {
	if port > 1 {
		return fmt.Sprintf("%v_%d", k, port)
	}
	return k.String()
}

// ofEquipment tells whether an alarm is of the equipment and not of a port.
func (k AlarmKind) ofEquipment() bool { return k == BufferMoveFailure || k == SubstrateIDConflict }

func (p *port) alarmed(kind AlarmKind) bool { return p.alarms&(1<<kind) != 0 }

// AlarmSet tells whether an alarm is set at a port; of those of the equipment the
// port does not count.
func (m *Model) AlarmSet(kind AlarmKind, port int) bool {
	switch {
	case kind == SubstrateIDConflict:
		return m.conflicts > 0
	case kind.ofEquipment():
		port = 1
	}
	return m.ports[port-1].alarmed(kind)
}

// setAlarm sets an alarm of a port; one that is set stays so.
func (m *Model) setAlarm(p *port, kind AlarmKind) { m.changeAlarm(p, kind, AlarmRaised) }

// clearAlarm ends an alarm of a port.
func (m *Model) clearAlarm(p *port, kind AlarmKind) { m.changeAlarm(p, kind, AlarmCleared) }

// changeAlarm sets or clears an alarm that is kept at a port.
func (m *Model) changeAlarm(p *port, kind AlarmKind, to AlarmChange) {
	if p.alarmed(kind) == (to == AlarmRaised) {
		return
	}
	m.touchPort(p)
	p.alarms ^= 1 << kind
	if kind.ofEquipment() {
		m.sink.Alarmed(kind, 0, to)
		return
	}
	m.subject = p.about()
	m.sink.Alarmed(kind, int(p.number), to)
	m.subject = Subject{}
}

// carrierAlarms are those that end with the host's word about a carrier, or with
// the carrier.
var carrierAlarms = [...]AlarmKind{CarrierVerificationFailure, SlotMapReadFailed, SlotMapVerificationFailed, DuplicateCarrierID}

// clearCarrierAlarms ends those of the carrier on a port. Slot map alarms are of the one
// at the docked place, which on internal buffer equipment may be another.
func (m *Model) clearCarrierAlarms(p *port) {
	for _, kind := range carrierAlarms {
		ofMap := kind == SlotMapReadFailed || kind == SlotMapVerificationFailed
		if !ofMap || p.inside == 0 || p.inside == p.carrier {
			m.clearAlarm(p, kind)
		}
	}
}

// toolAlarms are those that a tool may set and clear itself.
const toolAlarms = 1<<PIOFailure | 1<<AccessModeViolation | 1<<CarrierPresenceError | 1<<CarrierPlacementError | 1<<CarrierDockFailure |
	1<<CarrierOpenFailure | 1<<CarrierRemovalError

func (m *Model) portFault(p *port, f PortFault) error {
	switch {
	case f.Kind >= AlarmKinds:
		return fmt.Errorf("%w: alarm kind %d", ErrValue, f.Kind)
	case toolAlarms&(1<<f.Kind) == 0:
		return fmt.Errorf("%w: %v is not for the tool to set or clear", ErrValue, f.Kind)
	case f.Change > AlarmRaised:
		return fmt.Errorf("%w: alarm change %d, want 0 or 1", ErrValue, f.Change)
	case f.Change == AlarmRaised:
		m.setAlarm(p, f.Kind)
	default:
		m.clearAlarm(p, f.Kind)
	}
	return nil
}
