package conformance

import (
	"errors"
	"fmt"
	"strings"
)

// StatementError is a statement that did not hold: where it stands, what it expected
// and what came.
type StatementError struct {
	File string
	Line int
	Text string // the statement
	Err  error
	Log  []string // the last frames and deeds, oldest first
}

// Error gives the place, what is wrong, and what led to it.
func (e *StatementError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s:%d: %s\n%s", e.File, e.Line, firstLine(e.Text), indent(e.Err.Error()))
	if len(e.Log) > 0 {
		b.WriteString("\nbefore that:\n")
		b.WriteString(indent(strings.Join(e.Log, "\n")))
	}
	return b.String()
}

func (e *StatementError) Unwrap() error { return e.Err }

// ParseError is a line that is no statement of the language.
type ParseError struct {
	File string
	Line int
	Err  error
}

func (e *ParseError) Error() string { return fmt.Sprintf("%s:%d: %v", e.File, e.Line, e.Err) }
func (e *ParseError) Unwrap() error { return e.Err }

func firstLine(s string) string {
	if line, _, more := strings.Cut(s, "\n"); more {
		return line + " …"
	}
	return s
}

func indent(s string) string {
	return "    " + strings.ReplaceAll(s, "\n", "\n    ")
}

// ErrRefused is what an error of Tool.Act matches when the equipment refused
// what the tool told it.
var ErrRefused = errors.New("conformance: the equipment refused the action")
