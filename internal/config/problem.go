package config

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"go.yaml.in/yaml/v3"
)

// maxProblems bounds what one file can make Load say.
const maxProblems = 200

// InvalidError is all that is wrong with a configuration, in the order of the
// file.
type InvalidError struct{ problems []problem }

// Lines returns the problems, one line each.
func (e *InvalidError) Lines() []string {
	lines := make([]string, len(e.problems))
	for i, p := range e.problems {
		lines[i] = p.String()
	}
	return lines
}

func (e *InvalidError) Error() string { return strings.Join(e.Lines(), "\n") }

// problem is one value that the configuration may not have.
type problem struct {
	// place is "file:line:column", or the flag or environment variable that
	// holds the value.
	place string
	key   string // as in "hosts[0].hsms.t3"; empty for the file as a whole
	got   string
	want  string // empty when got says it all

	// line and column order the problems; 0 for those of flags.
	line, column int
}

func (p problem) String() string {
	text := p.place + ": "
	if p.key != "" {
		text += p.key + ": "
	}
	if p.want == "" {
		return text + p.got
	}
	return text + "got " + p.got + ", want " + p.want
}

// report collects problems and knows where in the file each key stands.
type report struct {
	file     string
	nodes    map[string]*yaml.Node // by key
	flags    map[string]string     // by key: the flag that replaced the file's value
	blamed   map[string]bool       // keys with a problem
	around   map[string]bool       // the sections around them
	problems []problem
	dropped  int // problems beyond maxProblems
}

func newReport(file string) *report {
	return &report{
		file:   file,
		nodes:  map[string]*yaml.Node{},
		flags:  map[string]string{},
		blamed: map[string]bool{},
		around: map[string]bool{},
	}
}

// at reports a problem of the value in n.
func (r *report) at(n *yaml.Node, key, got, want string) {
	r.place(n.Line, n.Column, key, got, want)
}

// place reports a problem at a line and column, both counted from 1.
func (r *report) place(line, column int, key, got, want string) {
	r.blamed[key] = true
	for outer := parent(key); outer != ""; outer = parent(outer) {
		r.around[outer] = true
	}
	r.add(problem{
		place: fmt.Sprintf("%s:%d:%d", r.file, line, column),
		key:   key, got: got, want: want, line: line, column: column,
	})
}

// key reports a problem of a key that a package's own Validate found. It says
// nothing when the same key or a part of it is to blame already: its value did
// not get as far as the package.
func (r *report) key(key, got, want string) {
	if r.around[key] {
		return
	}
	for outer := key; outer != ""; outer = parent(outer) {
		if r.blamed[outer] {
			return
		}
	}
	if flag, ok := r.flags[key]; ok {
		r.add(problem{place: flag, key: key, got: got, want: want})
		return
	}
	n := r.nearest(key)
	r.add(problem{
		place: fmt.Sprintf("%s:%d:%d", r.file, n.Line, n.Column),
		key:   key, got: got, want: want, line: n.Line, column: n.Column,
	})
}

func (r *report) add(p problem) {
	p.key, p.got = printable(p.key), printable(p.got)
	if len(r.problems) == maxProblems {
		r.dropped++
		return
	}
	r.problems = append(r.problems, p)
}

// printable keeps what stands in a file from breaking the line that tells it.
func printable(s string) string {
	return strings.Map(func(c rune) rune {
		if !unicode.IsPrint(c) {
			return unicode.ReplacementChar
		}
		return c
	}, s)
}

// nearest returns the node of key, or of the nearest section around it.
func (r *report) nearest(key string) *yaml.Node {
	for ; key != ""; key = parent(key) {
		if n, ok := r.nodes[key]; ok {
			return n
		}
	}
	return &yaml.Node{Line: 1, Column: 1}
}

// parent returns the key of the section or list around key.
func parent(key string) string { return key[:max(0, strings.LastIndexAny(key, ".["))] }

// err returns what was found, nil if nothing.
func (r *report) err() error {
	if len(r.problems) == 0 {
		return nil
	}
	all := slices.Clone(r.problems)
	slices.SortStableFunc(all, func(a, b problem) int {
		return cmp.Or(cmp.Compare(a.line, b.line), cmp.Compare(a.column, b.column))
	})
	if r.dropped > 0 {
		all = append(all, problem{
			place: r.file,
			got:   fmt.Sprintf("%d more problems", r.dropped),
			want:  "those above corrected first",
		})
	}
	return &InvalidError{all}
}
