package secs2_test

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/secsd/secsd/secs2"
)

func TestAppender_Limits(t *testing.T) {
	data := make([]byte, secs2.MaxLength+1)
	for n, head := range map[int][]byte{
		0: {0x41, 0}, 255: {0x41, 0xFF}, 256: {0x42, 1, 0}, 65535: {0x42, 0xFF, 0xFF}, 65536: {0x43, 1, 0, 0},
		secs2.MaxLength: {0x43, 0xFF, 0xFF, 0xFF},
	} {
		a := secs2.NewAppender(nil)
		a.Data(secs2.ASCII, data[:n])
		if a.Err() != nil || !bytes.HasPrefix(a.Bytes(), head) || len(a.Bytes()) != len(head)+n {
			t.Errorf("%d: % X…, %v", n, a.Bytes()[:4], a.Err())
		}
		a = secs2.NewAppender(nil)
		a.List(n)
		if a.Err() != nil || a.Bytes()[0] != head[0]-0x40 || !bytes.Equal(a.Bytes()[1:], head[1:]) {
			t.Errorf("list of %d: % X, %v", n, a.Bytes(), a.Err())
		}
	}
	for name, write := range map[string]func(a *secs2.Appender){
		"secs2: A item of length 16777216, at most 16777215 fit":  func(a *secs2.Appender) { a.Text(string(data)) },
		"secs2: U4 item of length 16777216, at most 16777215 fit": func(a *secs2.Appender) { a.Data(secs2.FormatU4, data) },
		"secs2: L item of length 16777216, at most 16777215 fit":  func(a *secs2.Appender) { a.List(len(data)) },
		"secs2: L item of length -1, at most 16777215 fit":        func(a *secs2.Appender) { a.List(-1) },
	} {
		a := secs2.NewAppender(nil)
		write(&a)
		if a.Err() == nil || a.Err().Error() != name || len(a.Bytes()) != 0 {
			t.Errorf("%v, %d bytes; want %s", a.Err(), len(a.Bytes()), name)
		}
		a.Text("short")
		a.List(-2)
		if a.Err().Error() != name {
			t.Errorf("the first error did not stick: %v", a.Err())
		}
	}
}

func TestAppender_DataOfNoFormat(t *testing.T) {
	for want, write := range map[string]func(a *secs2.Appender){
		"secs2: 3 bytes are no values of format U2":        func(a *secs2.Appender) { a.Data(secs2.FormatU2, make([]byte, 3)) },
		"secs2: 1 bytes are no values of format W":         func(a *secs2.Appender) { a.Data(secs2.Localized, make([]byte, 1)) },
		"secs2: 0 bytes are no values of format L":         func(a *secs2.Appender) { a.Data(secs2.List, nil) },
		"secs2: 0 bytes are no values of format undefined": func(a *secs2.Appender) { a.Data(secs2.Format(1), nil) },
	} {
		a := secs2.NewAppender(nil)
		write(&a)
		a.Data(secs2.FormatF8, make([]byte, 7))
		if a.Err() == nil || a.Err().Error() != want || len(a.Bytes()) != 0 {
			t.Errorf("%v, % X; want %s", a.Err(), a.Bytes(), want)
		}
	}
}

func TestAppender_Values(t *testing.T) {
	a := secs2.NewAppender([]byte{0xEE})
	a.List(12)
	a.Item(secs2.A("x"))
	a.Text("yz")
	a.B(0x80)
	a.Bool(true)
	a.Bool(false)
	a.U1(1)
	a.U2(0x0102)
	a.U4(0x01020304)
	a.U8(0x0102030405060708)
	a.F4(1)
	a.F8(-2)
	a.Item(secs2.Item{})
	a.Encoded(secs2.U1(9).Encoded())
	want := unhex(t, "ee010c4101784102797a21018025010125010"+
		"0a50101a9020102b10401020304a1080102030405060708"+
		"91043f8000008108c000000000000000a50109")
	if !bytes.Equal(a.Bytes(), want) || a.Err() != nil {
		t.Errorf("% X\nwant % X, %v", a.Bytes(), want, a.Err())
	}
}

func TestConstructors(t *testing.T) {
	for want, it := range map[string]secs2.Item{
		"0100":                 secs2.L(),
		"010241016ba50105":     secs2.L(secs2.A("k"), secs2.U1(5)),
		"01020100a50105":       secs2.L(secs2.Item{}, secs2.U1(5)),
		"4100":                 secs2.A(""),
		"4502b1b2":             secs2.J([]byte{0xB1, 0xB2}),
		"4904000274c3":         secs2.W(2, []byte{0x74, 0xC3}),
		"49020001":             secs2.W(1, nil),
		"210300ff10":           secs2.B(0, 0xFF, 0x10),
		"2100":                 secs2.B(),
		"25020100":             secs2.Bool(true, false),
		"a502ff00":             secs2.Raw(secs2.FormatU1, []byte{255, 0}),
		"a904ffff0001":         secs2.U2(math.MaxUint16, 1),
		"b104ffffffff":         secs2.U4(math.MaxUint32),
		"a108ffffffffffffffff": secs2.U8(math.MaxUint64),
		"6502807f":             secs2.I1(math.MinInt8, math.MaxInt8),
		"69028000":             secs2.I2(math.MinInt16),
		"710480000000":         secs2.I4(math.MinInt32),
		"61088000000000000000": secs2.I8(math.MinInt64),
		"91047f800000":         secs2.F4(float32(math.Inf(1))),
		"81088000000000000000": secs2.F8(math.Copysign(0, -1)),
	} {
		if !bytes.Equal(it.Encoded(), unhex(t, want)) {
			t.Errorf("% X, want %s", it.Encoded(), want)
		}
		if back, err := secs2.Parse(it.Encoded()); err != nil || !back.Equal(it) {
			t.Errorf("%s: %v", want, err)
		}
	}
}

func TestConstructors_Panic(t *testing.T) {
	for name, build := range map[string]func(){
		"too long": func() { secs2.A(strings.Repeat("x", secs2.MaxLength+1)) },
		"no value": func() { secs2.Raw(secs2.FormatU4, []byte{1, 2}) },
		"list":     func() { secs2.Raw(secs2.List, nil) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			build()
		})
	}
}

func TestItem(t *testing.T) {
	var none secs2.Item
	if !none.IsZero() || none.Format() != secs2.List || none.Len() != 0 || len(none.Data()) != 0 || !none.Canonical().IsZero() {
		t.Error("the zero item is not an empty list without bytes")
	}
	if secs2.L().Equal(none) || secs2.A("").Equal(secs2.U4()) {
		t.Error("empty items of different kinds are equal")
	}
	b := []byte{0x41, 1, 'a'}
	it, _ := secs2.Parse(b)
	clone := it.Clone()
	b[2] = 'b'
	if string(it.Data()) != "b" || string(clone.Data()) != "a" {
		t.Error("Parse copied, or Clone did not")
	}
	for text, want := range map[string]int{
		`<W>`: 0, `<W 2 "">`: 0, `<W 2 "ab">`: 2, `<U4 1 2 3>`: 3, `<F8>`: 0, `<L <L> <L>>`: 2, `<A "abc">`: 3,
	} {
		if got := item(t, text).Len(); got != want {
			t.Errorf("%s: Len %d", text, got)
		}
	}
	if lsh, text, ok := item(t, `<W 1 0x00 "A">`).LSH(); lsh != 1 || string(text) != "\x00A" || !ok {
		t.Error(lsh, text, ok)
	}
	for _, text := range []string{`<W>`, `<A "abc">`, `<L>`} {
		if _, _, ok := item(t, text).LSH(); ok {
			t.Errorf("%s has a localized header", text)
		}
	}
}

func TestItem_WrongFormatHasNoValues(t *testing.T) {
	for _, text := range []string{`<A "abcdefgh">`, `<B 1 2 3 4>`, `<L>`, `<W 2 "x">`, `<BOOLEAN T>`} {
		it := item(t, text)
		for range it.Ints() {
			t.Error(text)
		}
		for range it.Uints() {
			t.Error(text)
		}
		for range it.Floats() {
			t.Error(text)
		}
	}
	for range item(t, `<U1 1 2>`).All() {
		t.Error("a number has elements")
	}
}

func TestItem_IterationStops(t *testing.T) {
	n := 0
	for range item(t, `<L <U1 1> <U1 2>>`).All() {
		n++
		break
	}
	for range item(t, `<U1 1 2>`).Uints() {
		n++
		break
	}
	for range item(t, `<I1 1 2>`).Ints() {
		n++
		break
	}
	for range item(t, `<F4 1 2>`).Floats() {
		n++
		break
	}
	if n != 4 {
		t.Error(n)
	}
}

func TestNumber(t *testing.T) {
	for text, want := range map[string]float64{
		`<F4 1.5 2>`: 1.5, `<F8 -2.25>`: -2.25, `<I1 -3>`: -3, `<I8 -4 5>`: -4, `<U1 255>`: 255,
		`<U8 9007199254740993>`: 9007199254740992,
	} {
		if v, ok := item(t, text).Number(); !ok || v != want {
			t.Errorf("%s: %v, %v, want %v", text, v, ok, want)
		}
	}
	for _, text := range []string{`<F8>`, `<I4>`, `<U2>`, `<A "7">`, `<B 7>`, `<BOOLEAN TRUE>`, `<L <U1 7>>`} {
		if v, ok := item(t, text).Number(); ok {
			t.Errorf("%s: %v, want none", text, v)
		}
	}
	if _, ok := (secs2.Item{}).Number(); ok {
		t.Error("the zero item has a number")
	}
}
