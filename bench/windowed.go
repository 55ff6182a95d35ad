package bench

import (
	"bytes"
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/secsd/secsd/hsms"
	"github.com/secsd/secsd/secs2"
)

// request is what a host asks again and again.
type request struct {
	sf   secs2.SF
	body []byte
	// next, if set, returns the body of the next request with that token, which no
	// other uses: token by token the same goroutine asks.
	next func(token uint64) []byte
	// ends, if set, is what the body of a reply has at its end if all is well.
	ends []byte
}

// send sends one of them.
func (q *request) send(c *hsms.Conn, token uint64) error {
	body := q.body
	if q.next != nil {
		body = q.next(token)
	}
	_, err := c.Send(0, q.sf.Stream, q.sf.Function, secs2.WantReply, token, body)
	return err
}

// check returns what is wrong with what should be a reply.
func (q *request) check(ev *hsms.Event) error {
	err := checkReply(ev)
	if err == nil && !bytes.HasSuffix(ev.Text, q.ends) {
		err = fmt.Errorf("bench: the reply to %v is % X", q.sf, ev.Text)
	}
	return err
}

// windowed is the host that sends the next request from the handler of a
// reply. All but its start runs on the goroutine that reads.
type windowed struct {
	request request
	toSend  int
	owed    int             // replies that are still to come
	sent    []time.Duration // by token: when, since base
	base    time.Time
	samples *histogram
	fault   error
	done    chan struct{}
	enough  atomic.Bool // send no more, whatever toSend says
}

// askWindowed makes n requests, at most window of them at a time.
func (l *link) askWindowed(ctx context.Context, q request, n, window int, samples *histogram) error {
	w := newWindowed(q, n, min(window, n), samples)
	if err := w.start(l); err != nil {
		return err
	}
	return w.wait(ctx, l)
}

func newWindowed(q request, n, window int, samples *histogram) *windowed {
	return &windowed{
		request: q, toSend: n - window, owed: n,
		sent: make([]time.Duration, window), base: time.Now(), samples: samples, done: make(chan struct{}),
	}
}

// start sends the first requests.
func (w *windowed) start(l *link) error {
	l.handle(w.received)
	for token := range w.sent {
		if err := w.request.send(l.conn, uint64(token)); err != nil {
			return err
		}
	}
	l.conn.Flush()
	return nil
}

// wait returns when all replies have come.
func (w *windowed) wait(ctx context.Context, l *link) error {
	if err := l.await(ctx, w.done); err != nil {
		return err
	}
	return w.fault
}

func (w *windowed) received(c *hsms.Conn, ev *hsms.Event) {
	if err := w.request.check(ev); err != nil && w.fault == nil {
		w.fault = err
	}
	now := time.Since(w.base)
	w.samples.record(now - w.sent[ev.Token])
	if w.toSend > 0 && w.enough.Load() {
		w.owed, w.toSend = w.owed-w.toSend, 0
	}
	if w.toSend > 0 && w.fault == nil {
		w.toSend--
		w.sent[ev.Token] = now
		w.fault = w.request.send(c, ev.Token)
	}
	w.owed--
	if w.owed == 0 || w.fault != nil {
		w.end()
	}
}

func (w *windowed) end() {
	select {
	case <-w.done:
	default:
		close(w.done)
	}
}
