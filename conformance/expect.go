package conformance

import (
	"bytes"
	"fmt"

	"github.com/secsd/secsd/secs2"
)

// This file holds the statements about what the equipment does. Each takes the
// next event of its connection, which must be the expected one.

// expectFrame is E> with a message or a control message.
type expectFrame struct {
	link string
	*template
}

// expectBytes is E> hex: one frame, byte for byte.
type expectBytes struct {
	link string
	as   string
	want []byte
}

// expectEnd is E> closes.
type expectEnd struct{ link string }

// expectDial is E> dials.
type expectDial struct{}

// expectOpen is open.
type expectOpen struct{ link string }

// takeFrame returns the next frame of the equipment on a connection.
func (r *run) takeFrame(name string) (*link, *frame, error) {
	l, ev, err := r.takeEvent(name)
	if err == nil && ev.frame == nil {
		err = fmt.Errorf("instead %s", ev)
	}
	return l, ev.frame, err
}

// takeEvent waits for the equipment to be quiet before it says that nothing
// came, and tells what came on other connections instead.
func (r *run) takeEvent(name string) (*link, event, error) {
	l, err := r.link(name)
	if err != nil {
		return nil, event{}, err
	}
	ev, ok := l.next()
	if !ok {
		r.settle()
		ev, ok = l.next()
	}
	if ok {
		return l, ev, nil
	}
	if _, partial, some := l.first(); some {
		return l, ev, fmt.Errorf("nothing came but part of a frame: %s", hexText(partial))
	}
	if other := r.unexpected(forever()); other != nil {
		return l, ev, fmt.Errorf("nothing came here; elsewhere: %w", other)
	}
	return l, ev, fmt.Errorf("nothing came, and the equipment is quiet")
}

func (e expectFrame) do(r *run) error {
	l, f, err := r.takeFrame(e.link)
	if err != nil {
		return err
	}
	if err := e.match(r, l, f); err != nil {
		return fmt.Errorf("%w\ncame: %s", err, f)
	}
	l.ledger.received(f)
	r.name(e.as, f)
	return nil
}

// name remembers a frame for "to", @ and system=.
func (r *run) name(as string, f *frame) {
	if as != "" {
		r.memory.frames[as] = f
	}
}

// match compares header and body. It remembers values only after everything
// before them was right.
func (e expectFrame) match(r *run, l *link, f *frame) error {
	// The number first: for another message the rest would only confuse.
	if got := f.header; !bytes.Equal(got[2:6], e.header[2:6]) {
		return fmt.Errorf("another frame came")
	}
	want, err := e.expected(r, l, f.header)
	if err != nil {
		return err
	}
	if f.header != want {
		return fmt.Errorf("header %X, want %X", f.header[:], want[:])
	}
	return e.matchBody(r, f)
}

// expected completes the header of the line: session and system bytes are
// those of the frame that is answered, or those of a new request.
func (e expectFrame) expected(r *run, l *link, got header) (header, error) {
	want := e.header
	want.setSession(r.session(want))
	request, err := r.answered(e.template, l.ledger.hostRequest)
	switch {
	case err != nil:
		return want, err
	case request != nil:
		want.setSession(request.header.session())
		want.setSystem(request.header.system())
	case e.system == nil && e.systemOf == "":
		if err := l.ledger.checkNew(got.system()); err != nil {
			return want, err
		}
		want.setSystem(got.system())
	}
	return want, e.override(r, &want)
}

// answered returns the frame that a template answers, nil if it is a request.
func (r *run) answered(t *template, open func(header) (*frame, error)) (*frame, error) {
	switch {
	case t.to != "":
		return r.memory.frame(t.to)
	case t.system != nil || t.systemOf != "":
		return nil, nil
	case t.header.stype() == rejectReq:
		return nil, fmt.Errorf("a Reject.req says what it rejects: \"to\" or system= is missing")
	case t.header.answer():
		return open(t.header)
	}
	return nil, nil
}

// session is the session ID of frames that answer nothing.
func (r *run) session(h header) uint16 {
	if h.stype() == data {
		return r.device
	}
	return noSession
}

// override puts the session and system bytes that the line gives itself.
func (t *template) override(r *run, h *header) error {
	if t.session != nil {
		h.setSession(*t.session)
	}
	if t.system != nil {
		h.setSystem(*t.system)
	}
	if t.systemOf == "" {
		return nil
	}
	f, err := r.memory.frame(t.systemOf)
	if err == nil {
		h.setSystem(f.header.system())
	}
	return err
}

// matchBody compares the text of the frame: bytes with bytes, or an item with
// the pattern.
func (e expectFrame) matchBody(r *run, f *frame) error {
	if e.body == nil {
		if !bytes.Equal(f.text, e.raw) {
			return fmt.Errorf("body %s, want %s", orNone(f.text), orNone(e.raw))
		}
		return nil
	}
	if len(f.text) == 0 {
		return fmt.Errorf("there is no body")
	}
	item, err := secs2.Parse(f.text)
	if err != nil {
		return fmt.Errorf("the body is no item: %w", err)
	}
	return e.body.match(item, r.memory, "")
}

func orNone(b []byte) string {
	if len(b) == 0 {
		return "none"
	}
	return hexText(b)
}

func (e expectBytes) do(r *run) error {
	l, f, err := r.takeFrame(e.link)
	if err != nil {
		return err
	}
	if got := f.bytes(); !bytes.Equal(got, e.want) {
		return fmt.Errorf("came: %s\nthat is %s", hexText(got), f)
	}
	l.ledger.received(f)
	r.name(e.as, f)
	return nil
}

// do also hangs up the host's end, as a host does when its peer has closed.
func (e expectEnd) do(r *run) error {
	l, ev, err := r.takeEvent(e.link)
	if err != nil {
		return err
	}
	if ev.frame != nil {
		return fmt.Errorf("the connection is open, came: %s", ev)
	}
	if _, partial, some := l.first(); some {
		return fmt.Errorf("%s, but after part of a frame: %s", ev, hexText(partial))
	}
	delete(r.links, e.link)
	l.abandon()
	return nil
}

// do looks at the end of the connection only; frames wait to be expected.
func (e expectOpen) do(r *run) error {
	l, err := r.link(e.link)
	if err != nil {
		return err
	}
	r.settle()
	if ev, _, ok := l.first(); ok && ev.frame == nil && ev.end != "" {
		return fmt.Errorf("%s", ev)
	}
	return nil
}

func (expectDial) do(r *run) error {
	r.settle()
	a, ok := r.dials.next()
	if !ok {
		return fmt.Errorf("the equipment did not dial")
	}
	r.pending = a.dial
	return nil
}
