package conformance

import (
	"errors"
	"fmt"
	"net"
	"time"
)

// This file holds the statements about what the host does.

// connect opens a connection to the equipment.
type connect struct{ link string }

// connectRefused tries to, and must fail or be closed without a byte.
type connectRefused struct{}

// accept and refuse answer the dial that E> dials has expected.
type accept struct{ link string }
type refuse struct{}

// sendFrame is H> with a message or a control message.
type sendFrame struct {
	link string
	*template
}

// sendBytes is H> hex.
type sendBytes struct {
	link string
	data []byte
}

// holdFrames gathers what the host sends until release writes it.
type holdFrames struct{ link string }

// release writes it in pieces: cut behind the given offsets, or every so many
// bytes, with a pause between two pieces.
type release struct {
	link  string
	at    []int
	every int
	gap   time.Duration
}

// hostDeed is what a host does with its end of a connection.
type hostDeed struct {
	link string
	deed func(*link) error
	ends bool // the name is free again
}

func (r *run) open(name string, conn net.Conn) error {
	if r.links[name] != nil {
		conn.Close()
		return fmt.Errorf("the connection%s is open already", spaced(name))
	}
	r.links[name] = newLink(conn, r.happened)
	r.settle()
	return nil
}

// do opens a connection that has the name of a host to that host's port.
func (c connect) do(r *run) error {
	dial := r.target.Dial
	if r.script.isHost(c.link) {
		dial = func() (net.Conn, error) { return r.target.(Ports).DialPort(c.link) }
	}
	conn, err := dial()
	if err != nil {
		return err
	}
	return r.open(c.link, conn)
}

// do takes both forms of a refusal: no connection, or one that is closed
// before a byte came.
func (connectRefused) do(r *run) error {
	conn, err := r.target.Dial()
	if err != nil {
		return nil
	}
	l := newLink(conn, r.happened)
	defer l.abandon()
	r.settle()
	ev, partial, ok := l.first()
	switch {
	case !ok:
		return fmt.Errorf("the connection stands")
	case partial != nil || ev.frame != nil:
		return fmt.Errorf("the equipment sent %s", ev)
	}
	return nil
}

func (a accept) do(r *run) error {
	if r.pending == nil {
		return fmt.Errorf("no dial to answer: E> dials comes first")
	}
	conn, err := r.pending.Accept()
	r.pending = nil
	if err != nil {
		return err
	}
	return r.open(a.link, conn)
}

func (refuse) do(r *run) error {
	if r.pending == nil {
		return fmt.Errorf("no dial to answer: E> dials comes first")
	}
	r.pending.Refuse()
	r.pending = nil
	r.settle()
	return nil
}

func (s sendFrame) do(r *run) error {
	l, err := r.link(s.link)
	if err != nil {
		return err
	}
	f, err := s.build(r, l)
	if err != nil {
		return err
	}
	r.name(s.as, f)
	l.ledger.sent(f)
	r.write(l, f.bytes())
	return nil
}

// build completes the header of the line: session and system bytes are those
// of the frame that is answered, or new ones.
func (s sendFrame) build(r *run, l *link) (*frame, error) {
	f := &frame{header: s.header, text: s.raw}
	f.header.setSession(r.session(s.header))
	request, err := r.answered(s.template, l.ledger.equipmentRequest)
	switch {
	case err != nil:
		return nil, err
	case request != nil:
		f.header.setSession(request.header.session())
		f.header.setSystem(request.header.system())
	case s.system == nil && s.systemOf == "":
		f.header.setSystem(r.nextSystem())
	}
	if err := s.override(r, &f.header); err != nil {
		return nil, err
	}
	if s.body != nil {
		item, err := s.body.build(r.memory)
		if err != nil {
			return nil, err
		}
		f.text = item.Encoded()
	}
	return f, nil
}

// write sends bytes, or adds them to those that are held.
func (r *run) write(l *link, b []byte) {
	if l.hold {
		l.held = append(l.held, b...)
		return
	}
	l.send(b)
	r.settle()
}

// do notes the whole frames among the bytes, so that answers find them.
func (s sendBytes) do(r *run) error {
	l, err := r.link(s.link)
	if err != nil {
		return err
	}
	for rest := s.data; ; {
		f, more, err := cutFrame(rest)
		if err != nil || f == nil {
			break
		}
		l.ledger.sent(f)
		rest = more
	}
	r.write(l, s.data)
	return nil
}

func (h holdFrames) do(r *run) error {
	l, err := r.link(h.link)
	if err == nil {
		l.hold = true
	}
	return err
}

// do sends what was held. What comes in a pause is expected by the lines that
// follow.
func (p release) do(r *run) error {
	l, err := r.link(p.link)
	if err != nil {
		return err
	}
	b := l.held
	l.hold, l.held = false, nil
	sent := 0
	for _, end := range p.cuts(len(b)) {
		if sent > 0 && p.gap > 0 {
			r.sleep(p.gap)
		}
		r.write(l, b[sent:end])
		sent = end
	}
	return nil
}

// cuts returns where the pieces of n bytes end.
func (p release) cuts(n int) []int {
	var ends []int
	for _, at := range p.at {
		if at < n {
			ends = append(ends, at)
		}
	}
	for at := p.every; p.every > 0 && at < n; at += p.every {
		ends = append(ends, at)
	}
	return append(ends, n)
}

// do refuses to end a connection on which something waits to be expected.
func (d hostDeed) do(r *run) error {
	l, err := r.link(d.link)
	if err != nil {
		return err
	}
	if d.ends {
		r.settle()
		if err := r.unexpectedOn(d.link, forever()); err != nil {
			return err
		}
	}
	if err := d.deed(l); err != nil {
		return err
	}
	if d.ends {
		delete(r.links, d.link)
	}
	r.settle()
	return nil
}

func hangUp(l *link) error { return l.close(l.conn.Close) }

// halfClose ends the host's direction and leaves the other one.
func halfClose(l *link) error {
	c, ok := l.conn.(interface{ CloseWrite() error })
	if !ok {
		return fmt.Errorf("half-close of this link: %w", errors.ErrUnsupported)
	}
	return c.CloseWrite()
}

// reset breaks the connection, so that the equipment sees an error and no end
// of the stream.
func reset(l *link) error {
	switch c := l.conn.(type) {
	case interface{ Reset() }:
		return l.close(func() error { c.Reset(); return l.conn.Close() })
	case interface{ SetLinger(int) error }:
		if err := c.SetLinger(0); err != nil {
			return err
		}
		return hangUp(l)
	}
	return fmt.Errorf("reset of this link: %w", errors.ErrUnsupported)
}

func cutCable(l *link) error    { l.set(func() { l.cut = true }); return nil }
func stopReading(l *link) error { l.stopReading(); return nil }
func readOn(l *link) error      { l.readOn(); return nil }
func discard(l *link) error     { l.discard(); return nil }
