package model

import (
	"bytes"
	"cmp"

	"github.com/secsd/secsd/secs2"
)

// This file is the filters of GetAttr (E39): the qualifier stands on the left of
// the relation, the object's attribute on the right. Texts compare without regard
// to case, numbers by value whatever their format; values that do not compare
// never match.

// Relation is ATTRRELN.
type Relation uint8

// The relations.
const (
	Equal Relation = iota
	NotEqual
	Less
	LessOrEqual
	Greater
	GreaterOrEqual
	Present // the qualifier is contained in the attribute
	Absent
	relations
)

// Filter is a qualifier: ATTRID, ATTRDATA, ATTRRELN.
type Filter struct {
	Attribute string
	Data      secs2.Item
	Relation  uint64
}

// holds tells whether the relation is between a qualifier and a value.
func (r Relation) holds(qualifier, value secs2.Item) bool {
	switch r {
	case Present:
		return contains(value, qualifier)
	case Absent:
		return mayContain(value, qualifier) && !contains(value, qualifier)
	default:
	}
	if !alike(qualifier, value) {
		return false
	}
	switch r {
	case Equal:
		return equal(qualifier, value)
	case NotEqual:
		return !equal(qualifier, value)
	default:
	}
	if qualifier.Format() == secs2.List || empty(qualifier) || empty(value) {
		return false
	}
	order := compare(qualifier, value)
	switch r {
	case Less:
		return order < 0
	case LessOrEqual:
		return order <= 0
	case Greater:
		return order > 0
	default:
		return order >= 0
	}
}

// family is what formats compare with each other.
type family uint8

const (
	lists family = iota
	texts
	numbers
	truths
)

func familyOf(it secs2.Item) family {
	switch f := it.Format(); {
	case f == secs2.List:
		return lists
	case f.Textual():
		return texts
	case f == secs2.Boolean:
		return truths
	}
	return numbers
}

// alike tells whether two values are of one family; a number that has no
// value compares with another such only.
func alike(a, b secs2.Item) bool {
	f := familyOf(a)
	return f == familyOf(b) && (f == lists || f == texts || empty(a) == empty(b))
}

func empty(it secs2.Item) bool {
	return it.Len() == 0 && it.Format() != secs2.List && !it.Format().Textual()
}

// equal compares two values of one family; a text on the left may have wildcards.
func equal(qualifier, value secs2.Item) bool {
	switch familyOf(value) {
	case lists:
		return equalLists(qualifier, value)
	case texts:
		return match(textOf(qualifier), textOf(value))
	default:
		return qualifier.Len() == value.Len() && (value.Len() == 0 || compare(qualifier, value) == 0)
	}
}

func equalLists(a, b secs2.Item) bool {
	if a.Len() != b.Len() {
		return false
	}
	others := make([]secs2.Item, 0, b.Len())
	for it := range b.All() {
		others = append(others, it)
	}
	i := 0
	for it := range a.All() {
		if !alike(it, others[i]) || !equal(it, others[i]) {
			return false
		}
		i++
	}
	return true
}

// contains tells whether a list has an element like that, however deep, a text
// has that part, or another value is that.
func contains(value, qualifier secs2.Item) bool {
	if value.Format() != secs2.List {
		if familyOf(value) == texts && familyOf(qualifier) == texts {
			return match(append(append([]byte{'*'}, textOf(qualifier)...), '*'), textOf(value))
		}
		return alike(qualifier, value) && equal(qualifier, value)
	}
	for it := range value.All() {
		if alike(qualifier, it) && equal(qualifier, it) || it.Format() == secs2.List && contains(it, qualifier) {
			return true
		}
	}
	return false
}

// mayContain tells whether a value, or for what is no list itself any element of a
// list, is of the qualifier's family. An empty list lacks whatever it could have.
func mayContain(value, qualifier secs2.Item) bool {
	if value.Format() != secs2.List || qualifier.Format() == secs2.List {
		return alike(qualifier, value)
	}
	for it := range value.All() {
		if mayContain(it, qualifier) {
			return true
		}
	}
	return value.Len() == 0
}

// compare orders two values of one family that is not lists, by their first value.
func compare(a, b secs2.Item) int {
	switch familyOf(a) {
	case texts:
		return bytes.Compare(bytes.ToLower(textOf(a)), bytes.ToLower(textOf(b)))
	case truths:
		return cmp.Compare(min(a.Data()[0], 1), min(b.Data()[0], 1))
	default:
		return compareNumbers(a, b)
	}
}

// textOf returns the bytes of a text.
func textOf(it secs2.Item) []byte {
	r := secs2.NewReader(it)
	return r.Text("ATTRDATA")
}

// integer is the first value of an integer.
type integer struct {
	magnitude uint64
	negative  bool
}

// compareNumbers compares the first values of two numbers.
func compareNumbers(a, b secs2.Item) int {
	x, exact := integerOf(a)
	y, also := integerOf(b)
	switch {
	case !exact || !also:
		return cmp.Compare(x.float(a), y.float(b))
	case x.negative != y.negative:
		if x.negative {
			return -1
		}
		return 1
	case x.negative:
		return cmp.Compare(y.magnitude, x.magnitude)
	}
	return cmp.Compare(x.magnitude, y.magnitude)
}

// integerOf returns the first value of an integer or a byte; exact is false for
// other formats.
func integerOf(it secs2.Item) (i integer, exact bool) {
	if it.Format() == secs2.Binary {
		return integer{magnitude: uint64(it.Data()[0])}, true
	}
	for v := range it.Uints() {
		return integer{magnitude: v}, true
	}
	for v := range it.Ints() {
		if v < 0 {
			return integer{uint64(-v), true}, true
		}
		return integer{magnitude: uint64(v)}, true
	}
	return integer{}, false
}

// float returns the value as a float: that of the item, or of the byte in it.
func (i integer) float(it secs2.Item) float64 {
	if v, ok := it.Number(); ok {
		return v
	}
	return float64(i.magnitude)
}

// maxPattern is the longest text with wildcards that can match anything here.
const maxPattern = 400

// match tells whether a text is like a pattern, in which ? is one character and *
// any run of them, without regard to case. A lone * wants some text.
func match(pattern, text []byte) bool {
	if len(pattern) > maxPattern {
		return false
	}
	if len(pattern) == 1 && pattern[0] == '*' {
		return len(text) > 0
	}
	p, t, star, from := 0, 0, -1, 0
	for t < len(text) {
		switch {
		case p < len(pattern) && pattern[p] == '*':
			star, from = p, t
			p++
		case p < len(pattern) && (pattern[p] == '?' || fold(pattern[p]) == fold(text[t])):
			p++
			t++
		case star >= 0:
			from++
			p, t = star+1, from
		default:
			return false
		}
	}
	for p < len(pattern) && pattern[p] == '*' {
		p++
	}
	return p == len(pattern)
}

// fold returns an ASCII letter in lower case, other bytes as they are.
func fold(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}
