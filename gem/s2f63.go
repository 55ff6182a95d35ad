package gem

import "github.com/secsd/secsd/secs2"

// s2f63 answers Request Trace Definitions. A TRID that no trace has comes back as
// it came, with empty items.
//
//	S2F63 W <L [n] TRID …>.      n = 0: all
//	S2F64 <L [n] <L [5] TRID <A DSPER> <U4 TOTSMP> <U4 REPGSZ> <L [m] <U4 SVID> …>> …>.
func s2f63(c *call) {
	a := c.begin()
	if n := countIDs(c.body); n > 0 {
		a.List(n)
	} else {
		a.List(len(c.host.traces.list))
		for _, t := range c.host.traces.list {
			a.Encoded(t.entry)
		}
	}
	long := false
	c.eachID("TRID", func(id secs2.ID) {
		if long = long || len(a.Bytes())-c.start > maxReply; long {
			return
		}
		if t := c.host.traces.byKey[id.Key()]; t != nil {
			a.Encoded(t.entry)
			return
		}
		a.List(5)
		id.AppendTo(a)
		a.Text("")
		a.Data(secs2.FormatU4, nil)
		a.Data(secs2.FormatU4, nil)
		a.List(0)
	})
	if long {
		c.tooLong(maxReply)
		return
	}
	c.answerIDs()
}

// traceEntry returns the trace as S2F64 tells it.
func (e *Equipment) traceEntry(t *trace, dsper string) []byte {
	a := secs2.NewAppender(make([]byte, 0, 64+6*len(t.vars)))
	a.List(5)
	a.Encoded(t.trid)
	a.Text(dsper)
	appendCount(&a, t.total, t.total)
	appendCount(&a, t.group, t.group)
	a.List(len(t.vars))
	for _, v := range t.vars {
		e.appendID(&a, v.vid)
	}
	return a.Bytes()
}
