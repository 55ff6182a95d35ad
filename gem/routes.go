package gem

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/secsd/secsd/secs2"
)

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
		{1, 21, "Data Variable Namelist Request", replyRequired, nil, s1f21},
		{1, 23, "Collection Event Namelist Request", replyRequired, nil, s1f23},
		{2, 13, "Equipment Constant Request", replyRequired, nil, s2f13},
		{2, 15, "New Equipment Constant Send", replyRequired, code(byte(secs2.EACBusy)), s2f15},
		{2, 17, "Date and Time Request", replyRequired, nil, s2f17},
		{2, 21, "Remote Command Send", replyOptional, nil, s2f21},
		{2, 23, "Trace Initialize Send", replyRequired, nil, s2f23},
		{2, 25, "Loopback Diagnostic Request", replyRequired, nil, s2f25},
		{2, 29, "Equipment Constant Namelist Request", replyRequired, nil, s2f29},
		{2, 31, "Date and Time Set Request", replyRequired, code(byte(secs2.TIACKNotDone)), s2f31},
		{2, 33, "Define Report", replyRequired, code(byte(secs2.DRACKInsufficientSpace)), s2f33},
		{2, 35, "Link Event Report", replyRequired, code(byte(secs2.LRACKInsufficientSpace)), s2f35},
		{2, 37, "Enable/Disable Event Report", replyRequired, abortReply, s2f37},
		{2, 39, "Multi-block Inquire", replyRequired, nil, s2f39},
		{2, 41, "Host Command Send", replyRequired, nil, s2f41},
		{2, 43, "Reset Spooling Streams and Functions", replyRequired, rejectedSelection, s2f43},
		{2, 45, "Define Variable Limit Attributes", replyRequired, noLimitsNow, s2f45},
		{2, 47, "Variable Limit Attribute Request", replyRequired, nil, s2f47},
		{2, 49, "Enhanced Remote Command", replyRequired, nil, s2f49},
		{2, 61, "Request Trace Identifiers", replyRequired, nil, s2f61},
		{2, 63, "Request Trace Definitions", replyRequired, nil, s2f63},
		{2, 51, "Request Report Identifiers", replyRequired, nil, s2f51},
		{2, 53, "Request Report Definitions", replyRequired, nil, s2f53},
		{2, 55, "Request Event Report Links", replyRequired, nil, s2f55},
		{2, 57, "Request Enabled Events", replyRequired, nil, s2f57},
		{2, 59, "Request Spool Streams and Functions", replyRequired, nil, s2f59},
		{5, 3, "Enable/Disable Alarm Send", replyOptional, code(byte(ackc5Unknown)), s5f3},
		{5, 5, "List Alarms Request", replyRequired, nil, s5f5},
		{5, 7, "List Enabled Alarm Request", replyRequired, nil, s5f7},
		{6, 15, "Event Report Request", replyRequired, nil, s6f15},
		{6, 17, "Annotated Event Report Request", replyRequired, nil, s6f17},
		{6, 19, "Individual Report Request", replyRequired, nil, s6f19},
		{6, 21, "Annotated Individual Report Request", replyRequired, nil, s6f21},
		{6, 23, "Request Spooled Data", replyRequired, code(byte(secs2.RSDABusy)), s6f23},
		{7, 1, "Process Program Load Inquire", replyRequired, nil, s7f1},
		{7, 3, "Process Program Send", replyRequired, nil, s7f3},
		{7, 5, "Process Program Request", replyRequired, nil, s7f5},
		{7, 17, "Delete Process Program Send", replyRequired, nil, s7f17},
		{7, 19, "Current EPPD Request", replyRequired, nil, s7f19},
		{7, 21, "Equipment Process Capabilities Request", replyRequired, nil, s7f21},
		{7, 23, "Formatted Process Program Send", replyRequired, nil, s7f23},
		{7, 25, "Formatted Process Program Request", replyRequired, nil, s7f25},
		{10, 3, "Terminal Display, Single", replyOptional, code(byte(secs2.ACKC10NotDisplayed)), s10f3},
		{10, 5, "Terminal Display, Multi-Block", replyOptional, code(byte(secs2.ACKC10NotDisplayed)), s10f5},
		{10, 9, "Broadcast", replyOptional, code(byte(secs2.ACKC10NotDisplayed)), s10f9},
	}
}

// routes returns the rows that the configuration leaves, and those it adds.
func (c *Config) routes() []route {
	rows := slices.DeleteFunc(routes(), func(r route) bool {
		return c.Remote.S2F21 == RefuseS2F21 && r.stream == 2 && r.function == 21
	})
	if c.Material.Enabled() {
		rows = append(rows, materialRoutes()...)
	}
	return append(rows, c.privateRoutes()...)
}

// code is the refusal with an acknowledge code of one byte.
func code(c byte) refusal { return refusal{byte(secs2.Binary)<<2 | 1, 1, c} }

// rejectedSelection is S2F44 with RSPACK 1 and no stream.
var rejectedSelection = refusal(secs2.L(secs2.B(byte(secs2.RSPACKRejected)), secs2.L()).Encoded())

// abortReply is the refusal with SxF0, for a message without a code for it.
var abortReply = refusal{}

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
	// program is the body, examined; nil: nobody did.
	program *ReceivedProgram
	ctx     valueContext
	answer  secs2.Appender
	start   int    // of the reply's body in the Output's buffer
	why     string // for the log: what the code of a refusal is about
	// reserved is the place of the reply before the events; nil: none.
	reserved *entry
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
	if x := c.reserved; x != nil {
		c.host.queue.fill(x, body)
		x.need = c.dependsOn()
		return
	}
	m := Message{Host: c.host.index, Primary: c.header, Function: c.header.Function() + 1, Body: body}
	if need := c.dependsOn(); need > 0 {
		x := c.eq.newEntry(body)
		m.Body = x.msg.Body
		x.msg, x.need, x.refusal = m, need, c.refusal()
		c.host.queue.push(x)
		return
	}
	c.host.stats.Sent++
	c.eq.out.Messages = append(c.eq.out.Messages, m)
}

// dependsOn returns the commit that must be durable before the reply goes. A row
// that writes records may have found nothing to write because a commit that is
// under way does it: then the reply waits for that one.
func (c *call) dependsOn() uint64 {
	if need := c.eq.need(); need > 0 || c.row.refusal == nil {
		return need
	}
	return c.eq.UnderWay()
}

// refuse answers as the row says when storage refuses.
func (c *call) refuse() {
	if c.header.W() {
		c.host.refuseStored(&entry{refusal: c.refusal(), msg: Message{Primary: c.header, Function: c.header.Function() + 1}})
	}
}

// refusal is the body of the reply when storage refuses: that of the row, but
// S3F28 has a code for each port, S16F6 and S16F12 name the job.
func (c *call) refusal() refusal {
	switch (secs2.SF{Stream: c.row.stream, Function: c.row.function}) {
	case secs2.SF{Stream: 3, Function: 27}:
		return c.accessRefusal()
	case secs2.SF{Stream: 16, Function: 5}:
		return c.jobRefusal(4)
	case secs2.SF{Stream: 16, Function: 11}:
		return c.jobRefusal(7)
	}
	return c.row.refusal
}

// refused logs the code of a refusal, for hosts get no more than that.
func (c *call) refused(code fmt.Stringer) {
	detail := code.String()
	if c.why != "" {
		detail += ": " + c.why[:min(len(c.why), maxWhy)]
	}
	c.host.note(Info, "request refused", c.header, detail)
}

// maxWhy bounds what a host's own texts can add to a log line.
const maxWhy = 500

// quote quotes a text of a host for the log, as far as that has room for it.
func quote(text string) string { return strconv.Quote(text[:min(len(text), maxWhy)]) }

// exceeds reports, with S9F11, a body of more items than that, or deeper than any
// message nests.
func (c *call) exceeds(items int) bool {
	if fewer(c.body, &items, maxCommandDepth) {
		return false
	}
	c.host.s9(s9f11, c.header)
	return true
}

// illegal answers a body that is not what the message defines.
func (c *call) illegal() { c.host.illegal(c.header, c.Err()) }

// wrongShape is illegal for a body that the Reader cannot judge.
func (c *call) wrongShape(want string) {
	c.host.illegal(c.header, &secs2.SyntaxError{
		Class: secs2.Shape, Path: "/", Detail: fmt.Sprintf("%s expected, got %v [%d]", want, c.body.Format(), c.body.Len()),
	})
}

// maxReply is the longest reply to a request that may name the same things many
// times, in bytes.
const maxReply = 1 << 20

// tooLong answers a request whose reply is longer than most.
func (c *call) tooLong(most int) {
	c.host.note(Warn, "reply too long", c.header, fmt.Sprintf("more than %d bytes", most))
	if c.header.W() {
		c.host.abort(c.header)
	}
}

// headerOnly reports whether the body is that of a header-only message; an
// empty list passes for it.
func (c *call) headerOnly() bool {
	if !c.body.IsZero() {
		c.Tuple(0)
	}
	return c.Err() == nil
}
