package gem

import (
	"fmt"

	"github.com/secsd/secsd/secs2"
)

// This file has the rules of S2F45.

// limitEntry is what S2F45 says about one variable.
type limitEntry struct {
	vid    secs2.ID
	limits []limitChange
}

// limitChange is what it says about one limit; bounds that are zero Items
// undefine it.
type limitChange struct {
	id           byte
	upper, lower secs2.Item
}

// limitFault is what S2F46 says about one variable. Its first bad limit counts.
type limitFault struct {
	vid      secs2.ID
	lvack    secs2.LVACK
	id       byte
	limitack secs2.LIMITACK
}

// limitsOf is an entry that has no fault: its variable and what is to be defined.
type limitsOf struct {
	v         *variable
	defined   definedLimits
	mentioned [maxLimits]bool
}

// maxEntries is how many variables one S2F45 may name, good and bad.
const maxEntries = 2 * maxMonitored

// readLimits reads the variables of S2F45. Of the limits of one the first eight
// are read: one of them at least is bad then.
func readLimits(list secs2.Item) (entries []limitEntry, err error) {
	body := secs2.NewReader(list)
	body.Each("variables", func(r *secs2.Reader) {
		r.Tuple(2)
		x := limitEntry{vid: r.ID("VID"), limits: make([]limitChange, 0, maxLimits)}
		r.Each("limits", func(r *secs2.Reader) {
			if len(x.limits) > maxLimits {
				r.Item("limit")
				return
			}
			r.Tuple(2)
			l := limitChange{id: r.Code("LIMITID")}
			if r.TupleOrEmpty(2) {
				l.upper, l.lower = r.Item("UPPERDB"), r.Item("LOWERDB")
			}
			x.limits = append(x.limits, l)
		})
		entries = append(entries, x)
	})
	return entries, body.Err()
}

// judge returns the bounds in the variable's format, or what is wrong with them:
// of several mistakes the first in the order of these checks.
func (r *limitRule) judge(id byte, upper, lower secs2.Item) (b bounds, ack secs2.LIMITACK) {
	if id < 1 || id > maxLimits {
		return b, secs2.LIMITACKLIMITIDDoesNotExist
	}
	var okUpper, okLower bool
	b.upper, okUpper = boundIn(upper, r.min.Format())
	b.lower, okLower = boundIn(lower, r.min.Format())
	if !okUpper || !okLower {
		return b, secs2.LIMITACKIllegalFormat
	}
	b.up, okUpper = readingOf(b.upper)
	b.low, okLower = readingOf(b.lower)
	switch {
	case (!okUpper || !okLower) && r.min.Format() == secs2.ASCII:
		return b, secs2.LIMITACKASCIINotNumeric
	case !okUpper || !okLower:
		return b, secs2.LIMITACKIllegalFormat
	case b.up > r.high:
		return b, secs2.LIMITACKUpperAboveMax
	case b.low < r.low:
		return b, secs2.LIMITACKLowerBelowMin
	case b.up < b.low:
		return b, secs2.LIMITACKUpperBelowLower
	}
	return b, 0
}

// boundIn returns a bound in format f: an integer or a float of another width is
// converted, a BOOLEAN made 0 or 1. What needs none of that is the item itself.
func boundIn(it secs2.Item, f secs2.Format) (secs2.Item, bool) {
	from := it.Format()
	integers := (f.Signed() || f.Unsigned()) && (from.Signed() || from.Unsigned())
	if from != f && !integers && !(f.Float() && from.Float()) || it.IsZero() || f != secs2.ASCII && it.Len() != 1 {
		return it, false
	}
	if short := 2 + it.Len()*f.Size(); from == f && f != secs2.Boolean && len(it.Encoded()) == short {
		return it, true
	}
	it, ok := convert(it, f)
	return it.Canonical(), ok
}

// change judges one entry against what is defined. seen has the variables before
// it in the message.
func (h *Host) change(x *limitEntry, seen map[*variable]bool) (c limitsOf, fault *limitFault) {
	v := h.eq.variables.find(x.vid)
	switch {
	case v == nil:
		return c, &limitFault{vid: x.vid, lvack: secs2.LVACKVariableDoesNotExist}
	case v.limits == nil:
		return c, &limitFault{vid: x.vid, lvack: secs2.LVACKNoLimitsCapability}
	case seen[v]:
		return c, &limitFault{vid: x.vid, lvack: secs2.LVACKVariableRepeated}
	}
	seen[v] = true
	c.v = v
	if len(x.limits) > 0 {
		c.defined = h.definedLimits(v)
	}
	for _, l := range x.limits {
		ack := secs2.LIMITACK(0)
		switch {
		case l.id < 1 || l.id > maxLimits:
			ack = secs2.LIMITACKLIMITIDDoesNotExist
		case c.mentioned[l.id-1]:
			ack = secs2.LIMITACKDuplicateLimit
		case l.upper.IsZero():
			c.defined[l.id-1], c.mentioned[l.id-1] = bounds{}, true
		default:
			c.defined[l.id-1], ack = v.limits.judge(l.id, l.upper, l.lower)
			c.mentioned[l.id-1] = true
		}
		if ack != 0 {
			return c, &limitFault{x.vid, secs2.LVACKLimitValueError, l.id, ack}
		}
	}
	return c, nil
}

// defineLimits is S2F45: all of it is done or, with faults, nothing.
func (h *Host) defineLimits(entries []limitEntry) (faults []limitFault) {
	changes := make([]limitsOf, 0, len(entries))
	seen := make(map[*variable]bool, min(len(entries), len(h.eq.monitored)))
	for i := range entries {
		c, fault := h.change(&entries[i], seen)
		if fault != nil {
			faults = append(faults, *fault)
			continue
		}
		changes = append(changes, c)
	}
	if len(faults) > 0 {
		f := &faults[0]
		h.eq.call.why = fmt.Sprintf("VID %s: %v", f.vid.Key(), f.lvack)
		if f.limitack != 0 {
			h.eq.call.why = fmt.Sprintf("VID %s, LIMITID %d: %v", f.vid.Key(), f.id, f.limitack)
		}
		return faults
	}
	if len(entries) == 0 {
		for _, v := range h.eq.monitored {
			changes = append(changes, limitsOf{v: v})
		}
	}
	for i := range changes {
		h.redefine(&changes[i])
	}
	return nil
}

// redefine puts the limits of one variable into effect. Those that are mentioned
// begin anew with the bounds that they had too.
func (h *Host) redefine(c *limitsOf) {
	before := h.definedLimits(c.v)
	var again [maxLimits]bool
	same := true
	for i := range c.defined {
		equal := c.defined[i].equal(&before[i])
		again[i] = equal && c.defined[i].given() && c.mentioned[i]
		same = same && equal
	}
	if !same {
		h.eq.put(kindLimits, h.limitsID(c.v), limitImage(&c.defined))
	}
	if set := h.limits[c.v.limits.index]; set != nil {
		for i := range set {
			if again[i] {
				h.beginLimit(c.v, i, &set[i])
			}
		}
	}
}
