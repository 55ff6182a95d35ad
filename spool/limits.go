package spool

// The sizes of the spool, in bytes.
const (
	// SegmentSize is the size of every segment file.
	SegmentSize = 4096
	// MaxBytes is the ceiling and the default of the whole spool, all hosts together.
	MaxBytes = 1<<20 - 8<<10
	// MinBytes is the least that a host needs.
	MinBytes = 64 << 10
)

// What a Store takes in memory besides messages; a test measures it.
const (
	fixedBytes   = 640
	segmentBytes = 24 // the bookkeeping of one segment
	markBytes    = 40 // the bookkeeping of one commit that waits for the disk
	writeBytes   = 48 // a Write besides its Data
)

// Limits is the share of one host.
type Limits struct {
	// Segments is how many segment files may exist.
	Segments int
	// MaxMessage is the longest body that can be kept.
	MaxMessage int
	// Pending bounds the bytes on their way to the disk.
	Pending int
}

// Share divides maxBytes (0: MaxBytes) among hosts. A sixteenth of a host's part, or one segment if that is more, is
// memory for each of these: messages that wait for room here, the same while they wait for the disk, their writes, the
// message being read, and the one being sent. The rest is segments with their bookkeeping.
func Share(maxBytes, hosts int) Limits {
	if maxBytes == 0 {
		maxBytes = MaxBytes
	}
	part := maxBytes / max(hosts, 1)
	var l Limits
	l.Pending = max(part/16, SegmentSize)
	l.MaxMessage = l.Pending / SegmentSize * maxRecordBody
	memory := fixedBytes + 3*l.Pending + l.reading() + l.MaxMessage
	l.Segments = max((part-memory)/(SegmentSize+segmentBytes), 0)
	return l
}

// reading is the memory that reading the longest message takes: one segment as it was fetched, and the body put together
// when it does not lie in one.
func (l Limits) reading() int {
	if l.MaxMessage <= maxRecordBody {
		return SegmentSize
	}
	return SegmentSize + l.MaxMessage
}

// segmentsFor is how many segments of its own a body takes that does not go into one that exists.
func segmentsFor(bodyLen int) int { return max((bodyLen+maxRecordBody-1)/maxRecordBody, 1) }
