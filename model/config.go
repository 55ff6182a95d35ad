package model

import "github.com/secsd/secsd/secs2"

// Config describes the ports, places and bounds of an equipment. A zero Config
// is equipment without GEM300. New copies it; it does not change later.
type Config struct {
	// Name is the identifier that OBJSPEC may give the equipment: Equipment:NAME>.
	Name string
	// Ports are the load ports, numbered from 1 in this order; at most 20. None:
	// no GEM300.
	Ports []Port
	// Buffer are the carrier locations of internal buffer equipment; none: fixed
	// buffer. At most 200.
	Buffer []string
	// Locations hold one substrate each: robot arms, aligner, chambers; at most 60.
	Locations []Location
	// Modules are trackers of performance (E116) besides the equipment and the
	// locations that are production modules; at most 20.
	Modules []string
	Jobs    Jobs
	// RecipeVariables may be set by jobs with PRRECIPEMETHOD 2.
	RecipeVariables []RecipeVariable
	// PauseEvents are CEIDs that may pause a job, besides those of substrates and
	// module processes.
	PauseEvents []uint32
	// Clock says who sets the clock (E148).
	Clock ClockSource
	// PIO are the timers of E84.
	PIO PIOTimers
}

// Port is a load port.
type Port struct {
	// Location is where a carrier stands after the load: default LP1 for port 1,
	// and so on. Dock is where it is docked; "" is a port that does not dock.
	Location, Dock string
	// Capacity is the number of slots of its carriers: 1 to 25, default 25.
	Capacity int
	// Reader says whether it has a carrier ID reader.
	Reader Reader
	// Access and Service are those at the very first start; later its own last
	// ones count. The zero values are MANUAL and IN SERVICE.
	Access  AccessMode
	Service FirstService
}

// Reader says whether there is a reader.
type Reader uint8

// The choices.
const (
	HasReader Reader = iota
	NoReader
)

// FirstService is the service status at the very first start.
type FirstService uint8

// The choices.
const (
	StartInService FirstService = iota
	StartOutOfService
)

// Location is a place for one substrate.
type Location struct {
	Name string
	Use  LocationUse
	// Reader says that it has a substrate reader: the zero value is none.
	Reader SubstrateReader
}

// LocationUse says what a location is.
type LocationUse uint8

// PlainLocation is a robot arm, an aligner or the like; ProductionModule is one
// that processes: it has an EPT tracker and module process events.
const (
	PlainLocation LocationUse = iota
	ProductionModule
)

// SubstrateReader says whether a location has a substrate reader.
type SubstrateReader uint8

// The choices.
const (
	NoSubstrateReader SubstrateReader = iota
	HasSubstrateReader
)

// Jobs bounds and orders process jobs and control jobs.
type Jobs struct {
	// MaxProcessJobs and MaxControlJobs bound those that exist; default 32 each, at
	// most 100,000. With more than some 400 a message that removes them all takes
	// longer than a Step should.
	MaxProcessJobs, MaxControlJobs int
	// MaxActiveControlJobs bounds those that are ACTIVE, MaxActiveProcessJobs the
	// process jobs that are; at most 1000, and no more than there may be. Default is
	// the number of ports, if that is not more.
	MaxActiveControlJobs, MaxActiveProcessJobs int
	// PerControlJob bounds the ACTIVE process jobs of one control job; default 1, at
	// most 1000.
	PerControlJob int
	// ControlJobs says whether process jobs need one.
	ControlJobs ControlJobNeed
	// Extinct says when a process job that is POST ACTIVE goes: PJ#7.
	Extinct Extinction
	// Action says what a missing Action of CJCancel, CJStop or CJAbort means.
	Action ActionDefault
}

// ControlJobNeed says whether process jobs wait for a control job.
type ControlJobNeed uint8

// The choices.
const (
	ControlJobRequired ControlJobNeed = iota
	NoControlJobs
)

// Extinction is the trigger of PJ#7.
type Extinction uint8

// MaterialGone is the standard's; WithControlJob is what older hosts expect.
const (
	MaterialGone Extinction = iota
	WithControlJob
)

// ActionDefault is what a missing Action means.
type ActionDefault uint8

// LenientAction takes SAVEJOBS for it, StrictAction refuses with 13.
const (
	LenientAction ActionDefault = iota
	StrictAction
)

// ClockSource says who sets the clock.
type ClockSource uint8

// FreeClock is set by S2F31; NTPClock by the operating system: S2F31 is refused
// then.
const (
	FreeClock ClockSource = iota
	NTPClock
)

// RecipeVariable is a variable that jobs may set.
type RecipeVariable struct {
	Name   string
	Format secs2.Format
	// Min and Max bound numbers; the zero Item is no bound.
	Min, Max secs2.Item
}

// PIOTimers are TP1 to TP5 of E84 in seconds; 0 is the typical value: 2, 2, 60, 60, 2.
type PIOTimers struct{ TP1, TP2, TP3, TP4, TP5 int }

// Enabled tells whether the equipment has GEM300.
func (c *Config) Enabled() bool { return len(c.Ports) > 0 }
