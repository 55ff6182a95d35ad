package gem

import (
	"fmt"
	"time"
	"unicode"
	"unicode/utf8"
)

// About is what the manual tells of the equipment besides the standard's
// identification (E5 11). Nothing of it reaches a host.
type About struct {
	Manufacturer string
	Product      string
	Function     string // what the equipment does
	Purpose      string // what the interface is for
	Changes      []Change
}

// Change tells what is new in a revision of the interface.
type Change struct {
	Revision string // as SOFTREV has it
	Date     string
	Text     string
}

// AboutDescription is the general part of the manual.
type AboutDescription struct {
	Manufacturer string              `json:"manufacturer"`
	Product      string              `json:"product"`
	Function     string              `json:"function"`
	Purpose      string              `json:"purpose"`
	Changes      []ChangeDescription `json:"changes"` // newest first
}

// ChangeDescription tells what is new in a revision.
type ChangeDescription struct {
	Revision string `json:"revision"`
	Date     string `json:"date,omitempty"`
	Text     string `json:"text"`
}

func (e *Equipment) describeAbout() AboutDescription {
	a := e.cfg.About
	d := AboutDescription{
		Manufacturer: a.Manufacturer, Product: a.Product, Function: a.Function, Purpose: a.Purpose, Changes: []ChangeDescription{},
	}
	for _, c := range a.Changes {
		d.Changes = append(d.Changes, ChangeDescription(c))
	}
	return d
}

// maxProse bounds a text for the manual, in bytes.
const maxProse = 2000

// prose checks a text that only the manual tells.
func (p *problems) prose(key, s string) {
	ok := len(s) <= maxProse && utf8.ValidString(s)
	for _, r := range s {
		ok = ok && (r == '\n' || unicode.IsPrint(r))
	}
	if !ok {
		if len(s) > 60 {
			s = s[:60] + "…"
		}
		p.add(key, fmt.Sprintf("%q", s), fmt.Sprintf("at most %d bytes of printable text", maxProse))
	}
}

func (p *problems) about(a About) {
	p.prose("equipment.manufacturer", a.Manufacturer)
	p.prose("equipment.product", a.Product)
	p.prose("equipment.function", a.Function)
	p.prose("equipment.purpose", a.Purpose)
	for i, c := range a.Changes {
		key := fmt.Sprintf("equipment.changes[%d]", i)
		p.prose(key+".revision", c.Revision)
		p.prose(key+".text", c.Text)
		if _, err := time.Parse(time.DateOnly, c.Date); err != nil && c.Date != "" {
			p.add(key+".date", fmt.Sprintf("%q", c.Date), "a date as 2026-01-31, in quotes")
		}
	}
}

// CommunicationsDescription is how the communications state model is set up
// (E30 3.2). Times are in seconds.
type CommunicationsDescription struct {
	Default          string  `json:"default"`
	Initiate         string  `json:"initiate"`
	EstablishTimeout float64 `json:"establish_timeout_s"`
	S1F13OnSelect    bool    `json:"s1f13_on_select"`
	LenientS1F13     bool    `json:"lenient_s1f13"`
	HoldMax          int     `json:"hold_max"` // primaries held in WAIT CRA
}

// ControlDescription is how the control state model is set up (E30 3.3).
type ControlDescription struct {
	Default       string `json:"default"`
	OnAttemptFail string `json:"on_attempt_fail"`
	Switch        string `json:"switch"` // at the very first start
	AttemptWaits  bool   `json:"attempt_waits_for_comm"`
}

func (e *Equipment) describeCommunications() CommunicationsDescription {
	c := e.cfg.Communications
	return CommunicationsDescription{
		Default: [...]string{"ENABLED", "DISABLED"}[c.Default], Initiate: [...]string{"equipment", "host-only"}[c.Initiate],
		EstablishTimeout: c.EstablishCommunicationsTimeout.Seconds(), S1F13OnSelect: c.S1F13OnSelect == S1F13AtOnce,
		LenientS1F13: c.HostS1F13 == LenientS1F13, HoldMax: c.HoldMax,
	}
}

func (e *Equipment) describeControl() ControlDescription {
	c := e.cfg.Control
	return ControlDescription{
		Default:       [...]string{"ATTEMPT ON-LINE", "EQUIPMENT OFF-LINE", "HOST OFF-LINE", "ON-LINE"}[c.Default],
		OnAttemptFail: [...]string{"HOST OFF-LINE", "EQUIPMENT OFF-LINE"}[c.OnAttemptFail],
		Switch:        [...]string{"REMOTE", "LOCAL"}[c.Switch], AttemptWaits: c.Attempt == AttemptWaits,
	}
}
