package bench

import (
	"context"
	"fmt"
	"sync/atomic"

	"github.com/secsd/secsd/hsms"
	"github.com/secsd/secsd/secs2"
)

// link is the host's end of the session.
type link struct {
	up   chan *hsms.Conn // capacity 1: the session is SELECTED
	down chan struct{}   // closed when the session has ended
	why  error           // of that; valid once down is closed

	conn       *hsms.Conn
	handler    atomic.Pointer[handler]
	disconnect func() // ends the session, and returns when it has ended here
}

// handler takes what the scenario in progress gets from the equipment. It runs
// on the goroutine that reads.
type handler func(c *hsms.Conn, ev *hsms.Event)

func newLink() *link {
	l := &link{up: make(chan *hsms.Conn, 1), down: make(chan struct{})}
	l.handle(func(*hsms.Conn, *hsms.Event) {})
	return l
}

// handle makes h the handler of what comes from now on.
func (l *link) handle(h handler) { l.handler.Store(&h) }

// event is the Handle of the host's endpoint.
func (l *link) event(c *hsms.Conn, ev *hsms.Event) {
	switch ev.Kind {
	case hsms.Selected:
		select {
		case l.up <- c:
		default: // a second session: the first one is down, which ends it all
		}
	case hsms.NotSelected:
		if l.why == nil {
			l.why = fmt.Errorf("bench: the session ended: %w", ev.Err)
			close(l.down)
		}
	case hsms.Primary:
		if ev.Header.Stream() == 1 && ev.Header.Function() == 13 {
			_ = c.Reply(ev.Header, 14, secs2.L(secs2.B(0), secs2.L()).Encoded()) // an error shows as NotSelected
			return
		}
		(*l.handler.Load())(c, ev)
	default:
		(*l.handler.Load())(c, ev)
	}
}

// connected waits for the session.
func (l *link) connected(ctx context.Context) error {
	select {
	case l.conn = <-l.up:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// await waits until done is closed, or returns why that will not be.
func (l *link) await(ctx context.Context, done <-chan struct{}) error {
	select {
	case <-done:
		return nil
	case <-l.down:
		return l.why
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// ask sends one primary and returns the body of its reply.
func (l *link) ask(ctx context.Context, sf secs2.SF, body secs2.Item) (reply secs2.Item, err error) {
	done := make(chan struct{})
	var fault error
	l.handle(func(_ *hsms.Conn, ev *hsms.Event) {
		if ev.Kind != hsms.Reply && ev.Kind != hsms.Failed {
			return
		}
		defer close(done)
		if fault = checkReply(ev); fault == nil {
			reply, fault = secs2.ParseBody(ev.Text)
			reply = reply.Clone()
		}
	})
	if _, err := l.conn.Send(0, sf.Stream, sf.Function, secs2.WantReply, 0, body.Encoded()); err != nil {
		return reply, err
	}
	l.conn.Flush()
	if err := l.await(ctx, done); err != nil {
		return reply, err
	}
	return reply, fault
}
