package gem

import (
	"cmp"
	"slices"
	"strings"

	"github.com/secsd/secsd/secs2"
)

// This file is what a host reads back of its own set-up (E5, editions since
// 2013): S2F51 to S2F60. Identifiers are in ascending order, texts behind
// numbers, unless the host asks for them in another.

// sorted returns the reports in the order of their RPTIDs. It holds until one is
// defined or deleted.
func (d *definitions) sorted() []*report {
	if d.inOrder != nil {
		return d.inOrder
	}
	list := make([]*report, 0, len(d.byKey))
	for _, r := range d.byKey {
		list = append(list, r)
	}
	slices.SortFunc(list, func(a, b *report) int {
		if a.isNumber != b.isNumber {
			if a.isNumber {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(a.number, b.number), strings.Compare(a.key, b.key))
	})
	d.inOrder = list
	return list
}

// appendDefinition appends an element of S2F54.
func (e *Equipment) appendDefinition(a *secs2.Appender, r *report) {
	a.List(2)
	a.Encoded(r.id)
	a.List(len(r.vars))
	for _, v := range r.vars {
		a.Encoded(v.tag[pairHeader:])
	}
}

// appendLinks appends an element of S2F56.
func (h *Host) appendLinks(a *secs2.Appender, ev *event) {
	a.List(3)
	h.eq.appendID(a, ev.ceid)
	a.Text(ev.name)
	reports := h.events[ev.index].reports
	a.List(len(reports))
	for _, r := range reports {
		a.Encoded(r.id)
	}
}

// appendTo appends the body of S2F60: streams and functions in ascending
// order, a stream that spools as a whole without functions.
func (s selection) appendTo(a *secs2.Appender, known *primaries) {
	whole := selection{}
	n := 0
	for stream := range known {
		if s[byte(stream)] != nil {
			whole.addStream(byte(stream), nil, known)
			n++
		}
	}
	a.List(n)
	for stream := range known {
		chosen := s[byte(stream)]
		if chosen == nil {
			continue
		}
		a.List(2)
		a.U1(byte(stream))
		if *chosen == *whole[byte(stream)] {
			a.List(0)
			continue
		}
		var functions []byte
		for _, f := range known[stream] {
			if s.has(secs2.SF{Stream: byte(stream), Function: f}) {
				functions = append(functions, f)
			}
		}
		a.List(len(functions))
		for _, f := range functions {
			a.U1(f)
		}
	}
}
