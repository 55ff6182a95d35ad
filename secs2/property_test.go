package secs2_test

import (
	"bytes"
	"testing"

	"pgregory.net/rapid"

	"github.com/secsd/secsd/secs2"
	"github.com/secsd/secsd/secs2/sml"
)

// leaves draws an item of every format but the list, from its constructor.
var leaves = []func(t *rapid.T) secs2.Item{
	func(t *rapid.T) secs2.Item { return secs2.B(draw(t, rapid.Byte())...) },
	func(t *rapid.T) secs2.Item { return secs2.Bool(draw(t, rapid.Bool())...) },
	func(t *rapid.T) secs2.Item { return secs2.A(string(draw(t, rapid.Byte()))) },
	func(t *rapid.T) secs2.Item { return secs2.J(draw(t, rapid.Byte())) },
	func(t *rapid.T) secs2.Item { return secs2.W(rapid.Uint16().Draw(t, "lsh"), draw(t, rapid.Byte())) },
	func(t *rapid.T) secs2.Item { return secs2.I1(draw(t, rapid.Int8())...) },
	func(t *rapid.T) secs2.Item { return secs2.I2(draw(t, rapid.Int16())...) },
	func(t *rapid.T) secs2.Item { return secs2.I4(draw(t, rapid.Int32())...) },
	func(t *rapid.T) secs2.Item { return secs2.I8(draw(t, rapid.Int64())...) },
	func(t *rapid.T) secs2.Item { return secs2.U1(draw(t, rapid.Byte())...) },
	func(t *rapid.T) secs2.Item { return secs2.U2(draw(t, rapid.Uint16())...) },
	func(t *rapid.T) secs2.Item { return secs2.U4(draw(t, rapid.Uint32())...) },
	func(t *rapid.T) secs2.Item { return secs2.U8(draw(t, rapid.Uint64())...) },
	func(t *rapid.T) secs2.Item { return secs2.F4(draw(t, rapid.Float32())...) },
	func(t *rapid.T) secs2.Item { return secs2.F8(draw(t, rapid.Float64())...) },
}

func draw[T any](t *rapid.T, g *rapid.Generator[T]) []T {
	return rapid.SliceOfN(g, 0, 12).Draw(t, "values")
}

func drawItem(t *rapid.T, depth int) secs2.Item {
	if depth > 0 && rapid.IntRange(0, 2).Draw(t, "list") == 0 {
		items := make([]secs2.Item, rapid.IntRange(0, 5).Draw(t, "n"))
		for i := range items {
			items[i] = drawItem(t, depth-1)
		}
		return secs2.L(items...)
	}
	return rapid.SampledFrom(leaves).Draw(t, "leaf")(t)
}

// rebuild copies an item through the accessors and the Appender.
func rebuild(a *secs2.Appender, it secs2.Item) {
	if it.Format() != secs2.List {
		a.Data(it.Format(), it.Data())
		return
	}
	a.List(it.Len())
	for e := range it.All() {
		rebuild(a, e)
	}
}

func TestProperty_RoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		built := drawItem(t, 6)
		it, err := secs2.Parse(built.Encoded())
		if err != nil {
			t.Fatal(err)
		}
		a := secs2.NewAppender(nil)
		rebuild(&a, it)
		if !bytes.Equal(a.Bytes(), built.Encoded()) || !it.Canonical().Equal(it) {
			t.Fatalf("% X came back as % X", built.Encoded(), a.Bytes())
		}
		text := sml.FormatItem(it)
		for _, o := range []sml.Options{{}, {Strict: true}} {
			read, err := o.ParseItem(text)
			if err != nil || !read.Equal(it) {
				t.Fatalf("%+v: %s\ncame back as %s, %v", o, text, sml.FormatItem(read), err)
			}
		}
	})
}

// Items that are not minimal have the same canonical form as those that are.
func TestProperty_Canonical(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		built := drawItem(t, 4)
		wide := widen(nil, built)
		it, err := secs2.Parse(wide)
		if err != nil || !it.Canonical().Equal(built) {
			t.Fatalf("% X: %v, canonical % X, want % X", wide, err, it.Canonical().Encoded(), built.Encoded())
		}
	})
}

// widen encodes an item with three length bytes everywhere.
func widen(dst []byte, it secs2.Item) []byte {
	n := it.Len()
	if it.Format() != secs2.List {
		n = len(it.Data())
	}
	dst = append(dst, byte(it.Format())<<2|3, byte(n>>16), byte(n>>8), byte(n))
	if it.Format() != secs2.List {
		return append(dst, it.Data()...)
	}
	for e := range it.All() {
		dst = widen(dst, e)
	}
	return dst
}
