package gem

import (
	"fmt"
	"time"

	"github.com/secsd/secsd/secs2"
)

// s2f23 answers Trace Initialize Send.
//
//	S2F23 W <L [5] <U4 TRID> <A DSPER> <U4 TOTSMP> <U4 REPGSZ> <L [n] <U4 SVID> …>>.
//	S2F24 <B TIAACK>.
//
// DSPER is hhmmss or hhmmsscc. TOTSMP 0 ends the trace of that TRID, known or
// not, and nothing else in the message counts. A refused trace leaves one that
// runs under the same TRID as it is. The SVIDs may also come as one array.
func s2f23(c *call) {
	c.Tuple(5)
	trid, dsper := c.ID("TRID"), c.Text("DSPER")
	q := traceRequest{dsper: string(dsper[:min(len(dsper), 9)]), total: c.Uint("TOTSMP"), group: c.Uint("REPGSZ")}
	if q.svids = c.eq.cfg.Traces.MaxSVIDs + 1; len(c.body.Encoded()) <= longestAsked {
		c.readSVIDs(&q)
	}
	if c.Err() != nil {
		c.illegal()
		return
	}
	a := secs2.NewAppender(nil)
	if trid.AppendTo(&a); len(a.Bytes()) > maxTRID {
		c.wrongShape(fmt.Sprintf("TRID of at most %d bytes", maxTRID))
		return
	}
	c.host.arrived()
	q.key, q.trid = trid.Key(), a.Bytes()
	tiaack := secs2.TIAACKOK
	if q.total == 0 {
		c.host.stopTrace(q.key)
	} else if tiaack = c.host.define(&q); tiaack != secs2.TIAACKOK {
		c.refused(tiaack)
	}
	c.begin().B(byte(tiaack))
	c.reply()
}

// readSVIDs reads the variables of a trace. A body longer than those of 20,000
// identifiers has too many, and they are not read.
func (c *call) readSVIDs(q *traceRequest) {
	q.svids = c.IDs("SVID", func(id secs2.ID) {
		v := c.eq.traceable(id)
		switch {
		case v == nil && q.unknown == "":
			q.unknown = id.Key()
		case v != nil && len(q.vars) <= c.eq.cfg.Traces.MaxSVIDs:
			q.vars = append(q.vars, v)
		}
	})
}

// maxTRID is the longest TRID with its item header, for those that are texts.
const maxTRID = 255

// traceRequest is the body of S2F23.
type traceRequest struct {
	key     string
	trid    []byte // the item
	dsper   string
	total   uint64
	group   uint64
	svids   int
	vars    []*variable // the first of them, one more than a trace may have
	unknown string      // the first SVID that cannot be traced
}

// traceable returns the variable that an SVID names, nil where it names none
// that can be traced.
func (e *Equipment) traceable(id secs2.ID) *variable {
	if e.cfg.Traces.Variables == TraceAnyVariable {
		return e.variables.find(id)
	}
	return e.variables.findClass(id, statusVariable)
}

// define starts the trace, or says what is in its way.
func (h *Host) define(q *traceRequest) secs2.TIAACK {
	period, ok := parsePeriod(q.dsper)
	cfg := &h.eq.cfg.Traces
	switch {
	case !ok || period < cfg.MinPeriod:
		h.eq.call.why = fmt.Sprintf("DSPER %s, at least %v", quote(q.dsper), cfg.MinPeriod)
		return secs2.TIAACKInvalidPeriod
	case q.group == 0 || q.group > q.total:
		h.eq.call.why = fmt.Sprintf("REPGSZ %d of TOTSMP %d", q.group, q.total)
		return secs2.TIAACKInvalidREPGSZ
	case cfg.Remainder == RejectRemainder && q.total%q.group != 0:
		h.eq.call.why = fmt.Sprintf("TOTSMP %d is no multiple of REPGSZ %d", q.total, q.group)
		return secs2.TIAACKInvalidREPGSZ
	case q.svids > cfg.MaxSVIDs:
		h.eq.call.why = fmt.Sprintf("%d SVIDs, at most %d", q.svids, cfg.MaxSVIDs)
		return secs2.TIAACKTooManySVIDs
	case q.svids == 0 || q.unknown != "":
		h.eq.call.why = "SVID " + q.unknown
		return secs2.TIAACKUnknownSVID
	}
	return h.place(&trace{key: q.key, trid: q.trid, vars: q.vars, period: period, total: q.total, group: q.group}, q.dsper)
}

// place starts the trace if there is room for it.
func (h *Host) place(t *trace, dsper string) secs2.TIAACK {
	sample := uint64(0)
	for _, v := range t.vars {
		sample += uint64(v.longest())
	}
	if sample > maxTraceGroup {
		h.eq.call.why = fmt.Sprintf("the SVIDs may take %d bytes, at most %d", sample, maxTraceGroup)
		return secs2.TIAACKTooManySVIDs
	}
	if t.group > maxTraceGroup/sample {
		h.eq.call.why = fmt.Sprintf("a report may take %d samples of %d bytes, at most %d bytes", t.group, sample, maxTraceGroup)
		return secs2.TIAACKInvalidREPGSZ
	}
	t.reserved = int(t.group * sample)
	count, reserved := len(h.traces.list)+1, h.traces.reserved+t.reserved
	if old := h.traces.byKey[t.key]; old != nil {
		count, reserved = count-1, reserved-old.reserved
	}
	if count > h.eq.cfg.Traces.Max || reserved > maxTraceGroups {
		h.eq.call.why = fmt.Sprintf("%d traces that may take %d bytes, at most %d with %d", count, reserved, h.eq.cfg.Traces.Max, maxTraceGroups)
		return secs2.TIAACKNoMoreTraces
	}
	t.entry = h.eq.traceEntry(t, dsper)
	h.startTrace(t)
	return secs2.TIAACKOK
}

// longest is what a value of the variable takes at most, with its header.
func (v *variable) longest() int {
	const header = 4
	if v.format == secs2.List {
		return max(v.maxLength, 2)
	}
	return header + v.maxLength*v.format.Size()
}

// parsePeriod reads hhmmss or hhmmsscc. Hours go beyond a day.
func parsePeriod(dsper string) (time.Duration, bool) {
	if len(dsper) != 6 && len(dsper) != 8 {
		return 0, false
	}
	var n [4]time.Duration
	for i := range len(dsper) {
		d := dsper[i] - '0'
		if d > 9 {
			return 0, false
		}
		n[i/2] = 10*n[i/2] + time.Duration(d)
	}
	period := n[0]*time.Hour + n[1]*time.Minute + n[2]*time.Second + n[3]*centisecond
	return period, n[1] < 60 && n[2] < 60 && period > 0
}
