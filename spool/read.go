package spool

import (
	"fmt"
	"sort"
)

// reader is what reading holds in memory: one segment, and the message put together from several.
type reader struct {
	data    []byte
	segment uint32 // whose data it is; 0: nobody's
	until   uint64 // the messages before it were on disk when data was fetched
	at      int    // where in data reading goes on; 0: its header is not checked yet
	next    uint64 // the message that starts there

	want      uint32 // the segment that Read needs
	wantUntil uint64

	whole Message // the message in several segments
	index uint64  // which one it is; 0: none
	rest  int     // how much of it is missing
	part  uint32  // the segment of its last part read
}

// Read returns a message that is on disk. If need is not 0, the caller fetches that segment, gives it to Fetched and asks
// again. The body is valid until the next Read, Fetched or Forget. Damage is a *CorruptError.
func (s *Store) Read(index uint64) (m Message, need uint32, err error) {
	r := &s.reader
	if r.index != index {
		r.whole, r.index, r.rest = Message{}, 0, 0
	} else if r.rest == 0 {
		return r.whole, 0, nil
	}
	g := s.segmentOf(index)
	if r.index == index {
		g = s.segmentBehind(r.part)
	}
	if g == nil || index >= s.durable.tail {
		return Message{}, 0, fmt.Errorf("spool: message %d is not on disk", index)
	}
	for {
		if r.segment != g.number || index >= r.until {
			r.data, r.segment = nil, 0
			r.want, r.wantUntil = g.number, s.durable.tail
			return Message{}, g.number, nil
		}
		m, err := s.readHere(g, index)
		if err != nil {
			s.Forget()
			return Message{}, 0, err
		}
		if r.rest == 0 {
			return m, 0, nil
		}
		if g = s.segmentBehind(g.number); g == nil {
			return Message{}, 0, fmt.Errorf("spool: message %d is not on disk", index)
		}
	}
}

// Fetched takes the segment that Read needed, and keeps data.
func (s *Store) Fetched(number uint32, data []byte) {
	r := &s.reader
	if number != r.want || number == 0 {
		return
	}
	r.data, r.segment, r.until, r.at = data, number, r.wantUntil, 0
	r.want = 0
}

// Forget frees what reading holds in memory.
func (s *Store) Forget() { s.reader = reader{} }

// readHere reads a message, or the next part of it, from the segment at hand.
func (s *Store) readHere(g *segment, index uint64) (Message, error) {
	r := &s.reader
	if r.at == 0 || index < r.next && r.index == 0 {
		if err := s.openSegment(g); err != nil {
			return Message{}, err
		}
	}
	if r.index != 0 {
		return r.readPart()
	}
	if r.at == headerSize && g.flags&continues != 0 {
		if err := r.skipPart(); err != nil {
			return Message{}, err
		}
	}
	for {
		at := r.at
		rec, flaw := parseRecord(r.data, r.segment, at)
		if flaw == "" && rec.flags&recordContinues != 0 {
			flaw = flawPart
		}
		if flaw != "" {
			return Message{}, r.corrupt(at, flaw)
		}
		r.at += rec.size()
		r.next++
		if r.next <= index {
			continue
		}
		m := Message{Number: rec.number, SF: rec.sf, W: rec.w, Body: rec.body}
		if rec.rest > 0 {
			if rec.rest > MaxBytes {
				return Message{}, r.corrupt(at, flawRecord)
			}
			m.Body = append(make([]byte, 0, len(rec.body)+rec.rest), rec.body...)
			r.whole, r.index, r.rest, r.part = m, index, rec.rest, r.segment
		}
		return m, nil
	}
}

// openSegment checks the header of the segment at hand.
func (s *Store) openSegment(g *segment) error {
	r := &s.reader
	h, at, flaw, _ := parseHeader(r.segment, r.data)
	switch {
	case flaw != "":
		return r.corrupt(at, flaw)
	case len(r.data) != SegmentSize:
		return r.corrupt(min(len(r.data), SegmentSize), flawSize)
	case h.first != g.first || memoryFlags(h) != g.flags:
		return r.corrupt(0, "the header is not the one that was read or written before")
	}
	r.at, r.next = headerSize, h.first
	return nil
}

// readPart reads the next part of the message that is being put together.
func (r *reader) readPart() (Message, error) {
	rec, flaw := parseRecord(r.data, r.segment, headerSize)
	if flaw == "" && (rec.flags&recordContinues == 0 || len(rec.body)+rec.rest != r.rest) {
		flaw = flawPart
	}
	if flaw != "" {
		return Message{}, r.corrupt(headerSize, flaw)
	}
	r.whole.Body = append(r.whole.Body, rec.body...)
	r.rest, r.part = rec.rest, r.segment
	r.at = headerSize + rec.size()
	return r.whole, nil
}

// skipPart passes the rest of a message that nobody reads.
func (r *reader) skipPart() error {
	rec, flaw := parseRecord(r.data, r.segment, headerSize)
	if flaw != "" {
		return r.corrupt(headerSize, flaw)
	}
	r.at = headerSize + rec.size()
	return nil
}

func (r *reader) corrupt(at int, flaw string) error { return &CorruptError{r.segment, at, flaw} }

// segmentOf returns the segment that a message starts in, nil if it is gone.
func (s *Store) segmentOf(index uint64) *segment {
	i := sort.Search(len(s.segments), func(i int) bool { return s.segments[i].first > index })
	for i--; i >= 0; i-- {
		if s.segments[i].flags&void == 0 {
			return &s.segments[i]
		}
	}
	return nil
}

// segmentBehind returns the next segment that holds something.
func (s *Store) segmentBehind(number uint32) *segment {
	for i := range s.segments {
		if g := &s.segments[i]; g.number > number && g.flags&void == 0 {
			return g
		}
	}
	return nil
}
