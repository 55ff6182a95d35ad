package spool

import (
	"bytes"
	"fmt"
	"slices"
	"testing"
	"unsafe"

	"github.com/secsd/secsd/secs2"
)

// disk is a simulated spool folder.
type disk map[uint32][]byte

func (d disk) apply(writes ...Write) {
	for _, w := range writes {
		switch {
		case w.Data == nil:
			delete(d, w.Segment)
		case w.Offset == 0:
			d[w.Segment] = slices.Clone(w.Data)
		default:
			if len(d[w.Segment]) < w.Offset+len(w.Data) {
				panic(fmt.Sprintf("write of %d bytes at %d of segment %d, which has %d", len(w.Data), w.Offset, w.Segment, len(d[w.Segment])))
			}
			copy(d[w.Segment][w.Offset:], w.Data)
		}
	}
}

func (d disk) clone() disk {
	c := disk{}
	for n, data := range d {
		c[n] = slices.Clone(data)
	}
	return c
}

func (d disk) numbers() []uint32 {
	var numbers []uint32
	for n := range d {
		numbers = append(numbers, n)
	}
	slices.Sort(numbers)
	return numbers
}

// open starts a store on the folder.
func (d disk) open(limits Limits, head, kept uint64) (*Store, Recovery, error) {
	s := NewStore(limits)
	for _, n := range d.numbers() {
		if err := s.Restore(n, d[n]); err != nil {
			return nil, Recovery{}, err
		}
	}
	r, err := s.Recover(head, kept)
	return s, r, err
}

// read reads one message the way a caller does.
func (d disk) read(s *Store, index uint64) (Message, error) {
	for range 1000 {
		m, need, err := s.Read(index)
		if err != nil || need == 0 {
			return m, err
		}
		s.Fetched(need, slices.Clone(d[need]))
	}
	return Message{}, fmt.Errorf("message %d: no end of segments needed", index)
}

// add appends messages, each in a commit that is durable at once.
func (d disk) add(s *Store, seq *uint64, messages ...Message) {
	for _, m := range messages {
		*seq++
		d.apply(s.Append(*seq, m)...)
		s.Committed(*seq)
	}
}

// message makes one that differs from all others of other numbers.
func message(number uint64, length int) Message {
	m := Message{Number: number, SF: secs2.SF{Stream: 6, Function: 11}, W: secs2.WantReply, Body: make([]byte, length)}
	for i := range m.Body {
		m.Body[i] = byte(number + uint64(i)*7)
	}
	return m
}

func same(a, b Message) bool {
	return a.Number == b.Number && a.SF == b.SF && a.W == b.W && bytes.Equal(a.Body, b.Body)
}

// memory is what a store holds besides files, and what it has on its way to the disk.
func memory(s *Store) int {
	n := int(unsafe.Sizeof(*s)) + cap(s.segments)*int(unsafe.Sizeof(segment{})) + cap(s.marks)*int(unsafe.Sizeof(mark{}))
	n += s.waiting + cap(s.reader.data)
	if s.reader.index != 0 {
		n += cap(s.reader.whole.Body)
	}
	return n
}

func TestSizesInMemory(t *testing.T) {
	if n := unsafe.Sizeof(segment{}); n != segmentBytes {
		t.Errorf("a segment takes %d bytes, not %d", n, segmentBytes)
	}
	if n := unsafe.Sizeof(mark{}); n != markBytes {
		t.Errorf("a mark takes %d bytes, not %d", n, markBytes)
	}
	if n := unsafe.Sizeof(Write{}); n > writeBytes {
		t.Errorf("a write takes %d bytes, not %d", n, writeBytes)
	}
	if n := unsafe.Sizeof(Store{}) + 2*markBytes + 2*writeBytes; n > fixedBytes {
		t.Errorf("a store takes %d bytes, more than %d", n, fixedBytes)
	}
	// What Recover needs takes the place of what waits and what is read.
	for _, share := range []int{MinBytes, 64 << 10, 256 << 10, MaxBytes} {
		l := Share(share, 1)
		if n := 2 * l.Segments * int(unsafe.Sizeof(found{})); n > l.Pending+l.reading() {
			t.Errorf("share %d: recovery of %d segments takes %d bytes", share, l.Segments, n)
		}
	}
}

func TestShare(t *testing.T) {
	for _, c := range []struct {
		bytes, hosts int
		want         Limits
	}{
		{0, 1, Limits{Segments: 174, MaxMessage: 60540, Pending: 65024}},
		{MaxBytes, 2, Limits{Segments: 87, MaxMessage: 28252, Pending: 32512}},
		{MinBytes, 1, Limits{Segments: 10, MaxMessage: 4036, Pending: 4096}},
		{100, 1, Limits{Segments: 0, MaxMessage: 4036, Pending: 4096}},
	} {
		if got := Share(c.bytes, c.hosts); got != c.want {
			t.Errorf("Share(%d, %d) = %+v, want %+v", c.bytes, c.hosts, got, c.want)
		}
	}
}
