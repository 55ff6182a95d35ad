package sml

import (
	"errors"
	"io"
	"strings"

	"github.com/secsd/secsd/secs2"
)

// MaxBytes is the largest text that is read.
const MaxBytes = 64 << 20

const byteOrderMark = "\uFEFF"

// maxWarnings bounds the warnings that one message can give.
const maxWarnings = 100

// Message is a message with the name that its text gives it, or "".
type Message struct {
	Name string
	secs2.Message
}

// String returns the canonical form of the message, with its name.
func (m Message) String() string {
	var dst []byte
	if m.Name != "" {
		dst = append(dst, strings.ReplaceAll(m.Name, "$", "_")...)
		dst = append(dst, ": "...)
	}
	return string(Append(dst, m.Message))
}

// Options chooses how a text is read. The zero value is tolerant.
type Options struct {
	// Strict takes the canonical grammar: no type names of other products, no
	// single-quoted headers, INPUT, OUTPUT or "=", no commas between values, no
	// * and # comments, no size ranges; sizes must be true and the "." present.
	Strict bool
	// Escapes reads \n \r \t \\ \" \' and \xHH inside quotes. Without it a
	// backslash is a character, as in recipe names.
	Escapes bool
	// FirstRoot takes the first item of a message with several, and passes
	// over the others with a warning.
	FirstRoot bool
}

// Parse reads a text with one message, tolerantly.
func Parse(text string) (Message, []Warning, error) { return Options{}.Parse(text) }

// Parse reads a text with one message. The error is an *Error.
func (o Options) Parse(text string) (Message, []Warning, error) {
	r := NewReader(text, o)
	m, warnings, err := r.Next()
	if errors.Is(err, io.EOF) {
		err = r.fail(BadHeader, "a message expected, the text has none")
	}
	if err != nil {
		return Message{}, warnings, err
	}
	_, more, err := r.Next()
	if errors.Is(err, io.EOF) {
		return m, append(warnings, more...), nil
	}
	if err == nil {
		err = r.fail(BadChar, "one message expected, then another one")
	}
	return Message{}, warnings, err
}

// fail returns an error at the message that Next found.
func (r *Reader) fail(class Class, detail string) error {
	return &Error{r.at.offset, r.at.line, r.at.column(), class, detail}
}

// ParseItem reads a text with one item, tolerantly.
func ParseItem(text string) (secs2.Item, error) { return Options{}.ParseItem(text) }

// ParseItem reads a text with one item. The error is an *Error.
func (o Options) ParseItem(text string) (secs2.Item, error) {
	r := NewReader(text, o)
	p := &r.p
	var it secs2.Item
	if p.gap(); p.peek() == '<' {
		it = p.root()
	}
	switch {
	case p.err != nil:
	case it.IsZero():
		p.fail(BadChar, p.pos, "an item expected, got %s", p.next())
	case p.pos < len(text):
		p.fail(BadChar, p.pos, "one item expected, then %s", p.next())
	}
	if p.err != nil {
		locate(text, r.at, p.err, nil)
		return secs2.Item{}, p.err
	}
	return it, nil
}

// Reader reads the messages of a document.
type Reader struct {
	p  parser
	at place // where the last call of Next found its message
}

// NewReader returns a Reader at the start of text.
func NewReader(text string, o Options) *Reader {
	r := &Reader{p: parser{text: text, opt: o, endless: len(text)}, at: place{line: 1}}
	if len(text) > MaxBytes {
		r.p.fail(TooLarge, 0, "%d bytes of text, at most %d are read", len(text), MaxBytes)
		r.p.resume = len(text)
		return r
	}
	if strings.HasPrefix(text, byteOrderMark) {
		r.p.pos = len(byteOrderMark)
	}
	return r
}

// Next returns the next message, or io.EOF behind the last one. Any other error
// is an *Error and concerns one message: the call after it goes on behind the
// next line that ends with ".".
func (r *Reader) Next() (Message, []Warning, error) {
	p := &r.p
	p.warnings = nil
	var m Message
	start, more := p.pos, false
	if p.err == nil {
		start, more = p.start()
	}
	if more {
		m = p.message()
	}
	warnings, err := p.warnings, p.err
	locate(p.text, r.at, err, warnings)
	r.at = r.at.forward(p.text, max(start, r.at.offset))
	switch {
	case err != nil:
		p.skip()
		return Message{}, warnings, err
	case !more:
		return Message{}, warnings, io.EOF
	}
	return m, warnings, nil
}

// Offset returns where the next message will be looked for.
func (r *Reader) Offset() int { return r.p.pos }

// Line returns the line in which the last message began.
func (r *Reader) Line() int { return r.at.line }
