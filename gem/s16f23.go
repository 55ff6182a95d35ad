package gem

// s16f23 answers PRJobSetRecipeVariable: all variables are set or none.
//
//	S16F23 W <L [2] <A PRJOBID> <L [m] <L [2] <A RCPPARNM> RCPPARVAL> …>>.
//	S16F24 <L [2] <BOOLEAN ACKA> <L [p] <L [2] <U4 ERRCODE> <A ERRTEXT>> …>>.
//
// Variables that are not named stay what they are. ERRTEXT names the variable.
func s16f23(c *call) {
	if c.absurd() {
		return
	}
	c.Tuple(2)
	id := string(c.Text("PRJOBID"))
	variables := readVariables(&c.Reader)
	if c.Err() != nil {
		c.illegal()
		return
	}
	m := c.eq.material.model
	faults := c.barred()
	if faults == nil {
		faults = m.CheckRecipeVariables(id, variables)
	}
	if len(faults) == 0 {
		c.reserve()
		m.SetRecipeVariables(id, variables)
	}
	c.appendJobStatus(c.begin(), faults)
	c.reply()
}

// jobStatusRefusal is S16F24 for what cannot be stored.
var jobStatusRefusal = refusal(jobStatusItem.Encoded())
