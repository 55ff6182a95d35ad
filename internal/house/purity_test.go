package house

import (
	"go/ast"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// clockCalls are the names of package time that read or wait for the clock.
var clockCalls = []string{
	"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "NewTimer", "NewTicker", "Tick",
}

// impurePackages are what the core imports neither itself nor below one of these names.
var impurePackages = []string{
	"net", "os", "sync", "context", "log", "io/fs", "path/filepath", "syscall", "unsafe", "math/rand",
	"crypto", "go.uber.org", "golang.org",
}

// impurities lists what file has that the core must not have.
func impurities(file source) []string {
	var found []string
	fault := func(n ast.Node, what string) { found = append(found, file.at(n)+": "+what+" in the core") }
	for _, spec := range file.ast.Imports {
		name, _ := strconv.Unquote(spec.Path.Value)
		if slices.ContainsFunc(impurePackages, func(p string) bool { return name == p || strings.HasPrefix(name, p+"/") }) {
			fault(spec, "import of "+name)
		}
	}
	ast.Inspect(file.ast, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			fault(n, "goroutine")
		case *ast.ChanType:
			fault(n, "channel type")
		case *ast.SendStmt, *ast.SelectStmt:
			fault(n, "channel operation")
		case *ast.SelectorExpr:
			if name := clockCall(n); name != "" {
				fault(n, "time."+name)
			}
		}
		return true
	})
	return found
}

// clockCall returns the name behind "time." if n reads or waits for the clock.
func clockCall(n ast.Node) string {
	sel, ok := n.(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	if pkg, ok := sel.X.(*ast.Ident); ok && pkg.Name == "time" && slices.Contains(clockCalls, sel.Sel.Name) {
		return sel.Sel.Name
	}
	return ""
}

// machineParts returns the protocol machine of hsms and the unexported types that it consists of.
func machineParts(files []source) []string {
	parts := []string{"machine"}
	for _, file := range files {
		ast.Inspect(file.ast, func(n ast.Node) bool {
			spec, ok := n.(*ast.TypeSpec)
			if !ok || file.dir() != "hsms" || spec.Name.Name != "machine" {
				return true
			}
			for _, field := range spec.Type.(*ast.StructType).Fields.List {
				if name, ok := field.Type.(*ast.Ident); ok && !name.IsExported() {
					parts = append(parts, name.Name)
				}
			}
			return false
		})
	}
	return parts
}

// hasMethodOf reports whether file declares a method of one of types.
func hasMethodOf(file source, types []string) bool {
	return slices.ContainsFunc(file.ast.Decls, func(d ast.Decl) bool {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Recv == nil {
			return false
		}
		receiver := f.Recv.List[0].Type
		if star, ok := receiver.(*ast.StarExpr); ok {
			receiver = star.X
		}
		name, ok := receiver.(*ast.Ident)
		return ok && slices.Contains(types, name.Name)
	})
}

func TestCoreIsPure(t *testing.T) {
	files := sources(t)
	parts := machineParts(files)
	if len(parts) < 2 {
		t.Fatal("hsms has no machine")
	}
	for _, file := range files {
		pure := slices.Contains(core, file.dir()) || file.dir() == "hsms" && hasMethodOf(file, parts)
		if file.test || !pure {
			continue
		}
		for _, fault := range impurities(file) {
			t.Error(fault)
		}
	}
}

func TestImpuritiesAreSeen(t *testing.T) {
	for text, want := range map[string]int{
		"import \"time\"\nfunc f(now time.Time) time.Time { return now.Add(time.Second) }": 0,
		"import \"time\"\nfunc f() { _ = time.Now() }":                                     1,
		"import \"time\"\nvar f = time.AfterFunc":                                          1,
		"import \"sync\"":               1,
		"import \"sync/atomic\"":        1,
		"import \"net/netip\"":          1,
		"import \"go.uber.org/zap\"":    1,
		"import \"strings\"":            0,
		"func f() { go f() }":           1,
		"type t struct{ c <-chan int }": 1,
		"func f() { select {} }":        1,
	} {
		if got := impurities(snippet(t, "gem/x.go", "package gem\n"+text)); len(got) != want {
			t.Errorf("%s\ngot %v, want %d", text, got, want)
		}
	}
}

func TestMachineFilesAreFound(t *testing.T) {
	parts := machineParts([]source{snippet(t, "hsms/x.go", "package hsms\ntype machine struct{ cfg *Config; in splitter; notes []note }")})
	if want := []string{"machine", "splitter"}; !slices.Equal(parts, want) {
		t.Errorf("parts %v, want %v", parts, want)
	}
	for text, want := range map[string]bool{
		"func (m *machine) receive() {}":                   true,
		"func (s splitter) next() {}":                      true,
		"func (c *Conn) Serve() {}\nfunc f(m *machine) {}": false,
	} {
		if got := hasMethodOf(snippet(t, "hsms/x.go", "package hsms\n"+text), parts); got != want {
			t.Errorf("%s: %t, want %t", text, got, want)
		}
	}
}
