package manual

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// This file is what a manual is made of, whatever its form: headings,
// paragraphs, tables, listings and diagrams, in their order.

// page collects blocks.
type page struct{ blocks []any }

// heading opens a section. ID is the anchor.
type heading struct {
	Level    int
	ID, Text string
}

type paragraph struct{ Text []span }

// table has a head and rows as wide as it.
type table struct {
	Head []string
	Rows []row
}

// row may be an anchor.
type row struct {
	ID    string
	Cells [][]span
}

// listing is text in a fixed pitch, with links to what it names.
type listing struct {
	Language string
	Text     []span
}

// span is a piece of text. Link is an anchor of the manual.
type span struct {
	Text, Link string
	Code       bool
}

func (p *page) heading(level int, id, text string) {
	p.blocks = append(p.blocks, heading{level, id, text})
}

func (p *page) say(text ...[]span) {
	var all []span
	for _, t := range text {
		all = append(all, t...)
	}
	p.blocks = append(p.blocks, paragraph{all})
}

func (p *page) table(t *table) {
	if len(t.Rows) == 0 {
		p.say(plain("None."))
		return
	}
	p.blocks = append(p.blocks, t.filled())
}

// filled returns the table without what is empty: columns, and the properties
// of a table without a head.
func (t *table) filled() table {
	rows := slices.DeleteFunc(slices.Clone(t.Rows), func(r row) bool { return lead(*t) && len(r.Cells[1]) == 0 })
	out := table{Rows: make([]row, len(rows))}
	for c, head := range t.Head {
		if !slices.ContainsFunc(rows, func(r row) bool { return len(r.Cells[c]) > 0 }) {
			continue
		}
		out.Head = append(out.Head, head)
		for i, r := range rows {
			out.Rows[i].ID = r.ID
			out.Rows[i].Cells = append(out.Rows[i].Cells, r.Cells[c])
		}
	}
	return out
}

func columns(head ...string) *table { return &table{Head: head} }

func (t *table) row(id string, cells ...[]span) {
	t.Rows = append(t.Rows, row{id, cells})
}

// properties is a table of names and values.
func properties(pairs ...any) *table {
	t := columns("", "")
	for i := 0; i+1 < len(pairs); i += 2 {
		value, ok := pairs[i+1].([]span)
		if !ok {
			value = plain(fmt.Sprint(pairs[i+1]))
		}
		t.row("", plain(pairs[i].(string)), value)
	}
	return t
}

func plain(text string) []span {
	if text == "" {
		return nil
	}
	return []span{{Text: text}}
}

func plainf(format string, args ...any) []span { return plain(fmt.Sprintf(format, args...)) }

func code(text string) []span { return []span{{Text: text, Code: true}} }

func link(to, text string) []span { return []span{{Text: text, Link: to}} }

func number[T int | uint8 | uint16 | uint32 | uint64 | int64](n T) []span {
	return plain(fmt.Sprint(n))
}

// list joins pieces with commas; where there are none it says otherwise.
func list[T any](all []T, each func(T) []span, otherwise string) []span {
	if len(all) == 0 {
		return plain(otherwise)
	}
	var out []span
	for i, x := range all {
		if i > 0 {
			out = append(out, span{Text: ", "})
		}
		out = append(out, each(x)...)
	}
	return out
}

// sentences joins texts that are not empty.
func sentences(texts ...string) []span {
	var out []string
	for _, t := range texts {
		if t = strings.TrimSpace(t); t != "" {
			out = append(out, t)
		}
	}
	return plain(strings.Join(out, "; "))
}

// value prints a value of a variable or a bound; nil is none.
func value(v any) []span {
	switch v := v.(type) {
	case nil:
		return nil
	case string:
		if v == "" {
			return code(`""`)
		}
		return code(v)
	}
	return plain(decimal(v))
}

// decimal prints a number without an exponent unless it is very large or small.
func decimal(v any) string {
	f, bits := 0.0, 64
	switch v := v.(type) {
	case float32:
		f, bits = float64(v), 32
	case float64:
		f = v
	default:
		return fmt.Sprint(v)
	}
	if size := math.Abs(f); size != 0 && (size < 1e-4 || size >= 1e15) {
		return strconv.FormatFloat(f, 'g', -1, bits)
	}
	return strconv.FormatFloat(f, 'f', -1, bits)
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// anchor turns a name into one.
func anchor(kind string, name any) string {
	clean := func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '.':
			return r
		}
		return '_'
	}
	return kind + "-" + strings.Map(clean, fmt.Sprint(name))
}
