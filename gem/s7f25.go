package gem

// s7f25 answers Formatted Process Program Request; without such a program with an
// empty list.
//
//	S7F25 W <A PPID>.
//	S7F26 <L [4] <A PPID> <A MDLN> <A SOFTREV> <L [c] <L [2] CCODE <L [p] PPARM …>> …>>.
//	S7F26 <L [0]>.
func s7f25(c *call) { c.requestProgram(Formatted) }
