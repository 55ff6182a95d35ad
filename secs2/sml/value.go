package sml

import (
	"math"
	"strings"

	"github.com/secsd/secsd/secs2"
)

// lshUTF8 is the code of UTF-8 in the header of a localized string.
const lshUTF8 = 2

// values reads the content of an item that is not a list, and its >.
func (p *parser) values(it openItem) {
	first := len(p.out)
	switch {
	case it.format == secs2.Localized:
		p.localized(it)
		first = min(first+2, len(p.out))
	case it.format == secs2.ASCII || it.format == secs2.JIS8:
		p.text8(it)
	default:
		for p.gap(); p.more(it); p.separator() {
			p.value(it.format)
		}
	}
	p.close(it, (len(p.out)-first)/it.format.Size())
}

// more reports whether an item has another value; at anything but that or its
// > it fails.
func (p *parser) more(it openItem) bool {
	c := p.peek()
	if c == '>' || p.err != nil {
		return false
	}
	number := isLetter(c) || isDigit(c) || c == '+' || c == '-' || c == '.' && isDigit(p.byteAt(p.pos+1))
	if number || it.format.Textual() && (c == '"' || c == '\'') {
		return true
	}
	p.unexpected(it)
	return false
}

// separator passes over what is between two values.
func (p *parser) separator() {
	p.gap()
	if !p.opt.Strict && p.take(",") {
		p.gap()
	}
}

// text8 reads the bytes of A and J: strings and single bytes.
func (p *parser) text8(it openItem) {
	p.gap()
	if p.countedString(it.size) {
		return
	}
	for ; p.more(it); p.separator() {
		p.bytes()
	}
}

// localized reads a W item. A first number is the code of its encoding; a text
// without one is UTF-8.
func (p *parser) localized(it openItem) {
	p.gap()
	if !p.more(it) {
		return
	}
	if c := p.peek(); c == '"' || c == '\'' {
		p.out = append(p.out, 0, lshUTF8)
	} else {
		p.integer(secs2.FormatU2)
		p.separator()
	}
	for ; p.more(it); p.separator() {
		p.bytes()
	}
}

// bytes reads a string or one byte of a text.
func (p *parser) bytes() {
	switch c := p.peek(); {
	case c == '"' || c == '\'':
		p.quoted()
	case isLetter(c):
		at, token := p.token()
		p.fail(BadNumber, at, "a text in quotes or a byte expected, got %q", clip(token))
	default:
		p.integer(secs2.FormatU1)
	}
}

// value reads one value of a format that has no text.
func (p *parser) value(f secs2.Format) {
	switch {
	case f == secs2.Boolean:
		p.boolean()
	case f == secs2.Binary:
		p.integer(secs2.FormatU1)
	case f.Float():
		p.float(f)
	default:
		p.integer(f)
	}
}

// boolean reads a word or a number, of which everything but 0 is true.
func (p *parser) boolean() {
	at, token := p.token()
	v := byte(1)
	switch strings.ToUpper(clip(token)) {
	case "T", "TRUE":
	case "F", "FALSE":
		v = 0
	default:
		_, magnitude, class := parseInt(token)
		if class == BadNumber {
			p.fail(class, at, "TRUE, FALSE or a number expected, got %q", clip(token))
		} else if class == "" && magnitude == 0 {
			v = 0
		}
	}
	p.out = append(p.out, v)
}

// integer reads one integer and writes it in the width of f.
func (p *parser) integer(f secs2.Format) {
	at, token := p.token()
	negative, magnitude, class := parseInt(token)
	// The largest magnitude: of -1 to -128 for I1 it is 128, of 0 to 127 it is 127.
	bits := 8 * f.Size()
	limit := uint64(math.MaxUint64) >> (64 - bits)
	switch {
	case f.Signed() && negative:
		limit = 1 << (bits - 1)
	case f.Signed():
		limit >>= 1
	case negative:
		limit = 0
	}
	switch {
	case class == BadNumber:
		p.fail(class, at, "an integer expected, got %q", clip(token))
		return
	case class == Range || magnitude > limit:
		p.fail(Range, at, "%q does not fit %v", clip(token), f)
		return
	}
	if negative {
		magnitude = -magnitude // two's complement
	}
	p.big(f, magnitude)
}

// float reads one F4 or F8 value. Of NaN there is one form; its sign and payload
// are not in the text.
func (p *parser) float(f secs2.Format) {
	at, token := p.token()
	v, class := parseFloat(token, 8*f.Size())
	switch {
	case class == BadNumber:
		p.fail(class, at, "a number expected, got %q", clip(token))
	case class == Range:
		p.fail(class, at, "%q does not fit %v", clip(token), f)
	case math.IsNaN(v) && f == secs2.FormatF4:
		p.big(f, 0x7FC00000)
	case math.IsNaN(v):
		p.big(f, 0x7FF8000000000000)
	case f == secs2.FormatF4:
		p.big(f, uint64(math.Float32bits(float32(v))))
	default:
		p.big(f, math.Float64bits(v))
	}
}

// big writes the low bytes of v, the highest first.
func (p *parser) big(f secs2.Format, v uint64) {
	for shift := 8 * (f.Size() - 1); shift >= 0; shift -= 8 {
		p.out = append(p.out, byte(v>>shift))
	}
}

// token takes the letters, digits, signs and points of a number.
func (p *parser) token() (at int, token string) {
	at = p.pos
	for c := p.peek(); isLetter(c) || isDigit(c) || c == '+' || c == '-' || c == '.' || c == '_'; c = p.peek() {
		p.pos++
	}
	return at, p.text[at:p.pos]
}
