package model

// Order is what the tool is to do now. It is given once the changes it follows
// from are durable, and again after a start as long as the state calls for it:
// orders must be safe to repeat.
type Order struct {
	Verb      Verb
	Port      int    // its number, 0: none
	Carrier   string // its CarrierID, if it has one
	Substrate string
	Job       string // a process job
	// MaterialOrder is PRMTRLORDER, of Process for a job that no control job rules.
	MaterialOrder uint8
}

// Verb says what to do.
type Verb uint8

// The verbs.
const (
	// ReadID: read the carrier ID at the port.
	ReadID Verb = iota + 1
	// Dock: dock and open the carrier on the port, and map its slots.
	Dock
	// Undock: close, undock and unclamp the carrier on the port; what is out of it
	// is back. With UnclampControl 2 a port in AUTO unclamps at ClampRelease.
	Undock
	// SetUp: do the pre-conditioning of a process job.
	SetUp
	// Process: process the material of a process job.
	Process
	// Pause, Resume, Stop and Abort concern a process job.
	Pause
	Resume
	Stop
	Abort
	// WaferGo: a substrate that waited for its ID goes on; WaferReturn: it goes
	// home unprocessed.
	WaferGo
	WaferReturn
	// CarrierIn and CarrierOut move a carrier between port and internal buffer.
	CarrierIn
	CarrierOut
	// ClampRelease: the carrier may leave the write position, because the host has
	// said so or the AMHS has come; unclamp it.
	ClampRelease
	// Resynchronize: tell what is where; the equipment has started.
	Resynchronize
)

var verbNames = [...]string{
	"", "read-id", "dock", "undock", "set-up", "process", "pause", "resume", "stop", "abort", "wafer-go", "wafer-return",
	"carrier-in", "carrier-out", "clamp-release", "resynchronize",
}

func (v Verb) String() string { return verbNames[v] }
