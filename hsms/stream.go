package hsms

import (
	"fmt"
	"io"
)

// This file is messages whose text does not have to be in memory: the end of it
// is read while it is written.

// Stream is the end of a text. The connection closes it, whatever becomes of the
// message, unless ReplyStream or SendStream returned an error.
type Stream struct {
	io.ReadCloser
	// Length is how many bytes it has. One that ends before, or fails, is the
	// end of the connection: the peer was promised the whole frame.
	Length int64
}

// streamPiece is what is read of a Stream at a time.
const streamPiece = 64 << 10

// streamed is a Stream in the outbox.
type streamed struct {
	Stream
	start, end uint64 // its positions in the stream of data
	buf        []byte
	piece      []byte // of buf: read and not written
}

// rest returns the Stream whose turn it is to be written, the head of its frame
// being with the peer, or nil.
func (o *outbox) rest() *streamed {
	if len(o.streams) > 0 && o.streams[0].start <= o.data.written {
		return o.streams[0]
	}
	return nil
}

// hungry returns the Stream that is to be read now, or nil.
func (o *outbox) hungry() *streamed {
	if s := o.rest(); s != nil && len(s.piece) == 0 {
		return s
	}
	return nil
}

// addStream queues the end of the message that addData has just queued without
// it. It returns the position of its end.
func (o *outbox) addStream(s Stream) uint64 {
	start := o.data.queued
	o.data.queued += uint64(s.Length)
	o.streams = append(o.streams, &streamed{Stream: s, start: start, end: o.data.queued})
	return o.data.queued
}

// wroteRest notes that the socket took n bytes of a Stream.
func (o *outbox) wroteRest(s *streamed, n int) {
	s.piece = s.piece[n:]
	o.data.written += uint64(n)
	if o.data.written == s.end {
		o.streams = o.streams[1:]
		o.spent = append(o.spent, s)
	}
}

// fill reads the next piece of the Stream whose turn it is, without mu. It reports
// whether there is one.
func (c *Conn) fill() bool {
	s := c.m.out.hungry()
	if s == nil {
		return false
	}
	size := min(streamPiece, s.end-c.m.out.data.written)
	if s.buf == nil {
		s.buf = make([]byte, size)
	}
	c.mu.Unlock()
	n, err := io.ReadFull(s, s.buf[:size])
	c.mu.Lock()
	if err != nil {
		left := s.end - c.m.out.data.written - uint64(n)
		c.m.fail(fmt.Errorf("hsms: text of a message ended %d bytes early: %w", left, err))
		return false
	}
	s.piece = s.buf[:n]
	return true
}

// closeStreams closes those that are written or, at the end of the connection, all.
func (c *Conn) closeStreams() {
	c.mu.Lock()
	spent := c.m.out.spent
	c.m.out.spent = nil
	if c.m.over() && !c.out.writing {
		spent = append(spent, c.m.out.streams...)
		c.m.out.streams = nil
	}
	c.mu.Unlock()
	for _, s := range spent {
		_ = s.Close() // nothing was written to it
	}
}
