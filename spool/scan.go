package spool

import "fmt"

// The flaws that more than one place finds.
const (
	flawSize    = "the file has not the size of a segment"
	flawPart    = "a part of a message that does not belong to what is before it"
	flawRecord  = "a record that cannot be"
	flawEmpty   = "no message"
	flawVersion = "a version of the format that this program does not know"
	flawZeros   = "something behind the last message"
)

// found is what Restore saw of one segment file.
type found struct {
	header
	used     int    // the length of the file without the zeros at its end
	end      int    // where its messages end, or the flaw
	flaw     string // "": none
	mayBe    bool   // a crash may have left the flaw, if the file is the newest
	synced   bool   // but something behind the flaw proves that it was on disk before
	headed   bool   // its header is right
	short    bool   // it was never whole, so nothing in it is kept
	starts   uint64 // how many messages start in it
	highest  uint64 // the highest Number of those
	numbers  []uint64
	rest     int // what its last message lacks
	expected int // what the last message before it must lack
}

// Restore tells, before Recover, of one segment file, in any order. It keeps nothing of data, and refuses only a number
// told before: Recover judges.
func (s *Store) Restore(number uint32, data []byte) error {
	for i := range s.found {
		if s.found[i].number == number {
			return fmt.Errorf("spool: segment %d is there twice", number)
		}
	}
	s.found = append(s.found, scan(number, data, s.wanted))
	return nil
}

// Seek says, before Restore, which event numbers Recover is to look for.
func (s *Store) Seek(numbers map[uint64]bool) { s.wanted = numbers }

// scan reads a segment file up to its first flaw.
func scan(number uint32, data []byte, wanted map[uint64]bool) found {
	h, at, flaw, torn := parseHeader(number, data)
	f := found{header: h, end: at, flaw: flaw, mayBe: torn, used: used(data), headed: flaw == ""}
	f.number = number
	if len(data) > SegmentSize {
		f.flaw, f.end, f.mayBe = flawSize, SegmentSize, false
		return f
	}
	if !f.headed {
		f.synced = syncedBehind(data, number, headerSize)
		return f
	}
	f.scanRecords(data, wanted)
	return f
}

// scanRecords reads the records of a segment whose header is right.
func (f *found) scanRecords(data []byte, wanted map[uint64]bool) {
	f.end, f.mayBe = headerSize, true
	synced := false
	for f.end < len(data) {
		if blank(data[f.end:]) {
			break
		}
		r, flaw := parseRecord(data, f.number, f.end)
		if flaw != "" {
			f.flaw = flaw
			f.synced = syncedBehind(data, f.number, f.end+1)
			break
		}
		if flaw = f.take(r); flaw != "" {
			f.flaw, f.mayBe = flaw, false
			return
		}
		if wanted[r.number] && r.flags&recordContinues == 0 {
			f.numbers = append(f.numbers, r.number)
		}
		f.end += r.size()
		synced = synced || r.flags&recordSynced != 0
	}
	switch {
	case len(data) < SegmentSize:
		if f.flaw == "" {
			f.flaw, f.end = flawSize, min(f.end, len(data))
		}
		f.synced = f.synced || synced
		f.short = true
	case f.end == headerSize && f.flaw == "":
		f.flaw = flawEmpty
	}
}

// take counts a record. What it refuses was never written by a Store.
func (f *found) take(r record) (flaw string) {
	here := f.end == headerSize
	switch {
	case r.flags&recordContinues != 0 != (here && f.flags&segmentContinues != 0):
		return flawPart
	case r.rest > 0 && !here:
		return flawRecord
	}
	f.rest = r.rest
	if r.flags&recordContinues != 0 {
		f.expected = len(r.body) + r.rest
		return ""
	}
	f.starts++
	f.highest = max(f.highest, r.number)
	return ""
}

// syncedBehind reports whether there is, anywhere from an offset on, a record that was made when everything before it was
// on disk.
func syncedBehind(data []byte, segment uint32, from int) bool {
	for at := from; at+recordHeaderSize <= len(data); at++ {
		if data[at+6]&(recordPresent|recordSynced) != recordPresent|recordSynced {
			continue
		}
		if _, flaw := parseRecord(data, segment, at); flaw == "" {
			return true
		}
	}
	return false
}
