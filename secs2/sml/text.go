package sml

import (
	"strconv"
	"strings"
)

// quoted reads a string up to the next quote of its kind.
func (p *parser) quoted() {
	if p.opt.Escapes {
		p.escaped()
		return
	}
	start := p.pos
	n := strings.IndexByte(p.text[start+1:], p.text[start])
	s := p.text[start+1:]
	if n >= 0 {
		s = s[:n]
	}
	if p.opt.Strict && !p.plain(start, s) {
		return
	}
	if n < 0 {
		p.unclosed(start)
		return
	}
	p.out = append(p.out, s...)
	p.pos = start + n + 2
}

// plain checks a string that began at start for what strict mode refuses.
func (p *parser) plain(start int, s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case c == '\n' || c == '\r':
			p.unclosed(start)
			return false
		case c >= 0x80:
			p.fail(BadChar, start+1+i, "byte 0x%02X in a string; write it outside as a number", c)
			return false
		}
	}
	return true
}

// unclosed fails at the quote that opens a string; the next message is looked
// for from there.
func (p *parser) unclosed(start int) {
	p.fail(UnclosedString, start, "no %c closes the string", p.text[start])
}

// escaped reads a string with escape sequences.
func (p *parser) escaped() {
	start := p.pos
	for at := start + 1; at < len(p.text); at++ {
		c := p.text[at]
		switch {
		case c == p.text[start]:
			p.pos = at + 1
			return
		case p.opt.Strict && !p.plain(at-1, p.text[at:at+1]):
			return
		case c == '\\':
			v, n := escape(p.text[at+1:])
			if n == 0 {
				p.fail(BadChar, at, `\n \r \t \\ \" \' or \xHH expected`)
				return
			}
			c = v
			at += n
		}
		p.out = append(p.out, c)
	}
	p.unclosed(start)
}

// escape reads what stands behind a backslash; n is 0 if it means nothing.
func escape(s string) (c byte, n int) {
	if s == "" {
		return 0, 0
	}
	switch s[0] {
	case 'n':
		return '\n', 1
	case 'r':
		return '\r', 1
	case 't':
		return '\t', 1
	case '\\', '"', '\'':
		return s[0], 1
	case 'x':
		if len(s) >= 3 {
			if v, err := strconv.ParseUint(s[1:3], 16, 8); err == nil {
				return byte(v), 3
			}
		}
	}
	return 0, 0
}

// countedString reads a string that has quotes of its own kind in it: if
// exactly as many bytes as the size says end with a quote and the > of the
// item, they are the string. Some products write such texts into their logs.
func (p *parser) countedString(s size) bool {
	quote := p.peek()
	if p.opt.Strict || p.opt.Escapes || !s.given || !s.plain || quote != '"' && quote != '\'' {
		return false
	}
	end := p.pos + 1 + s.min
	if p.byteAt(end) != quote {
		return false
	}
	const lookAhead = 64 // bytes of white space; more would not be linear
	behind := p.text[end+1 : min(end+1+lookAhead, len(p.text))]
	if !strings.HasPrefix(strings.TrimLeft(behind, " \t\r\n"), ">") {
		return false
	}
	p.out = append(p.out, p.text[p.pos+1:end]...)
	p.pos = end + 1
	p.gap()
	return true
}
