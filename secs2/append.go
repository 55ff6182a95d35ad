package secs2

import (
	"encoding/binary"
	"fmt"
	"math"
)

// Appender writes items at the end of a caller's buffer: the way to build a
// body on a hot path, and to build one whose sizes are not known before run
// time. The first error sticks, and Err tells it at the end.
//
//	a := secs2.NewAppender(buf[:0])
//	a.List(2)
//	a.U4(1001)
//	a.Item(value)
//	body, err := a.Bytes(), a.Err()
type Appender struct {
	b   []byte
	err error
}

// NewAppender returns an Appender that writes behind what b holds.
func NewAppender(b []byte) Appender { return Appender{b: b} }

// Bytes returns the buffer with everything written so far.
func (a *Appender) Bytes() []byte { return a.b }

// Err returns the first error: an item longer than MaxLength, or data that are
// no values of their format.
func (a *Appender) Err() error { return a.err }

// List starts a list; the caller appends its n elements behind it.
func (a *Appender) List(n int) { a.header(List, n) }

// Item copies an item. The zero Item adds nothing.
func (a *Appender) Item(it Item) { a.b = append(a.b, it.b...) }

// Encoded copies bytes that are whole items already.
func (a *Appender) Encoded(items []byte) { a.b = append(a.b, items...) }

// Data writes an item of format f, not a list, with the bytes of its values.
func (a *Appender) Data(f Format, data []byte) {
	size := f.Size()
	if f == List || size == 0 || len(data)%size != 0 || f == Localized && len(data) == 1 {
		if a.err == nil {
			a.err = fmt.Errorf("secs2: %d bytes are no values of format %v", len(data), f)
		}
		return
	}
	if a.header(f, len(data)) {
		a.b = append(a.b, data...)
	}
}

// Text writes an A item with the bytes of s.
func (a *Appender) Text(s string) {
	if a.header(ASCII, len(s)) {
		a.b = append(a.b, s...)
	}
}

// B writes a B item of one byte, the form of nearly every acknowledge code.
func (a *Appender) B(v byte) { a.b = append(a.b, byte(Binary)<<2|1, 1, v) }

// Bool writes a BOOLEAN item of one value.
func (a *Appender) Bool(v bool) {
	c := byte(0)
	if v {
		c = 1
	}
	a.b = append(a.b, byte(Boolean)<<2|1, 1, c)
}

// U1 writes a U1 item of one value.
func (a *Appender) U1(v uint8) { a.b = append(a.b, byte(FormatU1)<<2|1, 1, v) }

// U2 writes a U2 item of one value.
func (a *Appender) U2(v uint16) {
	a.b = binary.BigEndian.AppendUint16(append(a.b, byte(FormatU2)<<2|1, 2), v)
}

// U4 writes a U4 item of one value.
func (a *Appender) U4(v uint32) {
	a.b = binary.BigEndian.AppendUint32(append(a.b, byte(FormatU4)<<2|1, 4), v)
}

// U8 writes a U8 item of one value.
func (a *Appender) U8(v uint64) {
	a.b = binary.BigEndian.AppendUint64(append(a.b, byte(FormatU8)<<2|1, 8), v)
}

// F4 writes an F4 item of one value.
func (a *Appender) F4(v float32) {
	a.b = binary.BigEndian.AppendUint32(append(a.b, byte(FormatF4)<<2|1, 4), math.Float32bits(v))
}

// F8 writes an F8 item of one value.
func (a *Appender) F8(v float64) {
	a.b = binary.BigEndian.AppendUint64(append(a.b, byte(FormatF8)<<2|1, 8), math.Float64bits(v))
}

// header writes a format byte and the fewest length bytes that hold n.
func (a *Appender) header(f Format, n int) bool {
	if a.err != nil {
		return false
	}
	head := byte(f) << 2
	switch {
	case n < 0 || n > MaxLength:
		a.err = fmt.Errorf("secs2: %v item of length %d, at most %d fit", f, n, MaxLength)
		return false
	case n <= 0xFF:
		a.b = append(a.b, head|1, byte(n))
	case n <= 0xFFFF:
		a.b = append(a.b, head|2, byte(n>>8), byte(n))
	default:
		a.b = append(a.b, head|3, byte(n>>16), byte(n>>8), byte(n))
	}
	return true
}

// AppendCanonical appends the item as an encoder must write it: with the
// fewest length bytes, and 1 for every true BOOLEAN.
func (it Item) AppendCanonical(dst []byte) []byte {
	a := Appender{b: dst}
	for rest := it.b; len(rest) > 0; {
		f, length, start := cut(rest)
		a.header(f, length)
		rest = rest[start:]
		if f == List {
			continue
		}
		at := len(a.b)
		a.b = append(a.b, rest[:length]...)
		if f == Boolean {
			for i, c := range a.b[at:] {
				if c != 0 {
					a.b[at+i] = 1
				}
			}
		}
		rest = rest[length:]
	}
	return a.b
}

// Canonical returns a copy of the item as an encoder must write it.
func (it Item) Canonical() Item { return Item{it.AppendCanonical(nil)} }
