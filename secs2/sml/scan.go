package sml

import (
	"math"
	"strconv"
	"strings"
)

// peek returns the character at the position, 0 at the end of the text.
func (p *parser) peek() byte { return p.byteAt(p.pos) }

// byteAt returns the character at at. Zero, which also is what stands behind the
// text, can begin nothing.
func (p *parser) byteAt(at int) byte {
	if at >= len(p.text) {
		return 0
	}
	return p.text[at]
}

// next describes what stands at the position, for an error.
func (p *parser) next() string {
	if p.pos >= len(p.text) {
		return "the end of the text"
	}
	word := p.text[p.pos:min(p.pos+20, len(p.text))]
	if i := strings.IndexAny(word[1:], " \t\r\n<>"); i >= 0 {
		word = word[:1+i]
	}
	return strconv.QuoteToASCII(word)
}

// gap moves past white space and comments.
func (p *parser) gap() {
	end, closed := p.gapFrom(p.pos)
	if !closed {
		p.pos = len(p.text)
		p.fail(UnclosedComment, end, "*/ expected before the end of the text")
		return
	}
	p.pos = end
}

// gapFrom returns where white space and comments from at on end. If that is in
// the middle of a comment, closed is false and end is where the comment began.
func (p *parser) gapFrom(at int) (end int, closed bool) {
	for at < len(p.text) {
		rest := p.text[at:]
		switch c := rest[0]; {
		case c == ' ' || c == '\t' || c == '\r' || c == '\n':
			at++
		case strings.HasPrefix(rest, "/*"):
			n := -1
			if at < p.endless {
				n = strings.Index(rest[2:], "*/")
			}
			if n < 0 {
				p.endless = min(p.endless, at)
				return at, false
			}
			at += n + 4
		case p.lineComment(at):
			at += lineLength(rest)
		default:
			return at, true
		}
	}
	return len(p.text), true
}

// lineComment reports whether a comment up to the end of the line begins at at.
func (p *parser) lineComment(at int) bool {
	switch c := p.text[at]; {
	case c == '/':
		return p.byteAt(at+1) == '/'
	case p.opt.Strict:
		return false
	case c == '#':
		before := strings.TrimRight(p.text[:at], " \t")
		return before == "" || before == byteOrderMark || before[len(before)-1] == '\n'
	default:
		return c == '*'
	}
}

// line moves behind the end of the line.
func (p *parser) line() { p.pos += lineLength(p.text[p.pos:]) }

// lineLength returns the length of the first line, its line end included.
func lineLength(text string) int {
	if n := strings.IndexByte(text, '\n'); n >= 0 {
		return n + 1
	}
	return len(text)
}

// nameEnd returns where the name that begins at at ends; at if there is none.
func (p *parser) nameEnd(at int) int {
	if c := p.byteAt(at); !isLetter(c) && c != '_' {
		return at
	}
	end := at
	for c := p.byteAt(end); isLetter(c) || isDigit(c) || c != 0 && strings.IndexByte("_-.$", c) >= 0; c = p.byteAt(end) {
		end++
	}
	return end
}

// uint reads decimal digits; after is at if there are none. A number that no
// limit allows comes out as a large one.
func (p *parser) uint(at int) (v, after int) {
	for ; isDigit(p.byteAt(at)); at++ {
		v = min(v*10+int(p.byteAt(at)-'0'), math.MaxInt32)
	}
	return v, at
}

func isLetter(c byte) bool { return lower(c) >= 'a' && lower(c) <= 'z' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// take moves past a word or sign, in either case of letters, if it is next.
func (p *parser) take(word string) bool {
	end := p.pos + len(word)
	if end > len(p.text) || !strings.EqualFold(p.text[p.pos:end], word) {
		return false
	}
	p.pos = end
	return true
}
