package secs2

import (
	"bytes"
	"encoding/binary"
	"iter"
	"math"
)

// Item is an immutable view on the encoded bytes of one item. It comes from
// Parse, which has checked the bytes, or from a constructor; its methods
// cannot fail. The zero Item is the body of a header-only message: no item at
// all, which is not the same as an empty list.
type Item struct{ b []byte }

// IsZero reports whether there is no item.
func (it Item) IsZero() bool { return len(it.b) == 0 }

// Format returns the format code. The zero Item answers List with Len 0;
// callers for whom the difference counts ask IsZero.
func (it Item) Format() Format {
	if len(it.b) == 0 {
		return List
	}
	return Format(it.b[0] >> 2)
}

// header returns the length field and where the body starts.
func (it Item) header() (length, start int) {
	if len(it.b) == 0 {
		return 0, 0
	}
	_, length, start = cut(it.b)
	return length, start
}

// cut decodes the header of the first item in b, all of which is there: its
// format, the length field, and where the body starts.
func cut(b []byte) (f Format, length, start int) {
	f = Format(b[0] >> 2)
	switch b[0] & 3 {
	case 1:
		return f, int(b[1]), 2
	case 2:
		return f, int(b[1])<<8 | int(b[2]), 3
	}
	return f, int(b[1])<<16 | int(b[2])<<8 | int(b[3]), 4
}

// Len returns the number of elements: children of a list, values of a number,
// bytes of a text (of W: after its two-byte header).
func (it Item) Len() int {
	length, _ := it.header()
	return elements(it.Format(), length)
}

func elements(f Format, length int) int {
	if f == Localized {
		return max(0, length-2)
	}
	return length / f.Size()
}

// Data returns the bytes behind the item's header: the text of A, J and B, the
// big-endian values of a number. The caller must not change them.
func (it Item) Data() []byte {
	_, start := it.header()
	return it.b[start:]
}

// Encoded returns the item as on the wire. The caller must not change it.
func (it Item) Encoded() []byte { return it.b }

// Equal reports whether both items are the same bytes on the wire.
func (it Item) Equal(other Item) bool { return bytes.Equal(it.b, other.b) }

// Clone returns a copy that shares no memory with it.
func (it Item) Clone() Item { return Item{bytes.Clone(it.b)} }

// All returns the elements of a list; nothing for other formats.
func (it Item) All() iter.Seq[Item] {
	return func(yield func(Item) bool) {
		if it.Format() != List {
			return
		}
		for rest := it.Data(); len(rest) > 0; {
			n := itemSize(rest)
			if !yield(Item{rest[:n:n]}) {
				return
			}
			rest = rest[n:]
		}
	}
}

// itemSize returns the bytes of the first item in b, which Parse has checked.
func itemSize(b []byte) int {
	pos := 0
	for open := 1; open > 0; open-- {
		f, length, start := cut(b[pos:])
		if f == List {
			open += length
			length = 0
		}
		pos += start + length
	}
	return pos
}

// Ints returns the values of I1, I2, I4, I8; nothing for other formats.
func (it Item) Ints() iter.Seq[int64] {
	return func(yield func(int64) bool) {
		if !it.Format().Signed() {
			return
		}
		size := it.Format().Size()
		for data := it.Data(); len(data) > 0; data = data[size:] {
			if !yield(signed(data[:size])) {
				return
			}
		}
	}
}

// Uints returns the values of U1, U2, U4, U8; nothing for other formats.
func (it Item) Uints() iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		if !it.Format().Unsigned() {
			return
		}
		size := it.Format().Size()
		for data := it.Data(); len(data) > 0; data = data[size:] {
			if !yield(unsigned(data[:size])) {
				return
			}
		}
	}
}

// Floats returns the values of F4 and F8; nothing for other formats. A
// signalling NaN may come out quiet; the encoded bytes keep it.
func (it Item) Floats() iter.Seq[float64] {
	return func(yield func(float64) bool) {
		if !it.Format().Float() {
			return
		}
		size := it.Format().Size()
		for data := it.Data(); len(data) > 0; data = data[size:] {
			if !yield(float(data[:size])) {
				return
			}
		}
	}
}

// Number returns the first value of a number item as a float, rounded where a
// float64 has no such integer; ok is false for other formats and for a
// zero-length item.
func (it Item) Number() (v float64, ok bool) {
	for v := range it.Floats() {
		return v, true
	}
	for v := range it.Ints() {
		return float64(v), true
	}
	for v := range it.Uints() {
		return float64(v), true
	}
	return 0, false
}

// LSH returns the localized string header of a W item, the code of its
// encoding, and the text behind it; ok is false for other formats and for a
// zero-length item.
func (it Item) LSH() (code uint16, text []byte, ok bool) {
	data := it.Data()
	if it.Format() != Localized || len(data) < 2 {
		return 0, nil, false
	}
	return binary.BigEndian.Uint16(data), data[2:], true
}

func unsigned(b []byte) (v uint64) {
	if len(b) == 4 { // the usual width
		return uint64(binary.BigEndian.Uint32(b))
	}
	for _, c := range b {
		v = v<<8 | uint64(c)
	}
	return v
}

func signed(b []byte) int64 {
	shift := 64 - 8*len(b)
	return int64(unsigned(b)<<shift) >> shift
}

func float(b []byte) float64 {
	if len(b) == 4 {
		return float64(math.Float32frombits(binary.BigEndian.Uint32(b)))
	}
	return math.Float64frombits(binary.BigEndian.Uint64(b))
}
