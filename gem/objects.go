package gem

import (
	"github.com/secsd/secsd/model"
	"github.com/secsd/secsd/secs2"
)

// This file is what the messages of objects (stream 14) have in common.

// maxObjectItems is far beyond the items of any sensible message about objects and
// jobs, maxObjectBytes beyond its length.
const (
	maxObjectItems = 20_000
	maxObjectBytes = 1 << 20
)

// absurd reports, with S9F11, a message about objects or jobs that is larger than
// any sensible one.
func (c *call) absurd() bool {
	if len(c.body.Encoded()) > maxObjectBytes {
		c.host.s9(s9f11, c.header)
		return true
	}
	return c.exceeds(maxObjectItems)
}

// barred says why the host may not have things moved now; nil: it may.
func (c *call) barred() []model.Fault {
	switch {
	case c.mayMove():
		return nil
	case !c.host.controls():
		return []model.Fault{{Code: model.ErrWrongState, Text: "another host controls the equipment"}}
	}
	return []model.Fault{{Code: model.ErrWrongState, Text: "the equipment is LOCAL"}}
}

// settings reads a list of L[2] {ATTRID, ATTRDATA}.
func (c *call) settings() (list []model.Setting) {
	c.Each("attributes", func(r *secs2.Reader) {
		r.Tuple(2)
		list = append(list, model.Setting{Attribute: r.Name("ATTRID"), Data: r.Item("ATTRDATA")})
	})
	return list
}

// names reads a list of identifiers.
func (c *call) names(item string) (list []string) {
	c.Each(item, func(r *secs2.Reader) { list = append(list, r.Name(item)) })
	return list
}

// appendObjectStatus appends L[2] {OBJACK, errors}; OBJACK is 1 if there is any.
func (c *call) appendObjectStatus(a *secs2.Appender, faults []model.Fault) {
	a.List(2)
	a.U1(uint8(min(len(faults), 1)))
	appendFaults(a, faults)
	c.faulty(faults)
}

// faulty logs the first of the faults that a host gets.
func (c *call) faulty(faults []model.Fault) {
	if len(faults) > 0 {
		c.refused(faults[0])
	}
}

// storageFault is what messages say whose change cannot be stored.
var storageFault = model.Fault{Code: model.ErrBusy, Text: "storage refuses"}

// refusedObject is a secondary of stream 14 whose change cannot be stored: what
// comes before OBJACK, and OBJACK with storageFault.
func refusedObject(before ...secs2.Item) refusal {
	status := secs2.L(secs2.U1(1), secs2.L(faultItem(storageFault)))
	return refusal(secs2.L(append(before, status)...).Encoded())
}

func faultItem(f model.Fault) secs2.Item { return secs2.L(secs2.U4(uint32(f.Code)), secs2.A(f.Text)) }
