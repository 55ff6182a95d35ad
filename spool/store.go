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
// What changes files names the commit it goes with; Committed and Failed say what became of commits.
type Store struct {
	limits     Limits
	head, kept uint64
	tail       uint64
}

// NewStore returns the store of an empty folder. One that is not empty is told by Restore and Recover.
func NewStore(limits Limits) *Store { return &Store{limits: limits, head: 1, tail: 1} }

// Head is the index of the oldest message that is kept (but see SetHead for one older).
func (s *Store) Head() uint64 { return s.head }

// Kept is the index of the one message below Head that is kept; 0: none.
func (s *Store) Kept() uint64 { return s.kept }

// Tail is the index of the next message appended.
func (s *Store) Tail() uint64 { return s.tail }

// Durable is the index below which every message is on disk.
func (s *Store) Durable() uint64 { return s.tail }

// Bytes is the size of the segment files that exist, are being made, or are not yet removed.
func (s *Store) Bytes() int { return 0 }

// Capacity is the bound of Bytes.
func (s *Store) Capacity() int { return s.limits.Segments * SegmentSize }

// TooLong reports whether a body of that length can never be kept.
func (s *Store) TooLong(bodyLen int) bool { return bodyLen > s.limits.MaxMessage }

// Fits reports whether there is room in segments now.
func (s *Store) Fits(bodyLen int) bool { return true }

// PendingFull reports whether a message would take what waits for the disk above Limits.Pending. It is never true when
// nothing waits.
func (s *Store) PendingFull(bodyLen int) bool { return false }

// Append adds a message for which Fits has said yes. The writes go with commit seq. The body is copied into them: the
// caller need not hold it any longer.
func (s *Store) Append(seq uint64, m Message) []Write { s.tail++; return nil }

// Committed says that commits up to seq are durable: their messages are on disk, the segments they removed are gone.
func (s *Store) Committed(seq uint64) {}

// Failed says that commit seq and all behind it failed. Their messages are forgotten, Tail steps back, and Removals asks
// again for what they were to remove. Nobody knows what the file holds that they wrote to: it is given up. The caller sets
// the head back itself.
func (s *Store) Failed(seq uint64) {}

// SetHead says that messages below head are consumed, but for kept (0: none), the one in flight while the oldest are
// overwritten. It changes no file; after a Failed it may also go back.
func (s *Store) SetHead(head, kept uint64) { s.head, s.kept = head, kept }

// MakeRoom returns what SetHead must be given so that, once the segments without a message are removed, a body of that
// length fits: the oldest messages go, whole segments at a time, but never the one in flight (0: none). It changes
// nothing. When the present head is enough, because removals are still due, it returns that. It is not ok when there is no
// way.
func (s *Store) MakeRoom(bodyLen int, inFlight uint64) (head, kept uint64, ok bool) { return 0, 0, false }

// Removals returns the removal, in commit seq, of every segment that holds neither kept nor a message from head on and
// that was not asked for before. Both must be durable already. The segments count in Bytes until seq is Committed.
func (s *Store) Removals(seq, head, kept uint64) []Write { return nil }
