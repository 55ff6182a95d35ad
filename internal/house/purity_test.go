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

// ofMachine reports whether file declares a method of machine of hsms.
func ofMachine(file source) bool {
	return slices.ContainsFunc(file.ast.Decls, func(d ast.Decl) bool {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Recv == nil {
			return false
		}
		star, ok := f.Recv.List[0].Type.(*ast.StarExpr)
		if !ok {
			return false
		}
		name, ok := star.X.(*ast.Ident)
		return ok && name.Name == "machine"
	})
}

func TestCoreIsPure(t *testing.T) {
	machine := 0
	for _, file := range sources(t) {
		pure := slices.Contains(core, file.dir())
		if file.dir() == "hsms" && ofMachine(file) {
			pure = true
			machine++
		}
		if file.test || !pure {
			continue
		}
		for _, fault := range impurities(file) {
			t.Error(fault)
		}
	}
	if machine == 0 {
		t.Error("no file of hsms declares a method of machine")
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
		if got := impurities(parse(t, "gem/x.go", []byte("package gem\n"+text))); len(got) != want {
			t.Errorf("%s\ngot %v, want %d", text, got, want)
		}
	}
}

func TestMachineFilesAreFound(t *testing.T) {
	if !ofMachine(parse(t, "hsms/x.go", []byte("package hsms\nfunc (m *machine) Receive() {}"))) {
		t.Error("a method of machine was not found")
	}
	if ofMachine(parse(t, "hsms/x.go", []byte("package hsms\nfunc (c *Conn) Serve() {}\nfunc f(m *machine) {}"))) {
		t.Error("no method of machine here")
	}
}
