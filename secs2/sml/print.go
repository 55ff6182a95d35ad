package sml

import (
	"math"
	"strconv"

	"github.com/secsd/secsd/secs2"
)

// Format returns a message in canonical form, without a line end behind it.
func Format(m secs2.Message) string { return string(Append(nil, m)) }

// Append appends the canonical form of a message to dst.
func Append(dst []byte, m secs2.Message) []byte {
	dst = strconv.AppendUint(append(dst, 'S'), uint64(m.Stream), 10)
	dst = strconv.AppendUint(append(dst, 'F'), uint64(m.Function), 10)
	if m.W == secs2.WantReply {
		dst = append(dst, " W"...)
	}
	if !m.Body.IsZero() {
		dst = append(dst, '\n')
		dst = AppendItem(dst, m.Body)
	}
	return append(dst, '.')
}

// FormatItem returns an item in canonical form; nothing for the zero Item.
func FormatItem(it secs2.Item) string { return string(AppendItem(nil, it)) }

// AppendItem appends the canonical form of an item to dst.
func AppendItem(dst []byte, it secs2.Item) []byte {
	if it.IsZero() {
		return dst
	}
	return appendItem(dst, it, 0)
}

// appendItem prints an item whose < stands at the column indent.
func appendItem(dst []byte, it secs2.Item, indent int) []byte {
	dst = append(dst, '<')
	dst = append(dst, it.Format().String()...)
	dst = append(dst, " ["...)
	dst = strconv.AppendInt(dst, int64(it.Len()), 10)
	dst = append(dst, ']')
	if it.Format() == secs2.List {
		dst = appendElements(dst, it, indent)
	} else {
		dst = appendValues(dst, it)
	}
	return append(dst, '>')
}

// appendElements prints the elements of a list two blanks deeper, each on lines
// of its own. An empty list stays on one line.
func appendElements(dst []byte, list secs2.Item, indent int) []byte {
	if list.Len() == 0 {
		return dst
	}
	for e := range list.All() {
		dst = appendLine(dst, indent+2)
		dst = appendItem(dst, e, indent+2)
	}
	return appendLine(dst, indent)
}

func appendLine(dst []byte, indent int) []byte {
	dst = append(dst, '\n')
	for range indent {
		dst = append(dst, ' ')
	}
	return dst
}

// appendValues prints all values on the line of the item, however many.
func appendValues(dst []byte, it secs2.Item) []byte {
	switch it.Format() {
	case secs2.Binary:
		for _, c := range it.Data() {
			dst = appendByte(append(dst, ' '), c)
		}
	case secs2.Boolean:
		for _, c := range it.Data() {
			if c == 0 {
				dst = append(dst, " FALSE"...)
			} else {
				dst = append(dst, " TRUE"...)
			}
		}
	case secs2.ASCII, secs2.JIS8:
		dst = appendText(dst, it.Data())
	case secs2.Localized:
		// Without its header a W item has no values: it is empty.
		if lsh, text, ok := it.LSH(); ok {
			dst = strconv.AppendUint(append(dst, ' '), uint64(lsh), 10)
			dst = appendText(dst, text)
		}
	default:
		dst = appendNumbers(dst, it)
	}
	return dst
}

// appendNumbers prints integers and floats; two of the three loops are empty.
func appendNumbers(dst []byte, it secs2.Item) []byte {
	for v := range it.Ints() {
		dst = strconv.AppendInt(append(dst, ' '), v, 10)
	}
	for v := range it.Uints() {
		dst = strconv.AppendUint(append(dst, ' '), v, 10)
	}
	bits := 8 * it.Format().Size()
	for v := range it.Floats() {
		dst = appendFloat(append(dst, ' '), v, bits)
	}
	return dst
}

// appendFloat prints the shortest decimal that reads back to the same float of
// bits bits: plain from 1e-5 up to 1e15, else with an exponent.
func appendFloat(dst []byte, v float64, bits int) []byte {
	switch abs := math.Abs(v); {
	case math.IsNaN(v):
		return append(dst, "NaN"...)
	case math.IsInf(v, 1):
		return append(dst, "Infinity"...)
	case math.IsInf(v, -1):
		return append(dst, "-Infinity"...)
	case v == 0, abs >= 1e-5 && abs < 1e15:
		return strconv.AppendFloat(dst, v, 'f', -1, bits)
	}
	return strconv.AppendFloat(dst, v, 'e', -1, bits)
}

// appendText appends runs of printing characters in quotes, and every other
// byte as a number.
func appendText(dst, text []byte) []byte {
	if len(text) == 0 {
		return append(dst, ` ""`...)
	}
	quoted := false
	for _, c := range text {
		plain := c >= 0x20 && c <= 0x7E && c != '"'
		if quoted && !plain {
			dst = append(dst, '"')
		}
		switch {
		case !plain:
			dst = appendByte(append(dst, ' '), c)
		case !quoted:
			dst = append(dst, ' ', '"', c)
		default:
			dst = append(dst, c)
		}
		quoted = plain
	}
	if quoted {
		dst = append(dst, '"')
	}
	return dst
}

// appendByte prints 0x and two digits, in upper case.
func appendByte(dst []byte, c byte) []byte {
	const hex = "0123456789ABCDEF"
	return append(dst, '0', 'x', hex[c>>4], hex[c&15])
}
