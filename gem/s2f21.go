package gem

import "github.com/secsd/secsd/secs2"

// s2f21 answers Remote Command Send, which has no parameters and is older than
// GEM.
//
//	S2F21 <A RCMD>.
//	S2F22 <U1 CMDA>.
func s2f21(c *call) {
	name := string(c.Text("RCMD"))
	if c.Err() != nil {
		c.illegal()
		return
	}
	c.command(remoteCommand{name: name})
}

// cmda tells an HCACK in S2F22: accepted is done, and all that does not go now is
// one code. The tool's own codes stay.
func cmda(hcack secs2.HCACK) secs2.CMDA {
	switch {
	case hcack == secs2.HCACKDone || hcack == secs2.HCACKCompletionLater:
		return secs2.CMDADone
	case hcack == secs2.HCACKCommandDoesNotExist:
		return secs2.CMDACommandDoesNotExist
	case hcack >= 64:
		return secs2.CMDA(hcack)
	}
	return secs2.CMDACannotPerformNow
}
