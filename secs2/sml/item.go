package sml

import (
	"strings"

	"github.com/secsd/secsd/secs2"
)

// openItem is an item whose > has not come yet.
type openItem struct {
	start  int // of its <
	format secs2.Format
	size   size
	at     int // of its header in out
	count  int // elements so far, of a list
}

// typeNames holds the names of formats that are not canonical.
var typeNames = map[string]secs2.Format{
	"LIST": secs2.List, "BIN": secs2.Binary, "BINARY": secs2.Binary, "BOOL": secs2.Boolean,
	"ASCII": secs2.ASCII, "JIS": secs2.JIS8, "JIS8": secs2.JIS8, "JIS-8": secs2.JIS8,
	"C2": secs2.Localized, "A2": secs2.Localized, "UNICODE": secs2.Localized,
	"MBC": secs2.Localized, "LOC": secs2.Localized,
	"INT1": secs2.FormatI1, "INT2": secs2.FormatI2, "INT4": secs2.FormatI4, "INT8": secs2.FormatI8,
	"SI1": secs2.FormatI1, "SI2": secs2.FormatI2, "SI4": secs2.FormatI4, "SI8": secs2.FormatI8,
	"UINT1": secs2.FormatU1, "UINT2": secs2.FormatU2, "UINT4": secs2.FormatU4, "UINT8": secs2.FormatU8,
	"UI1": secs2.FormatU1, "UI2": secs2.FormatU2, "UI4": secs2.FormatU4, "UI8": secs2.FormatU8,
	"D4": secs2.FormatF4, "FT4": secs2.FormatF4, "FP4": secs2.FormatF4,
	"D8": secs2.FormatF8, "FT8": secs2.FormatF8, "FP8": secs2.FormatF8,
}

// root reads the item of a message, and the gap behind it.
func (p *parser) root() secs2.Item {
	it := p.tree()
	for p.gap(); p.peek() == '<'; p.gap() {
		if !p.opt.FirstRoot {
			p.fail(MultiRoot, p.pos, "a message has one item, this is one more")
			break
		}
		p.warn(MultiRoot, p.pos, "a message has one item, this one is passed over")
		p.tree()
	}
	if p.err != nil {
		return secs2.Item{}
	}
	return it
}

// tree reads one item with all that is in it.
func (p *parser) tree() secs2.Item {
	start := p.pos
	p.out = p.out[:0]
	p.item()
	// Lists are kept on a stack of ours, so that no text can overflow Go's.
	for p.depth > 0 && p.err == nil {
		p.gap()
		list := &p.lists[p.depth-1]
		switch p.peek() {
		case '<':
			list.count++
			p.item()
		case '>':
			p.depth--
			p.close(*list, list.count)
		default:
			p.unexpected(*list)
		}
	}
	if p.err != nil {
		return secs2.Item{}
	}
	// What can still be wrong is the number of items.
	it, err := secs2.Parse(p.out)
	if err != nil {
		p.fail(TooLarge, start, "%v", err)
		return secs2.Item{}
	}
	return it.Canonical()
}

// item reads an item, or the beginning of a list, which it leaves open.
func (p *parser) item() {
	it := openItem{start: p.pos, at: len(p.out)}
	p.pos++
	p.gap()
	it.format = p.format()
	p.gap()
	it.size = p.size()
	p.out = append(p.out, byte(it.format)<<2|3, 0, 0, 0)
	if it.format != secs2.List {
		p.values(it)
		return
	}
	if p.depth == len(p.lists) {
		p.fail(Depth, it.start, "more than %d nested lists", len(p.lists))
		return
	}
	p.lists[p.depth] = it
	p.depth++
}

// format reads the name of a format.
func (p *parser) format() secs2.Format {
	start := p.pos
	for c := p.peek(); isLetter(c) || isDigit(c) && p.pos > start || c == '-' && p.pos > start; c = p.peek() {
		p.pos++
	}
	name := strings.ToUpper(p.text[start:min(p.pos, start+16)])
	if f, ok := secs2.FormatOf(name); ok {
		return f
	}
	if f, ok := typeNames[name]; ok && !p.opt.Strict {
		return f
	}
	switch p.pos = start; {
	case !isLetter(p.peek()):
		p.fail(BadChar, start, "an item format expected, got %s", p.next())
	case name == "V":
		p.fail(UnknownType, start, "V is a placeholder of a template, not an item format")
	default:
		p.fail(UnknownType, start, "no item format is named %s", p.next())
	}
	return secs2.List
}

// close takes the > of an item, writes its length and checks its size.
func (p *parser) close(it openItem, elements int) {
	if p.err != nil {
		return
	}
	p.pos++
	// Three length bytes always: Canonical leaves the fewest.
	length := elements
	if it.format != secs2.List {
		length = len(p.out) - it.at - 4
	}
	if length > secs2.MaxLength {
		p.fail(TooLarge, it.start, "%v item of length %d, at most %d fit", it.format, length, secs2.MaxLength)
		return
	}
	p.out[it.at+1], p.out[it.at+2], p.out[it.at+3] = byte(length>>16), byte(length>>8), byte(length)
	if s := it.size; s.given && (elements < s.min || elements > s.max) {
		p.warn(SizeMismatch, s.at, "the size says %v, %v item has %d elements", s, it.format, elements)
	}
	if p.opt.Strict {
		return
	}
	// The variable of a template, and a comma between the elements of a list.
	p.gap()
	if p.peek() == '=' {
		p.binding()
		p.gap()
	}
	if p.peek() == ',' && p.depth > 0 {
		p.pos++
	}
}

// unexpected fails at something that is neither a value nor the > of an item.
func (p *parser) unexpected(it openItem) {
	switch c := p.peek(); {
	case p.pos == len(p.text), c == '.', c == '<':
		p.fail(UnclosedItem, it.start, "%v item without >: got %s", it.format, p.next())
	default:
		p.fail(BadChar, p.pos, "got %s in an item of format %v", p.next(), it.format)
	}
}
