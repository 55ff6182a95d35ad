package conformance

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/secsd/secsd/secs2"
)

func TestParse_Header(t *testing.T) {
	text := `# a comment
number: T-1
title: a title: with a colon

needs: operator, inspect
config: t3 = 5s
config: comm.default = DISABLED
config: device_id = 7

operator enable
inspect goroutines = $g
`
	s, err := Parse("t.txt", text)
	if err != nil {
		t.Fatal(err)
	}
	if s.Number != "T-1" || s.Title != "a title: with a colon" || strings.Join(s.Needs, " ") != "operator inspect" {
		t.Errorf("got %+v", s)
	}
	if s.device != 7 {
		t.Errorf("device ID %d", s.device)
	}
	got := map[string]string{}
	for _, c := range s.settings() {
		if _, twice := got[c.Key]; twice {
			t.Errorf("%s is set twice", c.Key)
		}
		got[c.Key] = c.Value
	}
	for key, want := range map[string]string{
		"t3": "5s", "comm.default": "DISABLED", "control.default": "ON-LINE", "control.switch": "REMOTE",
	} {
		if got[key] != want {
			t.Errorf("%s = %q, want %q", key, got[key], want)
		}
	}
	if missing := s.Missing(struct{ Target }{}); len(missing) != 2 {
		t.Errorf("missing %v", missing)
	}
	if missing := s.Missing(&fakeEquipment{}); missing != nil {
		t.Errorf("missing %v", missing)
	}
}

func TestParse_Errors(t *testing.T) {
	const head = "number: T-1\ntitle: t\n" // two lines
	tests := []struct {
		text string
		line int
		want string
	}{
		{"title: t\nconnect\n", 2, "number: is missing"},
		{"number: T-1\nconnect\n", 2, "title: is missing"},
		{"number: T-1\ntitle: t\nneeds: magic\n", 3, `unknown need "magic"`},
		{"number: T-1\ntitle: t\nneeds: disk\nconnect\n", 1, "does not use it"},
		{"number: T-1\ntitle: t\nconfig: t3\n", 3, "want: KEY = VALUE"},
		{"number: T-1\ntitle: t\nconfig: device_id = x\nconnect\n", 4, "device_id"},
		{head, 1, "no statements"},
		{"number: T-1\ntitle: t < 1 s\ndance\n", 3, "unknown statement"},
		{head + "dance\n", 3, `unknown statement "dance"`},
		{head + "b:\n", 3, "unknown statement"},
		{head + "b: quiet 1s\n", 3, "unknown statement"},
		{head + "quiet soon\n", 3, "bad duration"},
		{head + "quiet 0s\n", 3, "bad duration"},
		{head + "operator enable\n", 3, "needs: operator"},
		{head + "disk fail\n", 3, "needs: disk"},
		{head + "tool run\n", 3, "needs: tool"},
		{head + "tool refused run\n", 3, "needs: tool"},
		{"number: T-1\ntitle: t\nconfig: host = b\nb: connect\n", 4, "needs: hosts"},
		{"number: T-1\ntitle: t\nneeds: hosts\nconfig: host = b\nc: connect\n", 1, "does not use it"},
		{head + "restart\n", 3, "needs: restart"},
		{head + "kill\n", 3, "needs: kill"},
		{"number: T-1\ntitle: t\nneeds: kill\nkill now\n", 4, "KEY = VALUE"},
		{"number: T-1\ntitle: t\nneeds: inspect\ninspect x <= y\n", 4, "invalid syntax"},
		{head + "E> dials\n", 3, "needs: active"},
		{head + "accept\n", 3, "needs: active"},
		{"number: T-1\ntitle: t\nneeds: inspect\ninspect x\n", 4, "inspect WHAT = VALUE"},
		{head + "start refused\n", 3, "start refused WORD"},
		{head + "start refused x\nconnect\n", 3, "nothing can follow"},
		{head + "repeat 3\nconnect\n", 3, "repeat without end"},
		{head + "connect\nend\n", 4, "end without repeat"},
		{head + "repeat x\nend\n", 3, "repeat TIMES"},
		{head + "repeat k 3..1\nend\n", 3, "repeat TIMES"},
		{head + "repeat k 1..1000\nrepeat j 1..1000\nopen\nend\nend\n", 4, "more than"},
		{head + "repeat k 1..2\nconnect\nfoo {k}\nend\n", 5, `unknown statement "foo"`},
		{head + "repeat k 1..1000000000\nend\n", 3, "more than"},
		{head + "release at 3 2\n", 3, "want: release"},
		{head + "release every 1 gap\n", 3, "want: gap"},
		{head + "H> \n", 3, "frame expected"},
		{head + "H> S1\n", 3, `"S1" is no message`},
		{head + "H> S128F1\n", 3, "is no message"},
		{head + "H> S1F256\n", 3, "is no message"},
		{head + "H> select.req\n", 3, "is no message"},
		{head + "H> S1F1 X\n", 3, `unknown word "X"`},
		{head + "H> S1F1 W as\n", 3, "name expected"},
		{head + "H> S1F1 W color=1\n", 3, "unknown option"},
		{head + "H> Select.req status=256\n", 3, "no number of 8 bits"},
		{head + "H> S1F1 body=0\n", 3, "odd length"},
		{head + "H> S1F1 body=00 <L>\n", 3, "exclude each other"},
		{head + "E> hex 0\n", 3, "odd length"},
		{head + "H> S1F1 <U4 x>\n", 3, "number"},
		{head + "H> S1F1 <X 1>\n", 3, `unknown item type "X"`},
		{head + "H> S1F1 <U4 1\n", 3, "no end"},
		{head + "connect\nH> S1F1 <L\n  <U4 1>\n", 4, "item expected"},
		{head + "H> S1F1 <L> x\n", 3, "after the item"},
		{head + "H> S1F1 <A [3] \"ab\">\n", 3, "2 elements, want [3]"},
		{head + "H> S1F1 <L [x]>\n", 3, "bad size"},
		{head + "E> S1F1 <L ... <U4 1>>\n", 3, "end of a list"},
		{head + "E> S9F5 <A @p>\n", 3, "is a B item"},
		{head + "E> S1F2 $\n", 3, "after $"},
	}
	for _, tt := range tests {
		_, err := Parse("t.txt", tt.text)
		var p *ParseError
		if !errors.As(err, &p) {
			t.Errorf("%q: %v, want a *ParseError", tt.text, err)
			continue
		}
		if p.Line != tt.line || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q:\ngot  %v\nwant line %d, %s", tt.text, err, tt.line, tt.want)
		}
	}
}

func TestParse_ItemOverLines(t *testing.T) {
	text := "number: T-1\ntitle: t\nH> S1F3 W <L\n  <U4 102>\n  # the clock\n  <U4 101>\n>\nE> S1F4 <L _ _>\nquiet 1s\n"
	s, err := Parse("t.txt", text)
	if err != nil {
		t.Fatal(err)
	}
	lines := []int{3, 8, 9}
	if len(s.body) != len(lines) {
		t.Fatalf("%d statements, want %d", len(s.body), len(lines))
	}
	for i, want := range lines {
		if s.body[i].line != want {
			t.Errorf("statement %d stands on line %d, want %d", i, s.body[i].line, want)
		}
	}
}

func TestPattern(t *testing.T) {
	item := secs2.L(secs2.A("EQ>1"), secs2.U4(7, 8), secs2.L(), secs2.B(1))
	tests := []struct{ pattern, want string }{
		{`<L <A "EQ>1"> <U4 7 8> <L> <B 0x01>>`, ""},
		{`<L [4] <A [4] 'EQ>1'> <U4 [2] 7 8> <L [0]> <B [1] 1>>`, ""},
		{`_`, ""},
		{`$all`, ""},
		{`<L ...>`, ""},
		{`<L [4..] ...>`, ""},
		{`<L <A _> _ _ _>`, ""},
		{`<L <A [1..4] _> <U4 [2] _> <L> <B $b>>`, ""},
		{`<L <A "EQ"...> ...>`, ""},
		{`<L <A [4] 'EQ>1' ...> ...>`, ""},
		{`<L <A "Q"...> ...>`, "item /0/: <A [4] \"EQ>1\">, want it to begin with"},
		{`<L <A "EQ>12"...> ...>`, "item /0/: "},
		{`<L <A [3] "EQ"...> ...>`, "item /0/: 4 elements, want [3]"},
		{`<L <A ..."Q>"...> ...>`, ""},
		{`<L <A [..4] ..."EQ>1"...> ...>`, ""},
		{`<L <A ..."E>"...> ...>`, "item /0/: <A [4] \"EQ>1\">, want it to contain"},
		{`<L <A [..3] ..."Q"...> ...>`, "item /0/: 4 elements, want [0..3]"},
		{`<L <A [..3] _> ...>`, "item /0/: 4 elements, want [0..3]"},
		{`<L [5] ...>`, "item /: 4 elements, want [5]"},
		{`<L _ _ _>`, "4 elements, want 3"},
		{`<L _ _ _ _ _ ...>`, "4 elements, want 5"},
		{`<L <A "EQ>1"> <U4 7 9> ...>`, "item /1/: "},
		{`<L <A "EQ>1"> <U2 7 8> ...>`, "item /1/: format U4, want U2"},
		{`<L _ _ <L _> _>`, "item /2/: 0 elements, want 1"},
		{`<L $x _ _ $x>`, "item /3/: "},
		{`<U4 1>`, "item /: format L, want U4"},
		{`<L _ _ _ <B @p>>`, `item /3/: no frame is named "p"`},
	}
	for _, tt := range tests {
		p, err := parsePattern(tt.pattern)
		if err != nil {
			t.Errorf("%s: %v", tt.pattern, err)
			continue
		}
		err = p.match(item, newMemory(), "")
		if tt.want == "" && err != nil {
			t.Errorf("%s: %v", tt.pattern, err)
		}
		if tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: %v, want %s", tt.pattern, err, tt.want)
		}
	}
}

func TestPattern_Build(t *testing.T) {
	m := newMemory()
	m.values["x"] = secs2.U4(5).Encoded()
	m.frames["p"] = &frame{header: header{9: 1}}
	p, err := parsePattern(`<L $x <B @p> <A "a">>`)
	if err != nil {
		t.Fatal(err)
	}
	got, err := p.build(m)
	want := secs2.L(secs2.U4(5), secs2.B(0, 0, 0, 0, 0, 0, 0, 0, 0, 1), secs2.A("a"))
	if err != nil || !got.Equal(want) {
		t.Errorf("built %X, %v", got.Encoded(), err)
	}
	for _, free := range []string{"_", "<A _>", "<L ...>", "$new", "<L $new>", `<A "x"...>`, `<A ..."x"...>`} {
		p, err := parsePattern(free)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.build(m); err == nil {
			t.Errorf("%s was sent", free)
		}
	}
}

func FuzzParse(f *testing.F) {
	files, err := filepath.Glob("testdata/*-*.txt")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Add("number: x\ntitle: x\nb:\nrelease\nE> \nH> hex\n")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Parse("t.txt", text)
		if p := (*ParseError)(nil); err != nil && !errors.As(err, &p) {
			t.Fatalf("%T", err)
		}
		if (s == nil) == (err == nil) {
			t.Fatal("neither script nor error, or both")
		}
	})
}
