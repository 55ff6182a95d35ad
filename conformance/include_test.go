package conformance

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

const includeHead = "number: T-1\ntitle: t\n" // two lines

// includeFolder writes files under a new folder and returns it.
func includeFolder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "include"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, "include", name+".txt"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestParse_Include(t *testing.T) {
	dir := includeFolder(t, map[string]string{
		"inner": "# a comment\nopen\n\nquiet {k}s\n",
		"outer": "connect\ninclude inner\nrepeat 2\nopen\nend\n",
	})
	text := includeHead + "open\nrepeat k 1..2\ninclude outer\nend\ninclude inner2\n"
	if err := os.WriteFile(filepath.Join(dir, "include", "inner2.txt"), []byte("close\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	// The folder is the script's own or one of the two above it.
	for _, folder := range []string{"", "field", "next/field"} {
		s, err := Parse(filepath.Join(dir, folder, "t.txt"), text)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, st := range s.body {
			got = append(got, strconv.Itoa(st.line)+" "+st.text)
		}
		want := []string{
			"3 open",
			"5 include/outer.txt:1: connect", "5 include/inner.txt:2: open", "5 include/inner.txt:4: quiet 1s",
			"5 include/outer.txt:3: repeat 2",
			"5 include/outer.txt:1: connect", "5 include/inner.txt:2: open", "5 include/inner.txt:4: quiet 2s",
			"5 include/outer.txt:3: repeat 2",
			"7 include/inner2.txt:1: close",
		}
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("%s:\ngot  %q\nwant %q", folder, got, want)
		}
	}
}

func TestParse_IncludeErrors(t *testing.T) {
	dir := includeFolder(t, map[string]string{
		"typo":  "open\ndance\n",
		"outer": "open\ninclude typo\n",
		"loop":  "include loop\n",
		"empty": "# nothing\n",
		"end":   "open\nend\n",
		"open":  "repeat 2\nopen\n",
		"need":  "operator enable\n",
	})
	tests := []struct{ text, want string }{
		{"include typo\n", `t.txt:3: include/typo.txt:2: unknown statement "dance"`},
		{"open\ninclude outer\n", `t.txt:4: include/outer.txt:2: include/typo.txt:2: unknown statement "dance"`},
		{"include none\n", "t.txt:3: no include/none.txt in "},
		{"include\n", "t.txt:3: want: include NAME"},
		{"include typo loop\n", "t.txt:3: want: include NAME"},
		{"include ../t\n", "t.txt:3: want: include NAME"},
		{"include loop\n", "more than 4 files in one another"},
		{"include empty\n", "include/empty.txt:1: the file has no statements"},
		{"include end\n", "include/end.txt:2: end without repeat"},
		{"include open\n", "include/open.txt:1: repeat without end"},
		{"include need\n", "include/need.txt:1: the header does not say needs: operator"},
		{"repeat k 1..100000\ninclude loop\nend\n", "more than 4 files"},
	}
	for _, tt := range tests {
		_, err := Parse(filepath.Join(dir, "t.txt"), includeHead+tt.text)
		var p *ParseError
		if !errors.As(err, &p) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q:\ngot  %v\nwant %s", tt.text, err, tt.want)
		}
	}
}

// TestRun_IncludeNamesThePlace makes sure that a failure says in which file the
// statement stands.
func TestRun_IncludeNamesThePlace(t *testing.T) {
	dir := includeFolder(t, map[string]string{"link": "# a comment\nopen\n"})
	script, err := Parse(filepath.Join(dir, "t.txt"), includeHead+"include link\n")
	if err != nil {
		t.Fatal(err)
	}
	err = runScript(t, &fakeEquipment{}, script)
	if err == nil || !strings.Contains(err.Error(), "t.txt:3: include/link.txt:2: open") {
		t.Errorf("got %v", err)
	}
}
