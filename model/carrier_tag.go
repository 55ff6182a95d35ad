package model

import (
	"slices"

	"github.com/secsd/secsd/secs2"
)

// This file is the data on the tag of a carrier (S3F29, S3F31). E87 has them on the
// carrier itself; here they are kept with its object, in segments by DATASEG, at
// most maxUserBytes of them, and go with it. The segment without a name is what
// was written to the tag as a whole.

// TagRequest is CarrierTagReadData, or with Data CarrierTagWriteData.
type TagRequest struct {
	Location string // LOCID, "" is none given
	Carrier  string // the CarrierID of CARRIERSPEC, "" is none given
	Segment  string // DATASEG, "" is all of it
	Length   int    // DATALENGTH, WholeTag is all of it
	Data     secs2.Item
}

// WholeTag is the DATALENGTH that is not given.
const WholeTag = -1

// CheckTagRead tells how CarrierTagReadData is answered, and the data.
func (m *Model) CheckTagRead(r *TagRequest) (CarrierAnswer, secs2.Item) {
	h, no := m.tagged(r)
	if no != nil {
		return *no, secs2.Item{}
	}
	data, ok := m.carriers.at(h).readTag(r.Segment)
	switch {
	case !ok:
		return *invalid(ErrUnknownObject, "DATASEG %s", r.Segment), secs2.Item{}
	case r.Length > len(data.Data()):
		return *invalid(ErrImproper, "DATALENGTH %d, of %d", r.Length, len(data.Data())), secs2.Item{}
	case r.Length != WholeTag && data.Format() != secs2.List:
		size := data.Format().Size()
		data = secs2.Raw(data.Format(), data.Data()[:r.Length/size*size])
	}
	return CarrierAnswer{}, data
}

// readTag returns a segment; "" is the whole tag: the one segment there is, or
// the texts of all, one behind the other.
func (c *carrier) readTag(segment string) (secs2.Item, bool) {
	if c.extra == nil {
		return secs2.A(""), segment == ""
	}
	var all []byte
	for _, s := range c.extra.tag {
		it, err := secs2.Parse(s.value)
		if err != nil {
			panic("model: the tag of a carrier is no item: " + err.Error())
		}
		if s.name == segment || segment == "" && len(c.extra.tag) == 1 {
			return it, true
		}
		all = append(all, it.Data()...)
	}
	return secs2.A(string(all)), segment == ""
}

// CheckTagWrite tells how CarrierTagWriteData is answered. It changes nothing.
func (m *Model) CheckTagWrite(r *TagRequest) CarrierAnswer {
	h, no := m.tagged(r)
	if no != nil {
		return *no
	}
	c := m.carriers.at(h)
	if p := &m.ports[c.port-1]; p.transfer == ReadyToUnload {
		return *wrongState("carrier is ready to unload")
	}
	size := len(r.Segment) + len(r.Data.Encoded())
	if c.extra != nil && r.Segment != "" {
		for _, s := range c.extra.tag {
			if s.name != r.Segment {
				size += len(s.name) + len(s.value)
			}
		}
	}
	switch {
	case r.Length != WholeTag && r.Length != len(r.Data.Data()):
		return *invalid(ErrImproper, "DATALENGTH %d, of %d in DATA", r.Length, len(r.Data.Data()))
	case len(r.Segment) > textLength:
		return *invalid(ErrImproper, "DATASEG has more than %d characters", textLength)
	case size > maxUserBytes:
		return *invalid(ErrImproper, "DATA: a tag holds %d bytes", maxUserBytes)
	}
	return CarrierAnswer{}
}

// WriteTag does what CheckTagWrite accepts: a segment takes the place of the one
// with its name, the whole tag that of all.
func (m *Model) WriteTag(r *TagRequest) {
	h, _ := m.tagged(r)
	m.touchCarrier(h)
	x := m.carriers.at(h).more()
	written := tagSegment{r.Segment, r.Data.AppendCanonical(nil)}
	i := slices.IndexFunc(x.tag, func(s tagSegment) bool { return s.name == r.Segment })
	switch {
	case r.Segment == "":
		x.tag = []tagSegment{written}
	case i >= 0:
		x.tag[i] = written
	default:
		x.tag = append(x.tag, written)
	}
	m.run()
}

// tagged returns the carrier that a request names; it must be at a port, where
// tags are read and written.
func (m *Model) tagged(r *TagRequest) (uint32, *CarrierAnswer) {
	if r.Location == "" && r.Carrier == "" {
		return 0, invalid(ErrInsufficient, "LOCID or CARRIERSPEC is missing")
	}
	h := m.carriers.find(r.Carrier)
	if r.Carrier != "" && h == 0 {
		return 0, invalid(ErrUnknownObject, "CARRIERSPEC %s", r.Carrier)
	}
	if r.Location != "" {
		place := slices.Index(m.carrierLocations, r.Location) + 1
		if place == 0 {
			return 0, invalid(ErrUnknownObject, "LOCID %s", r.Location)
		}
		at := m.carrierAt(uint8(place))
		if h != 0 && at != h {
			return 0, invalid(ErrImproper, "%s is not at %s", r.Carrier, r.Location)
		}
		h = at
	}
	if h == 0 {
		return 0, deny(secs2.CAACKCannotPerformNow, ErrWrongState, "%s has no carrier that is known", r.Location)
	}
	switch c := m.carriers.at(h); {
	case c.place == 0:
		return 0, deny(secs2.CAACKCannotPerformNow, ErrWrongState, "%s is not here", c.id)
	case c.port == 0:
		return 0, deny(secs2.CAACKCannotPerformNow, ErrWrongState, "%s is at no port", c.id)
	}
	return h, nil
}

// carrierAt returns the carrier that rests at a place, 0 for none.
func (m *Model) carrierAt(place uint8) uint32 {
	for h, c := range m.carriers.all() {
		if c.place == place {
			return h
		}
	}
	return 0
}
