package conformance

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// This file reads "include NAME": statements that many scripts begin with.

// maxIncludes is how many files may include one another in a row.
const maxIncludes = 4

// place is where the statements of an included file are, in the script and in
// that file; the zero place is the script itself.
type place struct {
	line  int    // of the script
	file  string // as messages name it
	depth int
}

// noted makes the statement of what stands on line n. Of an included line the text names the
// place, the line is that of the script.
func (p *parser) noted(n int, text string, d deed) statement {
	if p.place.depth == 0 {
		return statement{n, text, d}
	}
	return statement{p.place.line, fmt.Sprintf("%s:%d: %s", p.place.file, n, text), d}
}

// include reads the statements of a file in the place of a line.
func (p *parser) include(line sourceLine, words []string, values map[string]int) ([]statement, error) {
	if len(words) != 1 || !isName(words[0]) {
		return nil, errors.New("want: include NAME")
	}
	if p.place.depth == maxIncludes {
		return nil, fmt.Errorf("include %s: more than %d files in one another", words[0], maxIncludes)
	}
	text, err := readInclude(filepath.Dir(p.script.File), words[0]+".txt")
	if err != nil {
		return nil, err
	}
	inner := &parser{script: p.script, lines: sourceLines(text), used: p.used, read: p.read}
	inner.place = place{line.n, "include/" + words[0] + ".txt", p.place.depth + 1}
	if p.place.depth > 0 {
		inner.place.line = p.place.line
	}
	body, n, err := inner.block(values)
	if err == nil && len(inner.lines) > 0 {
		n, err = inner.lines[0].n, errors.New("end without repeat")
	}
	if err == nil && len(body) == 0 {
		n, err = 1, errors.New("the file has no statements")
	}
	if err != nil {
		return nil, &ParseError{File: inner.place.file, Line: n, Err: err}
	}
	p.read = inner.read
	return body, nil
}

// readInclude looks in the folder "include" of the script's folder and of the
// two above it.
func readInclude(folder, name string) (string, error) {
	for _, up := range []string{".", "..", "../.."} {
		text, err := os.ReadFile(filepath.Join(folder, up, "include", name))
		if err == nil {
			return string(text), nil
		}
		if !errors.Is(err, os.ErrNotExist) {
			return "", err
		}
	}
	return "", fmt.Errorf("no include/%s in %s or the two folders above", name, folder)
}
