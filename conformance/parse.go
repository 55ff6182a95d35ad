package conformance

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// parser reads a script line by line.
type parser struct {
	script *Script
	lines  []sourceLine
	used   map[string]bool // needs that statements have
	read   int             // statements, copies in loops included
	place  place
}

// sourceLine is a logical line: an item may go over several lines of text.
type sourceLine struct {
	n    int
	text string
}

// Parse reads a script; file is its name in messages, and where the files that it
// includes are looked for. The error is a *ParseError.
func Parse(file, text string) (*Script, error) {
	p := &parser{
		script: &Script{File: file},
		lines:  sourceLines(text),
		used:   map[string]bool{},
	}
	p.script.lines = strings.Count(text, "\n")
	n, err := p.parse()
	if err != nil {
		return nil, &ParseError{File: file, Line: n, Err: err}
	}
	return p.script, nil
}

// parse returns the line of the error.
func (p *parser) parse() (int, error) {
	if n, err := p.parseHeader(); err != nil {
		return n, err
	}
	body, n, err := p.block(nil)
	if err != nil {
		return n, err
	}
	if len(p.lines) > 0 {
		return p.lines[0].n, errors.New("end without repeat")
	}
	if len(body) == 0 {
		return 1, errors.New("the script has no statements")
	}
	p.script.body = body
	for _, name := range p.script.Needs {
		if !p.used[name] {
			return 1, fmt.Errorf("the script says that it needs %q but does not use it", name)
		}
	}
	return 0, nil
}

// sourceLines drops blank lines and comments and joins the lines of an item.
func sourceLines(text string) []sourceLine {
	var lines []sourceLine
	open := 0
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimRight(line, " \t\r")
		trimmed := strings.TrimSpace(line)
		if trimmed == "" || trimmed[0] == '#' {
			continue
		}
		if open > 0 {
			lines[len(lines)-1].text += "\n" + line
			open += brackets(line)
			continue
		}
		lines = append(lines, sourceLine{i + 1, trimmed})
		if text, ok := frameText(trimmed); ok {
			open = brackets(text)
		}
	}
	return lines
}

// brackets counts the items that a line of a frame, or a line that goes on
// with one, opens and does not close.
func brackets(line string) int {
	n, quote := 0, rune(0)
	for _, c := range line {
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '<':
			n++
		case c == '>':
			n--
		}
	}
	return n
}

// frameText returns what stands behind the arrow of a frame line.
func frameText(line string) (text string, ok bool) {
	_, rest := cutLink(line)
	if text, ok = strings.CutPrefix(rest, "H>"); !ok {
		text, ok = strings.CutPrefix(rest, "E>")
	}
	return text, ok
}

// parseHeader reads the lines before the first statement.
func (p *parser) parseHeader() (int, error) {
	s := p.script
	for len(p.lines) > 0 {
		line := p.lines[0]
		key, value, _ := strings.Cut(line.text, ":")
		value = strings.TrimSpace(value)
		switch key {
		case "number":
			s.Number = value
		case "title":
			s.Title = value
		case "needs":
			for name := range strings.SplitSeq(value, ",") {
				name = strings.TrimSpace(name)
				if err := checkNeed(name); err != nil {
					return line.n, err
				}
				s.Needs = append(s.Needs, name)
			}
		case "config":
			setting, err := parseSetting(value)
			if err != nil {
				return line.n, err
			}
			s.config = append(s.config, setting)
		default:
			return p.checkHeader(line.n)
		}
		p.lines = p.lines[1:]
	}
	return p.checkHeader(1)
}

// checkHeader asks for what every script has; n is the line it answers with.
func (p *parser) checkHeader(n int) (int, error) {
	switch s := p.script; {
	case s.Number == "":
		return n, errors.New("number: is missing")
	case s.Title == "":
		return n, errors.New("title: is missing")
	}
	if err := p.script.setDevice(); err != nil {
		return n, fmt.Errorf("device_id: %w", err)
	}
	return n, nil
}

// maxStatements bounds what loops with a variable are copied to.
const maxStatements = 100_000

var errTooMany = fmt.Errorf("more than %d statements with the copies for loop variables", maxStatements)

// block reads statements up to the end of the text or to "end", which stays.
// It returns the line of the error.
func (p *parser) block(values map[string]int) ([]statement, int, error) {
	var body []statement
	for len(p.lines) > 0 && p.lines[0].text != "end" {
		line := p.lines[0]
		p.lines = p.lines[1:]
		text := substitute(line.text, values)
		some, n, err := p.one(line, text, values)
		if err != nil {
			return nil, n, err
		}
		body = append(body, some...)
	}
	return body, 0, nil
}

// one reads a line, or the loop or the file that begins there. It returns the
// line of the error.
func (p *parser) one(line sourceLine, text string, values map[string]int) ([]statement, int, error) {
	words := strings.Fields(text)
	if words[0] == "repeat" {
		return p.repeat(line, words[1:], values)
	}
	if p.read++; p.read > maxStatements {
		return nil, line.n, errTooMany
	}
	var some []statement
	var err error
	if words[0] == "include" {
		some, err = p.include(line, words[1:], values)
	} else {
		some, err = p.expand(line.n, text)
	}
	return some, line.n, err
}

// substitute puts the values of loop variables in the place of {name}.
func substitute(text string, values map[string]int) string {
	for name, v := range values {
		text = strings.ReplaceAll(text, "{"+name+"}", strconv.Itoa(v))
	}
	return text
}

// repeat reads "repeat N" or "repeat NAME A..B" up to its end. A loop with a
// variable becomes one copy of its body for each value.
func (p *parser) repeat(line sourceLine, words []string, values map[string]int) ([]statement, int, error) {
	name, from, to, err := loopRange(words)
	if err != nil {
		return nil, line.n, err
	}
	if name == "" {
		body, n, err := p.loopBody(line, values)
		return []statement{p.noted(line.n, line.text, repeat{to, body})}, n, err
	}
	var all []statement
	inner, start := map[string]int{}, p.lines
	for k, v := range values {
		inner[k] = v
	}
	for v := from; v <= to; v++ {
		if p.read++; p.read > maxStatements {
			return nil, line.n, errTooMany
		}
		inner[name], p.lines = v, start
		body, n, err := p.loopBody(line, inner)
		if err != nil {
			return nil, n, err
		}
		all = append(all, body...)
	}
	return all, 0, nil
}

// loopBody reads the lines of one round and passes over their "end".
func (p *parser) loopBody(line sourceLine, values map[string]int) ([]statement, int, error) {
	body, n, err := p.block(values)
	if err != nil {
		return nil, n, err
	}
	if len(p.lines) == 0 {
		return nil, line.n, errors.New("repeat without end")
	}
	p.lines = p.lines[1:]
	return body, 0, nil
}

// loopRange returns the first and the last round, and the name of the variable
// if there is one.
func loopRange(words []string) (name string, from, to int, err error) {
	bad := errors.New("want: repeat TIMES, or: repeat NAME FROM..TO")
	switch len(words) {
	case 1:
		to, err = strconv.Atoi(words[0])
		if err != nil || to < 1 {
			err = bad
		}
		return "", 1, to, err
	case 2:
		low, high, ok := strings.Cut(words[1], "..")
		from, err1 := strconv.Atoi(low)
		to, err2 := strconv.Atoi(high)
		if !ok || err1 != nil || err2 != nil || to < from || !isName(words[0]) {
			return "", 0, 0, bad
		}
		return words[0], from, to, nil
	}
	return "", 0, 0, bad
}

// need notes that a statement needs an ability the header must name.
func (p *parser) need(name string) error {
	p.used[name] = true
	if !slices.Contains(p.script.Needs, name) {
		return fmt.Errorf("the header does not say needs: %s", name)
	}
	return nil
}
