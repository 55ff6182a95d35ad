package gem

import "github.com/secsd/secsd/secs2"

// s2f41 answers Host Command Send. The tool decides about a command that is
// known, allowed and complete; the reply follows when it has answered.
//
//	S2F41 W <L [2] <A RCMD> <L [n] <L [2] <A CPNAME> CPVAL> …>>.
//	S2F42 <L [2] <B HCACK> <L [m] <L [2] <A CPNAME> <B CPACK>> …>>.
//
// Only bad parameters are listed, with HCACK 3.
func s2f41(c *call) {
	if c.exceeds(maxCommandItems) {
		return
	}
	var r remoteCommand
	c.Tuple(2)
	r.name = string(c.Text("RCMD"))
	r.given = c.parameters("CPVAL")
	if c.Err() != nil {
		c.illegal()
		return
	}
	c.command(r)
}

// parameters reads the names and values behind a command.
func (c *call) parameters(value string) (given []Argument) {
	c.Each("parameters", func(r *secs2.Reader) {
		r.Tuple(2)
		name := string(r.Text("CPNAME"))
		given = append(given, Argument{name, r.Item(value)})
	})
	return given
}
