package config

import (
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/secsd/secsd/secs2"
)

// This file reads free-form values: the initial value of a variable, the values
// that a motion chooses from. A number, a boolean or a text stands for itself, a
// list of numbers or booleans for an item of several values, and a list of bytes
// for a text that YAML cannot write. The elements of a list item are sections of
// one key, their format:
//
//	initial: [{A: FOUP-17}, {U1: 25}, {L: [{U4: 1}, {U4: 2}]}]

// maxListDepth bounds lists within lists.
const maxListDepth = 16

const (
	wantText = "text in quotes, or a list of bytes 0 to 255"
	wantJIS  = "text of ASCII characters, or a list of the JIS-8 bytes"
)

// utf8LSH is the localized string header of UTF-8 text (E5).
const utf8LSH = 2

// item returns the value in n as an item of format f, or reports why it is
// none.
func (r *report) item(key string, n *yaml.Node, f secs2.Format, depth int) (secs2.Item, bool) {
	switch {
	case f == secs2.List:
		return r.listItem(key, n, depth)
	case f == secs2.Localized && isScalar(n, "!!str"):
		return secs2.W(utf8LSH, []byte(n.Value)), true
	case f == secs2.JIS8 && isScalar(n, "!!str") && !isASCII(n.Value):
		r.at(n, key, describe(n), wantJIS)
		return secs2.Item{}, false
	case f.Textual() && isScalar(n, "!!str"):
		return appended(func(a *secs2.Appender) { a.Data(f, []byte(n.Value)) }), true
	case f.Textual() && n.Kind != yaml.SequenceNode:
		r.at(n, key, describe(n), wantText)
		return secs2.Item{}, false
	}
	values := []*yaml.Node{n}
	if n.Kind == yaml.SequenceNode {
		values = n.Content
	}
	var data []byte
	for i, v := range values {
		at := key
		if n.Kind == yaml.SequenceNode {
			at = fmt.Sprintf("%s[%d]", key, i)
		}
		var want string
		if data, want = appendValue(data, v, f); want != "" {
			r.at(v, at, describe(v), want)
			return secs2.Item{}, false
		}
	}
	if f == secs2.Localized && len(data) == 1 {
		r.at(n, key, "one byte", "text, or the two bytes of its header and those of the text")
		return secs2.Item{}, false
	}
	return appended(func(a *secs2.Appender) { a.Data(f, data) }), true
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

func appended(write func(a *secs2.Appender)) secs2.Item {
	a := secs2.NewAppender(nil)
	write(&a)
	it, err := secs2.Parse(a.Bytes())
	if err != nil {
		panic(err) // the file is far smaller than the longest item
	}
	return it
}

func (r *report) listItem(key string, n *yaml.Node, depth int) (secs2.Item, bool) {
	if depth == maxListDepth {
		r.at(n, key, "lists nested deeper", fmt.Sprintf("at most %d levels", maxListDepth))
		return secs2.Item{}, false
	}
	if n.Kind != yaml.SequenceNode {
		r.at(n, key, describe(n), "a list of sections with one key each, as in [{U4: 1}, {A: abc}]")
		return secs2.Item{}, false
	}
	elements := make([]secs2.Item, len(n.Content))
	for i, e := range n.Content {
		at := fmt.Sprintf("%s[%d]", key, i)
		if e.Kind != yaml.MappingNode || len(e.Content) != 2 {
			r.at(e, at, describe(e), "a section with one key, its format, as in {U4: 1}")
			return secs2.Item{}, false
		}
		f, known := secs2.FormatOf(e.Content[0].Value)
		if !known {
			r.at(e.Content[0], at, fmt.Sprintf("format %q", shorten(e.Content[0].Value)), wantFormat)
			return secs2.Item{}, false
		}
		var ok bool
		if elements[i], ok = r.item(at, e.Content[1], f, depth+1); !ok {
			return secs2.Item{}, false
		}
	}
	return secs2.L(elements...), true
}

// appendValue appends the value in n as format f sends it. If n holds none, want
// says what would be one.
func appendValue(data []byte, n *yaml.Node, f secs2.Format) (_ []byte, want string) {
	switch {
	case f == secs2.Boolean:
		if !isScalar(n, "!!bool") {
			return nil, "true or false"
		}
		if n.Value == "true" {
			return append(data, 1), ""
		}
		return append(data, 0), ""
	case f.Float():
		return appendFloat(data, n, f)
	case f.Textual():
		if b, ok := whole(n, 0, math.MaxUint8); ok {
			return append(data, byte(b)), ""
		}
		return nil, wantText
	}
	low, high := int64(0), uint64(math.MaxUint64)>>(64-8*f.Size())
	if f.Signed() {
		high >>= 1
		low = -int64(high) - 1
	}
	v, ok := whole(n, low, high)
	if !ok {
		return nil, fmt.Sprintf("%v: %d to %d", f, low, high)
	}
	var b [8]byte
	binary.BigEndian.PutUint64(b[:], v)
	return append(data, b[8-f.Size():]...), ""
}

// whole returns an integer as its 64 bits.
func whole(n *yaml.Node, low int64, high uint64) (uint64, bool) {
	// A number above 64 bits is !!float to YAML; it fails the range.
	if !isScalar(n, "!!int") || !integerText.MatchString(n.Value) || !fits(n.Value, low, high) {
		return 0, false
	}
	if u, err := strconv.ParseUint(n.Value, 0, 64); err == nil {
		return u, true
	}
	i, err := strconv.ParseInt(n.Value, 0, 64)
	return uint64(i), err == nil
}

var infinities = map[string]float64{
	".inf": math.Inf(1), "+.inf": math.Inf(1), "-.inf": math.Inf(-1),
	".nan": math.Float64frombits(0x7FF8 << 48), // as in SML; math.NaN has one bit more
}

func appendFloat(data []byte, n *yaml.Node, f secs2.Format) (_ []byte, want string) {
	v, ok := finite(n)
	if !ok && isScalar(n, "!!float") {
		v, ok = infinities[n.Value]
	}
	switch {
	case !ok:
		return nil, "a number"
	case f == secs2.FormatF8:
		return binary.BigEndian.AppendUint64(data, math.Float64bits(v)), ""
	case math.IsInf(float64(float32(v)), 0) && !math.IsInf(v, 0):
		return nil, "F4: a number that 32 bits hold"
	}
	return binary.BigEndian.AppendUint32(data, math.Float32bits(float32(v))), ""
}
