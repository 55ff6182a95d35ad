package model

// This file is the creation and removal of single substrates by the host (E90,
// S14F9 and S14F11).

// SubstrateSpec is what a substrate is created from.
type SubstrateSpec struct {
	ID          string // ObjID
	Location    string // SubstLocID
	Source      string // SubstSource; "" is Location, which it must be else
	Destination string // SubstDestination; "" is the source
	Lot         string // LotID
	Type        uint8  // SubstType
	Usage       uint8  // SubstUsage
}

// at is where the substrate is.
func (s *SubstrateSpec) at() string {
	if s.Location == "" {
		return s.Source
	}
	return s.Location
}

// CheckSubstrate returns why a substrate cannot be created.
func (m *Model) CheckSubstrate(s *SubstrateSpec) (faults []Fault) {
	add := complains(&faults)
	switch {
	case !validSubstID(s.ID):
		add(ErrAttributeValue, "ObjID %q is no identifier", s.ID)
	case m.findSubstrate(s.ID) != 0:
		add(ErrInUse, "%s", s.ID)
	}
	switch p := m.findPlace(s.at()); {
	case s.Source != "" && s.Source != s.at():
		add(ErrImproper, "SubstSource %s is not SubstLocID", s.Source)
	case p == 0:
		add(ErrImproper, "SubstLocID %s is no location", s.at())
	case m.occupant(p) != 0:
		add(ErrWrongState, "SubstLocID %s is OCCUPIED", s.at())
	case !m.takes(p):
		add(ErrWrongState, "SubstLocID %s: the slot map is not verified", s.at())
	}
	if owner, slot := cutSlotID(s.Destination); s.Destination != "" && m.findPlace(s.Destination) == 0 && (slot == 0 || !validID(owner)) {
		add(ErrImproper, "SubstDestination %s is no location", s.Destination)
	}
	for _, x := range []struct {
		name      string
		got, most int
	}{{"LotID", len(s.Lot), maxLotID}, {"SubstType", int(s.Type), maxSubstType}, {"SubstUsage", int(s.Usage), maxSubstUsage}} {
		if x.got > x.most {
			add(ErrAttributeValue, "%s: more than %d", x.name, x.most)
		}
	}
	return faults
}

// CreateSubstrate registers a substrate: SUB#1, SUB#10, and LOC#1 at a location of
// the equipment.
func (m *Model) CreateSubstrate(spec *SubstrateSpec) {
	p := m.findPlace(spec.at())
	s := substrate{id: spec.ID, lot: m.names.use(spec.Lot), kind: spec.Type, usage: spec.Usage}
	if p&inCarrier != 0 && s.id == m.placeID(p) {
		s.id = "" // the default one
	}
	if spec.Destination != "" {
		s.target = m.usePlaceName(m.cutPlaceID(spec.Destination))
	}
	m.enroll(s, p)
	m.placeEntered(p)
	m.run()
}

// RemoveSubstrate removes a substrate that exists: SUB#9. If it is IN PROCESS that ends LOST.
func (m *Model) RemoveSubstrate(id string) {
	h := m.findSubstrate(id)
	if m.substrates.at(h).process == InProcess {
		m.lose(h)
	} else {
		m.takeAway(h)
	}
	m.run()
}
