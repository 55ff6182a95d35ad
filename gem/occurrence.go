package gem

// Occurrence is an input by which the tool or the operator says what happened,
// and of which hosts may be told.
type Occurrence interface {
	Input
	// follows tells whether the host gets a message because of it.
	follows(h *Host) bool
	// needsTime tells whether anything that follows at the host depends on the
	// time.
	needsTime(h *Host) bool
}

// Tells tells whether the host with that index gets a message because of in.
func (e *Equipment) Tells(host int, in Occurrence) bool { return in.follows(e.hosts[host]) }

// NeedsTime tells whether anything that follows from in depends on the time.
// Where it does not, Step may be given the time of the last Step: reading a
// clock takes a good part of what an event takes.
func (e *Equipment) NeedsTime(in Occurrence) bool {
	for _, h := range e.hosts {
		if in.needsTime(h) {
			return true
		}
	}
	return false
}

// Durably tells whether in changes what must be on disk before its caller may
// go on.
func Durably(in Occurrence) bool {
	d, ok := in.(interface{ durably() })
	if ok {
		d.durably()
	}
	return ok
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
