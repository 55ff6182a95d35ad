package hsms

import (
	"context"
	"math/rand/v2"
	"net"
	"sync"
	"time"

	"go.uber.org/zap"

	"github.com/secsd/secsd/secs2"
)

// Conn is one TCP connection with its HSMS session. It is used once: a
// reconnect makes a new Conn.
type Conn struct {
	cfg      Config
	nc       net.Conn
	log      *logger
	sessions sessions

	mu       sync.Mutex // guards the fields down to the blank line; held for memory only
	m        machine
	out      output
	armed    time.Time // when timer fires; zero: it does not
	overDone bool      // over is closed

	timer *time.Timer
	wake  chan struct{} // to the flusher: something waits
	over  chan struct{} // closed when the connection is over

	// expiring is held by the timekeeper while it reports expired
	// transactions, so that the reader can let it finish.
	expiring sync.Mutex
	in       input // the reader's own
}

// sessions is who hands out the session that only one connection may have.
type sessions interface {
	// claim is asked when the peer sent Select.req; it may block.
	claim(*Conn) SelectStatus
	// release gives the session back, if c has it.
	release(c *Conn)
}

// NewConn returns the HSMS connection on nc, which is connected. Serve must
// be called once; it closes nc.
func NewConn(nc net.Conn, connect Connect, cfg Config) (*Conn, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	cfg = cfg.withDefaults()
	return newConn(nc, connect, cfg, newLogger(cfg.Logger.Named("hsms")), nil), nil
}

func newConn(nc net.Conn, connect Connect, cfg Config, log *logger, s sessions) *Conn {
	c := &Conn{
		cfg:      cfg,
		nc:       nc,
		log:      log.with(zap.Stringer("peer", nc.RemoteAddr())),
		sessions: s,
		timer:    time.NewTimer(time.Hour),
		wake:     make(chan struct{}, 1),
		over:     make(chan struct{}),
		in:       input{buf: make([]byte, readBufferSize)},
	}
	c.timer.Stop()
	c.m = newMachine(&c.cfg, connect, rand.Uint32())
	return c
}

// Serve moves the bytes of the connection until it is over: the peer or the
// network ended it, or Close was called, or ctx is done, which means Close
// with its cause. It returns why; the error matches net.ErrClosed.
func (c *Conn) Serve(ctx context.Context) error {
	c.mu.Lock()
	c.m.connected(time.Now())
	c.settle()
	c.mu.Unlock()
	c.logNotes()
	c.Flush()
	var wg sync.WaitGroup
	wg.Go(c.flush)
	wg.Go(func() { c.keepTime(ctx) })
	c.read()
	wg.Wait()
	c.closeStreams()
	c.logNotes()
	c.leftSelected()
	return c.reason()
}

// reason returns why the connection is over, or nil.
func (c *Conn) reason() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.m.end.err
}

// Close ends the connection in order: what waits is written, then
// Separate.req while SELECTED, then the socket is closed. It does not wait;
// Serve returns when all is done, within two seconds. A nil reason stands for
// the user's wish.
func (c *Conn) Close(reason error) {
	if reason == nil {
		reason = errClosed
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.m.gone() {
		return
	}
	c.m.leave(time.Now(), reason)
	c.nc.SetReadDeadline(longAgo) // wakes the reader, which reports NotSelected
	c.settle()
}

// longAgo is a deadline that ends a read or write at once.
var longAgo = time.Unix(1, 0)

// settle does what a change of the machine asks for; mu is held.
func (c *Conn) settle() {
	if c.m.over() && !c.overDone {
		c.overDone = true
		close(c.over)
	}
	if c.m.gone() {
		c.showRoom()
		c.out.giveRoom()
		if !c.out.halfClosed {
			c.wakeFlusher() // it closes for writing
		}
	}
	if c.m.out.urgentBehindData() {
		c.interruptWrite()
	}
	c.arm()
}

// arm sets the timer to the earliest deadline. A timer that fires too early
// costs little, so a deadline that moves away is left alone.
func (c *Conn) arm() {
	d := c.m.deadline()
	if c.out.watched() {
		d = earliest(d, c.out.since.Add(c.lookAfter()))
	}
	if d.IsZero() || !c.armed.IsZero() && !d.Before(c.armed) {
		return
	}
	c.armed = d
	c.timer.Reset(time.Until(d))
}

// keepTime is the timekeeper: it serves the machine's deadlines, ctx, and
// closes the socket when the connection is over.
func (c *Conn) keepTime(ctx context.Context) {
	done := ctx.Done()
	for {
		select {
		case <-c.timer.C:
			c.expire(time.Now())
		case <-done:
			done = nil
			c.Close(context.Cause(ctx))
		case <-c.over:
			c.timer.Stop()
			c.nc.Close()
			return
		}
	}
}

// expire reports what is due. The reader waits for it before it reports
// NotSelected, so that no Failed comes after that.
func (c *Conn) expire(now time.Time) {
	c.expiring.Lock()
	defer c.expiring.Unlock()
	var ev Event
	for c.expireOne(now, &ev) {
		c.logNotes()
		c.cfg.Handle(c, &ev)
	}
	c.logNotes()
	c.Flush()
}

func (c *Conn) expireOne(now time.Time, ev *Event) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.m.expire(now, ev) {
		return true
	}
	if c.out.watched() && reached(c.out.since.Add(c.lookAfter()), now) {
		c.interruptWrite()
	}
	c.armed = time.Time{}
	c.settle()
	return false
}

// Reply queues the secondary to a primary of the peer: with its session ID,
// stream and system bytes. It does not block and does not write; see Flush.
func (c *Conn) Reply(primary secs2.Header, function byte, text []byte) error {
	return c.ReplyStream(primary, function, text, Stream{})
}

// ReplyStream is Reply with a text that ends with rest.
func (c *Conn) ReplyStream(primary secs2.Header, function byte, text []byte, rest Stream) error {
	c.mu.Lock()
	h, err := c.m.reply(primary, function, text, rest)
	c.showRoom()
	c.mu.Unlock()
	if err == nil {
		c.log.frame("sent", h, len(text)+int(rest.Length))
	}
	return err
}

// Send queues a primary and returns its header. With W=1 the transaction is
// open until an event Reply or Failed brings token back, or NotSelected comes.
// It does not block and does not write; see Flush. When the out buffer has no
// room for the primary, the connection is closed.
func (c *Conn) Send(session uint16, stream, function byte, w secs2.WBit, token uint64, text []byte) (secs2.Header, error) {
	return c.SendStream(session, stream, function, w, token, text, Stream{})
}

// SendStream is Send with a text that ends with rest.
func (c *Conn) SendStream(session uint16, stream, function byte, w secs2.WBit, token uint64, text []byte, rest Stream) (secs2.Header, error) {
	c.mu.Lock()
	h, err := c.m.send(outgoing{session, stream, function, w, token, text, rest})
	if err != nil {
		c.settle()
	}
	c.showRoom()
	c.mu.Unlock()
	if err == nil {
		c.log.frame("sent", h, len(text)+int(rest.Length))
	}
	return h, err
}

// probe asks the peer for a sign of life.
func (c *Conn) probe() {
	c.mu.Lock()
	c.m.probe(time.Now())
	c.settle()
	c.mu.Unlock()
	c.Flush()
}

// markSecond tells, before Serve, that another connection has the session.
func (c *Conn) markSecond() { c.m.second = true }

// snapshot returns the state and the counts.
func (c *Conn) snapshot() (State, Counts) {
	c.mu.Lock()
	defer c.mu.Unlock()
	counts := c.m.counts
	counts.FramesOut = c.m.out.frames
	return c.m.state, counts
}
