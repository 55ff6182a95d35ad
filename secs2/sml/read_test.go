package sml_test

import (
	"testing"

	"github.com/secsd/secsd/secs2/sml"
)

// The examples of the dialects that are in use, and their canonical form.
func TestParse_Dialects(t *testing.T) {
	for name, tc := range map[string]struct{ text, want string }{
		"header only":           {`s1f1 w .`, "S1F1 W."},
		"scalar body":           {`S5F2 <B 0>.`, "S5F2\n<B [1] 0x00>."},
		"two quotes":            {`S1F2 <L <A "EQ-100"> <A '2.4.1'>>.`, "S1F2\n<L [2]\n  <A [6] \"EQ-100\">\n  <A [5] \"2.4.1\">\n>."},
		"empty list":            {`S1F13 W <L>.`, "S1F13 W\n<L [0]>."},
		"quoted header, W":      {"AreYouThere:'S1F1'W\n.", "AreYouThere: S1F1 W."},
		"double quoted header":  {`"S1F1" W .`, "S1F1 W."},
		"attached W":            {`S1F1W.`, "S1F1 W."},
		"bracketed W":           {`S1F1 [ w ].`, "S1F1 W."},
		"SEMI notation":         {`S1,F2 <L,2 <A,5 [MDLN] 'MDLN1'> <A,3 [SOFTREV] '1.0'>>.`, "S1F2\n<L [2]\n  <A [5] \"MDLN1\">\n  <A [3] \"1.0\">\n>."},
		"SEMI header with gaps": {`S1 , F3 W.`, "S1F3 W."},
		"label like a header":   {`S1F13:'S1F13' W.`, "S1F13: S1F13 W."},
		"label is the header":   {"S1F14:\n<L <B 0>>.", "S1F14\n<L [1]\n  <B [1] 0x00>\n>."},
		"label with signs":      {`a-b.c_1$ : S1F1.`, "a-b.c_1_: S1F1."},
		"direction":             {`S1F1 OUTPUT W IN out Input.`, "S1F1 W."},
		"template": {"* remote command, host side\nS2F41 = s2f41start OUTPUT W\n<L [2]\n  <A 'START'>\n" +
			"  <L [1] <L [2] <A 'PPID'> <A [MAX 100] 'RCP\\A1'> = PPID > >\n>.",
			"S2F41 W\n<L [2]\n  <A [5] \"START\">\n  <L [1]\n    <L [2]\n      <A [4] \"PPID\">\n      <A [6] \"RCP\\A1\">\n    >\n  >\n>."},
		"comments everywhere": {"/* a */ S1F3 // b\n W /* c > */ <L /* d */ [ /* e */ 1 ] * f\n # g\n <U4 /* h */ 1 // i >\n > > /* j */ .",
			"S1F3 W\n<L [1]\n  <U4 [1] 1>\n>."},
		"binding behind the root": {`S1F3 <U4 1> = SVID .`, "S1F3\n<U4 [1] 1>."},
		"byte order mark":         {"\uFEFF# log\nS1F1 W.", "S1F1 W."},
		"carriage returns":        {"S1F3 W\r\n<L\r\n<U4 1>\r\n>\r\n.\r\n", "S1F3 W\n<L [1]\n  <U4 [1] 1>\n>."},
	} {
		m, warnings, err := sml.Parse(tc.text)
		if err != nil || warnings != nil || m.String() != tc.want {
			t.Errorf("%s: %v, %v, %v\nwant %s", name, m, warnings, err, tc.want)
		}
	}
}

func TestParseItem_Dialects(t *testing.T) {
	for text, want := range map[string]string{
		`<U2 [3] 21 22 0x17>`:                   `<U2 [3] 21 22 23>`,
		`<I2 -2 32767>`:                         `<I2 [2] -2 32767>`,
		`<A "line1" 0x0D 0x0A "line2" 33 34>`:   `<A [14] "line1" 0x0D 0x0A "line2!" 0x22>`,
		`<A "A:\b">`:                            `<A [4] "A:\b">`,
		`<A>`:                                   `<A [0] "">`,
		`<U4>`:                                  `<U4 [0]>`,
		`<F8[0]>`:                               `<F8 [0]>`,
		`<Boolean 0x01 0x00>`:                   `<BOOLEAN [2] TRUE FALSE>`,
		`<BOOLEAN T F>`:                         `<BOOLEAN [2] TRUE FALSE>`,
		`<Bool True False>`:                     `<BOOLEAN [2] TRUE FALSE>`,
		`<BOOLEAN 2 -1 0b0>`:                    `<BOOLEAN [3] TRUE TRUE FALSE>`,
		`<BOOLEAN 99999999999999999999>`:        `<BOOLEAN [1] TRUE>`,
		`<F4 3.14>`:                             `<F4 [1] 3.14>`,
		`<F8 1E3 .5 1e15>`:                      `<F8 [3] 1000 0.5 1e+15>`,
		`<F4 inf nan>`:                          `<F4 [2] Infinity NaN>`,
		`<F4 +Inf -INFINITY -nan 5. +1 -0>`:     `<F4 [6] Infinity -Infinity NaN 5 1 -0>`,
		`<F4 0x10 0b11 1e-60 -1e-60>`:           `<F4 [4] 16 3 0 -0>`,
		`<W "Temp">`:                            `<W [4] 2 "Temp">`,
		`<W "ä">`:                               `<W [2] 2 0xC3 0xA4>`,
		`<W 1 0x00 "A" 0x00 "B">`:               `<W [4] 1 0x00 "A" 0x00 "B">`,
		`<W 2>`:                                 `<W [0] 2 "">`,
		`<W "">`:                                `<W [0] 2 "">`,
		`<W [0]>`:                               `<W [0]>`,
		`<W 0xFFFF 65>`:                         `<W [1] 65535 "A">`,
		`<J [3] 0xB1 0xB2 0xB3>`:                `<J [3] 0xB1 0xB2 0xB3>`,
		`<A [5] 'it's!'>`:                       `<A [5] "it's!">`,
		`<A [4] "a"">">`:                        `<A [4] "a" 0x22 0x22 ">">`,
		`< L [2] < U1 5 > < A "x" 0x0 > >`:      "<L [2]\n  <U1 [1] 5>\n  <A [2] \"x\" 0x00>\n>",
		`<L <U1 1>, <U1 2> ,>`:                  "<L [2]\n  <U1 [1] 1>\n  <U1 [1] 2>\n>",
		`<U1 010 0b11>`:                         `<U1 [2] 10 3>`,
		`<U1 1,2, 3 ,4>`:                        `<U1 [4] 1 2 3 4>`,
		`<U1 -0 +5>`:                            `<U1 [2] 0 5>`,
		`<I1 -0x80 0x7F -128>`:                  `<I1 [3] -128 127 -128>`,
		`<I8 -9223372036854775808>`:             `<I8 [1] -9223372036854775808>`,
		`<U8 18446744073709551615>`:             `<U8 [1] 18446744073709551615>`,
		`<U4 [1..3] 1 2>`:                       `<U4 [2] 1 2>`,
		`<U4 [1..] 1 2>`:                        `<U4 [2] 1 2>`,
		`<U4 [..3] 1 2>`:                        `<U4 [2] 1 2>`,
		`<U4 [1,3] 1 2>`:                        `<U4 [2] 1 2>`,
		`<U4 [ max 3 ] 1 2>`:                    `<U4 [2] 1 2>`,
		`<A "ab"'cd'0x65"f">`:                   `<A [6] "abcdef">`,
		"<A \"a\nb\x80\">":                      `<A [4] "a" 0x0A "b" 0x80>`,
		`<A "a > b // c /* d">`:                 `<A [15] "a > b // c /* d">`,
		`<B 0x00 0x0A>`:                         `<B [2] 0x00 0x0A>`,
		`<LIST <BINARY 1> <BIN 1> <ASCII "a">>`: "<L [3]\n  <B [1] 0x01>\n  <B [1] 0x01>\n  <A [1] \"a\">\n>",
	} {
		it, err := sml.ParseItem(text)
		if got := sml.FormatItem(it); err != nil || got != want {
			t.Errorf("%s: %s, %v\nwant %s", text, got, err, want)
		}
	}
}

func TestParseItem_TypeNames(t *testing.T) {
	for want, names := range map[string][]string{
		"<L [0]>":       {"L", "LIST", "list"},
		"<B [0]>":       {"B", "BIN", "BINARY"},
		"<BOOLEAN [0]>": {"BOOLEAN", "BOOL", "Boolean"},
		`<A [0] "">`:    {"A", "ASCII"},
		`<J [0] "">`:    {"J", "JIS", "JIS8", "JIS-8"},
		"<W [0]>":       {"W", "C2", "A2", "UNICODE", "MBC", "LOC"},
		"<I1 [0]>":      {"I1", "INT1", "SI1"},
		"<I2 [0]>":      {"I2", "INT2", "SI2"},
		"<I4 [0]>":      {"I4", "INT4", "SI4"},
		"<I8 [0]>":      {"I8", "INT8", "SI8"},
		"<U1 [0]>":      {"U1", "UINT1", "UI1"},
		"<U2 [0]>":      {"U2", "UINT2", "UI2"},
		"<U4 [0]>":      {"U4", "UINT4", "UI4", "u4"},
		"<U8 [0]>":      {"U8", "UINT8", "UI8"},
		"<F4 [0]>":      {"F4", "D4", "FT4", "FP4"},
		"<F8 [0]>":      {"F8", "D8", "FT8", "FP8"},
	} {
		for i, name := range names {
			it, err := sml.ParseItem("<" + name + ">")
			if err != nil || sml.FormatItem(it) != want {
				t.Errorf("%s: %v, %v", name, it, err)
			}
			_, err = sml.Options{Strict: true}.ParseItem("<" + name + ">")
			if canonical := i == 0 || name == "Boolean" || name == "u4"; (err == nil) != canonical {
				t.Errorf("strict %s: %v", name, err)
			}
		}
	}
}

func TestParse_Escapes(t *testing.T) {
	for text, want := range map[string]string{
		`<A "a\n\r\t\\\"\'\x41\xfF">`: `<A [9] "a" 0x0A 0x0D 0x09 "\" 0x22 "'A" 0xFF>`,
		`<A 'x\'y'>`:                  `<A [3] "x'y">`,
	} {
		it, err := sml.Options{Escapes: true}.ParseItem(text)
		if got := sml.FormatItem(it); err != nil || got != want {
			t.Errorf("%s: %s, %v", text, got, err)
		}
	}
	for text, class := range map[string]sml.Class{
		`<A "\q">`: sml.BadChar, `<A "\x4">`: sml.BadChar, `<A "\xGG">`: sml.BadChar, `<A "abc\">`: sml.UnclosedString,
		`<A "abc\`: sml.BadChar,
	} {
		_, err := sml.Options{Escapes: true}.ParseItem(text)
		wantClass(t, text, err, class)
	}
	strict := sml.Options{Escapes: true, Strict: true}
	_, err := strict.ParseItem("<A \"a\nb\">")
	wantClass(t, "line break", err, sml.UnclosedString)
	_, err = strict.ParseItem("<A \"a\x80\">")
	wantClass(t, "high byte", err, sml.BadChar)
}

func TestFC39_PointInEveryLocale(t *testing.T) {
	t.Setenv("LANG", "de_DE.UTF-8")
	t.Setenv("LC_ALL", "de_DE.UTF-8")
	it, err := sml.ParseItem(`<F4 1.5 1234567>`)
	if got := sml.FormatItem(it); err != nil || got != `<F4 [2] 1.5 1234567>` {
		t.Error(got, err)
	}
	if read, err := sml.ParseItem(sml.FormatItem(it)); err != nil || !read.Equal(it) {
		t.Error(read, err)
	}
}

func TestFC41_BinaryIsHex(t *testing.T) {
	for _, text := range []string{`<B 0x00 0x0A>`, `<B 0 0b00001010>`, `<B 0 10>`} {
		it, err := sml.ParseItem(text)
		if got := sml.FormatItem(it); err != nil || got != `<B [2] 0x00 0x0A>` {
			t.Errorf("%s: %s, %v", text, got, err)
		}
	}
}
