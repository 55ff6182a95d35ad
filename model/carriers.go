package model

import (
	"time"

	"github.com/secsd/secsd/secs2"
)

// port is a load port with its four state models (E87).
type port struct{ number uint8 }

func (m *Model) newPorts()            {}
func (m *Model) startPorts()          {}
func (m *Model) repeatCarrierOrders() {}

// releaseCarriers is the rule that ends the access to carriers nobody needs any
// more.
func (m *Model) releaseCarriers() bool { return false }

func (m *Model) tellPort(Fact) error { return ErrUnknown }

// Deadline returns when Expire is due, for the timers of E84; zero is never.
func (m *Model) Deadline() time.Time { return time.Time{} }

// Expire ends the timers that are due.
func (m *Model) Expire() {}

// AlarmSet tells whether an alarm is set at any port.
func (m *Model) AlarmSet(AlarmKind) bool { return false }

func (m *Model) appendPortStateInfo(a *secs2.Appender, _ *port) { a.List(0) }

func (c *Config) portVariables() []Variable { return nil }
