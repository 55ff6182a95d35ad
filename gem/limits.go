package gem

import (
	"strconv"

	"github.com/secsd/secsd/internal/fsm"
	"github.com/secsd/secsd/secs2"
)

// limitState is a state of the limit monitoring model (E30 4.2.4).
type limitState uint8

// The states of a limit; the last three are the substates of ENABLED.
const (
	limitDisabled limitState = iota
	aboveLimit
	belowLimit
	noZone
)

func (s limitState) String() string {
	return [...]string{"DISABLED", "ABOVE LIMIT", "BELOW LIMIT", "NO ZONE"}[s]
}

var limitStates = []StateDescription{
	{Name: "DISABLED", Meaning: "The host has not defined the limit."},
	{Name: "ENABLED", Meaning: "The host has; rows 3 to 6 raise the event of the variable."},
	{Name: "ABOVE LIMIT", Parent: "ENABLED", Meaning: "The value rose to UPPERDB, or was there, and has not fallen to LOWERDB since."},
	{Name: "BELOW LIMIT", Parent: "ENABLED", Meaning: "The value fell to LOWERDB, or was there, and has not risen to UPPERDB since."},
	{Name: "NO ZONE", Parent: "ENABLED", Meaning: "The value has been between the two since the limit was defined."},
}

type limitTrigger uint8

const (
	definedAbove limitTrigger = iota
	definedBelow
	definedBetween
	undefined
	roseToUpper
	fellToLower
)

func (t limitTrigger) String() string {
	return [...]string{
		"defined, value at or above UPPERDB", "defined, value at or below LOWERDB", "defined, value between",
		"undefined", "value rises to UPPERDB or above", "value falls to LOWERDB or below",
	}[t]
}

var limitRow = fsm.Row[limitState, limitTrigger]

// limitTable is E30 4.2.4.
var limitTable = fsm.NewTable("limits",
	limitRow(1, limitDisabled, definedAbove, aboveLimit),
	limitRow(1, limitDisabled, definedBelow, belowLimit),
	limitRow(1, limitDisabled, definedBetween, noZone),
	limitRow(2, aboveLimit, undefined, limitDisabled),
	limitRow(2, belowLimit, undefined, limitDisabled),
	limitRow(2, noZone, undefined, limitDisabled),
	limitRow(3, belowLimit, roseToUpper, aboveLimit),
	limitRow(4, aboveLimit, fellToLower, belowLimit),
	limitRow(5, noZone, fellToLower, belowLimit),
	limitRow(6, noZone, roseToUpper, aboveLimit),
)

// maxLimits is how many limits a variable can have: LIMITID 1 to this.
const maxLimits = 7

// limitRule is what a variable has that can be monitored.
type limitRule struct {
	index    int // in Equipment.monitored and Host.limits
	min, max secs2.Item
	low      reading // of min
	high     reading // of max
	event    *event
	machines [maxLimits]string // in transitions, by LIMITID - 1
}

// machinesOf names the state models of a variable's limits.
func machinesOf(name string) (machines [maxLimits]string) {
	for i := range machines {
		machines[i] = limitTable.Name() + " " + strconv.Itoa(i+1) + " of " + name
	}
	return machines
}

// bounds are UPPERDB and LOWERDB, in the variable's format.
type bounds struct {
	upper, lower secs2.Item
	up, low      reading
}

// given tells bounds from none.
func (b *bounds) given() bool { return !b.upper.IsZero() }

func (b *bounds) equal(other *bounds) bool {
	return b.upper.Equal(other.upper) && b.lower.Equal(other.lower)
}

// limit is one limit of a variable, for one host.
type limit struct {
	bounds
	state limitState
	last  reading
	read  bool // there is a last
}

// limitSet are the limits of a variable, LIMITID 1 first, for one host.
type limitSet [maxLimits]limit

// fire takes a row of the model, if there is one.
func (h *Host) fireLimit(v *variable, i int, l *limit, t limitTrigger) bool {
	row, ok := limitTable.Next(l.state, t)
	if !ok {
		return false
	}
	l.state = row.To
	h.eq.out.Transitions = append(h.eq.out.Transitions, Transition{
		Host: h.cfg.Name, Machine: v.limits.machines[i], Row: row.Number, From: row.From.String(), To: row.To.String(), On: t.String(),
	})
	return true
}

// begin is row 1, behind row 2 where the limit was defined already. A limit
// without a reading begins in NO ZONE.
func (h *Host) beginLimit(v *variable, i int, l *limit) {
	h.fireLimit(v, i, l, undefined)
	l.last, l.read = v.reading()
	switch {
	case l.read && l.last >= l.up:
		h.fireLimit(v, i, l, definedAbove)
	case l.read && l.last <= l.low:
		h.fireLimit(v, i, l, definedBelow)
	default:
		h.fireLimit(v, i, l, definedBetween)
	}
}

// take is rows 3 to 6. A reading like the last one moves nothing, whatever the
// bounds are: with one bound for both ways it would flutter.
func (h *Host) takeReading(v *variable, i int, l *limit, now reading) (t limitTrigger, crossed bool) {
	before, first := l.last, !l.read
	l.last, l.read = now, true
	switch {
	case now >= l.up && (first || now > before):
		return roseToUpper, h.fireLimit(v, i, l, roseToUpper)
	case now <= l.low && (first || now < before):
		return fellToLower, h.fireLimit(v, i, l, fellToLower)
	}
	return 0, false
}

// reading returns that of the variable's value, if it has one.
func (v *variable) reading() (reading, bool) { return readingOf(v.item()) }

// newMonitored gives the variables with limits what they need for it.
func (e *Equipment) newMonitored() {
	for _, c := range e.cfg.Variables {
		if c.Limits.none() {
			continue
		}
		v := e.variables.byID.get(c.VID)
		r := &limitRule{min: c.Limits.Min, max: c.Limits.Max, event: e.events.byID.get(c.Limits.Event), machines: machinesOf(c.Name)}
		r.low, _ = readingOf(r.min)
		r.high, _ = readingOf(r.max)
		v.limits = r
	}
	for _, v := range e.variables.list[statusVariable] {
		if v.limits != nil {
			v.limits.index = len(e.monitored)
			v.limits.event.own, v.limits.event.data = true, []*variable{e.data.eventLimit, e.data.limitVariable, e.data.transitionType}
			e.monitored = append(e.monitored, v)
		}
	}
	for _, h := range e.hosts {
		h.limits = make([]*limitSet, len(e.monitored))
	}
	e.limitsDue = newDeadline(e.sampleLimits)
}
