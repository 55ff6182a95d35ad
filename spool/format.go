package spool

import (
	"encoding/binary"
	"hash/crc32"

	"github.com/secsd/secsd/secs2"
)

// This file is the byte format of a segment, as docs/format/spool.md draws it. Numbers are big endian, checksums CRC32C.
// Magic, checksum and version of the header stay where they are in every version.

const (
	magic            = "SPOL"
	formatVersion    = 1
	headerSize       = 40
	recordHeaderSize = 20
	maxRecordBody    = SegmentSize - headerSize - recordHeaderSize
)

// Flags of a segment's header.
const (
	segmentContinues = 1 << iota // begins with the rest of a message
	segmentGivenUp               // the segment before was given up: nothing counts behind its length
)

// Flags of a record.
const (
	recordContinues = 1 << iota // a later part of a message
	recordSynced                // everything before it in the file was on disk when it was made
	recordPresent   = 1 << 7    // always: a record is never all zeros
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// header is what stands at the beginning of a segment.
type header struct {
	flags  uint16
	number uint32
	// before is the number of the segment before, beforeEnd how much of it counts. Those between before and number do not
	// count: they failed to be made.
	before, beforeEnd uint32
	first             uint64 // index of the first message that starts here, or would
	last              uint64 // highest Number of all messages that start before this segment
}

func (h header) put(b []byte) {
	copy(b, magic)
	binary.BigEndian.PutUint16(b[8:], formatVersion)
	binary.BigEndian.PutUint16(b[10:], h.flags)
	binary.BigEndian.PutUint32(b[12:], h.number)
	binary.BigEndian.PutUint32(b[16:], h.before)
	binary.BigEndian.PutUint32(b[20:], h.beforeEnd)
	binary.BigEndian.PutUint64(b[24:], h.first)
	binary.BigEndian.PutUint64(b[32:], h.last)
	binary.BigEndian.PutUint32(b[4:], crc32.Checksum(b[8:headerSize], castagnoli))
}

// parseHeader returns what is wrong, and where; "" is nothing. A whole header of another version or number is no torn one.
func parseHeader(number uint32, b []byte) (h header, at int, flaw string, torn bool) {
	switch {
	case len(b) < headerSize:
		return h, len(b), "the file ends within its header", true
	case string(b[:4]) != magic:
		return h, 0, "no segment of a spool", true
	case binary.BigEndian.Uint32(b[4:]) != crc32.Checksum(b[8:headerSize], castagnoli):
		return h, 4, "wrong checksum of the header", true
	case binary.BigEndian.Uint16(b[8:]) != formatVersion:
		return h, 8, flawVersion, false
	}
	h = header{
		flags:     binary.BigEndian.Uint16(b[10:]),
		number:    binary.BigEndian.Uint32(b[12:]),
		before:    binary.BigEndian.Uint32(b[16:]),
		beforeEnd: binary.BigEndian.Uint32(b[20:]),
		first:     binary.BigEndian.Uint64(b[24:]),
		last:      binary.BigEndian.Uint64(b[32:]),
	}
	switch {
	case h.number != number:
		return h, 12, "the file holds another segment than its name says", false
	case h.before >= h.number || h.before != 0 && h.beforeEnd <= headerSize || h.beforeEnd > SegmentSize || h.first == 0:
		return h, 16, "a header that cannot be", false
	}
	return h, 0, "", false
}

// record is a message, or a part of one.
type record struct {
	flags byte
	// rest is how many bytes of the body come in later parts.
	rest   int
	number uint64
	sf     secs2.SF
	w      secs2.WBit
	body   []byte
}

func (r record) size() int { return recordHeaderSize + len(r.body) }

// put writes the record, which is to stand at offset at of a segment.
func (r record) put(b []byte, segment uint32, at int) {
	binary.BigEndian.PutUint16(b[4:], uint16(len(r.body)))
	b[6] = r.flags | recordPresent
	b[7] = r.sf.Stream | byte(r.w)
	binary.BigEndian.PutUint32(b[8:], uint32(r.rest))
	b[8] = r.sf.Function
	binary.BigEndian.PutUint64(b[12:], r.number)
	copy(b[recordHeaderSize:], r.body)
	binary.BigEndian.PutUint32(b, recordChecksum(b[:r.size()], segment, at))
}

// recordChecksum covers the place too: a record copied elsewhere is none.
func recordChecksum(b []byte, segment uint32, at int) uint32 {
	var place [8]byte
	binary.BigEndian.PutUint32(place[:], segment)
	binary.BigEndian.PutUint32(place[4:], uint32(at))
	sum := crc32.Update(0, castagnoli, place[:])
	return crc32.Update(sum, castagnoli, b[4:])
}

// parseRecord reads the record at an offset of a segment. Its body is a part of data. It returns what is wrong; "" is
// nothing.
func parseRecord(data []byte, segment uint32, at int) (r record, flaw string) {
	b := data[at:]
	if len(b) < recordHeaderSize {
		return r, "a record that ends outside the segment"
	}
	size := recordHeaderSize + int(binary.BigEndian.Uint16(b[4:]))
	if size > len(b) {
		return r, "a record that ends outside the segment"
	}
	if binary.BigEndian.Uint32(b) != recordChecksum(b[:size], segment, at) {
		return r, "wrong checksum of a record"
	}
	r = record{
		flags:  b[6],
		sf:     secs2.SF{Stream: b[7] &^ byte(secs2.WantReply), Function: b[8]},
		w:      secs2.WBit(b[7]) & secs2.WantReply,
		rest:   int(binary.BigEndian.Uint32(b[8:]) & 0xFFFFFF),
		number: binary.BigEndian.Uint64(b[12:]),
		body:   b[recordHeaderSize:size:size],
	}
	if r.flags&recordPresent == 0 || r.rest > 0 && at+size != SegmentSize {
		return r, "a record that cannot be"
	}
	return r, ""
}

// blank reports whether b is all zeros.
func blank(b []byte) bool { return used(b) == 0 }

// used is the length of b without the zeros at its end.
func used(b []byte) int {
	n := len(b)
	for n > 0 && b[n-1] == 0 {
		n--
	}
	return n
}
