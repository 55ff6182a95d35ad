package host

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"

	"github.com/secsd/secsd/hsms"
	"github.com/secsd/secsd/secs2"
)

// Config says how to reach the equipment.
type Config struct {
	// Link is the HSMS link, Active where it is not set. Handle and Gather
	// are the session's own.
	Link hsms.EndpointConfig

	// SessionID is the device ID of the equipment.
	SessionID uint16

	// Received, if set, is called with each primary of the equipment before
	// it is answered. The body is valid until it returns. It must not block.
	Received func(header secs2.Header, body secs2.Item)

	// Leave, if set, tells of a primary that was shown to Received whether it is
	// left without an answer.
	Leave func(header secs2.Header) bool

	// Answer, if set, gives the body of the reply to a primary; where it
	// returns false the default answer goes.
	Answer func(header secs2.Header, body secs2.Item) (reply secs2.Item, ok bool)
}

// Session is one SELECTED session.
type Session struct {
	cfg  Config
	stop context.CancelCauseFunc
	done chan struct{} // closed when the link's goroutine has ended

	selected chan struct{}
	ended    chan struct{}

	mu      sync.Mutex // guards the fields below
	conn    *hsms.Conn
	err     error // why the session ended
	token   uint64
	waiting map[uint64]*waiter
}

// waiter is a request that waits for its reply.
type waiter struct {
	header secs2.Header
	done   chan result // capacity 1
}

type result struct {
	reply Reply
	err   error
}

var errClosed = errors.New("host: session closed")

// Open returns when a session is SELECTED, with an error when the first
// attempt fails or ctx ends.
func Open(ctx context.Context, cfg Config) (*Session, error) {
	s := &Session{
		cfg: cfg, done: make(chan struct{}), selected: make(chan struct{}), ended: make(chan struct{}),
		waiting: make(map[uint64]*waiter),
	}
	s.cfg.Link.Config.Handle = s.handle
	s.cfg.Link.Config.Gather = true // for the callers of Request
	if err := s.cfg.Link.Validate(); err != nil {
		return nil, err
	}
	runCtx, stop := context.WithCancelCause(context.WithoutCancel(ctx))
	s.stop = stop
	go func() {
		defer close(s.done)
		s.end(s.serve(runCtx))
	}()
	var err error
	select {
	case <-s.selected:
		return s, nil
	case <-s.ended:
		err = s.err
	case <-ctx.Done():
		err = context.Cause(ctx)
	}
	stop(errClosed)
	<-s.done
	return nil, err
}

// serve runs the link and returns why it is over.
func (s *Session) serve(ctx context.Context) error {
	if s.cfg.Link.Connect == hsms.Passive {
		ep, err := hsms.NewEndpoint(s.cfg.Link)
		if err != nil {
			return err
		}
		return ep.Run(ctx)
	}
	nc, err := s.dial(ctx)
	if err != nil {
		return fmt.Errorf("host: %w", err)
	}
	conn, err := hsms.NewConn(nc, hsms.Active, s.cfg.Link.Config)
	if err != nil {
		nc.Close()
		return err
	}
	return conn.Serve(ctx)
}

// dial makes the one attempt of an active link.
func (s *Session) dial(ctx context.Context) (net.Conn, error) {
	link := s.cfg.Link
	timeout := link.ConnectTimeout
	if timeout == 0 {
		timeout = 10 * time.Second
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	if link.Dial != nil {
		return link.Dial(ctx)
	}
	address := link.Address
	if address == "" {
		address = "127.0.0.1:5000"
	}
	return new(net.Dialer).DialContext(ctx, "tcp", address)
}

// end makes err the reason for which the session is over, once.
func (s *Session) end(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return
	}
	s.err = err
	for _, w := range s.waiting {
		w.done <- result{err: err}
	}
	clear(s.waiting)
	close(s.ended)
}

// Close separates and returns when the connection is closed, or when ctx ends.
func (s *Session) Close(ctx context.Context) error {
	s.stop(errClosed)
	select {
	case <-s.done:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// Ended is closed when the session is over.
func (s *Session) Ended() <-chan struct{} { return s.ended }
