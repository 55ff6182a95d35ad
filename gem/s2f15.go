package gem

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/secsd/secsd/secs2"
)

// s2f15 answers New Equipment Constant Send: all constants change or none.
//
//	S2F15 W <L [n] <L [2] <U4 ECID> ECV> …>.
//	S2F16 <B EAC>.
//
// Another integer width that holds the value is converted. Of two values for
// one constant the last counts. An ECID that does not exist is found before a
// value that does not fit, and that before a state in which a constant may not
// change.
func s2f15(c *call) {
	if c.exceeds(maxConstantItems) {
		return
	}
	var values []newValue
	eac := secs2.EACAccepted
	c.Each("constants", func(r *secs2.Reader) {
		r.Tuple(2)
		id := r.ID("ECID")
		ecv := r.Item("ECV")
		if r.Err() != nil {
			return
		}
		v := c.eq.variables.findClass(id, constant)
		if v == nil {
			eac = secs2.EACConstantDoesNotExist
			c.why = "ECID " + id.Key()
			return
		}
		values = append(values, newValue{v, ecv})
	})
	if c.Err() != nil {
		c.illegal()
		return
	}
	var changed []*variable
	if eac == secs2.EACAccepted {
		changed, eac = c.setConstants(values)
	}
	if eac != secs2.EACAccepted {
		c.refused(eac)
	}
	c.begin().B(byte(eac))
	c.reply()
	c.eq.announce(changed)
}

// maxConstantItems bounds the items of one message: three for a constant.
const maxConstantItems = 1 + 3*maxAsked/2

// newValue is a value that a host wants a constant to have.
type newValue struct {
	v  *variable
	to secs2.Item
}

// setConstants makes all the values durable, or none. It returns the constants
// whose change is to be announced.
func (c *call) setConstants(values []newValue) ([]*variable, secs2.EAC) {
	for i := range values {
		accepted, ok := values[i].v.accept(values[i].to)
		if !ok {
			v := values[i].v
			c.why = fmt.Sprintf("ECID %d (%s): got %s, want %s", v.vid, v.name, itemText(values[i].to), v.wanted())
			return nil, secs2.EACOutOfRange
		}
		values[i].to = accepted
	}
	values = lastOfEach(values)
	if c.busy(values) {
		return nil, secs2.EACBusy
	}
	changed := c.eq.storeConstants(values)
	if c.eq.cfg.ConstantEvents == OperatorChanges {
		changed = nil
	}
	return changed, secs2.EACAccepted
}

// lastOfEach leaves the last value of each constant, in the order of the first.
func lastOfEach(values []newValue) []newValue {
	at := map[*variable]int{}
	kept := values[:0]
	for _, n := range values {
		if i, twice := at[n.v]; twice {
			kept[i] = n
			continue
		}
		at[n.v] = len(kept)
		kept = append(kept, n)
	}
	return kept
}

// busy tells whether a host may not set the values now (E30 3.3, 4.5), or not in
// one message.
func (c *call) busy(values []newValue) bool {
	e := c.eq
	for _, n := range values {
		switch {
		case n.v.rule.affects && c.host.ctl.state == OnLineLocal && e.active():
			c.why = fmt.Sprintf("ECID %d (%s) affects the process, which is %s in LOCAL", n.v.vid, n.v.name, e.process.state.Name)
			return true
		case e.unsafe(n.v):
			c.why = fmt.Sprintf("ECID %d (%s) does not change in %s", n.v.vid, n.v.name, e.process.state.Name)
			return true
		}
	}
	if size := encodedSize(values); size > maxCommit {
		c.why = fmt.Sprintf("%d bytes in one message, at most %d", size, maxCommit)
		return true
	}
	if e.cfg.ConstantEvents == AllChanges && len(values) > maxAnnounced {
		c.why = fmt.Sprintf("%d constants in one message, at most %d with an event each", len(values), maxAnnounced)
		return true
	}
	return false
}

func encodedSize(values []newValue) (size int) {
	for _, n := range values {
		size += len(n.to.Encoded())
	}
	return size
}

// storeConstants stores values that were accepted, and returns the constants
// that have another value now, in the order of the message.
func (e *Equipment) storeConstants(values []newValue) (changed []*variable) {
	before := map[*variable][]byte{}
	for _, n := range values {
		if _, twice := before[n.v]; !twice {
			before[n.v] = slices.Clone(n.v.value)
			changed = append(changed, n.v)
		}
		e.put(kindConstant, strconv.FormatUint(uint64(n.v.vid), 10), n.to.AppendCanonical(nil))
	}
	if _, told := before[e.material.setUpName]; !told && len(before) > 0 {
		e.setUpDoubtful()
	}
	return slices.DeleteFunc(changed, func(v *variable) bool { return slices.Equal(before[v], v.value) })
}
