package main

import (
	"encoding/json"
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/secsd/secsd/secs2"
)

// message is the form of a reply for programs.
type message struct {
	Time    string `json:"time,omitempty"` // of listen
	SF      string `json:"sf"`
	W       bool   `json:"w"`
	Session uint16 `json:"session"`
	System  uint32 `json:"system"`
	Item    *item  `json:"item"` // null for a header-only message
}

// item is one SECS-II item; items nest as in the message.
type item struct {
	Type  string `json:"type"`
	Value any    `json:"value"`
}

// newMessage joins a header and the body behind it.
func newMessage(h secs2.Header, body secs2.Item) message {
	m := message{SF: h.SF(), W: h.W(), Session: h.Session(), System: h.System()}
	if !body.IsZero() {
		m.Item = newItem(body)
	}
	return m
}

func newItem(it secs2.Item) *item {
	return &item{Type: it.Format().String(), Value: value(it)}
}

// utf8LSH is the localized string header of UTF-8 text (E5).
const utf8LSH = 2

// value returns what json prints for an item. A text is a string only if that
// loses nothing; numbers are always a list, whatever their count.
func value(it secs2.Item) any {
	switch f := it.Format(); {
	case f == secs2.List:
		list := []*item{}
		for element := range it.All() {
			list = append(list, newItem(element))
		}
		return list
	case f == secs2.Localized:
		if code, text, ok := it.LSH(); ok && code == utf8LSH && utf8.Valid(text) {
			return string(text)
		}
		return numbers(it.Data())
	case f.Textual():
		if utf8.Valid(it.Data()) {
			return string(it.Data())
		}
		return numbers(it.Data())
	case f == secs2.Binary:
		return numbers(it.Data())
	case f == secs2.Boolean:
		list := []bool{}
		for _, b := range it.Data() {
			list = append(list, b != 0)
		}
		return list
	case f.Float():
		list := []float{}
		for v := range it.Floats() {
			list = append(list, float{v, 8 * f.Size()})
		}
		return list
	case f.Signed():
		return collect(it.Ints())
	default:
		return collect(it.Uints())
	}
}

// collect is slices.Collect with an empty list, not null, for no values.
func collect[T any](all func(yield func(T) bool)) []T {
	list := []T{}
	for v := range all {
		list = append(list, v)
	}
	return list
}

// numbers are bytes as JSON numbers; json makes base64 of a []byte.
func numbers(b []byte) []uint16 {
	list := make([]uint16, len(b))
	for i, c := range b {
		list[i] = uint16(c)
	}
	return list
}

// float is a number of 32 or 64 bits. JSON has no NaN and no infinity: they are
// strings, in the words of SML.
type float struct {
	v    float64
	bits int
}

// MarshalJSON implements json.Marshaler.
func (f float) MarshalJSON() ([]byte, error) {
	switch {
	case math.IsNaN(f.v):
		return json.Marshal("NaN")
	case math.IsInf(f.v, 1):
		return json.Marshal("Infinity")
	case math.IsInf(f.v, -1):
		return json.Marshal("-Infinity")
	}
	return strconv.AppendFloat(nil, f.v, 'g', -1, f.bits), nil
}
