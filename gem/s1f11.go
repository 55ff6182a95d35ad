package gem

// s1f11 answers Status Variable Namelist Request; an SVID that does not exist
// comes back as it came, with empty texts.
//
//	S1F11 W <L [n] <U4 SVID> …>.      n = 0: all
//	S1F12 <L [n] <L [3] <U4 SVID> <A SVNAME> <A UNITS>> …>.
func s1f11(c *call) { c.namelist("SVID", statusVariable) }
