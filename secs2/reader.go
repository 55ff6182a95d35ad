package secs2

import (
	"encoding/binary"
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
// sign or digits; a code byte as B, U1, I1 or BOOLEAN; a text as A, J or W.
type Reader struct {
	b     []byte // the whole body
	pos   int    // of the next item
	owed  int    // items still to take, the elements of entered lists among them
	floor int    // of owed: where the element that Each is at ends
	depth int
	trail [readerDepth]step
	err   *SyntaxError
}

// readerDepth bounds how deep Each calls nest; no message comes near it.
const readerDepth = 8

// step is one list that is being read, for the path of an error.
type step struct {
	name  string
	index int
}

// NewReader returns a Reader at the root of body.
func NewReader(body Item) Reader {
	r := Reader{b: body.b}
	if !body.IsZero() {
		r.owed = 1
	}
	return r
}

// Err returns nil or the *SyntaxError of the first item that did not fit.
func (r *Reader) Err() error {
	if r.err == nil {
		return nil
	}
	return r.err
}

// Tuple enters a list of exactly n elements; the next n reads take them.
func (r *Reader) Tuple(n int) {
	h, ok := r.next("", "list")
	if !ok {
		return
	}
	if h.format != List || h.length != n {
		r.fail("", "list of "+strconv.Itoa(n), h)
		return
	}
	r.enter(h)
}

// TupleOrEmpty enters a list of n elements and returns true, or passes over an
// empty list and returns false.
func (r *Reader) TupleOrEmpty(n int) bool {
	if h, ok := r.next("", "list"); ok && h.format == List && h.length == 0 {
		r.enter(h)
		return false
	}
	r.Tuple(n)
	return r.err == nil
}

// Each reads a list: read is called once per element and must take exactly
// one. It returns the number of elements.
func (r *Reader) Each(name string, read func(r *Reader)) int {
	h, ok := r.next(name, "list")
	if !ok {
		return 0
	}
	if h.format != List {
		r.fail(name, "list", h)
		return 0
	}
	r.enter(h)
	r.push(name)
	floor := r.floor
	for i := 0; i < h.length && r.err == nil; i++ {
		r.trail[r.depth-1].index = i
		r.floor = r.owed - 1
		read(r)
		if r.err == nil && r.owed != r.floor {
			panic("secs2: reading one element of " + name + " took less than all of it")
		}
	}
	r.floor = floor
	r.depth--
	return h.length
}

// push adds a list to the path of what is being read.
func (r *Reader) push(name string) {
	if r.depth == readerDepth {
		panic("secs2: lists nest deeper than any message does")
	}
	r.trail[r.depth] = step{name: name}
	r.depth++
}

// IDs reads identifiers in every shape that hosts send: a list of them, one
// array of integers, or a single one. An empty list, a zero-length item and a
// missing body call take never; that asks for all of them, and IDs returns 0.
func (r *Reader) IDs(name string, take func(ID)) int {
	if r.err != nil || r.owed == 0 {
		return 0
	}
	h, _ := r.next(name, "list")
	switch {
	case h.format == List:
		r.enter(h)
		r.push(name)
		for i := 0; i < h.length && r.err == nil; i++ {
			r.trail[r.depth-1].index = i
			r.takeID(name, take)
		}
		r.depth--
		return h.length
	case h.format.Signed() || h.format.Unsigned():
		size := h.format.Size()
		for data := r.skip(h); len(data) > 0; data = data[size:] {
			take(ID{h.format, data[:size:size]})
		}
		return h.length / size
	case h.length == 0:
		r.skip(h)
		return 0
	}
	r.takeID(name, take)
	return 1
}

func (r *Reader) takeID(name string, take func(ID)) {
	if id := r.ID(name); r.err == nil {
		take(id)
	}
}

// ID reads one identifier.
func (r *Reader) ID(name string) ID {
	h, ok := r.next(name, "one identifier")
	if !ok {
		return ID{}
	}
	switch f := h.format; {
	case (f.Unsigned() || f.Signed()) && h.length == f.Size(),
		(f == ASCII || f == JIS8) && h.length > 0:
		return ID{f, r.skip(h)}
	}
	r.fail(name, "one identifier", h)
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
		r.failAt(at, name, fmt.Sprintf("integer of 0 or more expected, got %v %.40q", id.format, id.Key()))
	}
	return v
}

// UintOr reads one integer that is not negative, which may be a B item of one
// byte; none stands for a zero-length item.
func (r *Reader) UintOr(name string, none uint64) uint64 {
	h, ok := r.next(name, "integer")
	switch {
	case !ok:
		return 0
	case h.length == 0 && h.format != List:
		r.skip(h)
		return none
	case h.format == Binary && h.length == 1:
		return uint64(r.skip(h)[0])
	}
	return r.Uint(name)
}

// Name reads an identifier as a text: an integer as its digits, a B item as its
// bytes, a zero-length item as "".
func (r *Reader) Name(name string) string {
	h, ok := r.next(name, "one identifier")
	switch {
	case !ok:
		return ""
	case (h.format.Unsigned() || h.format.Signed()) && h.length == 0, h.format == Binary:
		return string(r.skip(h))
	case h.format.Textual():
		return string(r.Text(name))
	}
	id := r.ID(name)
	if r.err != nil {
		return ""
	}
	return id.Key()
}

// Code reads a code of one byte. Of a longer B item the first byte counts.
func (r *Reader) Code(name string) byte {
	h, ok := r.next(name, "code byte")
	if !ok {
		return 0
	}
	switch f := h.format; {
	case f == Binary && h.length >= 1,
		(f == FormatU1 || f == FormatI1 || f == Boolean) && h.length == 1:
		return r.skip(h)[0]
	}
	r.fail(name, "code byte", h)
	return 0
}

// Flag reads one truth value: BOOLEAN, or B, U1 or I1 by value.
func (r *Reader) Flag(name string) bool { return r.Code(name) != 0 }

// Text reads a text and returns its bytes: of A and J as they are, of W those
// behind its header, ISO 8859-1 as UTF-8.
func (r *Reader) Text(name string) []byte {
	h, ok := r.next(name, "text")
	if !ok {
		return nil
	}
	switch h.format {
	case ASCII, JIS8:
		return r.skip(h)
	case Localized:
		return localizedText(r.skip(h))
	default:
		r.fail(name, "text", h)
		return nil
	}
}

// localizedText returns the text in the body of a W item.
func localizedText(body []byte) []byte {
	const iso8859_1 = 4
	if len(body) < 2 {
		return nil
	}
	text := body[2:]
	if binary.BigEndian.Uint16(body) != iso8859_1 {
		return text
	}
	runes := make([]rune, len(text))
	for i, c := range text {
		runes[i] = rune(c)
	}
	return []byte(string(runes))
}

// Item reads any item, whole.
func (r *Reader) Item(name string) Item {
	if _, ok := r.next(name, "an item"); !ok {
		return Item{}
	}
	rest := r.b[r.pos:]
	n := itemSize(rest)
	r.pos += n
	r.owed--
	return Item{rest[:n:n]}
}

// head is the decoded header of the next item.
type head struct {
	format        Format
	length, start int
}

// next decodes the header of the next item without taking it.
func (r *Reader) next(name, want string) (head, bool) {
	switch {
	case r.err != nil:
		return head{}, false
	case r.owed == 0:
		r.failAt(r.pos, name, want+" expected, got no item")
		return head{}, false
	case r.owed == r.floor:
		panic("secs2: reading one element of a list took more than one item")
	}
	f, length, start := cut(r.b[r.pos:])
	return head{f, length, start}, true
}

// enter moves to the first element of a list.
func (r *Reader) enter(list head) {
	r.pos += list.start
	r.owed += list.length - 1
}

// skip moves behind an item that is no list, and returns its body.
func (r *Reader) skip(h head) []byte {
	from := r.pos + h.start
	r.pos = from + h.length
	r.owed--
	return r.b[from:r.pos:r.pos]
}

func (r *Reader) fail(name, want string, got head) {
	r.failAt(r.pos, name, fmt.Sprintf("%s expected, got %v [%d]", want, got.format, elements(got.format, got.length)))
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
