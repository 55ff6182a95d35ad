package gem

// Occurrence is an input by which the tool or the operator says what happened,
// and of which hosts may be told. Its kinds are told apart by type switches:
// a call through the interface would cost an event an allocation.
type Occurrence interface {
	Input
	occurrence()
}

func (Trigger) occurrence() {}

// Tells tells whether the host with that index gets a message because of in.
func (e *Equipment) Tells(host int, in Occurrence) bool {
	h := e.hosts[host]
	switch in := in.(type) {
	case Trigger:
		return in.follows(h)
	case Recognize:
		t := e.terminal(in.TID)
		return t != nil && t.unread && h.events[e.events.messageRecognition.index].enabled
	case OperatorText:
		return in.Host == host
	}
	return false
}

// NeedsTime tells whether anything that follows from in depends on the time.
// Where it does not, Step may be given the time of the last Step: reading a
// clock takes a good part of what an event takes.
func (e *Equipment) NeedsTime(in Occurrence) bool {
	t, ok := in.(Trigger)
	if !ok {
		return true
	}
	for _, h := range e.hosts {
		if t.needsTime(h) {
			return true
		}
	}
	return false
}

// Ignores tells whether a Step of in would do nothing: an event without values
// that no host has enabled.
func (e *Equipment) Ignores(in Occurrence) bool {
	t, ok := in.(Trigger)
	if !ok || len(t.Values) > 0 {
		return false
	}
	ev := e.events.byID.get(t.CEID)
	if ev == nil || ev.own {
		return false
	}
	for _, h := range e.hosts {
		if h.events[ev.index].enabled {
			return false
		}
	}
	return true
}

// Durably tells whether the caller of in waits for the commit that it makes; an
// event does so only in strict delivery.
func Durably(in Occurrence) bool {
	_, ok := in.(Trigger)
	return !ok
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
