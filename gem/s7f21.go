package gem

import "github.com/secsd/secsd/secs2"

// s7f21 answers Equipment Process Capabilities Request with what formatted
// programs consist of. No command has to be there, blocks there are none, and no
// order is asked for; every parameter is, one value of it, or a text of at most
// PMAX characters.
//
//	S7F21 W.
//	S7F22 <L [5] <A MDLN> <A SOFTREV> <U4 CMDMAX> <U4 BYTMAX>
//	  <L [c] <L [11] <U2 CCODE> <A CNAME> <BOOLEAN RQCMD> <I1 BLKDEF>
//	    <U2 BCDS> <U2 IBCDS> <U2 NBCDS> <U2 ACDS> <U2 IACDS> <U2 NACDS>
//	    <L [p] <L [9|5|4] <A PNAME> <BOOLEAN RQPAR> PDFLT <U4 PMAX> …> …>> …>>.
func s7f21(c *call) {
	if !c.headerOnly() {
		c.illegal()
		return
	}
	programs := &c.eq.cfg.Programs
	a := c.begin()
	a.List(5)
	a.Text(c.eq.cfg.MDLN)
	a.Text(c.eq.cfg.SOFTREV)
	a.U4(maxProcessCommands)
	a.U4(uint32(programs.MaxBytes))
	a.List(len(programs.Commands))
	for i := range programs.Commands {
		appendCapability(a, &programs.Commands[i])
	}
	c.reply()
}

func appendCapability(a *secs2.Appender, cmd *ProcessCommand) {
	a.List(11)
	a.U2(cmd.CCODE)
	a.Text(cmd.Name)
	a.Bool(false)
	a.Data(secs2.FormatI1, []byte{0})
	for range 6 { // BCDS to NACDS
		a.Data(secs2.FormatU2, nil)
	}
	a.List(len(cmd.Parameters))
	for i := range cmd.Parameters {
		appendParameter(a, &cmd.Parameters[i])
	}
}

// appendParameter appends a numeric parameter with its limits and resolution, a
// text with the values that it may have, all of them, or any other.
func appendParameter(a *secs2.Appender, p *ProcessParameter) {
	switch {
	case numeric(p.Format):
		a.List(9)
	case p.Format.Textual() || p.Format == secs2.Binary:
		a.List(5)
	default:
		a.List(4)
	}
	a.Text(p.Name)
	a.Bool(true)
	a.Data(p.Format, nil)
	a.U4(uint32(p.MaxLength))
	if p.Format.Textual() || p.Format == secs2.Binary {
		a.List(0)
	}
	if !numeric(p.Format) {
		return
	}
	for _, bound := range []secs2.Item{p.Min, p.Max} {
		if bound.IsZero() {
			bound = noValue(p.Format)
		}
		a.Item(bound)
	}
	a.Text(p.Units)
	a.Data(secs2.FormatI1, []byte{1}) // absolute
	a.Data(p.Format, nil)
}
