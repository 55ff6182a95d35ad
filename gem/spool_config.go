package gem

import (
	"fmt"

	"github.com/secsd/secsd/spool"
)

// Spool configures spooling (E30 4.11). It is off until a host sets the constant
// EnableSpooling.
type Spool struct {
	// MaxBytes bounds the spool of all hosts together: files, memory and
	// bookkeeping; shared equally. spool.MinBytes per host to spool.MaxBytes,
	// which is the default.
	MaxBytes int
	// OnT3 says what a spooled message without its reply does.
	OnT3 OnT3
	// InFlight says what becomes of primaries that were not answered.
	InFlight InFlight
	// Order says what comes first in the spool.
	Order SpoolOrder
	// Default is what spools until a host selects: streams, or functions of
	// them. Empty is nothing.
	Default []SpoolSelection
}

// SpoolSelection selects primaries of a stream for the spool.
type SpoolSelection struct {
	Stream byte
	// Functions are odd; none are all that the equipment may send.
	Functions []byte
}

// selection returns the default as a set.
func (c *Config) selection(known *primaries) selection {
	set := selection{}
	for _, x := range c.Spool.Default {
		set.addStream(x.Stream, x.Functions, known)
	}
	return set
}

func (p *problems) spool(c *Config) {
	s, hosts, known := c.Spool, len(c.Hosts), c.spoolable()
	if low := spool.MinBytes * max(hosts, 1); low <= spool.MaxBytes {
		p.number("spool.max_bytes", s.MaxBytes, low, spool.MaxBytes)
	} else {
		p.add("hosts", hosts, fmt.Sprintf("at most %d: each needs %d bytes of spool", spool.MaxBytes/spool.MinBytes, spool.MinBytes))
	}
	for i, x := range s.Default {
		for _, f := range (selected{x.Stream, x.Functions}).faults(&known) {
			got := fmt.Sprintf("stream %d", f.stream)
			if f.functions != nil {
				got = fmt.Sprintf("S%dF%d", f.stream, f.functions[0])
			}
			p.add(fmt.Sprintf("spool.default_set[%d]", i), got, "a primary that the equipment may send, not of stream 1")
		}
	}
}
