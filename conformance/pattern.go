package conformance

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/secsd/secsd/secs2"
	"github.com/secsd/secsd/secs2/sml"
)

// pattern is an item as a script writes it: SML with a few marks for what is
// free (_ and ...), what is to be remembered ($name) and what is the header of
// another frame (@name).
type pattern struct {
	kind    patternKind
	format  secs2.Format
	size    size
	capture string     // $name: remember the item, or compare with the one remembered
	fixed   secs2.Item // fixedValue, prefixValue, partValue
	frame   string     // frameHeader
	elems   []pattern  // listOf
	open    bool       // listOf: more elements may follow
}

type patternKind uint8

const (
	anyItem     patternKind = iota // _ or $name in place of an item
	anyValue                       // <A _> or <A $name>
	fixedValue                     // <U4 1>
	prefixValue                    // <A "20"...>
	partValue                      // <A ..."20"...>
	frameHeader                    // <B @name>
	listOf                         // <L …>
)

// size bounds the number of elements, or remembers it.
type size struct {
	min, max int
	capture  string
}

// patternReader reads the pattern language; off is where it stands in s.
type patternReader struct {
	s   string
	off int
}

// parsePattern reads one item that fills s.
func parsePattern(s string) (pattern, error) {
	r := patternReader{s: s}
	p, err := r.item()
	if err != nil {
		return p, err
	}
	if rest := strings.TrimSpace(r.s[r.off:]); rest != "" && rest != "." {
		return p, fmt.Errorf("unexpected %q after the item", rest)
	}
	return p, nil
}

func (r *patternReader) blank() {
	for r.off < len(r.s) && strings.IndexByte(" \t\n", r.s[r.off]) >= 0 {
		r.off++
	}
}

// take moves over prefix if it comes next.
func (r *patternReader) take(prefix string) bool {
	r.blank()
	if strings.HasPrefix(r.s[r.off:], prefix) {
		r.off += len(prefix)
		return true
	}
	return false
}

// word takes letters, digits and underscores.
func (r *patternReader) word() string {
	start := r.off
	for r.off < len(r.s) && isNameByte(r.s[r.off]) {
		r.off++
	}
	return r.s[start:r.off]
}

// item reads one item. It is called for each element of a list in turn; the
// depth is that of the script's own text.
func (r *patternReader) item() (pattern, error) {
	switch {
	case r.take("$"):
		return r.captured(pattern{kind: anyItem, size: anySize()})
	case r.take("_"):
		return pattern{kind: anyItem, size: anySize()}, nil
	case !r.take("<"):
		return pattern{}, fmt.Errorf("item expected at %q", r.s[r.off:])
	}
	r.blank()
	name := r.word()
	format, ok := secs2.FormatOf(name)
	if !ok {
		return pattern{}, fmt.Errorf("unknown item type %q", name)
	}
	n, err := r.sizeOf()
	if err != nil {
		return pattern{}, err
	}
	p := pattern{format: format, size: n}
	if format == secs2.List {
		return r.list(p)
	}
	return r.value(p, name)
}

// captured reads the name behind $.
func (r *patternReader) captured(p pattern) (pattern, error) {
	p.capture = r.word()
	if p.capture == "" {
		return p, fmt.Errorf("name expected after $")
	}
	return p, nil
}

// list reads the elements of a list up to its end.
func (r *patternReader) list(p pattern) (pattern, error) {
	p.kind = listOf
	for {
		switch {
		case r.take(">"):
			return p, nil
		case r.take("..."):
			if !r.take(">") {
				return p, fmt.Errorf("... is only for the end of a list")
			}
			p.open = true
			return p, nil
		}
		elem, err := r.item()
		if err != nil {
			return p, err
		}
		p.elems = append(p.elems, elem)
	}
}

// value reads what an item other than a list holds, up to its end.
func (r *patternReader) value(p pattern, name string) (pattern, error) {
	content, err := r.content()
	if err != nil {
		return p, err
	}
	switch {
	case content == "_":
		p.kind = anyValue
	case strings.HasPrefix(content, "$"):
		p.kind, p.capture = anyValue, content[1:]
	case strings.HasPrefix(content, "@"):
		p.kind, p.frame = frameHeader, content[1:]
		if p.format != secs2.Binary {
			return p, fmt.Errorf("the header of a frame is a B item, not %s", name)
		}
	default:
		p.kind = fixedValue
		if start, ok := strings.CutSuffix(content, "..."); ok && p.format.Textual() {
			p.kind, content = prefixValue, start
			if part, ok := strings.CutPrefix(start, "..."); ok {
				p.kind, content = partValue, part
			}
		}
		p.fixed, err = sml.ParseItem("<" + name + " " + content + ">")
		if err != nil {
			return p, err
		}
		if err := p.size.check(p.fixed.Len()); err != nil && p.kind == fixedValue {
			return p, err
		}
	}
	return p, nil
}

// content takes everything up to the > that ends the item.
func (r *patternReader) content() (string, error) {
	start, quote := r.off, byte(0)
	for ; r.off < len(r.s); r.off++ {
		switch c := r.s[r.off]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '>':
			r.off++
			return strings.TrimSpace(r.s[start : r.off-1]), nil
		}
	}
	return "", fmt.Errorf("item has no end: %q", r.s[start:])
}

func anySize() size { return size{max: math.MaxInt} }

// sizeOf reads [n], [n..], [..n], [n..m] or [$name]; none is any size.
func (r *patternReader) sizeOf() (size, error) {
	n := anySize()
	if !r.take("[") {
		return n, nil
	}
	end := strings.IndexByte(r.s[r.off:], ']')
	if end < 0 {
		return n, fmt.Errorf("size has no end: %q", r.s[r.off:])
	}
	text := strings.TrimSpace(r.s[r.off : r.off+end])
	r.off += end + 1
	if name, ok := strings.CutPrefix(text, "$"); ok {
		n.capture = name
		return n, nil
	}
	low, high, isRange := strings.Cut(text, "..")
	if !isRange {
		high = low
	}
	var err error
	if low != "" {
		if n.min, err = strconv.Atoi(low); err != nil {
			return n, fmt.Errorf("bad size [%s]", text)
		}
	}
	if high != "" {
		if n.max, err = strconv.Atoi(high); err != nil {
			return n, fmt.Errorf("bad size [%s]", text)
		}
	}
	return n, nil
}

func (n size) check(count int) error {
	if count < n.min || count > n.max {
		return fmt.Errorf("%d elements, want [%s]", count, n)
	}
	return nil
}

// String writes the size as a script does.
func (n size) String() string {
	switch {
	case n.capture != "":
		return "$" + n.capture
	case n.max == math.MaxInt:
		return fmt.Sprintf("%d..", n.min)
	case n.min == n.max:
		return strconv.Itoa(n.min)
	}
	return fmt.Sprintf("%d..%d", n.min, n.max)
}
