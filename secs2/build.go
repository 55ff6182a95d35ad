package secs2

import (
	"encoding/binary"
	"math"
)

// The constructors build the encoded bytes at once. They are for literals and
// for values of known size: an item longer than MaxLength panics. Use an
// Appender, which reports an error, where a size comes from outside.

// L returns a list of items. As an element, the zero Item is an empty list.
func L(items ...Item) Item {
	size := 4
	for _, it := range items {
		size += max(2, len(it.b))
	}
	a := Appender{b: make([]byte, 0, size)}
	a.List(len(items))
	for _, it := range items {
		if it.IsZero() {
			a.List(0)
		}
		a.Item(it)
	}
	return a.must()
}

// A returns an ASCII item with the bytes of s.
func A(s string) Item { return Raw(ASCII, []byte(s)) }

// J returns a JIS-8 item.
func J(b []byte) Item { return Raw(JIS8, b) }

// W returns a localized string: the code of its encoding, then the text.
func W(lsh uint16, text []byte) Item {
	return Raw(Localized, append(binary.BigEndian.AppendUint16(nil, lsh), text...))
}

// B returns a binary item.
func B(b ...byte) Item { return Raw(Binary, b) }

// Bool returns a BOOLEAN item.
func Bool(values ...bool) Item {
	b := make([]byte, len(values))
	for i, v := range values {
		if v {
			b[i] = 1
		}
	}
	return Raw(Boolean, b)
}

// U1 returns an array of unsigned 8-bit integers.
func U1(values ...uint8) Item { return Raw(FormatU1, values) }

// U2 returns an array of unsigned 16-bit integers.
func U2(values ...uint16) Item {
	return array(FormatU2, values, binary.BigEndian.AppendUint16)
}

// U4 returns an array of unsigned 32-bit integers.
func U4(values ...uint32) Item {
	return array(FormatU4, values, binary.BigEndian.AppendUint32)
}

// U8 returns an array of unsigned 64-bit integers.
func U8(values ...uint64) Item {
	return array(FormatU8, values, binary.BigEndian.AppendUint64)
}

// I1 returns an array of signed 8-bit integers.
func I1(values ...int8) Item {
	return array(FormatI1, values, func(b []byte, v int8) []byte { return append(b, byte(v)) })
}

// I2 returns an array of signed 16-bit integers.
func I2(values ...int16) Item {
	return array(FormatI2, values, func(b []byte, v int16) []byte {
		return binary.BigEndian.AppendUint16(b, uint16(v))
	})
}

// I4 returns an array of signed 32-bit integers.
func I4(values ...int32) Item {
	return array(FormatI4, values, func(b []byte, v int32) []byte {
		return binary.BigEndian.AppendUint32(b, uint32(v))
	})
}

// I8 returns an array of signed 64-bit integers.
func I8(values ...int64) Item {
	return array(FormatI8, values, func(b []byte, v int64) []byte {
		return binary.BigEndian.AppendUint64(b, uint64(v))
	})
}

// F4 returns an array of IEEE 754 singles.
func F4(values ...float32) Item {
	return array(FormatF4, values, func(b []byte, v float32) []byte {
		return binary.BigEndian.AppendUint32(b, math.Float32bits(v))
	})
}

// F8 returns an array of IEEE 754 doubles.
func F8(values ...float64) Item {
	return array(FormatF8, values, func(b []byte, v float64) []byte {
		return binary.BigEndian.AppendUint64(b, math.Float64bits(v))
	})
}

func array[T any](f Format, values []T, put func([]byte, T) []byte) Item {
	b := make([]byte, 0, len(values)*f.Size())
	for _, v := range values {
		b = put(b, v)
	}
	return Raw(f, b)
}

// Raw returns an item of format f, not a list, from the big-endian bytes of its
// values. Bytes that are no values of f panic.
func Raw(f Format, b []byte) Item {
	a := Appender{b: make([]byte, 0, len(b)+4)}
	a.Data(f, b)
	return a.must()
}

func (a *Appender) must() Item {
	if a.err != nil {
		panic(a.err)
	}
	return Item{a.b}
}
