package gem

import "github.com/secsd/secsd/secs2"

// s7f23 answers Formatted Process Program Send. ACKC7 0 says that the message was
// understood; what the verification found follows in S7F27. A program with faults
// is not stored, and one that has its name stays.
//
//	S7F23 W <L [4] <A PPID> <A MDLN> <A SOFTREV> <L [c] <L [2] CCODE <L [p] PPARM …>> …>>.
//	S7F24 <B ACKC7>.
func s7f23(c *call) {
	if len(c.eq.cfg.Programs.Commands) == 0 {
		c.why = "no pp.ccodes are configured"
		c.refused(secs2.ACKC7ModeUnsupported)
		c.begin().B(byte(secs2.ACKC7ModeUnsupported))
		c.reply()
		return
	}
	c.receiveProgram()
}
