package gem

import (
	"fmt"

	"github.com/secsd/secsd/secs2"
)

// This file answers requests that name variables of one class, in the order of
// the request; an empty request names all of them.

// namelist answers with the names and units of the variables of one class that
// the body asks for, in its order; an empty body asks for all.
func (c *call) namelist(id string, class class) {
	a := c.begin()
	c.eachVariable(id, class, func(v *variable) { c.eq.appendName(a, v) }, func(id secs2.ID) {
		a.List(3)
		id.AppendTo(a)
		a.Text("")
		a.Text("")
	})
	c.answerIDs()
}

// eachVariable starts a list and calls known with each variable of one class
// that the body asks for, unknown with each identifier that names none.
func (c *call) eachVariable(id string, class class, known func(*variable), unknown func(secs2.ID)) {
	n := countIDs(c.body)
	if n == 0 {
		c.IDs(id, func(secs2.ID) {})
		all := c.eq.variables.list[class]
		c.answer.List(len(all))
		for _, v := range all {
			known(v)
		}
		return
	}
	c.answer.List(n)
	c.eachID(id, func(id secs2.ID) {
		if v := c.eq.variables.findClass(id, class); v != nil {
			known(v)
			return
		}
		unknown(id)
	})
}

// The bounds of a request that names identifiers, and of its reply in bytes: one
// array can name millions of long values, which would take seconds.
const (
	maxAsked  = 20_000
	maxAnswer = 64 << 20
)

// eachID is Reader.IDs within the bounds.
func (c *call) eachID(name string, take func(secs2.ID)) {
	n := countIDs(c.body)
	if n > maxAsked {
		return
	}
	if n <= maxAnswer/(2*maxMaxLength) { // too few for a long answer
		c.IDs(name, take)
		return
	}
	c.IDs(name, func(id secs2.ID) {
		if !c.overlong() {
			take(id)
		}
	})
}

func (c *call) overlong() bool { return len(c.answer.Bytes())-c.start > maxAnswer }

// eventList answers with an entry for each event that the body asks for, in its
// order; an empty body asks for all. A CEID that does not exist comes back as it
// came, with an empty text and list.
func (c *call) eventList(entry func(*secs2.Appender, *event)) {
	a := c.begin()
	if n := countIDs(c.body); n > 0 {
		a.List(n)
	} else {
		a.List(len(c.eq.events.list))
		for _, ev := range c.eq.events.list {
			entry(a, ev)
		}
	}
	c.eachID("CEID", func(id secs2.ID) {
		if ev := c.eq.events.find(id); ev != nil {
			entry(a, ev)
			return
		}
		a.List(3)
		id.AppendTo(a)
		a.Text("")
		a.List(0)
	})
	c.answerIDs()
}

// answerIDs sends the reply to a request that names identifiers, unless the body
// was wrong. One beyond the bounds becomes SxF0.
func (c *call) answerIDs() {
	asked := countIDs(c.body)
	switch {
	case asked > maxAsked:
		c.answer = secs2.Appender{}
		c.tooMany(asked)
	case c.Err() != nil:
		c.illegal()
	case c.overlong():
		c.answer = secs2.Appender{}
		c.tooLong(maxAnswer)
	default:
		c.reply()
	}
}

// longestAsked is what a body can take that names so many identifiers, in bytes.
const longestAsked = 16 * maxAsked

// tooManyIDs answers a request whose list of identifiers is not all of its body,
// if it is longer than that.
func (c *call) tooManyIDs() bool {
	long := len(c.body.Encoded()) > longestAsked
	if long {
		c.host.note(Warn, "request too long", c.header, fmt.Sprintf("%d bytes, at most %d", len(c.body.Encoded()), longestAsked))
		if c.header.W() {
			c.host.abort(c.header)
		}
	}
	return long
}

// tooMany answers a request with more identifiers than are served at once.
func (c *call) tooMany(asked int) {
	c.host.note(Warn, "request too long", c.header, fmt.Sprintf("%d identifiers, at most %d", asked, maxAsked))
	if c.header.W() {
		c.host.abort(c.header)
	}
}

func (e *Equipment) appendName(a *secs2.Appender, v *variable) {
	a.List(3)
	e.appendID(a, v.vid)
	a.Text(v.name)
	a.Text(v.units)
}

// countIDs returns how many identifiers Reader.IDs will find in body.
func countIDs(body secs2.Item) int {
	switch f := body.Format(); {
	case f == secs2.List || f.Signed() || f.Unsigned():
		return body.Len()
	case body.Len() > 0:
		return 1
	}
	return 0
}
