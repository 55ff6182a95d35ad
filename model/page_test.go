package model

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestToolPage: docs/gem300.md tells the program of a tool of each fact, service
// of the operator and order, and of none that is not there.
func TestToolPage(t *testing.T) {
	text, err := os.ReadFile("../docs/gem300.md")
	if err != nil {
		t.Fatal(err)
	}
	_, page, _ := strings.Cut(string(text), "\n## The tool: facts and orders\n")
	facts, known := factTypes(t)
	if len(facts) < 40 {
		t.Fatalf("%d facts", len(facts))
	}
	for _, name := range facts {
		if !strings.Contains(page, "`"+name+"`") {
			t.Errorf("the page has no fact `%s`", name)
		}
	}
	known["Tell"] = true // of the daemon
	for _, m := range regexp.MustCompile("`([A-Z][A-Za-z]+)`").FindAllStringSubmatch(page, -1) {
		if !known[m[1]] {
			t.Errorf("there is no `%s`", m[1])
		}
	}
	_, orders, _ := strings.Cut(page, "\n### Orders\n")
	orders, _, _ = strings.Cut(orders, "\n### ")
	var listed []string
	for _, m := range regexp.MustCompile(`(?m)^\| ([^|]+) \|`).FindAllStringSubmatch(orders, -1) {
		for _, name := range regexp.MustCompile("`([a-z-]+)`").FindAllStringSubmatch(m[1], -1) {
			listed = append(listed, name[1])
		}
	}
	slices.Sort(listed)
	if want := slices.Sorted(slices.Values(verbNames[1:])); !slices.Equal(listed, want) {
		t.Errorf("the page has the orders %q, there are %q", listed, want)
	}
}

// factTypes returns the types with a method fact, and all that the package declares:
// types and fields.
func factTypes(t *testing.T) (facts []string, declared map[string]bool) {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	declared = map[string]bool{}
	for _, file := range files {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.TypeSpec:
				declared[n.Name.Name] = true
			case *ast.Field:
				for _, name := range n.Names {
					declared[name.Name] = true
				}
			case *ast.FuncDecl:
				if n.Recv == nil || n.Name.Name != "fact" {
					break
				}
				if of, ok := n.Recv.List[0].Type.(*ast.Ident); ok {
					facts = append(facts, of.Name)
				}
			}
			return true
		})
	}
	return facts, declared
}
