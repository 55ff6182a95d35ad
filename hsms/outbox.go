package hsms

import (
	"encoding/binary"

	"github.com/secsd/secsd/secs2"
)

// outLimit bounds what waits for the socket, in bytes.
const outLimit = 256 << 10

// outbox holds what waits to be written, in two streams. The control stream
// goes first at every boundary between frames of the data stream, so that a
// control message waits for at most the one frame that is being written. What
// must keep its place, Select.rsp before data, Separate.req after it, goes
// behind the data that is there already.
//
// Each stream has two buffers: one takes new frames while the other, the
// batch, is with the socket. Then they are swapped.
type outbox struct {
	control stream
	data    stream

	boundary  int         // first frame boundary of the data batch at or after data.off
	inControl bool        // the last chunk was of the control stream
	long      []longFrame // those not yet written whole
	streams   []*streamed // ends of texts, in order; the batch never goes past one
	spent     []*streamed // written, to be closed
	frames    uint64      // count of frames, for the metrics
}

// longFrame is a frame of the data stream that exceeds outLimit by itself. It
// does not count towards the limit, or no other message could be sent while
// it is written.
type longFrame struct{ start, end uint64 }

// maxLong bounds the bytes of all long frames, and enoughLong is how many of
// them make the box full.
const (
	maxLong    = 64 << 20
	enoughLong = 2
)

// stream is one direction of bytes with its positions, counted from the start
// of the connection.
type stream struct {
	waiting []byte
	batch   []byte
	off     int // bytes of batch that are written
	queued  uint64
	written uint64
}

func (s *stream) empty() bool    { return s.queued == s.written }
func (s *stream) batched() bool  { return s.off < len(s.batch) }
func (s *stream) unsent() uint64 { return s.queued - s.written }

// add queues a frame, whose text has rest more bytes.
func (s *stream) add(h secs2.Header, text []byte, rest int) {
	s.waiting = appendHead(s.waiting, h, text, rest)
	s.queued += uint64(prefixSize + len(text))
}

// swap makes what waits the next batch, n bytes of it. A buffer that one long
// frame has blown up is given back.
func (s *stream) swap(n int) {
	spare := s.batch[:0]
	if cap(spare) > 2*outLimit {
		spare = nil
	}
	spare = append(spare, s.waiting[n:]...)
	s.batch, s.waiting, s.off = s.waiting[:n], spare, 0
}

// addUrgent queues a control message that may overtake data.
func (o *outbox) addUrgent(h secs2.Header) {
	o.control.add(h, nil, 0)
	o.frames++
}

// addOrdered queues a control message that must not overtake data.
func (o *outbox) addOrdered(h secs2.Header) {
	if o.data.empty() {
		o.addUrgent(h)
		return
	}
	o.addData(h, nil)
}

// addData queues a message in order.
func (o *outbox) addData(h secs2.Header, text []byte) { o.addText(h, text, Stream{}) }

// addText is addData for a text with a Stream at its end. It returns the position
// of the message's end.
func (o *outbox) addText(h secs2.Header, text []byte, rest Stream) uint64 {
	start := o.data.queued
	o.data.add(h, text, int(rest.Length))
	o.frames++
	if rest.Length > 0 {
		o.addStream(rest)
	}
	if o.data.queued-start > outLimit {
		o.long = append(o.long, longFrame{start, o.data.queued})
	}
	return o.data.queued
}

// backlog returns the bytes that wait, without those of long frames.
func (o *outbox) backlog() int {
	return int(o.control.unsent()+o.data.unsent()) - o.longUnsent()
}

func (o *outbox) longUnsent() (n int) {
	for _, l := range o.long {
		n += int(l.end - max(l.start, o.data.written))
	}
	return n
}

// takes reports whether a primary with that much text may be queued.
func (o *outbox) takes(text int) bool {
	if o.backlogFull() {
		return false
	}
	size := prefixSize + text
	return size <= outLimit || o.longUnsent()+size <= maxLong
}

func (o *outbox) backlogFull() bool { return o.backlog() >= outLimit }
func (o *outbox) full() bool        { return o.backlogFull() || len(o.long) >= enoughLong }

// crowded reports whether those who can wait should: what cannot wait finds
// the other half of the box free.
func (o *outbox) crowded() bool { return o.backlog() >= outLimit/2 || len(o.long) >= enoughLong }

// roomy reports whether the box was emptied enough to wake who waits for room.
func (o *outbox) roomy() bool { return o.backlog() <= outLimit/4 && len(o.long) < enoughLong }

func (o *outbox) empty() bool { return o.control.empty() && o.data.empty() }

// chunk returns the next bytes for the socket, at most limit of the data
// stream; none when nothing waits or hungry is to be read first. The bytes stay as they are until wrote.
func (o *outbox) chunk(limit int) []byte {
	o.inControl = true
	if o.control.batched() {
		return o.control.batch[o.control.off:]
	}
	if s := o.rest(); s != nil {
		o.inControl = false
		return s.piece[:min(len(s.piece), limit)]
	}
	atBoundary := o.data.off == o.boundary
	if atBoundary && len(o.control.waiting) > 0 {
		o.control.swap(len(o.control.waiting))
		return o.control.batch
	}
	o.inControl = false
	if !o.data.batched() {
		n := len(o.data.waiting)
		if len(o.streams) > 0 {
			n = min(n, int(o.streams[0].start-o.data.written))
		}
		o.data.swap(n)
		o.boundary = 0
	}
	end := len(o.data.batch)
	if len(o.control.waiting) > 0 {
		end = min(end, o.boundary)
	}
	if o.data.off == end {
		return nil
	}
	return o.data.batch[o.data.off:][:min(end-o.data.off, limit)]
}

// wrote notes that the socket took n bytes of the last chunk.
func (o *outbox) wrote(n int) {
	if o.inControl {
		o.control.off += n
		o.control.written += uint64(n)
		return
	}
	if s := o.rest(); s != nil {
		o.wroteRest(s, n)
	} else {
		o.data.off += n
		o.data.written += uint64(n)
	}
	for len(o.long) > 0 && o.long[0].end <= o.data.written {
		o.long = o.long[1:]
	}
	if o.data.off == len(o.data.batch) {
		o.boundary = o.data.off
		return
	}
	for o.boundary < o.data.off {
		length := binary.BigEndian.Uint32(o.data.batch[o.boundary:])
		o.boundary += lengthSize + int(length)
	}
}

// urgentBehindData reports whether a control message waits for the data that
// is with the socket.
func (o *outbox) urgentBehindData() bool {
	return len(o.control.waiting) > 0 && (o.data.batched() || o.rest() != nil)
}
