package hsms

import (
	"context"
	"errors"
	"math"
	"os"
	"runtime"
	"sync/atomic"
	"time"
)

// output is the state of writing to the socket, guarded by Conn.mu.
type output struct {
	writing     bool      // a goroutine writes; others leave it to that one
	since       time.Time // start of the write under way
	progress    time.Time // when the socket last took a byte, or was free
	interrupted bool      // the write deadline is in the past
	stalled     bool      // a write came to no end; each now has a deadline
	halfClosed  bool
	room        chan struct{} // closed when there is room; nil: nobody waits
	inBatch     bool          // the reader is at work and will flush
	woken       bool          // the flusher was woken and has not begun

	// What others may read without mu, for each message.
	covered atomic.Bool // somebody will write what is queued
	crowded atomic.Bool // see outbox.crowded
}

// firstLook is how long a write may take before we look at its progress.
const firstLook = 100 * time.Millisecond

func (c *Conn) lookAfter() time.Duration { return min(firstLook, c.cfg.WriteTimeout) }

// watched reports whether the timekeeper is to look at the write under way.
func (o *output) watched() bool { return o.writing && !o.stalled && !o.interrupted }

// giveRoom wakes who waits for room.
func (o *output) giveRoom() {
	if o.room != nil {
		close(o.room)
		o.room = nil
	}
}

// Flush has what was queued written soon. While the connection's reader is in
// its Handle it costs nothing, because the reader flushes after its batch.
func (c *Conn) Flush() {
	if c.out.covered.Load() {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.out.inBatch && !c.out.writing && !c.m.out.empty() {
		c.wakeFlusher()
	}
}

// showCovered and showRoom bring covered and crowded up to date; mu is held.
func (c *Conn) showCovered() { show(&c.out.covered, c.out.inBatch || c.out.writing || c.out.woken) }
func (c *Conn) showRoom()    { show(&c.out.crowded, c.m.out.crowded() && !c.m.gone()) }

func show(b *atomic.Bool, v bool) {
	if b.Load() != v {
		b.Store(v)
	}
}

// wakeFlusher has the flusher write; mu is held.
func (c *Conn) wakeFlusher() {
	c.out.woken = true
	c.showCovered()
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// flush is the flusher: it writes what the reader does not. It yields twice
// before it writes, so that those which the last batch woke can add to the
// next one.
func (c *Conn) flush() {
	for {
		select {
		case <-c.wake:
		case <-c.over:
			return
		}
		runtime.Gosched()
		runtime.Gosched()
		for c.writeOut(math.MaxInt) {
		}
		c.closeStreams()
		c.closeWrite()
		c.logNotes()
	}
}

// writeOut writes what waits, at most limit bytes or so, unless another
// goroutine is at it. It reports whether a write was interrupted, and leaves
// the rest to the flusher.
func (c *Conn) writeOut(limit int) (interrupted bool) {
	now := time.Now() // before others have to wait for mu
	c.mu.Lock()
	defer c.mu.Unlock()
	c.out.woken = false
	defer c.showCovered()
	if c.out.writing || c.m.out.empty() || c.m.over() {
		return false
	}
	c.out.writing, c.out.since = true, now
	for limit > 0 && !interrupted && !c.m.over() {
		chunk := c.m.out.chunk(limit)
		if len(chunk) == 0 {
			// Of files the reader writes nothing: reading goes on meanwhile.
			if limit < math.MaxInt/2 || !c.fill() {
				break
			}
			continue
		}
		limit -= len(chunk)
		interrupted = c.write(chunk)
	}
	c.out.writing = false
	if c.m.out.empty() {
		c.endStall()
	}
	if !c.m.out.empty() {
		c.wakeFlusher()
	}
	c.settle()
	return interrupted
}

// write hands chunk to the socket; mu is held before and after. It reports
// whether the write was interrupted.
func (c *Conn) write(chunk []byte) bool {
	if !c.out.stalled {
		c.out.progress = c.out.since
	}
	c.setWriteDeadline()
	c.arm()
	c.mu.Unlock()
	n, err := c.nc.Write(chunk)
	now := time.Now()
	c.mu.Lock()
	c.out.since = now // of the next write
	c.m.wrote(now, n)
	if n > 0 {
		c.out.progress = now
	}
	c.showRoom()
	if c.m.out.roomy() {
		c.out.giveRoom()
	}
	switch {
	case err == nil:
	case errors.Is(err, os.ErrDeadlineExceeded):
		c.out.stalled = true
		if !now.Before(c.out.progress.Add(c.cfg.WriteTimeout)) {
			c.m.fail(errWriteTimeout)
		}
		return true
	default:
		c.m.fail(err)
	}
	return false
}

// setWriteDeadline lifts an interruption. A stalled write gets a deadline at
// the next look; others have none.
func (c *Conn) setWriteDeadline() {
	switch {
	case c.out.stalled:
		look := c.out.since.Add(c.lookAfter() * looksFactor)
		c.nc.SetWriteDeadline(earliest(look, c.out.progress.Add(c.cfg.WriteTimeout)))
	case c.out.interrupted:
		c.nc.SetWriteDeadline(time.Time{})
	}
	c.out.interrupted = false
}

// looksFactor is how much rarer we look at a write that is known to stall.
const looksFactor = 10

// endStall returns to writes without deadline.
func (c *Conn) endStall() {
	if c.out.stalled || c.out.interrupted {
		c.nc.SetWriteDeadline(time.Time{})
	}
	c.out.stalled, c.out.interrupted = false, false
}

// interruptWrite ends the write under way, to see its progress or to let a
// control message pass; mu is held.
func (c *Conn) interruptWrite() {
	if c.out.writing && !c.out.interrupted {
		c.out.interrupted = true
		c.nc.SetWriteDeadline(longAgo)
	}
}

// closeWrite tells the peer that nothing more comes, once all is written.
func (c *Conn) closeWrite() {
	if !c.endsWriting() {
		return
	}
	if hc, ok := c.nc.(interface{ CloseWrite() error }); ok {
		_ = hc.CloseWrite() // an error here is the reader's to find
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.m.fail(errClosed) // this kind of connection can only be closed whole
	c.settle()
}

// endsWriting reports, once, that an orderly end has written everything.
func (c *Conn) endsWriting() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.m.gone() || c.m.over() || c.out.halfClosed || c.out.writing || !c.m.out.empty() {
		return false
	}
	c.out.halfClosed = true
	c.m.halfClosed(time.Now())
	c.settle()
	return true
}

// Full reports whether a message that can wait should: the out buffer of a
// living connection has no more room than it keeps for those that cannot.
func (c *Conn) Full() bool { return c.out.crowded.Load() }

// WaitRoom blocks while the out buffer is full in the sense of Full, until ctx
// is done or the connection ends.
func (c *Conn) WaitRoom(ctx context.Context) error {
	for {
		room, err := c.roomOrWait()
		if room == nil {
			return err
		}
		select {
		case <-room:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// roomOrWait returns a channel to wait on when the out buffer is full.
func (c *Conn) roomOrWait() (<-chan struct{}, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.m.gone() {
		return nil, ErrNotSelected
	}
	if !c.m.out.crowded() {
		return nil, nil
	}
	if c.out.room == nil {
		c.out.room = make(chan struct{})
	}
	c.wakeFlusher()
	return c.out.room, nil
}
