package conformance

import (
	"errors"
	"io"
	"net"
	"os"
	"sync"
	"time"
)

// link is the host's end of one connection. Two goroutines move its bytes: the
// reader cuts frames and stamps them, the writer lets the script go on when
// the equipment does not read. Both end with close.
type link struct {
	conn   net.Conn
	ledger ledger // touched by the script only
	held   []byte // frames of the host between hold and release
	hold   bool
	tell   chan<- struct{} // an event was added
	joined sync.WaitGroup

	mu       sync.Mutex
	changed  sync.Cond
	events   []event
	partial  []byte // received bytes that are no whole frame yet
	out      []byte // bytes for the writer
	stopped  bool   // the host does not read
	cut      bool   // packets are lost both ways
	hungUp   bool   // the host has closed its end
	finished bool   // the reader has seen the end
}

// event is one thing that happened on a connection: a frame, or its end.
type event struct {
	at    time.Time
	frame *frame
	end   string // how the connection ended
}

func newLink(conn net.Conn, tell chan<- struct{}) *link {
	l := &link{conn: conn, tell: tell}
	l.changed.L = &l.mu
	l.joined.Go(l.read)
	l.joined.Go(l.write)
	return l
}

// next takes the oldest event that has not been expected yet.
func (l *link) next() (event, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.events) == 0 {
		return event{}, false
	}
	ev := l.events[0]
	l.events = l.events[1:]
	return ev, true
}

// first returns the oldest event without taking it, and the bytes of an
// unfinished frame.
func (l *link) first() (ev event, partial []byte, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.events) > 0 {
		return l.events[0], nil, true
	}
	return event{}, l.partial, len(l.partial) > 0
}

// discard forgets everything received so far except the end of the connection.
func (l *link) discard() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.partial = nil
	if n := len(l.events); n > 0 && l.events[n-1].frame == nil {
		l.events = l.events[n-1:]
		return
	}
	l.events = nil
}

// send hands bytes to the writer. A cut link loses them.
func (l *link) send(b []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.cut {
		l.out = append(l.out, b...)
		l.changed.Broadcast()
	}
}

// set changes what the goroutines go by.
func (l *link) set(change func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	change()
	l.changed.Broadcast()
}

// stopReading also ends the Read under way.
func (l *link) stopReading() {
	l.set(func() { l.stopped = true })
	l.conn.SetReadDeadline(time.Unix(1, 0))
}

func (l *link) readOn() {
	l.conn.SetReadDeadline(time.Time{})
	l.set(func() { l.stopped = false })
}

// close ends the link from the host's side; end closes or breaks the
// connection.
func (l *link) close(end func() error) error {
	l.set(func() { l.hungUp = true })
	err := end()
	l.joined.Wait()
	return err
}

// abandon hangs up where nobody minds how that went.
func (l *link) abandon() { _ = l.close(l.conn.Close) }

// read is the reader.
func (l *link) read() {
	buf := make([]byte, 64<<10)
	for l.mayRead() {
		n, err := l.conn.Read(buf)
		l.took(buf[:n])
		if err != nil && !errors.Is(err, os.ErrDeadlineExceeded) {
			l.ended(err)
			return
		}
	}
}

// mayRead waits while the host does not read. It returns false when the host
// has hung up.
func (l *link) mayRead() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.stopped && !l.hungUp {
		l.changed.Wait()
	}
	return !l.hungUp
}

// took turns received bytes into events.
func (l *link) took(b []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.cut || l.finished {
		return
	}
	l.partial = append(l.partial, b...)
	for {
		f, rest, err := cutFrame(l.partial)
		if err != nil {
			l.finished = true
			l.add(event{end: "sent bytes that are no frame: " + err.Error()})
			return
		}
		if f == nil {
			return
		}
		l.partial = rest
		l.add(event{frame: f})
	}
}

// ended notes the end of the connection, unless it was the host's doing.
func (l *link) ended(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.hungUp || l.finished {
		return
	}
	l.finished = true
	end := "closed"
	if !errors.Is(err, io.EOF) {
		end = "broke: " + err.Error()
	}
	l.add(event{end: end})
}

// add stamps an event and tells the run of it; mu is held.
func (l *link) add(ev event) {
	ev.at = time.Now()
	l.events = append(l.events, ev)
	select {
	case l.tell <- struct{}{}:
	default:
	}
}

// write is the writer.
func (l *link) write() {
	for {
		b, ok := l.takeOut()
		if !ok {
			return
		}
		// An equipment that has closed is reported by the reader.
		_, _ = l.conn.Write(b)
	}
}

// takeOut waits for bytes. It returns false when the host has hung up.
func (l *link) takeOut() ([]byte, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.out) == 0 && !l.hungUp {
		l.changed.Wait()
	}
	b := l.out
	l.out = nil
	return b, !l.hungUp
}
