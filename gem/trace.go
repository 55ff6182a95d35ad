package gem

import (
	"slices"
	"time"

	"github.com/secsd/secsd/secs2"
)

// This file is how traces run. Sample k of a trace has its place on the time of
// the Steps, which never jumps: at the start plus k periods, whatever became of
// the samples and replies before it.

// trace is what a host asked for with S2F23.
type trace struct {
	host     *Host
	key      string
	trid     []byte // the TRID item as the host wrote it
	entry    []byte // of the trace in S2F64
	vars     []*variable
	period   time.Duration
	total    uint64 // TOTSMP
	group    uint64 // REPGSZ
	reserved int    // what a group can take, in bytes

	due   *deadline // of the next sample
	slot  uint64    // SMPLN of the last one; those that were missed count
	taken uint64    // samples in values
	// values are those of the group so far: all of its first sample, then all of
	// the next.
	values []byte
}

// The bounds of what traces keep until their reports go, in bytes: of one group,
// and of the groups of all traces of a host.
const (
	maxTraceGroup  = 1 << 20
	maxTraceGroups = 8 << 20
)

// tracing are the traces of one host, in the order in which they were defined.
type tracing struct {
	list     []*trace
	byKey    map[string]*trace
	reserved int
}

// start lets a trace run, in the place of one with the same TRID.
func (h *Host) startTrace(t *trace) {
	h.stopTrace(t.key)
	t.host = h
	t.due = newDeadline(t.sample)
	h.traces.byKey[t.key] = t
	h.traces.list = append(h.traces.list, t)
	h.traces.reserved += t.reserved
	first := h.eq.now
	if h.eq.cfg.Traces.FirstSample == FirstAfterPeriod {
		first = first.Add(t.period)
	}
	h.eq.deadlines.arm(t.due, first)
}

// stopTrace forgets a trace and what it has not reported, if there is such a
// trace.
func (h *Host) stopTrace(key string) {
	t := h.traces.byKey[key]
	if t == nil {
		return
	}
	h.eq.deadlines.stop(t.due)
	delete(h.traces.byKey, key)
	h.traces.list = slices.DeleteFunc(h.traces.list, func(x *trace) bool { return x == t })
	h.traces.reserved -= t.reserved
}

// tracesOffLine is what going OFF-LINE does to traces.
func (h *Host) tracesOffLine() {
	if h.eq.cfg.Traces.OffLine != KeepTraces {
		h.stopTraces()
	}
}

// stopTraces forgets all traces and what they have not reported.
func (h *Host) stopTraces() {
	for _, t := range h.traces.list {
		h.eq.deadlines.stop(t.due)
	}
	clear(h.traces.list)
	clear(h.traces.byKey)
	h.traces.list, h.traces.reserved = h.traces.list[:0], 0
}

// sample takes one sample for all the moments of the trace that have come.
func (t *trace) sample() {
	e := t.host.eq
	late := e.now.Sub(t.due.at) / t.period
	t.slot = min(t.slot+1+uint64(late), t.total)
	if t.slot < t.total {
		e.deadlines.arm(t.due, t.due.at.Add((late+1)*t.period))
	}
	ctx, a := &e.eventContext, &e.eventAppender
	*ctx, *a = valueContext{eq: e, host: t.host}, secs2.NewAppender(t.values)
	for _, v := range t.vars {
		v.appendValue(ctx, a)
	}
	e.work += workOfSample + len(t.vars) + (len(a.Bytes())-len(t.values))/64
	t.values = a.Bytes()
	t.taken++
	last := t.slot == t.total
	if t.taken == t.group || last && e.cfg.Traces.Remainder != DropRemainder {
		t.host.reportTrace(t)
		t.taken, t.values = 0, t.values[:0]
	}
	if last {
		t.host.stopTrace(t.key)
	}
}

// workOfSample is what a sample takes besides its values, in values.
const workOfSample = 24
