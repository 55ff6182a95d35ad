package model

import (
	"bytes"
	"slices"
	"strings"

	"github.com/secsd/secsd/secs2"
)

// This file is the properties that hosts give carriers with Bind,
// CarrierNotification, ProceedWithCarrier and CarrierReCreate, each a Setting:
// CATTRID and CATTRDATA.

// properties are those of one request; nil slices and 0 are not given.
type properties struct {
	capacity uint8
	slotMap  []uint8
	content  []content
	count    *uint8
	usage    *string
	user     []userAttribute
}

// content is what is in a slot.
type content struct{ lot, id string }

// maxUserBytes bounds the attributes of a carrier with names of the host's, and
// what its tag holds, in bytes.
const maxUserBytes = 4096

// propertyReaders read the properties that a host may give; the other attributes
// are the equipment's.
var propertyReaders = map[string]func(p *properties, it secs2.Item) bool{
	"CAPACITY":       (*properties).readCapacity,
	"SLOTMAP":        (*properties).readSlotMap,
	"CONTENTMAP":     (*properties).readContent,
	"SUBSTRATECOUNT": (*properties).readCount,
	"USAGE":          (*properties).readUsage,
}

// readProperties reads a list of properties for a carrier with so many slots, 0 for
// a number that nobody knows; fixed says that it cannot be another one.
func readProperties(list []Setting, capacity uint8, fixed bool) (*properties, []Fault) {
	p := &properties{}
	var faults []Fault
	for _, x := range list {
		if f := p.read(x); f != nil {
			faults = append(faults, *f)
		}
	}
	if len(faults) > 0 {
		return nil, faults
	}
	slots := p.slots(capacity)
	add := complains(&faults)
	if p.capacity != 0 && fixed && p.capacity != capacity {
		add(ErrAttributeValue, "Capacity is %d already", capacity)
	}
	if p.slotMap != nil && len(p.slotMap) != slots {
		add(ErrAttributeValue, "SlotMap: %d slots, of %d", len(p.slotMap), slots)
	}
	if p.content != nil && len(p.content) != slots {
		add(ErrAttributeValue, "ContentMap: %d slots, of %d", len(p.content), slots)
	}
	if p.count != nil && slots != 0 && int(*p.count) > slots {
		add(ErrAttributeValue, "SubstrateCount: %d, in %d slots", *p.count, slots)
	}
	return p, faults
}

// slots is the number of slots that the lists must have.
func (p *properties) slots(capacity uint8) int {
	switch {
	case p.capacity != 0:
		return int(p.capacity)
	case capacity != 0:
		return int(capacity)
	case p.slotMap != nil:
		return len(p.slotMap)
	}
	return len(p.content)
}

func (p *properties) read(x Setting) *Fault {
	if read := propertyReaders[strings.ToUpper(x.Attribute)]; read != nil {
		if !read(p, x.Data) {
			f := fault(ErrAttributeValue, "%s: wrong format or value", x.Attribute)
			return &f
		}
		return nil
	}
	switch {
	case attributeNamed(carrierType.Attributes, x.Attribute) != nil:
		return &Fault{ErrReadOnly, Clip(x.Attribute)}
	case !isUserName(x.Attribute):
		return &Fault{ErrUnknownAttribute, Clip(x.Attribute)}
	}
	p.user = withAttribute(p.user, userAttribute{x.Attribute, x.Data.AppendCanonical(nil)})
	if userBytes(p.user) > maxUserBytes {
		f := fault(ErrAttributeValue, "%s: more than %d bytes", x.Attribute, maxUserBytes)
		return &f
	}
	return nil
}

// isUserName tells whether a host may give an attribute that name.
func isUserName(name string) bool {
	return len(name) > 2 && len(name) <= maxAttributeID && strings.EqualFold(name[:2], "UD") && validID(name)
}

// maxAttributeID is the longest ATTRID.
const maxAttributeID = 40

// withAttribute puts an attribute into a list, in the place of one with its name.
func withAttribute(list []userAttribute, at userAttribute) []userAttribute {
	for i := range list {
		if strings.EqualFold(list[i].name, at.name) {
			list[i] = at
			return list
		}
	}
	return append(list, at)
}

func userBytes(list []userAttribute) (n int) {
	for _, at := range list {
		n += len(at.name) + len(at.value)
	}
	return n
}

// oneUint reads one number that is not negative, of any integer format.
func oneUint(it secs2.Item, most uint64) (uint8, bool) {
	if it.Len() != 1 {
		return 0, false
	}
	for v := range it.Uints() {
		return uint8(v), v <= most
	}
	for v := range it.Ints() {
		return uint8(v), v >= 0 && uint64(v) <= most
	}
	return 0, false
}

// oneText reads a text of at most that many bytes.
func oneText(it secs2.Item, most int) (string, bool) {
	if it.Format() != secs2.ASCII && it.Format() != secs2.JIS8 || it.Len() > most {
		return "", false
	}
	return string(it.Data()), true
}

func (p *properties) readCapacity(it secs2.Item) (ok bool) {
	p.capacity, ok = oneUint(it, maxCapacity)
	return ok && p.capacity > 0
}

// readSlotMap takes a list of codes or an array of them.
func (p *properties) readSlotMap(it secs2.Item) bool {
	p.slotMap = []uint8{}
	if it.Format() != secs2.List {
		for v := range it.Uints() {
			if len(p.slotMap) > maxCapacity || v > uint64(SlotCrossSlotted) {
				return false
			}
			p.slotMap = append(p.slotMap, uint8(v))
		}
		return it.Format().Unsigned()
	}
	for x := range it.All() {
		code, ok := oneUint(x, uint64(SlotCrossSlotted))
		if !ok || len(p.slotMap) > maxCapacity {
			return false
		}
		p.slotMap = append(p.slotMap, code)
	}
	return true
}

func (p *properties) readContent(it secs2.Item) bool {
	p.content = []content{}
	if it.Format() != secs2.List || it.Len() > maxCapacity {
		return false
	}
	for x := range it.All() {
		if x.Format() != secs2.List || x.Len() != 2 {
			return false
		}
		var texts []string
		for t := range x.All() {
			text, ok := oneText(t, maxSubstID)
			if !ok {
				return false
			}
			texts = append(texts, text)
		}
		if len(texts[0]) > maxLotID || texts[1] != "" && !validSubstID(texts[1]) {
			return false
		}
		p.content = append(p.content, content{texts[0], texts[1]})
	}
	return true
}

func (p *properties) readCount(it secs2.Item) bool {
	n, ok := oneUint(it, maxCapacity)
	p.count = &n
	return ok
}

func (p *properties) readUsage(it secs2.Item) bool {
	text, ok := oneText(it, textLength)
	p.usage = &text
	return ok
}

// give gives a carrier properties. A slot map that the equipment has read stays,
// unless the reading failed.
func (m *Model) give(h uint32, p *properties) {
	if p == nil {
		return
	}
	m.touchCarrier(h)
	c := m.carriers.at(h)
	if slots := p.slots(c.capacity); slots > 0 && (p.capacity != 0 || p.slotMap != nil || p.content != nil) {
		c.capacity = uint8(slots)
		c.flags |= capacityTold
	}
	if p.slotMap != nil && c.flags&mapRead == 0 {
		c.needSlots()
		for i, code := range p.slotMap {
			c.slots()[i].setMapped(code)
		}
		c.flags |= mapTold
	}
	if p.content != nil {
		m.dropContent(c)
		c.needSlots()
		for i, x := range p.content {
			s := &c.slots()[i]
			s.lot, s.id = m.names.use(x.lot), m.names.use(x.id)
		}
		c.flags |= contentTold
	}
	if p.usage != nil {
		m.names.drop(c.usage)
		c.usage = m.names.use(*p.usage)
	}
	if p.count != nil {
		c.more().count = *p.count
		c.flags |= countTold
	}
	for _, at := range p.user {
		c.more().attributes = withAttribute(c.extra.attributes, userAttribute{at.name, bytes.Clone(at.value)})
	}
}

// more returns what few carriers have, made if there is none.
func (c *carrier) more() *carrierExtra {
	if c.extra == nil {
		c.extra = &carrierExtra{}
	}
	return c.extra
}

// user returns the attribute of a host's name.
func (c *carrier) user(name string) ([]byte, bool) {
	if c.extra == nil {
		return nil, false
	}
	i := slices.IndexFunc(c.extra.attributes, func(at userAttribute) bool { return strings.EqualFold(at.name, name) })
	if i < 0 {
		return nil, false
	}
	return c.extra.attributes[i].value, true
}
