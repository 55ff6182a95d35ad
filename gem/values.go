package gem

import (
	"math"
	"unicode/utf8"

	"github.com/secsd/secsd/secs2"
)

// This file makes values of the tool fit for hosts: many fail at a NaN, an
// infinity or an ASCII item with other bytes in it.

// appendForHosts appends a value with these replaced as the configuration
// says, in canonical form.
func (c *Config) appendForHosts(dst []byte, it secs2.Item) []byte {
	a := secs2.NewAppender(dst)
	switch f := it.Format(); {
	case f == secs2.List:
		a.List(it.Len())
		dst = a.Bytes()
		for child := range it.All() {
			dst = c.appendForHosts(dst, child)
		}
		return dst
	case f.Float() && c.NonFinite == NonFiniteEmpty && !finite(it):
		a.Data(f, nil)
	case f == secs2.ASCII && c.ASCIIOut == ReplaceNonASCII && !ascii(it.Data()):
		a.Data(f, replaceNonASCII(it.Data()))
	default:
		return it.AppendCanonical(dst)
	}
	return a.Bytes()
}

func finite(it secs2.Item) bool {
	for v := range it.Floats() {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return false
		}
	}
	return true
}

func ascii(text []byte) bool {
	for _, c := range text {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// replaceNonASCII puts a question mark in the place of each character, or
// byte that is none, that ASCII does not have.
func replaceNonASCII(text []byte) (out []byte) {
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		if r >= utf8.RuneSelf {
			r = '?'
		}
		out = append(out, byte(r))
		text = text[n:]
	}
	return out
}
