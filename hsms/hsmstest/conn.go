// Package hsmstest provides network connections in memory, for tests that run
// on fake time.
//
// # Purpose
//
// A bubble of testing/synctest cannot see through a socket. [Pipe] and
// [Listener] behave like TCP where HSMS can tell the difference: bytes are
// buffered, a full buffer blocks the writer, deadlines work, either direction
// can be closed by itself, and closing with unread bytes resets the
// connection. [Conn.Cut] drops all bytes from then on, as a cut cable does.
//
// # Concurrency
//
// A Conn may be used from several goroutines. Time comes from package time.
package hsmstest

import (
	"bytes"
	"io"
	"net"
	"os"
	"sync"
	"syscall"
	"time"
)

// BufferSize is what one direction of a connection takes without a reader.
const BufferSize = 64 << 10

// scribble is no valid SECS-II item, however it is cut.
var scribble = bytes.Repeat([]byte{0xDB}, BufferSize)

// Conn is one end of a connection in memory.
type Conn struct {
	in, out       *stream
	local, remote addr
}

var _ net.Conn = (*Conn)(nil)

// Pipe returns the two ends of a connection. Their addresses are the names.
func Pipe(a, b string) (*Conn, *Conn) {
	ab, ba := newStream(), newStream()
	return &Conn{in: ba, out: ab, local: addr(a), remote: addr(b)},
		&Conn{in: ab, out: ba, local: addr(b), remote: addr(a)}
}

// Read reads what has come. It overwrites the rest of p, or BufferSize of it,
// so that who keeps a part of a buffer that was given back gets to see it.
func (c *Conn) Read(p []byte) (int, error) { return c.in.read(p) }

// Write blocks while the peer's buffer is full.
func (c *Conn) Write(p []byte) (int, error) { return c.out.write(p) }

// CloseWrite ends the outgoing direction: the peer reads the rest, then EOF.
func (c *Conn) CloseWrite() error {
	c.out.end()
	return nil
}

// Close closes both directions. If bytes are unread, the peer gets a reset
// and loses what it has not read yet.
func (c *Conn) Close() error {
	if c.in.drop() {
		c.out.fail(syscall.ECONNRESET)
	} else {
		c.out.end()
	}
	return nil
}

// Reset closes the connection as a crashed peer does.
func (c *Conn) Reset() {
	c.in.fail(syscall.ECONNRESET)
	c.out.fail(syscall.ECONNRESET)
}

// Cut drops all bytes of both directions from now on; no end is told.
func (c *Conn) Cut() {
	c.in.cut()
	c.out.cut()
}

// LocalAddr returns the end's own name.
func (c *Conn) LocalAddr() net.Addr { return c.local }

// RemoteAddr returns the name of the other end.
func (c *Conn) RemoteAddr() net.Addr { return c.remote }

// SetDeadline sets both deadlines.
func (c *Conn) SetDeadline(t time.Time) error {
	_ = c.SetReadDeadline(t) // never fails
	return c.SetWriteDeadline(t)
}

// SetReadDeadline ends a Read at t with os.ErrDeadlineExceeded.
func (c *Conn) SetReadDeadline(t time.Time) error {
	c.in.setDeadline(&c.in.readers, t)
	return nil
}

// SetWriteDeadline ends a Write at t with os.ErrDeadlineExceeded.
func (c *Conn) SetWriteDeadline(t time.Time) error {
	c.out.setDeadline(&c.out.writers, t)
	return nil
}

// addr is the name of an end.
type addr string

func (a addr) Network() string { return "memory" }
func (a addr) String() string  { return string(a) }

// stream is one direction.
type stream struct {
	mu       sync.Mutex
	changed  sync.Cond
	buf      []byte
	err      error // for the reader, after buf
	writeErr error // for the writer
	lost     bool  // bytes vanish
	readers  deadline
	writers  deadline
}

func newStream() *stream {
	s := &stream{}
	s.changed.L = &s.mu
	return s
}

// deadline is one direction's half of SetDeadline.
type deadline struct {
	passed bool
	timer  *time.Timer
}

func (s *stream) setDeadline(d *deadline, t time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if d.timer != nil {
		d.timer.Stop()
		d.timer = nil
	}
	wait := time.Until(t)
	d.passed = !t.IsZero() && wait <= 0
	if !t.IsZero() && wait > 0 {
		var timer *time.Timer
		timer = time.AfterFunc(wait, func() { s.pass(d, &timer) })
		d.timer = timer
	}
	s.changed.Broadcast()
}

// pass is called by a deadline's timer; a timer that was replaced does nothing.
func (s *stream) pass(d *deadline, timer **time.Timer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if d.timer == *timer {
		d.passed = true
		s.changed.Broadcast()
	}
}

func (s *stream) read(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for {
		switch {
		case s.readers.passed:
			return 0, os.ErrDeadlineExceeded
		case len(s.buf) > 0:
			n := copy(p, s.buf)
			copy(p[n:], scribble)
			s.buf = s.buf[:copy(s.buf, s.buf[n:])]
			s.changed.Broadcast()
			return n, nil
		case s.err != nil:
			return 0, s.err
		}
		s.changed.Wait()
	}
}

func (s *stream) write(p []byte) (n int, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for {
		switch {
		case s.writers.passed:
			return n, os.ErrDeadlineExceeded
		case s.writeErr != nil:
			return n, s.writeErr
		}
		k := min(len(p)-n, BufferSize-len(s.buf))
		if !s.lost {
			s.buf = append(s.buf, p[n:n+k]...)
		}
		n += k
		s.changed.Broadcast()
		if n == len(p) {
			return n, nil
		}
		s.changed.Wait()
	}
}

// end is the writer's orderly end.
func (s *stream) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err == nil && !s.lost {
		s.err = io.EOF
	}
	if s.writeErr == nil {
		s.writeErr = net.ErrClosed
	}
	s.changed.Broadcast()
}

// drop is the reader's end. It reports whether bytes were unread.
func (s *stream) drop() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	unread := len(s.buf) > 0
	s.buf = nil
	s.err = net.ErrClosed
	if s.writeErr == nil && !s.lost {
		s.writeErr = syscall.EPIPE
	}
	s.changed.Broadcast()
	return unread
}

func (s *stream) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.lost {
		return
	}
	s.buf, s.err, s.writeErr = nil, err, err
	s.changed.Broadcast()
}

func (s *stream) cut() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lost = true
}
