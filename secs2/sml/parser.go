package sml

import (
	"fmt"
	"strings"

	"github.com/secsd/secsd/secs2"
)

// parser is a position in a text. Its first error sticks and moves it to the
// end of the text, where every loop ends.
type parser struct {
	text     string
	opt      Options
	pos      int
	err      *Error
	resume   int // where the parser was when it failed
	endless  int // from here on no */ closes a comment, as far as is known
	warnings []Warning

	out   []byte // the item being read, each length in three bytes
	lists [secs2.MaxDepth]openItem
	depth int
}

// fail keeps the first error. An Error has no line before locate.
func (p *parser) fail(class Class, at int, format string, args ...any) {
	if p.err != nil {
		return
	}
	p.err = &Error{Offset: at, Class: class, Detail: fmt.Sprintf(format, args...)}
	p.resume = p.pos
	p.pos = len(p.text)
}

// warn keeps a warning; in strict mode it fails instead.
func (p *parser) warn(class Class, at int, format string, args ...any) {
	if p.opt.Strict {
		p.fail(class, at, format, args...)
		return
	}
	if p.err == nil && len(p.warnings) < maxWarnings {
		p.warnings = append(p.warnings, Warning{Offset: at, Class: class, Detail: fmt.Sprintf(format, args...)})
	}
}

// skip drops the error and moves behind the next line that ends with ".".
func (p *parser) skip() {
	p.err, p.depth = nil, 0
	for p.pos = p.resume; p.pos < len(p.text); {
		line, _, _ := strings.Cut(p.text[p.pos:], "\n")
		p.pos = min(p.pos+len(line)+1, len(p.text))
		if strings.HasSuffix(strings.TrimRight(line, " \t\r"), ".") {
			return
		}
	}
}

// start finds the next message, past comments and lines of simulator scripts.
func (p *parser) start() (at int, found bool) {
	for {
		p.gap()
		if !p.scriptLine(p.pos) {
			return p.pos, p.pos < len(p.text)
		}
		p.warn(SkippedLine, p.pos, "a line of a simulator script")
		p.line()
	}
}

// message reads label, header, flags, body and end.
func (p *parser) message() (m Message) {
	p.header(&m)
	p.flags(&m)
	if p.peek() == '<' {
		m.Body = p.root()
	}
	p.end()
	return m
}

// header reads the label and the stream and function. In one dialect the label
// is the header.
func (p *parser) header(m *Message) {
	start := p.pos
	name, after, labelled := p.label(p.pos)
	if labelled {
		p.pos = after
		p.gap()
	}
	stream, function, after, ok := p.quotedSF(p.pos)
	switch {
	case ok && labelled:
		m.Name = name
	case labelled && !p.opt.Strict: // the label is the header
		stream, function, after, ok = p.sf(start)
		ok = ok && after == start+len(name)
		after = p.pos
	}
	switch {
	case !ok:
		p.fail(BadHeader, p.pos, "SxFy expected, got %s", p.next())
	case stream > 127 || function > 255:
		p.fail(BadHeader, start, "streams are 0 to 127, functions 0 to 255")
	default:
		p.pos = after
		m.Stream, m.Function = byte(stream), byte(function)
	}
}

// label reads a name with a colon behind it.
func (p *parser) label(at int) (name string, after int, ok bool) {
	end := p.nameEnd(at)
	colon, _ := p.gapFrom(end)
	if end == at || colon == len(p.text) || p.text[colon] != ':' {
		return "", at, false
	}
	return p.text[at:end], colon + 1, true
}

// quotedSF reads SxFy, in quotes or without.
func (p *parser) quotedSF(at int) (stream, function, after int, ok bool) {
	quote := p.byteAt(at)
	if quote != '"' && (quote != '\'' || p.opt.Strict) {
		return p.sf(at)
	}
	stream, function, after, ok = p.sf(at + 1)
	return stream, function, after + 1, ok && p.byteAt(after) == quote
}

// sf reads SxFy or Sx,Fy; the numbers are not checked.
func (p *parser) sf(at int) (stream, function, after int, ok bool) {
	if lower(p.byteAt(at)) != 's' {
		return 0, 0, at, false
	}
	stream, pos := p.uint(at + 1)
	if pos == at+1 {
		return 0, 0, at, false
	}
	if comma, _ := p.gapFrom(pos); p.byteAt(comma) == ',' && !p.opt.Strict {
		pos, _ = p.gapFrom(comma + 1)
	}
	if lower(p.byteAt(pos)) != 'f' {
		return 0, 0, at, false
	}
	function, after = p.uint(pos + 1)
	return stream, function, after, after > pos+1
}

// flags reads what may stand between header and item: W, the direction and the
// name of a template.
func (p *parser) flags(m *Message) {
	w := -1 // where W is
	for p.gap(); ; p.gap() {
		at := p.pos
		switch c := p.peek(); {
		case c == '[':
			w = at
			p.bracketW()
		case c == '=' && !p.opt.Strict:
			p.binding()
		case isLetter(c) && !p.startsMessage(at):
			if strings.EqualFold(p.flag(), "W") {
				w = at
			}
		default:
			if w >= 0 && m.Function%2 == 0 {
				p.warn(WOnSecondary, w, "W on %v, which is no primary", m.SF())
			} else if w >= 0 {
				m.W = secs2.WantReply
			}
			return
		}
	}
}

// flag reads W or a word for the direction, which says nothing we need.
func (p *parser) flag() string {
	start := p.pos
	for isLetter(p.peek()) {
		p.pos++
	}
	word := p.text[start:p.pos]
	switch strings.ToUpper(word) {
	case "W":
		return word
	case "INPUT", "OUTPUT", "IN", "OUT":
		if !p.opt.Strict {
			return word
		}
	}
	p.pos = start
	p.fail(BadHeader, start, "W, an item or . expected behind the header, got %s", p.next())
	return ""
}

// bracketW reads [W].
func (p *parser) bracketW() {
	start := p.pos
	p.pos++
	p.gap()
	if lower(p.peek()) == 'w' {
		p.pos++
		p.gap()
		if p.peek() == ']' {
			p.pos++
			return
		}
	}
	p.fail(BadHeader, start, "[W] expected")
}

// binding passes over "= name", a variable of a template.
func (p *parser) binding() {
	start := p.pos
	p.pos++
	p.gap()
	end := p.nameEnd(p.pos)
	if end == p.pos {
		p.fail(BadChar, start, "a name expected behind =")
		return
	}
	p.pos = end
}

// end reads the "." of a message. A tolerant reader takes the end of the text
// and the beginning of another message for it.
func (p *parser) end() {
	p.gap()
	if p.err != nil {
		return
	}
	switch {
	case p.peek() == '.':
		p.pos++
	case p.opt.Strict || p.pos == len(p.text) || p.startsMessage(p.pos):
		p.warn(MissingEnd, p.pos, ". expected behind the message, got %s", p.next())
	default:
		p.fail(BadChar, p.pos, ". expected behind the message, got %s", p.next())
	}
}

// startsMessage reports whether a new message, or a script line, begins at at.
func (p *parser) startsMessage(at int) bool {
	if _, _, ok := p.label(at); ok {
		return true
	}
	_, _, _, ok := p.quotedSF(at)
	return ok || p.scriptLine(at)
}

// scriptLine reports whether a rule of a simulator, "if (…" or "every 5 …",
// begins at at.
func (p *parser) scriptLine(at int) bool {
	if p.opt.Strict {
		return false
	}
	end := at
	for isLetter(p.byteAt(end)) {
		end++
	}
	word := p.text[min(at, len(p.text)):end]
	next, _ := p.gapFrom(end)
	switch {
	case strings.EqualFold(word, "if"):
		return p.byteAt(next) == '('
	case strings.EqualFold(word, "every"):
		return next > end && isDigit(p.byteAt(next))
	}
	return false
}
