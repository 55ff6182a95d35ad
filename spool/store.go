package spool

import "github.com/secsd/secsd/secs2"

// Message is a primary, frozen at its generation.
type Message struct {
	// Number is that of the committed event that it reports; 0: none.
	Number uint64
	SF     secs2.SF
	W      secs2.WBit
	Body   []byte
}

// Write is one change to a host's segment files.
type Write struct {
	Segment uint32
	// Offset is where Data goes in a file that exists; 0 makes the file, with Data as the whole of it.
	Offset int
	// Data is nil to remove the file, if it is there.
	Data []byte
}

// Store is the message store of one host. Every message has an index, from 1, which only grows and is never reused as long
// as the folder, or the head given to Recover, remembers it.
//
// What changes files names the commit it goes with, whose number only grows; Committed and Failed say what became of
// commits. The writes of a commit are carried out in the order in which they were returned.
type Store struct {
	limits     Limits
	head, kept uint64
	segments   []segment // every file, by number
	at         mark      // where the next message goes
	durable    mark      // the same of what is on disk
	marks      []mark    // the same after each commit that waits for the disk
	waiting    int       // bytes of writes that wait for the disk
	newest     uint32    // the highest number ever given to a segment
	found      []found   // between Restore and Recover
	wanted     map[uint64]bool
	reader     reader
}

// segment is the bookkeeping of one file.
type segment struct {
	// first is the index of the first message that starts in it, or would.
	first  uint64
	asked  uint64 // the commit that removes it; 0: none
	number uint32
	flags  uint8
}

// Flags of a segment in memory.
const (
	continues = 1 << iota // begins with the rest of a message
	aftermath             // its header says that the segment before was given up, so it stays as long as that one
	void                  // failed to be made, or torn: holds nothing, may exist
)

// mark is a place between two messages.
type mark struct {
	seq     uint64 // the commit that ends here
	tail    uint64
	last    uint64 // highest Number before it
	segment uint32 // where the message before ends; 0: nowhere
	end     uint16 // the offset there
	closed  bool   // nothing is ever appended to that segment
	givenUp bool   // nobody knows what is behind end
	bytes   uint32 // of writes since the mark before
}

// NewStore returns the store of an empty folder. One that is not empty is told by Restore and Recover.
func NewStore(limits Limits) *Store {
	start := mark{tail: 1, closed: true}
	return &Store{limits: limits, head: 1, segments: make([]segment, 0, limits.Segments), at: start, durable: start}
}

// Head is the index of the oldest message that is kept (but see SetHead for one older).
func (s *Store) Head() uint64 { return s.head }

// Tail is the index of the next message appended.
func (s *Store) Tail() uint64 { return s.at.tail }

// Durable is the index below which every message is on disk.
func (s *Store) Durable() uint64 { return s.durable.tail }

// Bytes is the size of the segment files that exist, are being made, or are not yet removed.
func (s *Store) Bytes() int { return len(s.segments) * SegmentSize }

// Capacity is the bound of Bytes.
func (s *Store) Capacity() int { return s.limits.Segments * SegmentSize }

// TooLong reports whether a body of that length can never be kept.
func (s *Store) TooLong(bodyLen int) bool {
	return bodyLen > s.limits.MaxMessage || segmentsFor(bodyLen) > s.limits.Segments
}

// Fits reports whether there is room in segments now.
func (s *Store) Fits(bodyLen int) bool {
	return !s.TooLong(bodyLen) && len(s.segments)+s.Adds(bodyLen) <= s.limits.Segments
}

// Adds is how many segments a message adds.
func (s *Store) Adds(bodyLen int) int {
	if !s.at.closed && int(s.at.end)+recordHeaderSize+bodyLen <= SegmentSize {
		return 0
	}
	return segmentsFor(bodyLen)
}

// PendingFull reports whether a message would take what waits for the disk above Limits.Pending. It is never true when
// nothing waits.
func (s *Store) PendingFull(bodyLen int) bool {
	if len(s.marks) == 0 {
		return false
	}
	cost := s.Adds(bodyLen) * (SegmentSize + writeBytes)
	if cost == 0 {
		cost = recordHeaderSize + bodyLen + writeBytes
	}
	room := cap(s.marks)
	if len(s.marks) == room {
		room = 2*room + 1 // as append grows it, at most
	}
	return s.waiting+cost+room*markBytes > s.limits.Pending
}

// Append adds a message for which Fits has said yes. The writes go with commit seq. The body is copied into them: the
// caller need not hold it any longer.
func (s *Store) Append(seq uint64, m Message) []Write {
	n := s.Adds(len(m.Body))
	var writes []Write
	if n == 0 {
		writes = []Write{s.appendHere(m)}
	} else {
		writes = s.appendNew(m, n)
	}
	s.at.tail++
	s.at.last = max(s.at.last, m.Number)
	bytes := writeBytes * len(writes)
	for _, w := range writes {
		bytes += len(w.Data)
	}
	s.waiting += bytes
	if n := len(s.marks); n > 0 && s.marks[n-1].seq == seq {
		s.at.bytes += uint32(bytes)
		s.marks[n-1] = s.at
		return writes
	}
	s.at.seq, s.at.bytes = seq, uint32(bytes)
	s.marks = append(s.marks, s.at)
	return writes
}

// appendHere adds a message to the segment that the one before ends in.
func (s *Store) appendHere(m Message) Write {
	r := record{number: m.Number, sf: m.SF, w: m.W, body: m.Body}
	if len(s.marks) == 0 {
		r.flags = recordSynced
	}
	w := Write{Segment: s.at.segment, Offset: int(s.at.end), Data: make([]byte, r.size())}
	r.put(w.Data, w.Segment, w.Offset)
	s.at.end += uint16(len(w.Data))
	return w
}

// appendNew adds a message in n new segments.
func (s *Store) appendNew(m Message, n int) []Write {
	writes := make([]Write, n)
	body := m.Body
	for i := range writes {
		h := header{
			number: s.newest + 1, before: s.at.segment, beforeEnd: uint32(s.at.end), first: s.at.tail, last: s.at.last,
		}
		if s.at.givenUp {
			h.flags |= segmentGivenUp
		}
		part := min(len(body), maxRecordBody)
		r := record{number: m.Number, sf: m.SF, w: m.W, body: body[:part], rest: len(body) - part}
		if i > 0 {
			h.flags |= segmentContinues
			h.first, h.last = s.at.tail+1, max(s.at.last, m.Number)
			r.flags = recordContinues
		}
		body = body[part:]
		writes[i] = Write{Segment: h.number, Data: make([]byte, SegmentSize)}
		h.put(writes[i].Data)
		r.put(writes[i].Data[headerSize:], h.number, headerSize)
		s.begin(h, headerSize+r.size())
	}
	return writes
}

// begin enters a new segment in the bookkeeping.
func (s *Store) begin(h header, end int) {
	s.segments = append(s.segments, segment{first: h.first, number: h.number, flags: memoryFlags(h)})
	s.newest = h.number
	s.at.segment, s.at.end, s.at.closed, s.at.givenUp = h.number, uint16(end), false, false
}

func memoryFlags(h header) uint8 {
	var flags uint8
	if h.flags&segmentContinues != 0 {
		flags |= continues
	}
	if h.flags&segmentGivenUp != 0 {
		flags |= aftermath
	}
	return flags
}

// Committed says that commits up to seq are durable: their messages are on disk, the segments they removed are gone.
func (s *Store) Committed(seq uint64) {
	n := 0
	for n < len(s.marks) && s.marks[n].seq <= seq {
		s.durable = s.marks[n]
		s.waiting -= int(s.marks[n].bytes)
		n++
	}
	s.marks = append(s.marks[:0], s.marks[n:]...)
	if len(s.marks) == 0 {
		s.marks = nil
	}
	kept := s.segments[:0]
	for _, g := range s.segments {
		if g.asked == 0 || g.asked > seq {
			kept = append(kept, g)
		}
	}
	s.segments = kept
}

// Failed says that commit seq and all behind it failed. Their messages are forgotten, Tail steps back, and Removals asks
// again for what they were to remove. Nobody knows what the file holds that they wrote to: it is given up. The caller sets
// the head back itself.
func (s *Store) Failed(seq uint64) {
	for i := range s.segments {
		if s.segments[i].asked >= seq {
			s.segments[i].asked = 0
		}
	}
	n := len(s.marks)
	for n > 0 && s.marks[n-1].seq >= seq {
		n--
		s.waiting -= int(s.marks[n].bytes)
	}
	if n == len(s.marks) {
		return
	}
	s.marks = s.marks[:n]
	s.at = s.durable
	if n > 0 {
		s.at = s.marks[n-1]
	} else {
		s.marks = nil
	}
	s.at.closed, s.at.givenUp = true, true
	s.rewind()
}

// rewind makes the segments void that were made for messages now forgotten.
func (s *Store) rewind() {
	for i := range s.segments {
		if g := &s.segments[i]; g.number > s.at.segment {
			g.flags, g.first = void, s.at.tail
		}
	}
}
