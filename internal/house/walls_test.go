// Package house tests the house itself: who imports whom, what the core may not touch, sizes, and that the documents
// are true of the tree. It holds no other code.
package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

const module = "github.com/secsd/secsd"

// source is one Go file of the module.
type source struct {
	path string // relative to the module, with slashes
	test bool
	text []byte
	ast  *ast.File
	fset *token.FileSet
}

func (s source) dir() string { return path.Dir(s.path) }

// at prints where n stands.
func (s source) at(n ast.Node) string {
	return s.path + ":" + strconv.Itoa(s.fset.Position(n.Pos()).Line)
}

func parse(name string, text []byte) (source, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
	return source{path: name, test: strings.HasSuffix(name, "_test.go"), text: text, ast: file, fset: fset}, err
}

// snippet parses a file that does not exist.
func snippet(t *testing.T, name, text string) source {
	t.Helper()
	file, err := parse(name, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// tree parses every Go file below the module's root, once for all tests.
var tree = sync.OnceValues(func() (all []source, err error) {
	err = filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if base := d.Name(); base == "testdata" || base != ".." && strings.HasPrefix(base, ".") {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") {
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		file, err := parse(filepath.ToSlash(rel), text)
		all = append(all, file)
		return err
	})
	return all, err
})

func sources(t *testing.T) []source {
	t.Helper()
	all, err := tree()
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 10 {
		t.Fatalf("%d Go files under %s: not the module's root", len(all), root)
	}
	return all
}

// walls is the block of docs/rooms.md: what each room may import.
type walls map[string][]string

func readWalls(t *testing.T) walls {
	t.Helper()
	_, rest, found := strings.Cut(document(t, "docs/rooms.md"), "```walls\n")
	block, _, closed := strings.Cut(rest, "```")
	if !found || !closed {
		t.Fatal("docs/rooms.md has no walls block")
	}
	w := walls{}
	for line := range strings.Lines(block) {
		from, to, arrow := strings.Cut(line, "->")
		if !arrow {
			t.Fatalf("docs/rooms.md: no arrow in %q", line)
		}
		for _, room := range strings.Fields(from) {
			if _, twice := w[room]; twice {
				t.Errorf("docs/rooms.md: %s stands twice", room)
			}
			w[room] = strings.Fields(to)
		}
	}
	return w
}

// room is the line of w that dir stands under.
func (w walls) room(dir string) (string, bool) {
	if _, ok := w[dir]; ok {
		return dir, true
	}
	for room := range w {
		if ok, _ := path.Match(room, dir); ok {
			return room, true
		}
	}
	return "", false
}

func (w walls) allows(from, to string) bool {
	room, known := w.room(from)
	if !known {
		return false
	}
	return from == to || slices.Contains(w[room], to) || slices.Contains(w[room], "*")
}

// core are the rooms without clock, lock, channel, goroutine, logger, file or socket.
var core = []string{"gem", "model", "spool", "secs2", "secs2/sml", "internal/fsm"}

// faults lists the imports of file that go through a wall.
func (w walls) faults(file source) []string {
	var found []string
	for _, spec := range file.ast.Imports {
		imported, _ := strconv.Unquote(spec.Path.Value)
		to, ours := strings.CutPrefix(imported, module+"/")
		switch {
		case !ours:
		case !file.test && !w.allows(file.dir(), to):
			found = append(found, file.at(spec)+": "+file.dir()+" must not import "+to)
		case file.test && slices.Contains(core, file.dir()) && !slices.Contains(core, to):
			found = append(found, file.at(spec)+": a test of the core must not import "+to)
		}
	}
	return found
}

func TestImportsStayInsideTheWalls(t *testing.T) {
	w := readWalls(t)
	for _, file := range sources(t) {
		if _, known := w.room(file.dir()); !known {
			t.Errorf("%s: %s is in no line of docs/rooms.md", file.path, file.dir())
		}
		for _, fault := range w.faults(file) {
			t.Error(fault)
		}
	}
}

func TestWallsStop(t *testing.T) {
	w := walls{"cmd/*": {"daemon"}, "daemon": {"gem", "secs2"}, "gem": {"secs2"}, "secs2": nil, "bench": {"*"}}
	for _, c := range []struct {
		file, imported string
		stops          bool
	}{
		{"gem/x.go", "secs2", false},
		{"gem/x.go", "daemon", true},
		{"gem/x_test.go", "secs2", false},
		{"gem/x_test.go", "daemon", true},
		{"daemon/x_test.go", "cmd/secsd", false},
		{"secs2/x.go", "gem", true},
		{"cmd/secsd/x.go", "daemon", false},
		{"cmd/secsd/x.go", "gem", true},
		{"bench/x.go", "gem", false},
		{"attic/x.go", "gem", true},
		{"gem/x.go", "secs2/sml", true},
	} {
		file := snippet(t, c.file, "package x\nimport _ \""+module+"/"+c.imported+"\"\n")
		if faults := w.faults(file); (len(faults) > 0) != c.stops {
			t.Errorf("%s importing %s: %v", c.file, c.imported, faults)
		}
	}
}

func TestWallsHaveNoCycle(t *testing.T) {
	w := readWalls(t)
	var visit func(trail []string, room string)
	visit = func(trail []string, room string) {
		if slices.Contains(trail, room) {
			t.Fatalf("cycle: %v -> %s", trail, room)
		}
		for _, next := range w[room] {
			visit(append(slices.Clone(trail), room), next)
		}
	}
	for room := range w {
		visit(nil, room)
	}
}
