package secs2

import (
	"fmt"
	"strconv"
	"strings"
)

// Reader reads a body in the order of its definition, by the names of its data
// items. The first item that does not fit sticks: every later read returns a
// zero value, and Err tells at the end what was wrong and where.
//
//	r := secs2.NewReader(body)
//	r.Tuple(2)
//	dataID := r.ID("DATAID")
//	r.Each("VID", func(r *secs2.Reader) { vids = append(vids, r.Uint("VID")) })
//	if err := r.Err(); err != nil { … }
//
// A scalar is taken in any format that can mean it: an integer in every width,
// sign or digits; a code byte as B, U1, I1 or BOOLEAN; a text as A, J, W or B.
type Reader struct {
	b     []byte // the whole body
	pos   int    // of the next item
	depth int
	trail [readerDepth]step
	err   *SyntaxError
}

// readerDepth bounds how deep Each calls nest; no message comes near it.
const readerDepth = 8

// step is one Each that is being read, for the path of an error.
type step struct {
	name  string
	index int
}

// NewReader returns a Reader at the root of body.
func NewReader(body Item) Reader { return Reader{b: body.b} }

// Err returns nil or the *SyntaxError of the first item that did not fit.
func (r *Reader) Err() error {
	if r.err == nil {
		return nil
	}
	return r.err
}

// Tuple enters a list of exactly n elements; the next n reads take them.
func (r *Reader) Tuple(n int) {
	it, ok := r.peek("", "list of %d", n)
	if !ok {
		return
	}
	if it.Format() != List || it.Len() != n {
		r.fail("", "list of "+strconv.Itoa(n), it)
		return
	}
	r.enter(it)
}

// TupleOrEmpty enters a list of n elements and returns true, or passes over an
// empty list and returns false.
func (r *Reader) TupleOrEmpty(n int) bool {
	if it, ok := r.peek("", "list of %d", n); ok && it.Format() == List && it.Len() == 0 {
		r.enter(it)
		return false
	}
	r.Tuple(n)
	return r.err == nil
}

// Each reads a list: read is called once per element and must take exactly
// one. It returns the number of elements.
func (r *Reader) Each(name string, read func(r *Reader)) int {
	it, ok := r.peek(name, "list", 0)
	if !ok {
		return 0
	}
	if it.Format() != List {
		r.fail(name, "list", it)
		return 0
	}
	n := it.Len()
	r.enter(it)
	r.each(name, n, read)
	return n
}

func (r *Reader) each(name string, n int, read func(r *Reader)) {
	if r.depth == readerDepth {
		panic("secs2: Each nests deeper than any message does")
	}
	r.depth++
	for i := 0; i < n && r.err == nil; i++ {
		r.trail[r.depth-1] = step{name, i}
		end := r.pos + itemSize(r.b[r.pos:])
		read(r)
		if r.err == nil && r.pos != end {
			panic("secs2: reading one element of " + name + " took another number of items")
		}
	}
	r.depth--
}

// IDs reads identifiers in every shape that hosts send: a list of them, one
// array of integers, or a single one. An empty list, a zero-length item and a
// missing body call take never; that asks for all of them, and IDs returns 0.
func (r *Reader) IDs(name string, take func(ID)) int {
	if r.err != nil || r.pos == len(r.b) {
		return 0
	}
	it, _ := r.peek(name, "list", 0)
	f := it.Format()
	switch {
	case f == List:
		return r.Each(name, func(r *Reader) { take(r.ID(name)) })
	case f.Signed() || f.Unsigned():
		for e := range it.elements() {
			take(ID{f, e})
		}
		r.skip(it)
		return it.Len()
	case it.Len() == 0:
		r.skip(it)
		return 0
	}
	take(r.ID(name))
	return 1
}

// ID reads one identifier.
func (r *Reader) ID(name string) ID {
	it, ok := r.peek(name, "an identifier", 0)
	if !ok {
		return ID{}
	}
	f := it.Format()
	switch {
	case (f.Signed() || f.Unsigned()) && it.Len() == 1,
		(f == ASCII || f == JIS8) && it.Len() > 0:
		r.skip(it)
		return ID{f, it.Data()}
	}
	r.fail(name, "one identifier", it)
	return ID{}
}

// Uint reads one integer that is not negative.
func (r *Reader) Uint(name string) uint64 {
	at := r.pos
	id := r.ID(name)
	if r.err != nil {
		return 0
	}
	v, ok := id.Uint()
	if !ok {
		r.failAt(at, name, "integer that is not negative expected")
	}
	return v
}

// Code reads a code of one byte. Of a longer B item the first byte counts.
func (r *Reader) Code(name string) byte {
	it, ok := r.peek(name, "code byte", 0)
	if !ok {
		return 0
	}
	switch f := it.Format(); {
	case f == Binary && it.Len() >= 1,
		(f == FormatU1 || f == FormatI1 || f == Boolean) && it.Len() == 1:
		r.skip(it)
		return it.Data()[0]
	}
	r.fail(name, "code byte", it)
	return 0
}

// Flag reads one truth value: BOOLEAN, or B, U1 or I1 by value.
func (r *Reader) Flag(name string) bool { return r.Code(name) != 0 }

// Text reads a text and returns its bytes: of A, J and B as they are, of W
// those behind its header.
func (r *Reader) Text(name string) []byte {
	it, ok := r.peek(name, "text", 0)
	if !ok {
		return nil
	}
	switch f := it.Format(); f {
	case ASCII, JIS8, Binary:
		r.skip(it)
		return it.Data()
	case Localized:
		r.skip(it)
		_, text, _ := it.LSH()
		return text
	}
	r.fail(name, "text", it)
	return nil
}

// Item reads any item, whole.
func (r *Reader) Item(name string) Item {
	it, ok := r.peek(name, "an item", 0)
	if ok {
		r.skip(it)
	}
	return it
}

// peek returns the next item without taking it.
func (r *Reader) peek(name, want string, n int) (Item, bool) {
	if r.err != nil {
		return Item{}, false
	}
	if r.pos == len(r.b) {
		if n > 0 {
			want = fmt.Sprintf(want, n)
		}
		r.failAt(r.pos, name, want+" expected, got no item")
		return Item{}, false
	}
	rest := r.b[r.pos:]
	return Item{rest[:itemSize(rest)]}, true
}

// enter moves to the first element of a list.
func (r *Reader) enter(list Item) {
	_, start := list.header()
	r.pos += start
}

// skip moves behind an item.
func (r *Reader) skip(it Item) { r.pos += len(it.b) }

func (r *Reader) fail(name, want string, got Item) {
	r.failAt(r.pos, name, fmt.Sprintf("%s expected, got %v [%d]", want, got.Format(), got.Len()))
}

func (r *Reader) failAt(offset int, name, detail string) {
	r.err = &SyntaxError{Class: Shape, Offset: offset, Path: r.path(name), Detail: detail}
}

// path names where the reader is, as in "/reports[1]/VID[0]". An element that
// has the name of its list is not named twice.
func (r *Reader) path(name string) string {
	var p strings.Builder
	for _, s := range r.trail[:r.depth] {
		fmt.Fprintf(&p, "/%s[%d]", s.name, s.index)
	}
	if name != "" && (r.depth == 0 || r.trail[r.depth-1].name != name) {
		p.WriteString("/" + name)
	}
	if p.Len() == 0 {
		return "/"
	}
	return p.String()
}
