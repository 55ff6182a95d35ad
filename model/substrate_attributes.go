package model

import (
	"time"

	"github.com/secsd/secsd/secs2"
)

// substrateType is Substrate (E90.1). Batches there are none.
var substrateType = &ObjectType{
	Name:     "Substrate",
	Services: []string{updateSubstrateObject, proceedWithSubstrate, cancelSubstrate},
	find:     (*Model).findSubstrate,
	id:       (*Model).substrateID,
	each: func(m *Model, yield func(uint32) bool) {
		for h := range m.substrates.all() {
			if !yield(h) {
				return
			}
		}
	},
	Attributes: []Attribute{
		{Name: "ObjType", value: func(_ *Model, _ uint32, a *secs2.Appender) { a.Text("Substrate") }},
		{Name: "ObjID", value: func(m *Model, h uint32, a *secs2.Appender) { m.appendSubstrateID(a, h) }},
		{
			Name: "LotID", Access: ReadWrite, Format: secs2.ASCII,
			value: func(m *Model, h uint32, a *secs2.Appender) { a.Text(m.names.text(m.substrates.at(h).lot)) },
			check: func(_ *Model, _ uint32, it secs2.Item, _ *Change) *Fault { return atMost("LotID", it.Len(), maxLotID) },
			set: func(m *Model, h uint32, it secs2.Item) {
				m.touchSubstrate(h)
				s := m.substrates.at(h)
				old := s.lot
				s.lot = m.names.use(string(it.Data()))
				m.names.drop(old)
			},
		},
		ofSubstrate("MaterialStatus", func(s *substrate) uint8 { return s.material }),
		{Name: "SubstDestination", value: func(m *Model, h uint32, a *secs2.Appender) { m.appendPlaceName(a, m.substrates.at(h).target) }},
		{Name: "SubstHistory", value: (*Model).appendHistory},
		{Name: "SubstLocID", value: func(m *Model, h uint32, a *secs2.Appender) { m.appendPlaceID(a, m.substrates.at(h).place) }},
		ofSubstrate("SubstProcState", func(s *substrate) uint8 { return uint8(s.process) }),
		{Name: "SubstSource", value: func(m *Model, h uint32, a *secs2.Appender) { m.appendPlaceName(a, m.substrates.at(h).source) }},
		ofSubstrate("SubstState", func(s *substrate) uint8 { return uint8(s.state) }),
		settable("SubstType", maxSubstType, func(s *substrate) *uint8 { return &s.kind }),
		settable("SubstUsage", maxSubstUsage, func(s *substrate) *uint8 { return &s.usage }),
		{Name: "SubstIDStatus", value: func(m *Model, h uint32, a *secs2.Appender) {
			if !m.readsSubstrates() {
				noValue(a, secs2.FormatU1)
				return
			}
			a.U1(uint8(m.substrates.at(h).idStatus()))
		}},
		{Name: "AcquiredID", value: func(m *Model, h uint32, a *secs2.Appender) {
			if r := m.substrates.at(h).reading; r != nil {
				a.Text(r.acquired)
				return
			}
			a.Text("")
		}},
	},
}

// Bounds of the attributes that hosts may set.
const (
	maxLotID      = 80
	maxSubstType  = 3 // mask or reticle
	maxSubstUsage = 2 // filler
)

func ofSubstrate(name string, code func(*substrate) uint8) Attribute {
	return Attribute{Name: name, value: func(m *Model, h uint32, a *secs2.Appender) { a.U1(code(m.substrates.at(h))) }}
}

// settable is an attribute that is a code from 0 to most.
func settable(name string, most int, at func(*substrate) *uint8) Attribute {
	x := ofSubstrate(name, func(s *substrate) uint8 { return *at(s) })
	x.Access, x.Format = ReadWrite, secs2.FormatU1
	x.check = func(_ *Model, _ uint32, it secs2.Item, _ *Change) *Fault {
		return atMost(name, int(it.Data()[0]), most)
	}
	x.set = func(m *Model, h uint32, it secs2.Item) {
		m.touchSubstrate(h)
		*at(m.substrates.at(h)) = it.Data()[0]
	}
	return x
}

func atMost(name string, got, most int) *Fault {
	if got > most {
		return &Fault{ErrAttributeValue, name}
	}
	return nil
}

func (m *Model) appendSubstrateID(a *secs2.Appender, h uint32) {
	s := m.substrates.at(h)
	if s.id != "" {
		a.Text(s.id)
		return
	}
	m.appendPlaceName(a, s.source)
}

// appendHistory appends SubstHistory: L[n] {L[3] {A place, A TimeIn, A TimeOut}},
// the oldest first; the present place has no TimeOut.
func (m *Model) appendHistory(h uint32, a *secs2.Appender) {
	s := m.substrates.at(h)
	visits := s.visits()
	if visits == nil {
		visits = []visit{{place: s.source}}
	}
	a.List(len(visits))
	for i, v := range visits {
		a.List(3)
		m.appendPlaceName(a, v.place)
		m.appendTime(a, s.at(v.in))
		if i == len(visits)-1 {
			a.Text("")
		} else {
			m.appendTime(a, s.at(v.out))
		}
	}
}

// at returns the time so many milliseconds after the substrate was registered.
func (s *substrate) at(ms uint32) time.Time {
	return time.Unix(0, s.registered+int64(ms)*int64(time.Millisecond))
}

// appendTime appends a TIMESTAMP of 16 digits in the equipment's time zone:
// YYYYMMDDhhmmsscc.
func (m *Model) appendTime(a *secs2.Appender, t time.Time) {
	a.Data(secs2.ASCII, appendStamp(make([]byte, 0, 24), t.In(m.now.Location())))
}

func appendStamp(buf []byte, t time.Time) []byte {
	buf = t.AppendFormat(buf, "20060102150405")
	cc := t.Nanosecond() / int(10*time.Millisecond)
	return append(buf, '0'+byte(cc/10), '0'+byte(cc%10))
}
