package model

// substrate is a Substrate object (E90).
type substrate struct {
	id string
}

func (s *substrate) ident() string { return s.id }

// location is a place of the equipment for one substrate (E90 SubstLoc).
type location struct{ name string }

func (m *Model) newLocations() {}

func (m *Model) tellSubstrate(Fact) error { return ErrUnknown }

func (c *Config) locationVariables() []Variable { return nil }
