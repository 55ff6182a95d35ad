package model

import (
	"fmt"
	"slices"
	"strings"
)

// Fault is why a service is refused, or a part of it: ERRCODE and ERRTEXT. The text
// names the culprit; where a service has one ERRCODE for several reasons, it tells
// them apart.
type Fault struct {
	Code ErrCode
	Text string // at most 80 bytes
}

func (f Fault) String() string { return fmt.Sprintf("ERRCODE %d: %s", f.Code, f.Text) }

const (
	maxErrText = 80 // bytes of the longest ERRTEXT
	minShort   = 16 // bytes that are left of a text of the host at least
)

// complaint takes what a Fault is made from.
type complaint func(code ErrCode, format string, args ...any)

// complains returns what appends to a list of faults.
func complains(list *[]Fault) complaint {
	return func(code ErrCode, format string, args ...any) { *list = append(*list, fault(code, format, args...)) }
}

// fault returns a Fault. If its text is longer than ERRTEXT holds, the texts in
// it, which are the host's, lose their middles: the reason stays.
func fault(code ErrCode, format string, args ...any) Fault {
	text := fmt.Sprintf(format, args...)
	args = slices.Clone(args)
	for len(text) > maxErrText {
		longest, at := "", 0
		for i, x := range args {
			if s, ok := x.(string); ok && len(s) > len(longest) {
				longest, at = s, i
			}
		}
		if len(longest) <= minShort {
			break
		}
		args[at] = shorten(longest, max(minShort, len(longest)-len(text)+maxErrText))
		text = fmt.Sprintf(format, args...)
	}
	return Fault{code, Clip(text)}
}

// shorten takes the middle out of a text that has more than so many bytes.
func shorten(text string, most int) string {
	const gap = "..."
	if len(text) <= most {
		return text
	}
	head := (most - len(gap)) / 2
	return text[:head] + gap + text[len(text)-(most-len(gap)-head):]
}

// Of returns the fault with the identifier of what it is about before its text,
// unless it begins with that.
func (f Fault) Of(id string) Fault {
	if rest, ok := strings.CutPrefix(f.Text, id); ok && (rest == "" || rest[0] == ' ' || rest[0] == ':') {
		return f
	}
	return Fault{f.Code, Clip(shorten(id, max(minShort, maxErrText-len(": ")-len(f.Text))) + ": " + f.Text)}
}

// Clip cuts a text to what ERRTEXT holds.
func Clip(text string) string { return text[:min(len(text), maxErrText)] }
