package gem

import (
	"fmt"
	"slices"
	"time"

	"github.com/secsd/secsd/secs2"
)

// This file is private messages: primaries of hosts that the tool itself
// answers, and primaries of the tool.

// Request asks the tool to answer a private primary of a host; its Respond names
// it by ID. Where the host wants no reply the answer goes nowhere.
type Request struct {
	ID       uint64
	Host     int
	HostName string
	SF       secs2.SF
	W        secs2.WBit
	Item     secs2.Item // zero for a header-only message
	Deadline time.Time  // then the host gets SxF0
}

// Respond is the tool's answer to a Request.
type Respond struct {
	ID uint64
	Response
}

// Response is what a private primary gets.
type Response struct {
	Do   ResponseKind
	Item secs2.Item // of RespondItem; the zero Item is a header-only reply
}

// ResponseKind is a way to answer.
type ResponseKind uint8

// RespondItem is the message's secondary, RespondAbort SxF0, RespondIllegal S9F7.
const (
	RespondItem ResponseKind = iota
	RespondAbort
	RespondIllegal
)

// Send is a private primary of the tool. Output.Asked is its number; the Outcome
// has the reply's item.
type Send struct {
	Host int
	SF   secs2.SF
	W    secs2.WBit
	Item secs2.Item // zero for a header-only message
}

func (Respond) input()   {}
func (Send) input()      {}
func (Send) occurrence() {}

// The bounds of a host's private primaries that the tool has not answered.
const (
	maxRequests     = 16
	maxRequestBytes = 4 << 20 // one alone may be longer
)

// request is a private primary that the tool has not answered.
type request struct {
	id       uint64
	host     *Host
	header   secs2.Header
	size     int
	deadline *deadline
}

// privateRoutes are the rows of the private messages that hosts send.
func (c *Config) privateRoutes() (rows []route) {
	for i := range c.Private {
		m := &c.Private[i]
		if m.Sender == SentByEquipment {
			continue
		}
		rows = append(rows, route{
			stream: m.Stream, function: m.Function, name: m.Name, reply: replyNeed(m.Reply), handle: func(c *call) { c.request(m) },
		})
	}
	return rows
}

// privateSends are the private messages that the equipment sends.
func (c *Config) privateSends() (list []outgoing) {
	for i := range c.Private {
		if m := &c.Private[i]; m.Sender != SentByHost {
			list = append(list, outgoing{m.sf(), m.Name, [...]string{"required", "optional"}[m.Reply], "not sent"})
		}
	}
	return list
}

// request brings a private primary to the tool.
func (c *call) request(m *PrivateMessage) {
	e, h := c.eq, c.host
	open, bytes := 0, 0
	for _, q := range e.requests {
		if q.host == h {
			open, bytes = open+1, bytes+q.size
		}
	}
	size := len(c.body.Encoded())
	switch {
	case m.Hosts == FromController && !h.controls():
		c.turnDown("the host does not control the equipment")
		return
	case m.Local == RemoteOnly && h.ctl.state != OnLineRemote:
		c.turnDown("not while LOCAL")
		return
	case open >= maxRequests || open > 0 && bytes+size > maxRequestBytes:
		c.turnDown("the tool has not answered those before it")
		return
	}
	e.requestID++
	q := &request{id: e.requestID, host: h, header: c.header, size: size}
	q.deadline = newDeadline(func() {
		h.note(Warn, "tool is silent", q.header, m.Name)
		q.respond(Response{Do: RespondAbort})
	})
	e.requests = append(e.requests, q)
	due := e.now.Add(e.cfg.Remote.Deadline)
	e.deadlines.arm(q.deadline, due)
	w := secs2.NoReply
	if c.header.W() {
		w = secs2.WantReply
	}
	e.out.Requests = append(e.out.Requests, Request{
		ID: q.id, Host: h.index, HostName: h.cfg.Name, SF: m.sf(), W: w, Item: c.body.Clone(), Deadline: due,
	})
}

// turnDown answers with SxF0.
func (c *call) turnDown(why string) {
	c.host.note(Info, "request refused", c.header, why)
	if c.header.W() {
		c.host.abort(c.header)
	}
}

// respond is the tool's word about a private primary.
func (e *Equipment) respond(in Respond) error {
	i := slices.IndexFunc(e.requests, func(q *request) bool { return q.id == in.ID })
	if i < 0 {
		return fmt.Errorf("%w: request %d", ErrUnknown, in.ID)
	}
	e.requests[i].respond(in.Response)
	return nil
}

func (q *request) respond(r Response) {
	q.drop()
	h := q.host
	switch {
	case r.Do == RespondIllegal:
		h.note(Warn, "illegal data", q.header, "the tool says so")
		h.s9(s9f7, q.header)
	case !q.header.W():
	case r.Do == RespondAbort:
		h.abort(q.header)
	default:
		h.stats.Sent++
		h.eq.out.Messages = append(h.eq.out.Messages, Message{
			Host: h.index, Primary: q.header, Function: q.header.Function() + 1, Body: r.Item.Encoded(),
		})
	}
}

func (q *request) drop() {
	e := q.host.eq
	e.deadlines.stop(q.deadline)
	e.requests = slices.DeleteFunc(e.requests, func(x *request) bool { return x == q })
}

// Requested tells whether a private primary still waits for the tool's answer.
func (e *Equipment) Requested(id uint64) bool {
	return slices.ContainsFunc(e.requests, func(q *request) bool { return q.id == id })
}

// dropRequests forgets the private primaries for which which is true: of a host
// that hears no reply any more, or that never came to the tool.
func (e *Equipment) dropRequests(which func(q *request) bool) {
	for _, q := range slices.Clone(e.requests) {
		if which(q) {
			q.drop()
		}
	}
}

// abortRequests ends those of a host that went OFF-LINE with SxF0.
func (h *Host) abortRequests() {
	h.eq.dropRequests(func(q *request) bool {
		if q.host == h && q.header.W() {
			h.queueAbort(q.header)
		}
		return q.host == h
	})
}

// send sends a private primary of the tool.
func (e *Equipment) send(in Send) error {
	i := slices.IndexFunc(e.cfg.Private, func(m PrivateMessage) bool { return m.sf() == in.SF && m.Sender != SentByHost })
	if i < 0 {
		return fmt.Errorf("%w: %v is no private message of the equipment", ErrUnknown, in.SF)
	}
	h := e.hosts[in.Host]
	if n, most := len(in.Item.Encoded()), min(h.cfg.MaxText, maxQueuedBytes); n > most {
		return fmt.Errorf("%w: %d bytes, at most %d", ErrValue, n, most)
	}
	if in.W == secs2.NoReply && e.cfg.Private[i].Reply == ReplyRequired {
		return fmt.Errorf("%w: %v wants a reply", ErrValue, in.SF)
	}
	return h.ask(in.SF, in.W, in.Item.Encoded())
}
