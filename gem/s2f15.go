package gem

import (
	"fmt"
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
// value that does not fit.
func s2f15(c *call) {
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
	if eac == secs2.EACAccepted {
		eac = c.eq.setConstants(values)
	}
	if eac != secs2.EACAccepted {
		c.refused(eac)
	}
	c.begin().B(byte(eac))
	c.reply()
}

// newValue is a value that a host wants a constant to have.
type newValue struct {
	v  *variable
	to secs2.Item
}

// setConstants makes all the values durable, or none.
func (e *Equipment) setConstants(values []newValue) secs2.EAC {
	for i := range values {
		accepted, ok := values[i].v.accept(values[i].to)
		if !ok {
			v := values[i].v
			e.call.why = fmt.Sprintf("ECID %d (%s): got %s, want %s", v.vid, v.name, itemText(values[i].to), v.wanted())
			return secs2.EACOutOfRange
		}
		values[i].to = accepted
	}
	size := 0
	for _, n := range values {
		size += len(n.to.Encoded())
	}
	if size > maxCommit {
		e.call.why = fmt.Sprintf("%d bytes in one message, at most %d", size, maxCommit)
		return secs2.EACBusy
	}
	for _, n := range values {
		e.put(kindConstant, strconv.FormatUint(uint64(n.v.vid), 10), n.to.AppendCanonical(nil))
	}
	return secs2.EACAccepted
}
