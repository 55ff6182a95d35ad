package sml

import (
	"fmt"
	"slices"
	"strings"
)

// Class says what is wrong with a text.
type Class string

// The classes of errors and warnings.
const (
	BadHeader       Class = "bad-header"       // no SxFy where one is due, or numbers out of range
	UnknownType     Class = "unknown-type"     // no item format has this name
	BadSize         Class = "bad-size"         // what stands in [ ] is no size
	SizeMismatch    Class = "size-mismatch"    // the size is not the number of elements
	BadNumber       Class = "bad-number"       // a value is no number of the item's kind
	Range           Class = "range"            // a number does not fit the format
	BadChar         Class = "bad-char"         // a character that nothing can start with here
	UnclosedString  Class = "unclosed-string"  // the closing quote is missing
	UnclosedItem    Class = "unclosed-item"    // the closing > is missing
	UnclosedComment Class = "unclosed-comment" // the closing */ is missing
	MissingEnd      Class = "missing-end"      // no "." behind the message
	MultiRoot       Class = "multi-root"       // a message with more than one item
	WOnSecondary    Class = "w-on-secondary"   // W on a function with an even number
	Depth           Class = "depth"            // lists nest deeper than the codec takes
	TooLarge        Class = "too-large"        // text, item or number of items above the limit
	SkippedLine     Class = "skipped-line"     // a warning only: a line of a simulator script
)

// Error is a text that does not read, and where.
type Error struct {
	Offset       int // in bytes from the start of the text
	Line, Column int // from 1; the column in bytes
	Class        Class
	Detail       string
}

func (e *Error) Error() string { return "sml: " + describe(*e) }

// Warning is something that a tolerant reader passed over.
type Warning Error

func (w Warning) String() string { return describe(Error(w)) }

func describe(e Error) string {
	return fmt.Sprintf("%d:%d: %s: %s", e.Line, e.Column, e.Class, e.Detail)
}

// place is an offset with its line. It only moves forward, so that counting
// lines stays linear in the size of a document.
type place struct{ offset, line, lineStart int }

// forward returns the place at offset to.
func (at place) forward(text string, to int) place {
	part := text[at.offset:to]
	if n := strings.Count(part, "\n"); n > 0 {
		at.line += n
		at.lineStart = at.offset + strings.LastIndexByte(part, '\n') + 1
	}
	at.offset = to
	return at
}

func (at place) column() int { return at.offset - at.lineStart + 1 }

// locate fills in lines and columns of an error and of warnings behind at, and
// puts the warnings in the order of the text.
func locate(text string, at place, err *Error, warnings []Warning) {
	if err != nil {
		p := at.forward(text, err.Offset)
		err.Line, err.Column = p.line, p.column()
	}
	slices.SortStableFunc(warnings, func(a, b Warning) int { return a.Offset - b.Offset })
	for i := range warnings {
		at = at.forward(text, warnings[i].Offset)
		warnings[i].Line, warnings[i].Column = at.line, at.column()
	}
}
