package model

import (
	"fmt"

	"github.com/secsd/secsd/secs2"
)

// StatusVariables returns the status variables of the equipment: always valid,
// for hosts that synchronise themselves.
func (c *Config) StatusVariables() []Variable {
	if !c.Enabled() {
		return nil
	}
	d := c.WithDefaults()
	list := d.portVariables()
	list = append(list, d.jobVariables()...)
	list = append(list, d.locationVariables()...)
	return append(list, d.trackerVariables()...)
}

// perPort returns a variable of port number p, for subscripted forms.
func perPort(p, k int, name string, f secs2.Format, longest int, value func(m *Model, p *port, a *secs2.Appender)) Variable {
	return Variable{
		VID: uint32(700 + 10*(p-1) + k), Name: fmt.Sprintf("%s_%d", name, p), Format: f, MaxLength: longest, Meaning: meaningOf(name),
		Append: func(m *Model, a *secs2.Appender) { value(m, &m.ports[p-1], a) },
	}
}
