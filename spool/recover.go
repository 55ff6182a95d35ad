package spool

import (
	"cmp"
	"fmt"
	"slices"
)

// Recovery is what a folder held.
type Recovery struct {
	// Messages is how many are kept.
	Messages int
	// LastNumber is the highest Number of all messages that the segments know of, consumed ones too; 0: none.
	LastNumber uint64
	// Numbers are those that Seek wanted and that messages have which are there,
	// consumed ones too.
	Numbers []uint64
	// Segment and Offset are where the last message ends; 0: there is none.
	Segment uint32
	Offset  int
	// Dropped is how many segments were left out: an append that never ended, or
	// one that failed.
	Dropped int
	// Torn is the bytes of an append that a crash left unfinished, and that was dropped.
	Torn int
}

// Recover puts what Restore was told into effect. Head and kept are those of the durable state (1 and 0 if there is none).
// Damage is a *CorruptError. The segments that are not needed any more are left to Removals.
//
// All that Restore was told counts as on disk from here on: whoever reads the files syncs them first, since a process that
// was killed may have left some of it in the kernel's memory only.
//
// LastNumber is what the segments remember: 0 for an empty folder, whatever was in it before.
func (s *Store) Recover(head, kept uint64) (Recovery, error) {
	head = max(head, 1)
	if kept >= head {
		kept = 0
	}
	slices.SortFunc(s.found, func(a, b found) int { return cmp.Compare(a.number, b.number) })
	f := folder{found: s.found, head: head, at: mark{tail: head, closed: true}}
	if err := f.dropTorn(); err != nil {
		return Recovery{}, err
	}
	f.findEnd()
	if err := f.checkChain(); err != nil {
		return Recovery{}, err
	}
	if err := f.checkKept(kept); err != nil {
		return Recovery{}, err
	}
	s.head, s.kept, s.at, s.durable, s.found, s.wanted = head, kept, f.at, f.at, nil, nil
	for i := range f.found {
		x := &f.found[i]
		s.newest = max(s.newest, x.number)
		s.segments = append(s.segments, segment{first: x.first, number: x.number, flags: x.memory(i >= f.count)})
	}
	s.rewind()
	for i := len(s.segments) - 2; i >= 0; i-- {
		if g := &s.segments[i]; g.flags == void {
			g.first = s.segments[i+1].first
		}
	}
	out := Recovery{Messages: int(s.at.tail - head), LastNumber: s.at.last, Torn: f.torn, Dropped: len(f.found) - f.count, Segment: s.at.segment, Offset: int(s.at.end)}
	for _, x := range f.found[:f.count] {
		out.Numbers = append(out.Numbers, x.numbers...)
	}
	if kept != 0 {
		out.Messages++
	}
	return out, nil
}

// folder is the segment files of a host at start, by number.
type folder struct {
	found []found
	count int     // how many are left when the torn ones at the end are dropped
	next  *header // a right header of those dropped: it tells about the last one left
	head  uint64
	torn  int
	at    mark
}

// memory returns the flags that the bookkeeping has for a segment.
func (f *found) memory(dropped bool) uint8 {
	if dropped || f.starts == 0 && f.flags&segmentContinues == 0 {
		return void
	}
	return memoryFlags(f.header)
}

func corrupt(f *found, flaw string) error { return &CorruptError{f.number, f.end, flaw} }

// dropTorn takes away, from the newest on, what a crash has left of an append.
func (f *folder) dropTorn() error {
	for f.count = len(f.found); f.count > 0 && f.next == nil; {
		x := &f.found[f.count-1]
		if x.flaw != "" && (!x.mayBe || x.synced) {
			return corrupt(x, x.flaw)
		}
		switch {
		case !x.headed:
			f.torn += x.used
			f.count--
		case x.rest > 0 || x.short || x.end == headerSize:
			if err := f.dropUnfinished(); err != nil {
				return err
			}
		default:
			if x.flaw != "" {
				f.torn += max(x.used-x.end, 0)
			}
			return nil
		}
	}
	return nil
}

// dropUnfinished drops the last message, which is not whole, with all its segments.
func (f *folder) dropUnfinished() error {
	for {
		x := &f.found[f.count-1]
		f.torn += x.used
		f.count--
		f.next = &x.header
		if x.flags&segmentContinues == 0 {
			return nil
		}
		if f.count == 0 || f.found[f.count-1].number != x.before {
			return &CorruptError{Segment: x.before, What: "the file is missing"}
		}
		if x = &f.found[f.count-1]; x.flaw != "" {
			return corrupt(x, x.flaw)
		}
		if x.rest == 0 {
			return corrupt(x, flawPart)
		}
	}
}

// findEnd tells where the next message goes.
func (f *folder) findEnd() {
	switch n := f.next; {
	case n != nil:
		f.at = mark{tail: n.first, last: n.last, segment: n.before, end: uint16(n.beforeEnd), closed: true, givenUp: n.before != 0}
	case f.count > 0:
		x := &f.found[f.count-1]
		torn := x.flaw != ""
		f.at = mark{
			tail: x.first + x.starts, last: max(x.last, x.highest), segment: x.number, end: uint16(x.end),
			closed: torn || f.count < len(f.found), givenUp: torn || f.count < len(f.found),
		}
	}
	if f.at.tail < f.head {
		f.at.tail, f.at.closed = f.head, true
	}
}

// checkChain checks every segment against the one behind it, the newest first.
func (f *folder) checkChain() error {
	next, expected := f.next, 0
	for i := f.count - 1; i >= 0; i-- {
		x := &f.found[i]
		if next != nil {
			if x.number > next.before {
				*x = found{header: header{number: x.number}} // void
				continue
			}
			if err := f.checkPair(x, next, expected); err != nil {
				return err
			}
		}
		next, expected = &x.header, x.expected
	}
	if next != nil && next.first > f.head {
		return &CorruptError{Segment: next.before, What: "the file is missing"}
	}
	return nil
}

// checkPair checks a segment against the next one that exists. Expected is what the last message must lack, 0 if nothing
// or if that is not known.
func (f *folder) checkPair(x *found, next *header, expected int) error {
	givenUp := next.flags&segmentGivenUp != 0 && x.number == next.before
	if givenUp && x.end >= int(next.beforeEnd) {
		return nil
	}
	continued := next.flags&segmentContinues != 0
	switch {
	case x.flaw != "" || givenUp:
		return corrupt(x, cmp.Or(x.flaw, "the file ends before the length that counts"))
	case x.number != next.before && next.first > f.head, x.number != next.before && x.rest > 0:
		return &CorruptError{Segment: next.before, What: "the file is missing"}
	case x.number != next.before:
		return nil
	case x.end != int(next.beforeEnd):
		return corrupt(x, fmt.Sprintf("the messages end here, but at %d for the next segment", next.beforeEnd))
	case continued != (x.rest > 0), expected > 0 && x.rest != expected:
		return corrupt(x, flawPart)
	case x.first+x.starts != next.first && (x.first+x.starts > next.first || continued || next.first > f.head):
		return corrupt(x, fmt.Sprintf("the next message is %d, but %d for the next segment", x.first+x.starts, next.first))
	}
	return nil
}

// checkKept looks for the message in flight.
func (f *folder) checkKept(kept uint64) error {
	if kept == 0 {
		return nil
	}
	for i := range f.found[:f.count] {
		if x := &f.found[i]; x.first <= kept && kept < x.first+x.starts {
			return nil
		}
	}
	return &CorruptError{Segment: f.at.segment, What: fmt.Sprintf("message %d is missing, which was in flight", kept)}
}
