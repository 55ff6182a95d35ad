package hsmstest

import (
	"context"
	"fmt"
	"net"
	"sync"
	"syscall"
)

// Listener is a net.Listener in memory.
type Listener struct {
	name string

	mu       sync.Mutex
	dialed   int
	closed   chan struct{}
	accepted chan *Conn
}

// Listen returns a listener whose address is the name.
func Listen(name string) *Listener {
	return &Listener{name: name, closed: make(chan struct{}), accepted: make(chan *Conn, 128)}
}

// Accept waits for the next Dial.
func (l *Listener) Accept() (net.Conn, error) {
	select {
	case c := <-l.accepted:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

// Close ends Accept; later dials are refused.
func (l *Listener) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	select {
	case <-l.closed:
	default:
		close(l.closed)
	}
	return nil
}

// Addr returns the listener's name.
func (l *Listener) Addr() net.Addr { return addr(l.name) }

// Dial connects to the listener, as the network would: without waiting for
// Accept. The address of each end tells which dial it was.
func (l *Listener) Dial(ctx context.Context) (*Conn, error) {
	l.mu.Lock()
	l.dialed++
	name := fmt.Sprintf("192.0.2.1:%d", 40000+l.dialed)
	l.mu.Unlock()
	return l.DialFrom(ctx, name)
}

// DialFrom is Dial with the address of the end that dials.
func (l *Listener) DialFrom(ctx context.Context, name string) (*Conn, error) {
	near, far := Pipe(name, l.name)
	select {
	case <-l.closed:
		return nil, syscall.ECONNREFUSED
	default:
	}
	select {
	case l.accepted <- far:
		return near, nil
	case <-l.closed:
		return nil, syscall.ECONNREFUSED
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}
