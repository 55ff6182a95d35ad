package gem

import (
	"fmt"
	"math"
	"strconv"

	"github.com/secsd/secsd/secs2"
)

// Monitoring configures limits monitoring (E30 4.2.4).
type Monitoring struct {
	// EventLimit is the form of the data variable with that name.
	EventLimit EventLimitForm
}

// EventLimitForm is how EventLimit tells which limits were crossed.
type EventLimitForm uint8

// OneOrList is one B for one limit and a list for several, AlwaysList a list for
// one too.
const (
	OneOrList EventLimitForm = iota
	AlwaysList
)

// VariableLimits lets hosts monitor a status variable that is one number, a
// BOOLEAN, or an ASCII text with a number in it.
type VariableLimits struct {
	// Min and Max are LIMITMIN and LIMITMAX, in the variable's format: limits lie
	// between them, both included. Zero Items: no limits.
	Min, Max secs2.Item
	// Event is the CEID of the transitions of all limits; default 2000 + VID.
	Event uint32
}

// format is the declared format of EventLimit; a list of B takes its place where a
// sample crosses several limits.
func (f EventLimitForm) format() secs2.Format {
	if f == AlwaysList {
		return secs2.List
	}
	return secs2.Binary
}

// longestEventLimit is a list of all limits, encoded.
const longestEventLimit = 2 + 3*maxLimits

const eventOfLimits = 2000 // + VID

// maxMonitored bounds how many variables can have limits: a host may define all
// limits of all of them with one S2F45, and each is sampled.
const maxMonitored = 500

func (l VariableLimits) none() bool { return l.Min.IsZero() && l.Max.IsZero() && l.Event == 0 }

func (v Variable) limitsWithDefaults() VariableLimits {
	l := v.Limits
	if !l.none() && v.VID <= math.MaxUint32-eventOfLimits {
		setDefault(&l.Event, eventOfLimits+v.VID)
	}
	return l
}

// limitEvents returns the events of the variables that have limits.
func limitEvents(c *Config) []Event {
	var list []Event
	for _, v := range c.Variables {
		if v.Limits.none() {
			continue
		}
		name := "LimitZoneTransition_" + v.Name
		if len(name) > maxName {
			name = "LimitZoneTransition_" + strconv.FormatUint(uint64(v.VID), 10)
		}
		list = append(list, Event{CEID: v.limitsWithDefaults().Event, Name: name, Description: v.Name + " crossed a limit that the host has set."})
	}
	return list
}

// limits checks what the configuration says about the limits of variables.
func (p *problems) limits(c Config, events map[uint32]string) {
	monitored := 0
	for i, v := range c.Variables {
		if v.Limits.none() {
			continue
		}
		monitored++
		key := fmt.Sprintf("variables[%d].limits", i)
		p.id(key+".event", v.Limits.Event, "the limits of "+v.Name, events, c.IDFormat)
		if !monitorable(v) {
			p.add(key, fmt.Sprintf("%v of variable %d", v.Format, v.VID), "limits only for one number, a BOOLEAN or an ASCII text")
			continue
		}
		low, okLow := p.limit(key+".min", v, v.Limits.Min)
		high, okHigh := p.limit(key+".max", v, v.Limits.Max)
		if okLow && okHigh && high < low {
			p.add(key+".max", plain(v.Limits.Max), fmt.Sprintf("at least min, %v", plain(v.Limits.Min)))
		}
	}
	if monitored > maxMonitored {
		p.add("variables", fmt.Sprintf("%d with limits", monitored), fmt.Sprintf("at most %d with limits", maxMonitored))
	}
}

func (p *problems) limit(key string, v Variable, bound secs2.Item) (reading, bool) {
	r, ok := readingOf(bound)
	ok = ok && bound.Format() == v.Format
	if !ok {
		p.add(key, itemText(bound), "one number, or a text with one, in format "+v.Format.String())
	}
	return r, ok
}

// monitorable tells whether a variable can have limits.
func monitorable(v Variable) bool {
	return v.Format == secs2.ASCII || (numeric(v.Format) || v.Format == secs2.Boolean) && v.MaxLength == 1
}
