package house

import (
	"go/ast"
	"regexp"
	"strings"
	"testing"
)

var goName = regexp.MustCompile("`([A-Za-z0-9]+)((?:\\.[A-Z][A-Za-z0-9]*)+)(?:\\(\\))?`")

// TestGoNamesInDocumentsExist looks up what a document names as `gem.ErrStorage` or
// `Daemon.Tell`: each part is a name that the room declares.
func TestGoNamesInDocumentsExist(t *testing.T) {
	declared := map[string]map[string]bool{} // by room
	for _, file := range sources(t) {
		if file.test {
			continue
		}
		if declared[file.dir()] == nil {
			declared[file.dir()] = map[string]bool{}
		}
		ast.Inspect(file.ast, func(n ast.Node) bool {
			for _, name := range names(n) {
				declared[file.dir()][name.Name] = true
			}
			return true
		})
	}
	checked := 0
	for _, name := range documents(t) {
		for _, m := range goName.FindAllStringSubmatch(document(t, name), -1) {
			room := declared[strings.ToLower(m[1])] // Daemon is a type of daemon
			if room == nil {
				continue
			}
			checked++
			for part := range strings.SplitSeq(m[2][1:], ".") {
				if !room[part] {
					t.Errorf("%s: no %s for %s", name, part, m[0])
				}
			}
		}
	}
	if checked < 15 {
		t.Errorf("%d names", checked)
	}
}

// names are what a node declares: a type, a function or method, constants,
// variables, fields.
func names(n ast.Node) []*ast.Ident {
	switch n := n.(type) {
	case *ast.TypeSpec:
		return []*ast.Ident{n.Name}
	case *ast.FuncDecl:
		return []*ast.Ident{n.Name}
	case *ast.ValueSpec:
		return n.Names
	case *ast.Field:
		return n.Names
	}
	return nil
}
