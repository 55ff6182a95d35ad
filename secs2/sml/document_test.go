package sml_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/secsd/secsd/secs2/sml"
)

// read prints what a Reader finds in a document, one line for each call.
func read(text string, o sml.Options) (lines []string) {
	r := sml.NewReader(text, o)
	for {
		m, warnings, err := r.Next()
		for _, w := range warnings {
			lines = append(lines, "warning "+w.String())
		}
		if errors.Is(err, io.EOF) {
			return lines
		}
		if err != nil {
			lines = append(lines, err.Error())
			continue
		}
		lines = append(lines, strings.Join(strings.Fields(m.String()), " "))
	}
}

func TestReader(t *testing.T) {
	for name, tc := range map[string]struct {
		text string
		want []string
	}{
		"empty":         {"\n\n", nil},
		"comments only": {"// log\n* PEER\n# shell\n/* C */", nil},
		"named messages": {"AreYouThere:'S1F1'W\n.\n/* define */ DefRep : 'S2F33' W\n  <L [2]\n    <U4 [1] 1 >      // DATAID\n    <L [0]\n    >\n  >\n.\n",
			[]string{"AreYouThere: S1F1 W.", "DefRep: S2F33 W <L [2] <U4 [1] 1> <L [0]> >."}},
		"on one line": {"S1F1 W. S1F2 <L>. S1F3.", []string{"S1F1 W.", "S1F2 <L [0]>.", "S1F3."}},
		"no ends": {"S1F1 W\nS1F2 <L>\nfoo: S1F3\n'S1F4' <L>\nif (S1F1) S1F2.",
			[]string{
				`warning 2:1: missing-end: . expected behind the message, got "S1F2"`, "S1F1 W.",
				`warning 3:1: missing-end: . expected behind the message, got "foo:"`, "S1F2 <L [0]>.",
				`warning 4:1: missing-end: . expected behind the message, got "'S1F4'"`, "foo: S1F3.",
				`warning 5:1: missing-end: . expected behind the message, got "if"`, "S1F4 <L [0]>.",
				"warning 5:1: skipped-line: a line of a simulator script",
			}},
		"script lines": {"if (S1F1.x > 0.5) S1F2.\nevery 10.5 send S1F3.\nIF(x)\nS1F1.",
			[]string{
				"warning 1:1: skipped-line: a line of a simulator script", "warning 2:1: skipped-line: a line of a simulator script",
				"warning 3:1: skipped-line: a line of a simulator script", "S1F1.",
			}},
		"words like scripts": {"if: S1F1.\nevery: S1F2.\n", []string{"if: S1F1.", "every: S1F2."}},
		"resume": {"S1F1 <U1 256>.\nS1F2 <X\n 1.5\n>\n.\nS1F3.\nS1F4 <L\nS1F5 <L>. \r\nS1F6.",
			[]string{
				`sml: 1:10: range: "256" does not fit U1`, `sml: 2:7: unknown-type: no item format is named "X"`,
				"S1F3.", `sml: 8:1: bad-char: got "S1F5" in an item of format L`, "S1F6.",
			}},
		"resume behind a string":   {"S1F1 <A \"abc>.\nS1F2 <A 'x'>.", []string{`sml: 1:9: unclosed-string: no " closes the string`, `S1F2 <A [1] "x">.`}},
		"nothing behind a comment": {"S1F1 /*.\nS1F2.", []string{"sml: 1:6: unclosed-comment: */ expected before the end of the text"}},
		"log": {"// 2024-02-29T13:45:59.123456Z H>E sess=1 sys=0000002F len=12\nS1F3 W\n<L [0]>.\n\n" +
			"// 2024-02-29T13:45:59.2Z E>H Reject.req reason=4 b2=0\n", []string{"S1F3 W <L [0]>."}},
	} {
		if got := read(tc.text, sml.Options{}); strings.Join(got, "\n") != strings.Join(tc.want, "\n") {
			t.Errorf("%s: got\n%s\nwant\n%s", name, strings.Join(got, "\n"), strings.Join(tc.want, "\n"))
		}
	}
}

func TestReader_Place(t *testing.T) {
	text := "// two\n\nS1F1 W.\n  S1F3 <L\n>. rest"
	r := sml.NewReader(text, sml.Options{})
	for _, want := range []struct{ line, offset int }{{3, 15}, {4, 28}} {
		if _, _, err := r.Next(); err != nil || r.Line() != want.line || r.Offset() != want.offset {
			t.Errorf("line %d, offset %d, %v; want %v", r.Line(), r.Offset(), err, want)
		}
	}
	_, _, err := r.Next()
	var e *sml.Error
	if !errors.As(err, &e) || e.Offset != 29 || e.Line != 5 || e.Column != 4 {
		t.Error(err)
	}
	if _, _, err := r.Next(); !errors.Is(err, io.EOF) {
		t.Error(err)
	}
	if _, _, err := r.Next(); !errors.Is(err, io.EOF) {
		t.Error(err)
	}
}

// Texts that are slow to read for a reader that looks ahead or behind too far:
// four times the text must not take much more than four times as long.
func TestReader_LinearTime(t *testing.T) {
	const size = 1 << 15
	long := awkwardTexts(4 * size)
	for name, text := range awkwardTexts(size) {
		linear := false
		for try := 0; try < 10 && !linear; try++ { // quadratic time is 16 times as long, at each try
			linear = reading(long[name]) < 10*reading(text)+time.Millisecond
		}
		if !linear {
			t.Errorf("%s: four times the text takes more than ten times as long", name)
		}
	}
}

// reading returns how long it takes to read a text both ways.
func reading(text string) time.Duration {
	start := time.Now()
	read(text, sml.Options{})
	read(text, sml.Options{Strict: true, Escapes: true})
	return time.Since(start)
}

func awkwardTexts(size int) map[string]string {
	fill := func(s string) string { return strings.Repeat(s, size/len(s)) }
	return map[string]string{
		"list of U1":         "S1F1 <L " + fill("<U1 1>") + ">.",
		"one U1":             "S1F1 <U1 " + fill("1 ") + ">.",
		"one number":         "S1F1 <U1 " + fill("1") + ">.",
		"one float":          "S1F1 <F8 0." + fill("1") + ">.",
		"messages":           fill("S1F1 W.\n"),
		"no ends":            fill("S1F1 W\n"),
		"errors":             fill("S1F1 <U1 256>.\n"),
		"junk":               fill("x\n"),
		"unclosed strings":   fill("S1F1 <A \".\n"),
		"unclosed comments":  fill("S1F1 /*.\n"),
		"unclosed gaps":      fill("S1 /*.\n"),
		"comments":           fill("/**/"),
		"hash comments":      fill("     #\n"),
		"hashes":             fill(" #"),
		"flags":              "S1F1 " + fill("W "),
		"long word":          fill("w"),
		"long name":          fill("a.") + ":",
		"counted strings":    "S1F1 <L " + fill("<A [9] \"a\">") + ">.",
		"far counted string": "S1F1 <L " + fill("<A [500000] \"a\">") + ">.",
		"labels":             fill("a:"),
		"size warnings":      fill("S1F1 <U1 [9] 1>.\n"),
		"blank lines":        fill("\n"),
		"scripts":            fill("if (\n"),
		"deep":               fill("<L "),
		"quotes":             "S1F1 <A " + fill(`"" `) + ">.",
		"escapes":            "S1F1 <A \"" + fill(`\\`) + "\">.",
		"gap behind string":  "S1F1 <A [1] \"a\"" + fill(" ") + fill("/**/") + ">.",
	}
}
