package model

import (
	"fmt"

	"github.com/secsd/secsd/secs2"
)

// substrateShelf keeps substrates:
//
//	L,11 {A SubstID, A SubstLocID, place source, place destination, A LotID, A PRJobID,
//	      U1[6] SubstState SubstProcState SubstType SubstUsage MaterialStatus flags,
//	      U8 registered (ns of Unix time), U4 sequence,
//	      L,0 | L,2 {A AcquiredID, U1 SubstIDStatus},
//	      L,n {L,3 {place, U4 in, U4 out (ms since registered)}}}
//	place = L,2 {A carrier or location, U1 slot, 0 for a location}
var substrateShelf = shelf{image: (*Model).substrateImage, put: (*Model).putSubstrate}

func (m *Model) substrateImage(id string, buf []byte) ([]byte, bool) {
	h := m.findSubstrate(id)
	if h == 0 {
		return buf, false
	}
	s := m.substrates.at(h)
	a := secs2.NewAppender(buf)
	a.List(11)
	a.Text(id)
	m.appendPlaceID(&a, s.place)
	m.appendPlacePair(&a, s.source)
	m.appendPlacePair(&a, s.target)
	a.Text(m.names.text(s.lot))
	a.Text(m.names.text(s.job))
	a.Data(secs2.FormatU1, []byte{byte(s.state), byte(s.process), s.kind, s.usage, s.material, byte(s.flags)})
	a.U8(uint64(s.registered))
	a.U4(s.sequence)
	if s.reading == nil {
		a.List(0)
	} else {
		a.List(2)
		a.Text(s.reading.acquired)
		a.U1(uint8(s.reading.status))
	}
	visits := s.visits()
	a.List(len(visits))
	for _, v := range visits {
		a.List(3)
		m.appendPlacePair(&a, v.place)
		a.U4(v.in)
		a.U4(v.out)
	}
	return a.Bytes(), true
}

func (s *substrate) visits() []visit {
	if s.history == nil {
		return nil
	}
	return *s.history
}

func (m *Model) appendPlacePair(a *secs2.Appender, n placeName) {
	a.List(2)
	a.Text(m.names.text(n.name()))
	a.U1(uint8(n.slot()))
}

// putSubstrate leaves the places alone: relinkSubstrates fills them.
func (m *Model) putSubstrate(id string, image []byte) error {
	h := m.substrateOfImage(id)
	if image == nil {
		if h != 0 {
			m.dropSubstrateNames(m.substrates.at(h))
			m.substrates.remove(h)
		}
		return nil
	}
	s, err := m.readSubstrate(image)
	if err != nil {
		return err
	}
	m.sequence = max(m.sequence, s.sequence)
	if h != 0 {
		old := m.substrates.at(h)
		m.dropSubstrateNames(old)
		*old = s
		return nil
	}
	m.substrates.add(s)
	return nil
}

// substrateOfImage finds a substrate while the places may be wrong.
func (m *Model) substrateOfImage(id string) uint32 {
	if h := m.substrates.find(id); h != 0 {
		return h
	}
	for h, s := range m.substrates.all() {
		if s.id == "" && m.substrateID(h) == id {
			return h
		}
	}
	return 0
}

func (m *Model) readSubstrate(image []byte) (s substrate, err error) {
	r, err := openImage(image, 11)
	if err != nil {
		return s, err
	}
	id, location := string(r.Text("SubstID")), string(r.Text("SubstLocID"))
	s.source, s.target = m.readPlacePair(&r), m.readPlacePair(&r)
	s.lot, s.job = m.names.use(string(r.Text("LotID"))), m.names.use(string(r.Text("PRJobID")))
	if codes := r.Item("states").Data(); len(codes) == 6 {
		s.state, s.process = SubstState(codes[0]), SubstProcState(codes[1])
		s.kind, s.usage, s.material, s.flags = codes[2], codes[3], codes[4], substrateFlags(codes[5])
	}
	s.registered, s.sequence = int64(r.Uint("registered")), uint32(r.Uint("sequence"))
	if r.TupleOrEmpty(2) {
		s.reading = &reading{string(r.Text("AcquiredID")), substIDStatus(r.Code("SubstIDStatus"))}
	}
	var visits []visit
	r.Each("SubstHistory", func(r *secs2.Reader) {
		r.Tuple(3)
		visits = append(visits, visit{m.readPlacePair(r), uint32(r.Uint("in")), uint32(r.Uint("out"))})
	})
	if err := r.Err(); err != nil {
		return s, err
	}
	if len(visits) > 0 {
		s.history = &visits
	}
	if s.place = m.findPlace(location); s.place == 0 {
		return s, noPlaceFor(id, location)
	}
	if def := string(appendSlotID(nil, m.names.text(s.source.name()), s.source.slot())); s.source.slot() == 0 || id != def {
		s.id = id
	}
	return s, nil
}

func (m *Model) readPlacePair(r *secs2.Reader) placeName {
	r.Tuple(2)
	owner := string(r.Text("carrier or location"))
	return m.usePlaceName(owner, int(r.Code("slot")))
}

// relinkSubstrates fills the places from the substrates.
func (m *Model) relinkSubstrates() error {
	for i := range m.locations {
		m.locations[i].substrate = 0
	}
	for _, c := range m.carriers.all() {
		for i, slots := 0, c.slots(); i < len(slots); i++ {
			slots[i].put(0)
		}
	}
	m.strays, m.conflicts, m.working = 0, 0, m.working[:0]
	for h, s := range m.substrates.all() {
		if !m.takes(s.place) {
			return fmt.Errorf("%w: two substrates are at %s, or nobody knows its slots", ErrValue, m.placeID(s.place))
		}
		m.settle(h, s.place)
		m.listWorking(h, NoSubstrate, s.state)
		if s.flags&conflicting != 0 {
			m.conflicts++
		}
	}
	return nil
}
