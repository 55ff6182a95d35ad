package spool

// This file makes room: which segments nothing is kept in, and which messages go first when that is not enough.

// SetHead says that messages below head are consumed, but for kept (0: none), the one in flight while the oldest are
// overwritten. It changes no file; after a Failed it may also go back.
func (s *Store) SetHead(head, kept uint64) { s.head, s.kept = head, kept }

// Removals returns the removal, in commit seq, of every segment that holds neither kept nor a message from head on and
// that was not asked for before. Both must be durable already. The segments count in Bytes until seq is Committed.
func (s *Store) Removals(seq, head, kept uint64) []Write {
	var writes []Write
	s.unneeded(head, kept, func(g *segment) {
		if g.asked != 0 {
			return
		}
		g.asked = seq
		writes = append(writes, Write{Segment: g.number})
		if g.number == s.at.segment {
			s.at.closed = true
		}
	})
	return writes
}

// unneeded visits every segment that holds neither kept nor a message from head on: first those that are void, the newest
// first, so that a crash in between leaves no later part of a message without the one before; then the others, the oldest
// first. What comes after a segment that was given up stays with it: only its header says how much of that counts.
func (s *Store) unneeded(head, kept uint64, visit func(*segment)) {
	for i := len(s.segments) - 1; i >= 0; i-- {
		if g := &s.segments[i]; g.flags&void != 0 {
			visit(g)
		}
	}
	before := false // whether the segment before is needed
	for i := range s.segments {
		g := &s.segments[i]
		if g.flags&void != 0 {
			continue
		}
		last := s.after(i) - 1
		needed := last >= head || kept != 0 && g.holds(kept, last) || before && g.flags&aftermath != 0
		if !needed {
			visit(g)
		}
		before = needed
	}
}

// after is the index of the first message that starts behind segments[i].
func (s *Store) after(i int) uint64 {
	if i+1 < len(s.segments) {
		return s.segments[i+1].first
	}
	return s.at.tail
}

// holds reports whether a part of a message is in a segment, whose last message is given.
func (g *segment) holds(index, last uint64) bool {
	return index >= g.first && index <= last || g.flags&continues != 0 && index == g.first-1
}

// MakeRoom returns what SetHead must be given so that, once the segments without a message are removed, a body of that
// length fits: the oldest messages go, whole segments at a time, but never the one in flight (0: none). It changes
// nothing. When the present head is enough, because removals are still due, it returns that. It is not ok when there is no
// way.
func (s *Store) MakeRoom(bodyLen int, inFlight uint64) (head, kept uint64, ok bool) {
	if s.TooLong(bodyLen) {
		return 0, 0, false
	}
	head = s.head
	for i := 0; ; i++ {
		kept = 0
		if inFlight != 0 && inFlight < head {
			kept = inFlight
		}
		if s.fitsWithout(bodyLen, head, kept) {
			return head, kept, true
		}
		for i < len(s.segments) && s.after(i) <= head {
			i++
		}
		if i >= len(s.segments) {
			return 0, 0, false
		}
		head = s.after(i)
	}
}

// fitsWithout reports whether a body fits when what is not needed from head on is gone.
func (s *Store) fitsWithout(bodyLen int, head, kept uint64) bool {
	left, adds := len(s.segments), s.Adds(bodyLen)
	s.unneeded(head, kept, func(g *segment) {
		left--
		if g.number == s.at.segment {
			adds = segmentsFor(bodyLen)
		}
	})
	return left+adds <= s.limits.Segments
}
