package gem

// Occurrence is an input by which the tool or the operator says what happened,
// and of which hosts may be told. Its kinds are told apart by type switches:
// a call through the interface would cost an event an allocation.
type Occurrence interface {
	Input
	occurrence()
}

func (Trigger) occurrence()         {}
func (AlarmChange) occurrence()     {}
func (ProgramSelected) occurrence() {}
func (ProgramVerified) occurrence() {}
func (ProgramWorked) occurrence()   {}

// Tells tells whether the host with that index gets a message because of in.
func (e *Equipment) Tells(host int, in Occurrence) bool {
	h := e.hosts[host]
	switch in := in.(type) {
	case Trigger:
		return in.follows(h)
	case Recognize:
		t := e.terminal(in.TID)
		return t != nil && t.unread && h.events[e.events.messageRecognition.index].enabled
	case AlarmChange:
		return in.follows(h)
	case OperatorText:
		return in.Host == host
	case AskTime:
		return in.Host == host
	case Send:
		return in.Host == host
	case Process:
		return in.follows(h)
	case OperatorConstants:
		return h.events[e.events.operatorConstant.index].enabled
	case ProgramSelected:
		return h.follows(e.events.programSelected)
	case ProgramVerified:
		return h.follows(in.event(e))
	case ProgramWorked:
		return h.follows(e.events.programChange)
	case Material:
		return h.tellsMaterial()
	}
	return false
}

// NeedsTime tells whether anything that follows from in depends on the time.
// Where it does not, Step may be given the time of the last Step: reading a
// clock takes a good part of what an event takes.
func (e *Equipment) NeedsTime(in Occurrence) bool {
	for _, h := range e.hosts {
		switch in := in.(type) {
		case Trigger:
			if in.needsTime(h) {
				return true
			}
		case AlarmChange:
			if in.needsTime(h) {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// Ignores tells whether a Step of in would do nothing: an event without values
// that no host has enabled, an alarm that is as in says.
func (e *Equipment) Ignores(in Occurrence) bool {
	switch in := in.(type) {
	case Trigger:
		return len(in.Values) == 0 && e.unwanted(in.CEID)
	case AlarmChange:
		return !in.changes(e)
	}
	return false
}

// unwanted tells whether the tool may trigger the event and no host has enabled
// it.
func (e *Equipment) unwanted(ceid uint32) bool {
	ev := e.events.byID.get(ceid)
	if ev == nil || ev.own || e.material.model != nil && e.material.model.Watches(ceid) {
		return false
	}
	for _, h := range e.hosts {
		if h.events[ev.index].enabled {
			return false
		}
	}
	return true
}

// Awaits returns the commit under way that in, which made none itself, has to wait
// for: it may be the repetition of an input whose caller did not wait. 0: none.
func (e *Equipment) Awaits(in Occurrence) uint64 {
	if in, ok := in.(AlarmChange); ok {
		return in.awaits(e)
	}
	return 0
}

// Durably tells whether the caller of in waits for the commit that it makes; an
// event or an alarm does so only in strict delivery.
func Durably(in Occurrence) bool {
	switch in.(type) {
	case Trigger, AlarmChange, Process:
		return false
	}
	return true
}

func (in Trigger) follows(h *Host) bool {
	ev := h.eq.events.byID.get(in.CEID)
	return ev != nil && h.events[ev.index].enabled
}

func (in Trigger) needsTime(h *Host) bool {
	ev := h.eq.events.byID.get(in.CEID)
	return ev != nil && h.events[ev.index].enabled && h.timely(&h.events[ev.index])
}

// timely tells whether the report of an enabled event depends on the time.
func (h *Host) timely(x *hostEvent) bool {
	return x.timed || !h.communicating() || h.spooling() || h.queue.crowded()
}
