package sml_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/secsd/secsd/secs2"
	"github.com/secsd/secsd/secs2/sml"
)

func wantClass(t *testing.T, text string, err error, class sml.Class) {
	t.Helper()
	var e *sml.Error
	if !errors.As(err, &e) || e.Class != class {
		t.Errorf("%.60q: %v, want %s", text, err, class)
	}
}

func TestParse_Errors(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{``, `1:1: bad-header: a message expected, the text has none`},
		{"\n /* nothing */ ", `2:16: bad-header: a message expected, the text has none`},
		{`S200F1.`, `1:1: bad-header: streams are 0 to 127, functions 0 to 255`},
		{`S1F256.`, `1:1: bad-header: streams are 0 to 127, functions 0 to 255`},
		{`S99999999999999999999F1.`, `1:1: bad-header: streams are 0 to 127, functions 0 to 255`},
		{`SxFy.`, `1:1: bad-header: SxFy expected, got "SxFy."`},
		{`Foo S1F1.`, `1:1: bad-header: SxFy expected, got "Foo"`},
		{`Foo: <L>.`, `1:6: bad-header: SxFy expected, got "<L"`},
		{`'S1F1.`, `1:1: bad-header: SxFy expected, got "'S1F1."`},
		{`S1F1 X <L>.`, `1:6: bad-header: W, an item or . expected behind the header, got "X"`},
		{`S1F1 [X].`, `1:6: bad-header: [W] expected`},
		{`S1F1 = .`, `1:6: bad-char: a name expected behind =`},
		{`S1F1 W )`, `1:8: bad-char: . expected behind the message, got ")"`},
		{`S1F1 <L> foo .`, `1:10: bad-char: . expected behind the message, got "foo"`},
		{`S1F1 <L> <L>.`, `1:10: multi-root: a message has one item, this is one more`},
		{`S1F1. S1F2.`, `1:7: bad-char: one message expected, then another one`},
		{`S1F1. junk`, `1:7: bad-header: SxFy expected, got "junk"`},
		{"S1F1 W\n<L\n  <U1 256>\n>.", `3:7: range: "256" does not fit U1`},
		{`S1F1 /* W .`, `1:6: unclosed-comment: */ expected before the end of the text`},
		{`S1F1 W /* a */ /* b`, `1:16: unclosed-comment: */ expected before the end of the text`},
		{`S1F1 /* a /* b`, `1:6: unclosed-comment: */ expected before the end of the text`},
		{`S1F1 <L <U1 1>`, `1:6: unclosed-item: L item without >: got the end of the text`},
		{`S1F1 <L <U1 1>.`, `1:6: unclosed-item: L item without >: got "."`},
		{`S1F1 <U1 1 <U1 2>>.`, `1:6: unclosed-item: U1 item without >: got "<U1"`},
	} {
		m, _, err := sml.Parse(tc.text)
		if err == nil || err.Error() != "sml: "+tc.want || m.Name != "" || !m.Body.IsZero() {
			t.Errorf("%q: %v\nwant sml: %s", tc.text, err, tc.want)
		}
	}
}

func TestParseItem_Errors(t *testing.T) {
	for text, class := range map[string]sml.Class{
		``: sml.BadChar, `S1F1`: sml.BadChar, `<L>.`: sml.BadChar, `<L> <L>`: sml.MultiRoot, `<L> /*`: sml.UnclosedComment,
		`<>`: sml.BadChar, `<`: sml.BadChar, `<5>`: sml.BadChar, `< [1] L>`: sml.BadChar,
		`<X 1>`: sml.UnknownType, `<V>`: sml.UnknownType, `<NOW[16]>`: sml.UnknownType, `<U4AUTO [1]>`: sml.UnknownType,
		`<U3 1>`: sml.UnknownType, `<B0x01>`: sml.UnknownType, `<` + strings.Repeat("A", 100) + `>`: sml.UnknownType,
		`<U1 [] 1>`: sml.BadSize, `<U1 [x] 1>`: sml.BadSize, `<U1 [1 1>`: sml.BadSize, `<U1 [-1] 1>`: sml.BadSize,
		`<U1 [..] 1>`: sml.BadSize, `<U1 [MAX] 1>`: sml.BadSize, `<U1 [1,] 1>`: sml.BadSize, `<U1, 1 1`: sml.UnclosedItem,
		`<U1, x>`: sml.BadSize, `<U1 [1] [5] 1>`: sml.BadSize, `<U1 [1] [a 1>`: sml.BadSize, `<U1 [NAME] 1>`: sml.BadSize,
		`<B FF>`: sml.BadNumber, `<U1 1x>`: sml.BadNumber, `<U1 1.0>`: sml.BadNumber, `<U1 1e2>`: sml.BadNumber,
		`<U1 0x>`: sml.BadNumber, `<U1 0xG>`: sml.BadNumber, `<U1 0b2>`: sml.BadNumber, `<U1 --1>`: sml.BadNumber,
		`<U1 1_0>`: sml.BadNumber, `<U1 +>`: sml.BadNumber, `<I4 5-3>`: sml.BadNumber, `<U1 0o7>`: sml.BadNumber,
		`<F4 1_0>`: sml.BadNumber, `<F4 +-1>`: sml.BadNumber, `<F4 0x1p-2>`: sml.BadNumber, `<F4 e5>`: sml.BadNumber,
		`<F4 infi>`: sml.BadNumber, `<F8 1.2.3>`: sml.BadNumber, `<F8 - 1>`: sml.BadNumber, `<F8 0x>`: sml.BadNumber,
		`<BOOLEAN yes>`: sml.BadNumber, `<BOOLEAN 1.0>`: sml.BadNumber, `<A abc>`: sml.BadNumber, `<W abc>`: sml.BadNumber,
		`<U1 256>`: sml.Range, `<U1 -1>`: sml.Range, `<I1 0xFF>`: sml.Range, `<I1 128>`: sml.Range, `<I1 -129>`: sml.Range,
		`<U8 18446744073709551616>`: sml.Range, `<I8 9223372036854775808>`: sml.Range, `<A 256>`: sml.Range, `<A -1>`: sml.Range,
		`<F4 3.5e38>`: sml.Range, `<F8 1e309>`: sml.Range, `<F8 0x10000000000000000>`: sml.Range, `<W 65536 "a">`: sml.Range,
		`<B 0x100>`: sml.Range, `<W 2 300>`: sml.Range,
		`<U1 ;>`: sml.BadChar, `<U1 "1">`: sml.BadChar, `<L 5>`: sml.BadChar, `<L "x">`: sml.BadChar, "<U1 1\x00>": sml.BadChar,
		`<U1 ,>`: sml.BadSize, `<U1 1,,2>`: sml.BadChar, `<L ,>`: sml.BadSize, `<L [1],<L>>`: sml.BadChar, `<U1 1 # 2>`: sml.BadChar,
		`<A "abc>`: sml.UnclosedString, `<A 'abc">`: sml.UnclosedString, `<A "`: sml.UnclosedString,
		`<L <U1 1>`: sml.UnclosedItem, `<U1 1`: sml.UnclosedItem, `<U1`: sml.UnclosedItem, `<F4 1 .`: sml.UnclosedItem, `<W`: sml.UnclosedItem,
		`<W 2 "a"`: sml.UnclosedItem, `<A [3] "abc"`: sml.UnclosedItem,
		`<L /* >`: sml.UnclosedComment, `<L [/*`: sml.UnclosedComment,
		strings.Repeat("<L ", 65) + strings.Repeat(">", 65): sml.Depth, strings.Repeat("<L ", 100_000): sml.Depth,
		strings.Repeat("<L>", secs2.MaxItems+1): sml.MultiRoot,
	} {
		it, err := sml.ParseItem(text)
		wantClass(t, text, err, class)
		if !it.IsZero() {
			t.Errorf("%.60q: an item beside the error", text)
		}
	}
	if _, err := sml.ParseItem(strings.Repeat("<L ", 64) + strings.Repeat(">", 64)); err != nil {
		t.Error(err)
	}
}

func TestParse_Limits(t *testing.T) {
	wantTooLarge := func(name, text string) {
		t.Helper()
		_, err := sml.ParseItem(text)
		wantClass(t, name, err, sml.TooLarge)
	}
	wantTooLarge("items", "<L "+strings.Repeat("<L>", secs2.MaxItems)+">")
	wantTooLarge("bytes", `<A "`+strings.Repeat("x", secs2.MaxLength+1)+`">`)
	huge := strings.Repeat(" ", sml.MaxBytes+1)
	wantTooLarge("text", huge)
	_, _, err := sml.Parse(huge)
	wantClass(t, "text", err, sml.TooLarge)
	if _, err := sml.ParseItem(`<A "` + strings.Repeat("x", secs2.MaxLength) + `">`); err != nil {
		t.Error(err)
	}
}

func TestParse_Warnings(t *testing.T) {
	for _, tc := range []struct{ text, want, strict string }{
		{`S1F1 <I2[2] 7>.`, `1:9: size-mismatch: the size says 2, I2 item has 1 elements`, ""},
		{`S1F1 <U4 [1]>.`, `1:10: size-mismatch: the size says 1, U4 item has 0 elements`, ""},
		{`S1F1 <L [3] <L [1]>>.`, `1:9: size-mismatch: the size says 3, L item has 1 elements|` +
			`1:16: size-mismatch: the size says 1, L item has 0 elements`, "1:16: size-mismatch: the size says 1, L item has 0 elements"},
		{`S1F2 W.`, `1:6: w-on-secondary: W on S1F2, which is no primary`, ""},
		{"S1F1 W\n", `2:1: missing-end: . expected behind the message, got the end of the text`, ""},
	} {
		_, warnings, err := sml.Parse(tc.text)
		var got []string
		for _, w := range warnings {
			got = append(got, w.String())
		}
		if err != nil || strings.Join(got, "|") != tc.want {
			t.Errorf("%s: %q, %v\nwant %s", tc.text, got, err, tc.want)
		}
		if tc.strict == "" {
			tc.strict = tc.want
		}
		_, warnings, err = sml.Options{Strict: true}.Parse(tc.text)
		if warnings != nil || err == nil || err.Error() != "sml: "+tc.strict {
			t.Errorf("strict %s: %v, %v", tc.text, warnings, err)
		}
	}
	for text, want := range map[string]string{
		`S1F1 <U1 [2..3] 7>.`: "2 to 3", `S1F1 <U1 [2..] 7>.`: "2 or more", `S1F1 <U1 [MAX 1] 7 8>.`: "0 to 1", `S1F1 <A [3..4] "x">.`: "3 to 4",
	} {
		_, warnings, err := sml.Parse(text)
		if err != nil || len(warnings) != 1 || !strings.Contains(warnings[0].Detail, "the size says "+want+",") {
			t.Errorf("%s: %v, %v", text, warnings, err)
		}
	}
	if _, warnings, _ := sml.Parse("S1F1 <L " + strings.Repeat("<U1 [2]>", 1000) + ">."); len(warnings) != 100 {
		t.Errorf("%d warnings", len(warnings))
	}
	m, warnings, err := sml.Options{FirstRoot: true}.Parse(`S1F1 <U1 1> <L <U1 2>>.`)
	if err != nil || len(warnings) != 1 || warnings[0].Class != sml.MultiRoot || sml.FormatItem(m.Body) != "<U1 [1] 1>" {
		t.Error(m, warnings, err)
	}
	m, _, err = sml.Parse("S1F2 W\n<L [0]>.")
	if err != nil || m.W != secs2.NoReply {
		t.Error("W on a secondary was kept")
	}
}

func TestParse_Strict(t *testing.T) {
	for text, class := range map[string]sml.Class{
		`'S1F1' W.`: sml.BadHeader, `S1F1 INPUT.`: sml.BadHeader, `S1F1 = x.`: sml.MissingEnd, `S1,F1.`: sml.BadHeader,
		`S1F1 <U1,1 5>.`: sml.BadChar, `S1F1 <U1 1,2>.`: sml.BadChar, `S1F1 <L <L>,<L>>.`: sml.BadChar, `S1F1 <U1 1> = x.`: sml.MissingEnd,
		"* c\nS1F1.": sml.BadHeader, "# c\nS1F1.": sml.BadHeader, `S1F1 <U1 [1..2] 1>.`: sml.BadSize, `S1F1 <U1 [MAX 1] 1>.`: sml.BadSize,
		`S1F1 <U1 [1,2] 1>.`: sml.BadSize, `S1F1`: sml.MissingEnd, "S1F1\nS1F1.": sml.MissingEnd, `S1F1 <A [5] 'it's!'>.`: sml.BadNumber,
		"S1F1 <A \"a\nb\">.": sml.UnclosedString, "S1F1 <A \"a\rb": sml.UnclosedString, "S1F1 <A \"\x80\">.": sml.BadChar,
		`S1F14: <L>.`: sml.BadHeader, "every 5 send S1F1.": sml.BadHeader, `S1F1 <L> <L>.`: sml.MultiRoot, `S1F1 <A [2] "abc">.`: sml.SizeMismatch,
	} {
		_, _, err := sml.Options{Strict: true}.Parse(text)
		wantClass(t, text, err, class)
	}
	for text, want := range map[string]string{
		"name: \"S1F3\"[W]// c\n/* d */<l[2]<u1 0x1><a 'it'\"s\" 0x21>>.": "name: S1F3 W\n<L [2]\n  <U1 [1] 1>\n  <A [4] \"its!\">\n>.",
		"S1F1 <BOOLEAN T F>.": "S1F1\n<BOOLEAN [2] TRUE FALSE>.",
	} {
		m, warnings, err := sml.Options{Strict: true}.Parse(text)
		if err != nil || warnings != nil || m.String() != want {
			t.Errorf("%s: %v, %v", text, m, err)
		}
	}
}
