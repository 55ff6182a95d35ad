package hsms

import (
	"context"
	"errors"
	"io"
	"os"
	"runtime"
	"time"
)

const (
	// readBufferSize is what one read can bring, and so the natural size of
	// a batch of frames.
	readBufferSize = 64 << 10

	// flushLimit is the most that the reader writes itself; the rest is the
	// flusher's, so that reading goes on.
	flushLimit = 64 << 10

	// checkEvery and flushAfter bound how long replies wait for the end of
	// a batch: every so many frames the reader looks at the clock.
	checkEvery = 32
	flushAfter = time.Millisecond
)

// input is the reader's buffer and state.
type input struct {
	buf   []byte
	r, w  int  // buf[r:w] is received and not yet taken
	armed bool // the read deadline is set for T8
	event Event
	// announced: Selected was reported, and NotSelected is owed.
	announced bool
}

// read is the reader: it takes all whole frames before it reads again, and
// returns when the connection is over.
func (c *Conn) read() {
	for {
		n, err := c.nc.Read(c.in.space(c.m.in.need))
		if n > 0 {
			c.in.w += n
			c.consume(n)
			c.gather()
			c.writeOut(flushLimit)
		}
		if err != nil && !c.readOn(err) {
			return
		}
	}
}

// space returns where to read to. What is unread moves to the front, and the
// buffer grows towards the frame that needs it: never past twice what has
// been received, whatever the length field claims. A grown buffer is given
// back when it is empty.
func (in *input) space(need int) []byte {
	if in.r == in.w {
		in.r, in.w = 0, 0
		if len(in.buf) > readBufferSize {
			in.buf = make([]byte, readBufferSize)
		}
		return in.buf
	}
	if in.r > 0 {
		in.w = copy(in.buf, in.buf[in.r:in.w])
		in.r = 0
	}
	if in.w == len(in.buf) {
		grown := make([]byte, min(need, 2*len(in.buf)))
		copy(grown, in.buf)
		in.buf = grown
	}
	return in.buf[in.w:]
}

// consume takes every whole frame of the bytes just read and of what was left
// before.
func (c *Conn) consume(read int) {
	now := time.Now()
	c.mu.Lock()
	c.m.heard(now, read)
	c.out.inBatch = true
	c.showCovered()
	for frames, last := 1, now; ; frames++ {
		if c.m.out.full() {
			now = c.awaitRoom()
			last = now
		}
		if frames%checkEvery == 0 && time.Since(last) > flushAfter {
			last = time.Now()
			c.wakeFlusher()
		}
		n, v := c.m.receive(now, c.in.buf[c.in.r:c.in.w], &c.in.event)
		c.in.r += n
		if v == needMore {
			break
		}
		noted := len(c.m.notes.list) > 0
		c.mu.Unlock()
		if noted {
			c.logNotes()
		}
		c.act(v)
		c.mu.Lock()
	}
	c.out.inBatch = false
	c.settle()
	c.armT8()
	c.mu.Unlock()
	c.logNotes()
}

// gather lets those go on whom Handle has woken.
func (c *Conn) gather() {
	if c.cfg.Gather {
		runtime.Gosched()
	}
}

// act does what receive asks for. It is called without mu.
func (c *Conn) act(v verdict) {
	c.log.received(&c.m.in.frame)
	if v == ask {
		v = c.answerSelect()
		c.logNotes()
	}
	if v == deliver {
		c.deliver()
	}
}

// deliver hands the reader's event to the user.
func (c *Conn) deliver() {
	switch c.in.event.Kind {
	case Selected:
		c.in.announced = true
	case NotSelected:
		c.awaitExpiry()
		c.in.announced = false
	default:
	}
	kind := c.in.event.Kind
	c.cfg.Handle(c, &c.in.event)
	if kind == NotSelected {
		c.release()
	}
}

// leftSelected reports NotSelected if that is owed.
func (c *Conn) leftSelected() {
	if c.in.announced {
		c.in.event = Event{Kind: NotSelected, Err: c.leavingReason()}
		c.deliver()
	}
	c.release()
}

// awaitExpiry returns when no event of an expired transaction is under way;
// no more can come once the machine has left SELECTED.
func (c *Conn) awaitExpiry() {
	c.expiring.Lock()
	defer c.expiring.Unlock()
}

func (c *Conn) leavingReason() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.m.end.err != nil {
		return c.m.end.err
	}
	return &closedError{c.m.end.leaving}
}

// answerSelect asks who hands out the session, and lets the machine answer.
func (c *Conn) answerSelect() verdict {
	status := selectOK
	if c.sessions != nil {
		status = c.sessions.claim(c)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.m.answerSelect(time.Now(), status, &c.in.event)
}

func (c *Conn) release() {
	if c.sessions != nil {
		c.sessions.release(c)
	}
}

// awaitRoom waits until replies have left the out buffer: a peer that does
// not read is not read from. mu is held before and after.
func (c *Conn) awaitRoom() time.Time {
	c.wakeFlusher()
	c.settle()
	c.mu.Unlock()
	_ = c.WaitRoom(context.Background()) // an error: the connection ends, which receive notices
	c.mu.Lock()
	return time.Now()
}

// armT8 starts or stops T8, which runs while a frame is incomplete. Between
// frames no deadline is set, and none needs to be cleared.
func (c *Conn) armT8() {
	if c.m.gone() {
		return
	}
	inFrame := c.m.inFrame(c.in.w - c.in.r)
	switch {
	case inFrame:
		c.nc.SetReadDeadline(time.Now().Add(c.cfg.Timers.T8))
	case c.in.armed:
		c.nc.SetReadDeadline(time.Time{})
	}
	c.in.armed = inFrame
}

// readOn deals with an error of Read and reports whether to go on.
func (c *Conn) readOn(err error) bool {
	goOn := c.judgeReadError(err)
	c.logNotes()
	if goOn {
		c.leftSelected()
	}
	return goOn
}

func (c *Conn) judgeReadError(err error) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	timeout := errors.Is(err, os.ErrDeadlineExceeded)
	switch inFrame := c.m.inFrame(c.in.w - c.in.r); {
	case c.m.over():
	case timeout && c.m.gone():
		// Close woke us. What still comes is discarded until the peer closes.
		c.nc.SetReadDeadline(time.Time{})
		return true
	case timeout:
		c.m.t8Expired()
	case errors.Is(err, io.EOF) && inFrame:
		c.m.fail(errTruncated)
	case errors.Is(err, io.EOF):
		c.m.fail(errPeerClosed)
	default:
		c.m.fail(err)
	}
	c.settle()
	return false
}
