package gem

// s1f21 answers Data Variable Namelist Request; a VID that is no data variable
// comes back as it came, with empty texts.
//
//	S1F21 W <L [n] <U4 VID> …>.      n = 0: all
//	S1F22 <L [n] <L [3] <U4 VID> <A DVVALNAME> <A UNITS>> …>.
func s1f21(c *call) { c.namelist("VID", dataVariable) }
