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

// parser walks the items in their order on the wire. It keeps, for each open
// list, how many elements it has and how many of them are not complete.
type parser struct {
	b     []byte
	pos   int
	depth int
	lists [MaxDepth]struct{ count, left int32 }
}

// run returns an error, not a *SyntaxError that could be nil in an interface.
func (p *parser) run() error {
	items := 0
	for complete := false; !complete; items++ {
		if err := p.item(); err != nil {
			return err
		}
		complete = p.closeLists()
	}
	if p.pos < len(p.b) {
		return p.fail(TrailingBytes, "%d bytes follow the root item", len(p.b)-p.pos)
	}
	if items > MaxItems {
		p.pos = 0
		return p.fail(TooManyItems, "%d items, at most %d are taken", items, MaxItems)
	}
	return nil
}

// item takes one item: all of it, or the header of a list. The checks stand in
// the order that decides the class of an error.
func (p *parser) item() *SyntaxError {
	rest := p.b[p.pos:]
	if len(rest) == 0 {
		return p.fail(Truncated, "an item expected, the bytes end")
	}
	lengthBytes := int(rest[0] & 3)
	format := Format(rest[0] >> 2)
	size := format.Size()
	switch {
	case lengthBytes == 0:
		return p.fail(BadLengthBytes, "format byte 0x%02X has no length bytes", rest[0])
	case size == 0:
		return p.fail(BadFormatCode, "format code %#o is not defined", int(format))
	case len(rest) <= lengthBytes:
		return p.fail(Truncated, "%d length bytes expected, got %d", lengthBytes, len(rest)-1)
	}
	_, length, start := cut(rest)
	left := len(rest) - start
	if format == List {
		return p.list(length, start, left)
	}
	switch {
	case length > left:
		return p.fail(LengthOverrun, "length %d, %d bytes left", length, left)
	case format == Localized && length == 1:
		return p.fail(LocalizedShort, "length 1 is half a localized string header")
	case length&(size-1) != 0: // sizes are powers of two
		return p.fail(LengthMultiple, "length %d is no multiple of %d", length, size)
	}
	p.pos += start + length
	return nil
}

// list opens a list. An element takes at least two bytes, so a count that
// cannot be true is refused before anything depends on it.
func (p *parser) list(count, start, left int) *SyntaxError {
	switch {
	case p.depth == MaxDepth:
		return p.fail(Depth, "more than %d nested lists", MaxDepth)
	case 2*count > left:
		return p.fail(LengthOverrun, "list of %d elements, %d bytes left", count, left)
	}
	p.lists[p.depth].count, p.lists[p.depth].left = int32(count), int32(count)
	p.depth++
	p.pos += start
	return nil
}

// closeLists takes note that an item was read and reports whether the root is
// complete.
func (p *parser) closeLists() bool {
	for p.depth > 0 && p.lists[p.depth-1].left == 0 {
		p.depth--
	}
	if p.depth == 0 {
		return true
	}
	p.lists[p.depth-1].left--
	return false
}

// fail returns an error at the item that begins at the position.
func (p *parser) fail(class Class, format string, args ...any) *SyntaxError {
	path := ""
	for _, list := range p.lists[:p.depth] {
		path += "/" + strconv.Itoa(int(list.count-list.left-1))
	}
	if path == "" {
		path = "/"
	}
	return &SyntaxError{Class: class, Offset: p.pos, Path: path, Detail: fmt.Sprintf(format, args...)}
}
