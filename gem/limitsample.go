package gem

import (
	"time"

	"github.com/secsd/secsd/secs2"
)

// This file is how monitored variables are sampled: every LimitsDelay, while any
// host has limits.

// paceLimits begins the time to the next sample anew, if there is to be one.
func (e *Equipment) paceLimits() {
	e.sampled = 0
	if e.limitSets == 0 {
		e.deadlines.stop(e.limitsDue)
		return
	}
	e.deadlines.arm(e.limitsDue, e.now.Add(e.limitsDelay()))
}

func (e *Equipment) limitsDelay() time.Duration {
	return time.Duration(e.constants.limitsDelay.number) * time.Second
}

// sampleLimits takes one sample of every variable with limits. What one Step has
// no time for is sampled in the next.
func (e *Equipment) sampleLimits() {
	for ; e.sampled < len(e.monitored); e.sampled++ {
		if e.work >= maxWork {
			e.deadlines.arm(e.limitsDue, e.limitsDue.at)
			return
		}
		e.sampleVariable(e.monitored[e.sampled])
	}
	e.sampled = 0
	delay := e.limitsDelay()
	late := e.now.Sub(e.limitsDue.at) / delay
	e.deadlines.arm(e.limitsDue, e.limitsDue.at.Add((late+1)*delay))
}

// sampleVariable takes one sample for every host that has limits on the variable.
// One whose queue has no room for events is left out: the next sample finds what
// has crossed a limit meanwhile. So it is with a value that is no number.
func (e *Equipment) sampleVariable(v *variable) {
	var now reading
	read := false
	for _, h := range e.hosts {
		set := h.limits[v.limits.index]
		if set == nil || e.Crowded(h.index) {
			continue
		}
		if !read {
			e.work++
			if now, read = v.reading(); !read {
				return
			}
		}
		h.sampleSet(v, set, now)
	}
}

// sampleSet raises one event for all limits that the sample crosses one way;
// there can be both ways where some limits are newer than the last sample.
func (h *Host) sampleSet(v *variable, set *limitSet, now reading) {
	var crossed [2][]byte // LIMITIDs, up and down
	for i := range set {
		l := &set[i]
		if l.state == limitDisabled {
			continue
		}
		switch t, ok := h.takeReading(v, i, l, now); {
		case ok && t == roseToUpper:
			crossed[zoneUp] = append(crossed[zoneUp], byte(i+1))
		case ok:
			crossed[zoneDown] = append(crossed[zoneDown], byte(i+1))
		}
	}
	for way, ids := range crossed {
		if len(ids) > 0 {
			h.zoneTransition(v, ids, byte(way))
		}
	}
}

// The values of TransitionType.
const (
	zoneUp   = 0
	zoneDown = 1
)

// workOfEvent is what an event takes, in values sampled.
const workOfEvent = 64

func (h *Host) zoneTransition(v *variable, ids []byte, way byte) {
	e := h.eq
	e.work += workOfEvent
	crossed := secs2.B(ids[0])
	if len(ids) > 1 || e.cfg.Limits.EventLimit == AlwaysList {
		items := make([]secs2.Item, len(ids))
		for i, id := range ids {
			items[i] = secs2.B(id)
		}
		crossed = secs2.L(items...)
	}
	e.data.eventLimit.setData(crossed)
	e.data.limitVariable.setData(secs2.U4(v.vid))
	e.data.transitionType.setData(secs2.B(way))
	h.raiseFor(v.limits.event, ownReport)
}
