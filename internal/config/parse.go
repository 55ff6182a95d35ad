package config

import (
	"bytes"
	"errors"
	"io"
	"sort"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// parse returns the root of the one document in data, or reports why there is
// none.
func (r *report) parse(data []byte) (*yaml.Node, bool) {
	data, ok := r.plain(data)
	if !ok {
		return nil, false
	}
	root, err := decode(data)
	var more *secondDocumentError
	switch {
	case err == nil:
		return root, true
	case errors.Is(err, io.EOF):
		r.place(1, 1, "", "an empty file", "a configuration: at least equipment and hosts")
	case errors.As(err, &more):
		r.place(more.line, more.column, "", "a second YAML document", "one document in the file")
	default:
		r.syntax(data, err)
	}
	return nil, false
}

type secondDocumentError struct{ line, column int }

func (*secondDocumentError) Error() string { return "second document" }

func decode(data []byte) (*yaml.Node, error) {
	d := yaml.NewDecoder(bytes.NewReader(data))
	var doc, next yaml.Node
	if err := d.Decode(&doc); err != nil {
		return nil, err
	}
	switch err := d.Decode(&next); {
	case err == nil:
		return nil, &secondDocumentError{next.Line, next.Column}
	case !errors.Is(err, io.EOF):
		return nil, err
	}
	if isNull(doc.Content[0]) {
		return nil, io.EOF
	}
	return doc.Content[0], nil
}

// maxSearch bounds the files in which a syntax error is searched for, in bytes.
const maxSearch = 256 << 10

// syntax reports text that is not YAML. The parser tells at best the line where
// the surrounding block began, so in all but huge files the line is searched
// for: the first one with which the text in front of it is no YAML any more.
func (r *report) syntax(data []byte, err error) {
	message, number := strings.TrimPrefix(err.Error(), "yaml: "), 1
	if rest, ok := strings.CutPrefix(message, "line "); ok {
		var digits string
		digits, message, _ = strings.Cut(rest, ": ")
		number, _ = strconv.Atoi(digits)
	}
	lines := bytes.SplitAfter(data, []byte("\n"))
	bad := min(max(number, 1), len(lines)) - 1
	if len(data) <= maxSearch {
		bad = firstBad(data, lines)
	}
	line := lines[bad]
	indent := len(line) - len(bytes.TrimLeft(line, " \t"))
	if tab := bytes.IndexByte(line[:indent], '\t'); tab >= 0 {
		r.place(bad+1, tab+1, "", "a tab in the indentation", "blanks")
		return
	}
	r.place(bad+1, indent+1, "", "text that is not YAML ("+message+")", "YAML")
}

func firstBad(data []byte, lines [][]byte) int {
	ends, end := make([]int, len(lines)), 0
	for i, l := range lines {
		end += len(l)
		ends[i] = end
	}
	return sort.Search(len(lines)-1, func(i int) bool {
		_, err := decode(data[:ends[i]])
		return err != nil && !errors.Is(err, io.EOF)
	})
}
