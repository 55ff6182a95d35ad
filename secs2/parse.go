package secs2

import (
	"fmt"
	"strconv"
)

// The limits of Parse. The standard sets none; real messages nest about ten
// levels.
const (
	MaxDepth = 64        // nested lists, the root list counts as 1
	MaxItems = 1_000_000 // items of one body, the root included
)

// Parse checks b, which must be exactly one item, and returns a view on it.
// Nothing is copied or allocated: the item lives as long as b is left alone.
// The error is a *SyntaxError.
func Parse(b []byte) (Item, error) {
	p := parser{b: b}
	if err := p.run(); err != nil {
		return Item{}, err
	}
	return Item{b}, nil
}

// ParseBody is Parse for the text of a message, which may be empty: the
// message is then header-only and the item is the zero Item.
func ParseBody(b []byte) (Item, error) {
	if len(b) == 0 {
		return Item{}, nil
	}
	return Parse(b)
}

// parser walks the items in their order on the wire. The stack holds, for each
// open list, how many elements it has and how many of them are still to come.
type parser struct {
	b     []byte
	pos   int
	depth int
	stack [MaxDepth]struct{ count, left int }
}

func (p *parser) run() error {
	items := 0
	for {
		start := p.pos
		class, detail := p.item()
		if class != "" {
			return p.fail(class, start, detail)
		}
		items++
		for p.depth > 0 && p.stack[p.depth-1].left == 0 {
			p.depth--
		}
		if p.depth == 0 {
			break
		}
		p.stack[p.depth-1].left--
	}
	if p.pos < len(p.b) {
		return p.fail(TrailingBytes, p.pos, parseDetail{"%d bytes follow the root item", len(p.b) - p.pos, 0})
	}
	if items > MaxItems {
		return p.fail(TooManyItems, 0, parseDetail{"%d items, at most %d are taken", items, MaxItems})
	}
	return nil
}

// parseDetail keeps the numbers of an error until its text is needed.
type parseDetail struct {
	format string
	x, y   int
}

// item takes one item: all of it, or the header of a list, which it pushes.
func (p *parser) item() (Class, parseDetail) {
	left := len(p.b) - p.pos
	if left == 0 {
		return Truncated, parseDetail{format: "an item expected, the bytes end"}
	}
	head := p.b[p.pos]
	lengthBytes := int(head & 3)
	if lengthBytes == 0 {
		return BadLengthBytes, parseDetail{format: "format byte 0x%02X has no length bytes", x: int(head)}
	}
	format := Format(head >> 2)
	size := int(formats[format].size)
	if size == 0 {
		return BadFormatCode, parseDetail{format: "format code %#o is not defined", x: int(format)}
	}
	if left-1 < lengthBytes {
		return Truncated, parseDetail{"%d length bytes expected, got %d", lengthBytes, left - 1}
	}
	length := 0
	for _, c := range p.b[p.pos+1 : p.pos+1+lengthBytes] {
		length = length<<8 | int(c)
	}
	p.pos += 1 + lengthBytes
	left -= 1 + lengthBytes
	if format == List {
		return p.push(length, left)
	}
	switch {
	case length > left:
		return LengthOverrun, parseDetail{"length %d, %d bytes left", length, left}
	case format == Localized && length == 1:
		return LocalizedShort, parseDetail{format: "length 1 is half a localized string header"}
	case size > 1 && length%size != 0:
		return LengthMultiple, parseDetail{"length %d is no multiple of %d", length, size}
	}
	p.pos += length
	return "", parseDetail{}
}

// push opens a list. An element takes at least two bytes, so a count that
// cannot be true is refused before anything depends on it.
func (p *parser) push(count, left int) (Class, parseDetail) {
	switch {
	case p.depth == MaxDepth:
		return Depth, parseDetail{format: "more than %d nested lists", x: MaxDepth}
	case 2*count > left:
		return LengthOverrun, parseDetail{"list of %d elements, %d bytes left", count, left}
	}
	p.stack[p.depth].count, p.stack[p.depth].left = count, count
	p.depth++
	return "", parseDetail{}
}

func (p *parser) fail(class Class, offset int, d parseDetail) error {
	path := ""
	for _, level := range p.stack[:p.depth] {
		path += "/" + strconv.Itoa(level.count-level.left-1)
	}
	if path == "" {
		path = "/"
	}
	var args []any
	for _, v := range []int{d.x, d.y}[:countVerbs(d.format)] {
		args = append(args, v)
	}
	return &SyntaxError{Class: class, Offset: offset, Path: path, Detail: fmt.Sprintf(d.format, args...)}
}

func countVerbs(format string) (n int) {
	for i := range len(format) {
		if format[i] == '%' {
			n++
		}
	}
	return n
}
