package manual

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/secs2"
)

var update = flag.Bool("update", false, "rewrite testdata/manual.md")

func TestMarkdown(t *testing.T) {
	e, err := gem.New(gem.Config{
		MDLN: "ETCH9", SOFTREV: "1.0", Hosts: []gem.HostConfig{{Name: "mes"}},
		Variables:     []gem.Variable{{VID: 1001, Name: "Pressure|A", Units: "mTorr", Format: secs2.FormatF4}},
		DataVariables: []gem.Variable{{VID: 3001, Name: "WaferID", Format: secs2.ASCII, MaxLength: 12}},
		Constants:     []gem.Constant{{ECID: 4001, Name: "MaxWafers", Format: secs2.FormatU2, Min: secs2.U2(1), Max: secs2.U2(25), Default: secs2.U2(5)}},
		Events:        []gem.Event{{CEID: 5001, Name: "WaferStarted", DataVariables: []uint32{3001}}},
		Commands: []gem.Command{{Name: "START", Parameters: []gem.Parameter{
			{Name: "PPID", Format: secs2.ASCII, Need: gem.Required, Values: []secs2.Item{secs2.A("OXIDE")}},
		}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := Markdown(&b, e.Describe()); err != nil {
		t.Fatal(err)
	}
	const file = "testdata/manual.md"
	if *update {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("the manual is not %s; look at the difference and run with -update", file)
	}
}
