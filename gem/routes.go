package gem

import "github.com/secsd/secsd/secs2"

// route is a primary that hosts may send: number, the standard's name, the
// reply it has, what that says when storage refuses, and its handler. Only
// S1F13 is served while NOT COMMUNICATING, and with S1F17 while OFF-LINE; the
// pipeline sees to that.
type route struct {
	stream, function byte
	name             string
	reply            replyNeed
	refusal          refusal // nil where a row never writes a record
	handle           func(*call)
}

// replyNeed says whether E5 demands a reply.
type replyNeed uint8

const (
	replyRequired replyNeed = iota
	replyOptional
)

func routes() []route {
	return []route{
		{1, 1, "Are You There Request", replyRequired, nil, s1f1},
		{1, 3, "Selected Equipment Status Request", replyRequired, nil, s1f3},
		{1, 11, "Status Variable Namelist Request", replyRequired, nil, s1f11},
		{1, 13, "Establish Communications Request", replyRequired, nil, s1f13},
		{1, 15, "Request OFF-LINE", replyRequired, nil, s1f15},
		{1, 17, "Request ON-LINE", replyRequired, nil, s1f17},
	}
}

// routeTable finds a row by two look-ups.
type routeTable [128]*[256]*route

func newRouteTable(rows []route) (t routeTable) {
	for i := range rows {
		r := &rows[i]
		if t[r.stream] == nil {
			t[r.stream] = new([256]*route)
		}
		if t[r.stream][r.function] != nil {
			panic("gem: two routes for " + secs2.SF{Stream: r.stream, Function: r.function}.String())
		}
		t[r.stream][r.function] = r
	}
	return t
}

func (t *routeTable) knows(stream byte) bool { return t[stream] != nil }

func (t *routeTable) find(header secs2.Header) *route {
	if functions := t[header.Stream()]; functions != nil {
		return functions[header.Function()]
	}
	return nil
}

// call is one primary in the hands of its handler. A handler reads the body
// through the Reader, asks the rules, and answers once: with reply, or with
// illegal when Err says that the body is not what the message defines.
type call struct {
	secs2.Reader
	eq     *Equipment
	host   *Host
	header secs2.Header
	row    *route
	body   secs2.Item
	answer secs2.Appender
	start  int // of the reply's body in the Output's buffer
}

// begin returns the Appender for the reply's body.
func (c *call) begin() *secs2.Appender {
	c.start = len(c.eq.out.buf)
	c.answer = secs2.NewAppender(c.eq.out.buf)
	return &c.answer
}

// reply sends the secondary with the body begun, if the host wants one. A
// reply that tells of a durable change waits for it.
func (c *call) reply() {
	a := &c.answer
	if err := a.Err(); err != nil {
		panic(err)
	}
	c.eq.out.buf = a.Bytes()
	if !c.header.W() {
		return
	}
	body := a.Bytes()[c.start:]
	m := Message{Host: c.host.index, Primary: c.header, Function: c.header.Function() + 1, Body: body}
	if need := c.eq.need(); need > 0 {
		x := c.eq.newEntry(body)
		m.Body = x.msg.Body
		x.msg, x.need, x.refusal = m, need, c.row.refusal
		c.host.queue.push(x)
		return
	}
	c.host.stats.Sent++
	c.eq.out.Messages = append(c.eq.out.Messages, m)
}

// refuse answers as the row says when storage refuses.
func (c *call) refuse() {
	if c.header.W() {
		c.host.refuseStored(&entry{refusal: c.row.refusal, msg: Message{Primary: c.header, Function: c.header.Function() + 1}})
	}
}

// illegal answers a body that is not what the message defines.
func (c *call) illegal() { c.host.illegal(c.header, c.Err()) }

// headerOnly reports whether the body is that of a header-only message; an
// empty list passes for it.
func (c *call) headerOnly() bool {
	if !c.body.IsZero() {
		c.Tuple(0)
	}
	return c.Err() == nil
}
