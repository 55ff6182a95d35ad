package spool

import (
	"errors"
	"fmt"

	"github.com/secsd/secsd/secs2"
)

// Record is what must survive of a spool beside the messages themselves.
type Record struct {
	Active, Full, Transmitting bool
	// First is the index of the first message since the spool became active,
	// Head that of the oldest that is kept. Kept, if not 0, is one before Head
	// that is kept as well: it was on its way when those behind it were deleted.
	First, Head, Kept uint64
	// Tail is the index behind the last message that was on disk when the record
	// was made: fewer messages at a start are damage.
	Tail uint64
	// Discarded counts the messages that were not taken since then.
	Discarded uint64
	// StartTime and FullTime are nanoseconds since 1970 of the equipment's
	// time; 0 is never.
	StartTime, FullTime int64
}

// Check compares what a start found with the record. Messages that were on disk
// and are not there are damage, save when no segment is left at all: somebody
// moved them away. Then it returns how many are lost.
func (r Record) Check(found Recovery, s *Store) (lost int, err error) {
	switch {
	case !r.Active || s.Tail() >= r.Tail:
		return 0, nil
	case s.Bytes() == 0:
		return int(r.Tail - s.Tail()), nil
	}
	return 0, &CorruptError{
		Segment: found.Segment, Offset: found.Offset,
		What: fmt.Sprintf("the messages end with %d, but %d were on disk", s.Tail()-1, r.Tail-1),
	}
}

// ErrRecord is an image that is not that of a Record.
var ErrRecord = errors.New("spool: a record looks otherwise")

// Image returns the record as an item:
//
//	L [8] {B flags, U8 First, U8 Head, U8 Kept, U8 Tail, U8 Discarded, I8 StartTime, I8 FullTime}
func (r Record) Image() []byte {
	var flags byte
	for i, on := range [...]bool{r.Active, r.Full, r.Transmitting} {
		if on {
			flags |= 1 << i
		}
	}
	return secs2.L(
		secs2.B(flags), secs2.U8(r.First), secs2.U8(r.Head), secs2.U8(r.Kept), secs2.U8(r.Tail), secs2.U8(r.Discarded),
		secs2.I8(r.StartTime), secs2.I8(r.FullTime),
	).Encoded()
}

// ParseRecord is the reverse of Image.
func ParseRecord(image []byte) (Record, error) {
	it, err := secs2.Parse(image)
	if err != nil {
		return Record{}, err
	}
	body := secs2.NewReader(it)
	body.Tuple(8)
	flags := body.Code("flags")
	var counts [5]uint64
	for i := range counts {
		counts[i] = body.Uint("index")
	}
	var times [2]int64
	for i := range times {
		t := body.Item("time")
		if body.Err() != nil || t.Format() != secs2.FormatI8 || t.Len() != 1 {
			return Record{}, ErrRecord
		}
		for n := range t.Ints() {
			times[i] = n
		}
	}
	if body.Err() != nil || flags > 7 {
		return Record{}, ErrRecord
	}
	return Record{
		Active: flags&1 != 0, Full: flags&2 != 0, Transmitting: flags&4 != 0,
		First: counts[0], Head: counts[1], Kept: counts[2], Tail: counts[3], Discarded: counts[4],
		StartTime: times[0], FullTime: times[1],
	}, nil
}
