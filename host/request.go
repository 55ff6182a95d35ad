package host

import (
	"context"
	"fmt"

	"github.com/secsd/secsd/hsms"
	"github.com/secsd/secsd/secs2"
)

// AbortError says that the equipment answered with function 0.
type AbortError struct{ Header secs2.Header }

func (e *AbortError) Error() string {
	return "host: transaction aborted by the equipment (" + e.Header.SF() + ")"
}

// RefusedError says that the equipment did not give the session: another host
// may have it.
type RefusedError = hsms.SelectError

// S9Error says that the equipment could not handle the message: Function is
// that of the stream 9 message it sent.
type S9Error struct{ Function byte }

var s9Meanings = map[byte]string{
	1: "unrecognized device ID", 3: "unrecognized stream", 5: "unrecognized function", 7: "illegal data", 11: "data too long",
}

func (e *S9Error) Error() string {
	return fmt.Sprintf("host: the equipment answered S9F%d, %s", e.Function, s9Meanings[e.Function])
}

// Reply is the secondary of a request.
type Reply struct {
	Header secs2.Header
	secs2.Message
}

// Request sends a primary with W=1 and returns its reply.
func (s *Session) Request(ctx context.Context, m secs2.Message) (Reply, error) {
	token, w, err := s.send(m, secs2.WantReply)
	if err != nil {
		return Reply{}, err
	}
	select {
	case r := <-w.done:
		return r.reply, r.err
	case <-ctx.Done():
		s.mu.Lock()
		delete(s.waiting, token)
		s.mu.Unlock()
		return Reply{}, context.Cause(ctx)
	}
}

// Send sends a primary with W=0. It returns when the message is on its way.
func (s *Session) Send(m secs2.Message) error {
	_, _, err := s.send(m, secs2.NoReply)
	return err
}

func (s *Session) send(m secs2.Message, wbit secs2.WBit) (token uint64, w *waiter, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return 0, nil, s.err
	}
	s.token++
	w = &waiter{done: make(chan result, 1)}
	w.header, err = s.conn.Send(s.cfg.SessionID, m.Stream, m.Function, wbit, s.token, m.Body.Encoded())
	if err != nil {
		return 0, nil, err
	}
	if wbit == secs2.WantReply {
		s.waiting[s.token] = w
	}
	s.conn.Flush()
	return s.token, w, nil
}

// Establish establishes communications: S1F13, and S1F14 with COMMACK 0.
func (s *Session) Establish(ctx context.Context) error {
	reply, err := s.Request(ctx, secs2.Message{Stream: 1, Function: 13, Body: secs2.L()})
	if err != nil {
		return err
	}
	r := secs2.NewReader(reply.Body)
	r.Tuple(2)
	ack := secs2.COMMACK(r.Code("COMMACK"))
	r.Item("MDLN")
	if err := r.Err(); err != nil {
		return fmt.Errorf("host: S1F14: %w", err)
	}
	if ack != secs2.COMMACKAccepted {
		return fmt.Errorf("host: communications not established: %v", ack)
	}
	return nil
}

// handle takes the events of the link.
func (s *Session) handle(conn *hsms.Conn, ev *hsms.Event) {
	switch ev.Kind {
	case hsms.Selected:
		s.begin(conn)
	case hsms.NotSelected:
		s.end(ev.Err)
	case hsms.Reply:
		s.resolve(ev.Token, replied(ev))
	case hsms.Failed:
		s.resolve(ev.Token, result{err: ev.Err})
	case hsms.Primary:
		s.received(conn, ev)
	case hsms.Stray: // the request it belongs to has been given up
	}
}

// begin makes conn the session's connection. A passive link may accept another
// one later: that is not ours.
func (s *Session) begin(conn *hsms.Conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.conn != nil {
		conn.Close(errClosed)
		return
	}
	s.conn = conn
	close(s.selected)
}

func replied(ev *hsms.Event) result {
	if ev.Header.Function() == 0 {
		return result{err: &AbortError{ev.Header}}
	}
	body, err := secs2.ParseBody(ev.Text)
	if err != nil {
		return result{err: fmt.Errorf("host: %s: %w", ev.Header.SF(), err)}
	}
	m := secs2.Message{Stream: ev.Header.Stream(), Function: ev.Header.Function(), Body: body.Clone()}
	return result{reply: Reply{ev.Header, m}}
}

func (s *Session) resolve(token uint64, r result) {
	s.mu.Lock()
	w := s.waiting[token]
	delete(s.waiting, token)
	s.mu.Unlock()
	if w != nil {
		w.done <- r
	}
}

// received shows a primary of the equipment and answers it.
func (s *Session) received(conn *hsms.Conn, ev *hsms.Event) {
	body, err := secs2.ParseBody(ev.Text)
	if s.cfg.Received != nil {
		s.cfg.Received(ev.Header, body)
	}
	if ev.Header.Stream() == 9 {
		s.inError(ev.Header.Function(), body)
	}
	if !ev.Header.W() || s.cfg.Leave != nil && s.cfg.Leave(ev.Header) {
		return
	}
	reply, ok := secs2.Item{}, false
	if err == nil && s.cfg.Answer != nil {
		reply, ok = s.cfg.Answer(ev.Header, body)
	}
	if !ok && err == nil {
		reply, ok = answers[secs2.SF{Stream: ev.Header.Stream(), Function: ev.Header.Function()}]
	}
	function := byte(0)
	if ok {
		function = ev.Header.Function() + 1
	}
	// A connection that takes no reply is about to say that it has ended.
	_ = conn.Reply(ev.Header, function, reply.Encoded())
}

// answers are the default replies of a host that agrees to everything.
var answers = map[secs2.SF]secs2.Item{
	{Stream: 1, Function: 1}:  secs2.L(),
	{Stream: 1, Function: 13}: secs2.L(secs2.B(0), secs2.L()),
	{Stream: 5, Function: 1}:  secs2.B(0),
	{Stream: 6, Function: 1}:  secs2.B(0),
	{Stream: 6, Function: 3}:  secs2.B(0),
	{Stream: 6, Function: 5}:  secs2.B(0),
	{Stream: 6, Function: 9}:  secs2.B(0),
	{Stream: 6, Function: 11}: secs2.B(0),
	{Stream: 6, Function: 13}: secs2.B(0),
	{Stream: 10, Function: 1}: secs2.B(0),
}

// inError ends the request that a stream 9 message is about.
func (s *Session) inError(function byte, body secs2.Item) {
	var about secs2.Header
	if body.Format() != secs2.Binary || copy(about[:], body.Data()) != len(about) {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for token, w := range s.waiting {
		if w.header == about {
			delete(s.waiting, token)
			w.done <- result{err: &S9Error{function}}
		}
	}
}
