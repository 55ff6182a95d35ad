package model

import "github.com/secsd/secsd/secs2"

// Variable is a data variable or a status variable of GEM300.
type Variable struct {
	VID       uint32 // by default
	Name      string
	Format    secs2.Format
	MaxLength int // of a text in bytes, of numbers in values, of a list in encoded bytes
	Units     string
	Meaning   string // for the manual
	Append    func(m *Model, a *secs2.Appender)
}

// Event is a collection event of GEM300.
type Event struct {
	CEID uint32 // by default
	Name string
	Data []string // the data variables that are valid at it
	When string   // for the manual
}

// spread is a default identifier. Those below 1000 are the equipment's; what has no
// room there goes on at 10,000, far from what tools take.
func spread(id int) uint32 {
	if id >= 1000 {
		id += 9000
	}
	return uint32(id)
}
