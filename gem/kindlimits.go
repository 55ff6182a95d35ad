package gem

import (
	"bytes"
	"fmt"
	"strconv"

	"github.com/secsd/secsd/secs2"
)

// kindLimits are the limits of a variable, for one host, its id host and VID in
// decimal, its image a list of L[3] {B LIMITID, UPPERDB, LOWERDB} in the order of
// LIMITID. No record is no limit. A limit begins anew where its bounds change,
// without an event.
var kindLimits = &kind{
	name: "limits",
	ids:  limitIDs,
	image: func(e *Equipment, id string) []byte {
		h, v := e.limitOwner(id)
		if v == nil {
			return nil
		}
		defined := h.definedLimits(v)
		return limitImage(&defined)
	},
	apply: func(e *Equipment, id string, image []byte) error {
		h, v := e.limitOwner(id)
		if v == nil {
			return ErrUnknown
		}
		defined, err := v.parseLimits(image)
		if err != nil {
			return err
		}
		h.setLimits(v, &defined)
		return nil
	},
	adapt: func(e *Equipment, id string, image []byte) []byte {
		_, v := e.limitOwner(id)
		if v == nil {
			return nil
		}
		defined, _ := v.parseLimits(image)
		return limitImage(&defined)
	},
}

// definedLimits are the limits of a variable, LIMITID 1 first; zero bounds are none.
type definedLimits [maxLimits]bounds

func (e *Equipment) limitOwner(id string) (*Host, *variable) {
	h, text := e.owner(id)
	vid, err := strconv.ParseUint(text, 10, 32)
	if h == nil || err != nil {
		return nil, nil
	}
	if v := e.variables.byID.get(uint32(vid)); v != nil && v.limits != nil {
		return h, v
	}
	return nil, nil
}

func limitIDs(e *Equipment) (ids []string) {
	for _, h := range e.hosts {
		for i, set := range h.limits {
			if set != nil {
				ids = append(ids, h.limitsID(e.monitored[i]))
			}
		}
	}
	return ids
}

func (h *Host) limitsID(v *variable) string {
	return h.recordID(strconv.FormatUint(uint64(v.vid), 10))
}

// definedLimits returns what is defined now.
func (h *Host) definedLimits(v *variable) (defined definedLimits) {
	if set := h.limits[v.limits.index]; set != nil {
		for i := range set {
			if set[i].state != limitDisabled {
				defined[i] = set[i].bounds
			}
		}
	}
	return defined
}

// limitImage returns nil where no limit is defined.
func limitImage(defined *definedLimits) []byte {
	n := 0
	for i := range defined {
		if defined[i].given() {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	a := secs2.NewAppender(make([]byte, 0, 32*n))
	a.List(n)
	appendLimits(&a, defined)
	return a.Bytes()
}

// appendLimits appends L[3] {LIMITID, UPPERDB, LOWERDB} for each limit that is
// defined.
func appendLimits(a *secs2.Appender, defined *definedLimits) {
	for i := range defined {
		if b := &defined[i]; b.given() {
			a.List(3)
			a.B(byte(i + 1))
			a.Item(b.upper)
			a.Item(b.lower)
		}
	}
}

// parseLimits reads an image. The error is about limits that the variable cannot
// have; the others are returned beside it.
func (v *variable) parseLimits(image []byte) (defined definedLimits, unfit error) {
	if image == nil {
		return defined, nil
	}
	it, err := secs2.Parse(bytes.Clone(image))
	if err != nil {
		return defined, err
	}
	body := secs2.NewReader(it)
	body.Each("limits", func(r *secs2.Reader) {
		r.Tuple(3)
		id, upper, lower := r.Code("LIMITID"), r.Item("UPPERDB"), r.Item("LOWERDB")
		if r.Err() != nil {
			return
		}
		b, ack := v.limits.judge(id, upper, lower)
		if ack != 0 {
			unfit = fmt.Errorf("%w: LIMITID %d of %s: %v", ErrValue, id, v.name, ack)
			return
		}
		defined[id-1] = b
	})
	if body.Err() != nil {
		return definedLimits{}, errImage
	}
	return defined, unfit
}

// setLimits puts definitions into effect. A limit with the bounds that it has
// stays in its state.
func (h *Host) setLimits(v *variable, defined *definedLimits) {
	e, slot := h.eq, &h.limits[v.limits.index]
	sets := e.limitSets
	if *slot == nil {
		*slot = new(limitSet)
		e.limitSets++
	}
	left := false
	for i := range defined {
		b := &defined[i]
		switch l := &(*slot)[i]; {
		case !b.given():
			h.fireLimit(v, i, l, undefined)
		case l.state == limitDisabled || !l.equal(b):
			l.bounds = *b
			h.beginLimit(v, i, l)
		}
		left = left || b.given()
	}
	if !left {
		*slot = nil
		e.limitSets--
	}
	if sets == 0 != (e.limitSets == 0) {
		e.paceLimits()
	}
}
