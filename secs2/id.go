package secs2

import (
	"math"
	"strconv"
)

// ID is an identifier as it came in a message: one integer of any width, or a
// text. Identifiers are compared by value, so U1 5, U4 5, I2 5 and A "5" name
// the same object. An ID is a view like the Item it was read from.
type ID struct {
	format Format
	data   []byte
}

// Uint returns the number that the ID names; ok is false for a negative number
// and for a text that is not all digits (blanks and NULs around them are
// dropped).
func (id ID) Uint() (v uint64, ok bool) {
	switch {
	case id.format.Unsigned():
		return unsigned(id.data), true
	case id.format.Signed():
		n := signed(id.data)
		return uint64(max(n, 0)), n >= 0
	}
	return digits(trim(id.data))
}

// Key returns the ID for use in a map: decimal digits for a number, else the
// text.
func (id ID) Key() string {
	if v, ok := id.Uint(); ok {
		return strconv.FormatUint(v, 10)
	}
	if id.format.Signed() {
		return strconv.FormatInt(signed(id.data), 10)
	}
	return string(trim(id.data))
}

// AppendTo writes the ID as it was received, in its own format and width.
func (id ID) AppendTo(a *Appender) { a.Data(id.format, id.data) }

// trim drops the blanks and NULs with which some hosts pad texts.
func trim(b []byte) []byte {
	pad := func(c byte) bool { return c == ' ' || c == 0 }
	for len(b) > 0 && pad(b[0]) {
		b = b[1:]
	}
	for len(b) > 0 && pad(b[len(b)-1]) {
		b = b[:len(b)-1]
	}
	return b
}

// digits reads a number of digits only that fits 64 bits.
func digits(b []byte) (v uint64, ok bool) {
	for _, c := range b {
		d := uint64(c - '0')
		if d > 9 || v > (math.MaxUint64-d)/10 {
			return 0, false
		}
		v = v*10 + d
	}
	return v, len(b) > 0
}
