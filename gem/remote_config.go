package gem

import (
	"fmt"
	"slices"
	"time"

	"github.com/secsd/secsd/secs2"
)

// RemoteControl configures remote control (E30 4.4).
type RemoteControl struct {
	// Deadline is how long the tool may take to answer a command before the
	// host gets HCACK 64; it must be less than the host's T3. 100 ms to 120 s,
	// default 5 s.
	Deadline time.Duration
	// CurrentCycle and SafeBreakPoint say in the manual what STOP finishes, and
	// where PAUSE and ABORT stop.
	CurrentCycle, SafeBreakPoint string
	// LocalHCACK answers a command that LOCAL does not allow: 2, which is the
	// default, or a code of one's own from 64 on.
	LocalHCACK secs2.HCACK
	// Case says how RCMD is compared.
	Case CommandCase
	// S2F21 says whether that message is served.
	S2F21 OldCommands
	// HCACK and CPACK say what the tool's own codes mean, 64 or more; for the
	// manual.
	HCACK, CPACK []Meaning
}

func (p *problems) remote(r RemoteControl) {
	if d := r.Deadline; d < 100*time.Millisecond || d > 2*time.Minute {
		p.add("rcmd.deadline", d, "100ms to 120s")
	}
	if code := r.LocalHCACK; code != 0 && code != secs2.HCACKCannotPerformNow && code < 64 {
		p.add("rcmd.local_hcack", uint8(code), "2, or 64 to 255")
	}
	p.codes("rcmd.hcack", r.HCACK, uint64(HCACKNoAnswer)+1)
	p.codes("rcmd.cpack", r.CPACK, 64)
}

// codes checks codes of the tool's own, which begin at low.
func (p *problems) codes(key string, list []Meaning, low uint64) {
	for i, m := range list {
		at := fmt.Sprintf("%s[%d]", key, i)
		if m.Value < low || m.Value > 255 {
			p.add(at+".code", m.Value, fmt.Sprintf("%d to 255", low))
		}
		if slices.ContainsFunc(list[:i], func(o Meaning) bool { return o.Value == m.Value }) {
			p.add(at+".code", m.Value, "each code once")
		}
		p.prose(at+".means", m.Means)
	}
}
