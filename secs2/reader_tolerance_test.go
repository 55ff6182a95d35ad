package secs2_test

import (
	"slices"
	"testing"

	"github.com/secsd/secsd/secs2"
)

// This file holds what a Reader forgives: the formats that hosts use instead
// of the documented ones.

func TestReader_Uint(t *testing.T) {
	for body, want := range map[string]uint64{
		`<U1 5>`: 5, `<U2 5>`: 5, `<U4 5>`: 5, `<U8 18446744073709551615>`: 1<<64 - 1,
		`<I1 5>`: 5, `<I2 5>`: 5, `<I4 5>`: 5, `<I8 9223372036854775807>`: 1<<63 - 1,
		`<A "5">`: 5, `<A " 05 ">`: 5, `<A "5" 0x00>`: 5, `<J "5">`: 5,
		`<A "18446744073709551615">`: 1<<64 - 1, `<A "000000000000000000000000007">`: 7,
	} {
		r := secs2.NewReader(item(t, body))
		if got := r.Uint("X"); got != want || r.Err() != nil {
			t.Errorf("%s: %d, %v", body, got, r.Err())
		}
	}
	for _, body := range []string{
		`<U1>`, `<U1 1 2>`, `<I1 -1>`, `<A "">`, `<A "-5">`, `<A "5x">`, `<A "1.0">`, `<A "18446744073709551616">`,
		`<B 5>`, `<BOOLEAN T>`, `<F4 5>`, `<F8 5>`, `<W "5">`, `<L>`, `<L <U1 1>>`, `<A "   ">`, ``,
	} {
		r := secs2.NewReader(item(t, body))
		if got := r.Uint("X"); got != 0 || r.Err() == nil {
			t.Errorf("%s accepted as %d", body, got)
		}
	}
}

func TestReader_UintOr(t *testing.T) {
	for body, want := range map[string]uint64{`<U1 5>`: 5, `<I4 5>`: 5, `<B 13>`: 13, `<B>`: 7, `<U1>`: 7, `<A "">`: 7, `<A "5">`: 5} {
		r := secs2.NewReader(item(t, body))
		if got := r.UintOr("X", 7); got != want || r.Err() != nil {
			t.Errorf("%s: %d, %v", body, got, r.Err())
		}
	}
	for _, body := range []string{`<L>`, `<B 1 2>`, `<U1 1 2>`, `<I1 -1>`, `<A "x">`, `<F4 1>`, ``} {
		r := secs2.NewReader(item(t, body))
		if got := r.UintOr("X", 7); got != 0 || r.Err() == nil {
			t.Errorf("%s accepted as %d", body, got)
		}
	}
}

func TestReader_Name(t *testing.T) {
	for body, want := range map[string]string{`<A "PJ 1">`: "PJ 1", `<A "05">`: "05", `<A " x">`: " x", `<A "">`: "", `<U4 5>`: "5", `<I1 -5>`: "-5", `<U4>`: "", `<W "é">`: "é", `<B 0x41 0x31>`: "A1"} {
		r := secs2.NewReader(item(t, body))
		if got := r.Name("X"); got != want || r.Err() != nil {
			t.Errorf("%s: %q, %v", body, got, r.Err())
		}
	}
	for _, body := range []string{`<L>`, `<U1 1 2>`, `<BOOLEAN T>`, `<F4 1>`, ``} {
		r := secs2.NewReader(item(t, body))
		if got := r.Name("X"); got != "" || r.Err() == nil {
			t.Errorf("%s accepted as %q", body, got)
		}
	}
}

func TestReader_CodeAndFlag(t *testing.T) {
	for body, want := range map[string]byte{
		`<B 0x81>`: 0x81, `<U1 2>`: 2, `<I1 2>`: 2, `<I1 -1>`: 0xFF, `<BOOLEAN T>`: 1, `<B 3 4 5>`: 3, `<B 0>`: 0, `<BOOLEAN F>`: 0,
	} {
		r := secs2.NewReader(item(t, body))
		if got := r.Code("X"); got != want || r.Err() != nil {
			t.Errorf("%s: code %d, %v", body, got, r.Err())
		}
		r = secs2.NewReader(item(t, body))
		if got := r.Flag("X"); got != (want != 0) || r.Err() != nil {
			t.Errorf("%s: flag %v, %v", body, got, r.Err())
		}
	}
	for _, body := range []string{`<B>`, `<U1>`, `<U1 1 2>`, `<U2 1>`, `<A "1">`, `<F4 1>`, `<L <B 1>>`, `<BOOLEAN T T>`, ``} {
		r := secs2.NewReader(item(t, body))
		if got := r.Code("X"); got != 0 || r.Err() == nil {
			t.Errorf("%s accepted as %d", body, got)
		}
	}
}

func TestReader_Text(t *testing.T) {
	for body, want := range map[string]string{
		`<A "abc">`: "abc", `<A "">`: "", `<A "ab " 0x00>`: "ab \x00", `<J 0xB1>`: "\xB1",
		`<W "ä">`: "ä", `<W 3 "abc">`: "abc", `<W 4 "b" 0xE4>`: "bä", `<W 8 0x83 0x41>`: "\x83\x41", `<W>`: "", `<W 2 "">`: "",
	} {
		r := secs2.NewReader(item(t, body))
		if got := string(r.Text("X")); got != want || r.Err() != nil {
			t.Errorf("%s: %q, %v", body, got, r.Err())
		}
	}
	for _, body := range []string{`<U1 1>`, `<B 0x41 0x00>`, `<L <A "x">>`, `<BOOLEAN T>`, ``} {
		r := secs2.NewReader(item(t, body))
		if got := r.Text("X"); got != nil || r.Err() == nil {
			t.Errorf("%s accepted as %q", body, got)
		}
	}
}

func TestReader_IDs(t *testing.T) {
	for body, want := range map[string][]string{
		`<L <U4 1> <A "2"> <I1 3> <A "x">>`: {"1", "2", "3", "x"},
		`<U2 5 6 7>`:                        {"5", "6", "7"},
		`<I8 -5>`:                           {"-5"},
		`<U4 9>`:                            {"9"},
		`<A "12">`:                          {"12"},
		`<J "x">`:                           {"x"},
	} {
		var got []string
		r := secs2.NewReader(item(t, body))
		n := r.IDs("SVID", func(id secs2.ID) { got = append(got, id.Key()) })
		if r.Err() != nil || n != len(want) || !slices.Equal(got, want) {
			t.Errorf("%s: %d %q %v", body, n, got, r.Err())
		}
	}
	for _, all := range []string{``, `<L>`, `<U4>`, `<A "">`, `<B>`, `<BOOLEAN>`, `<F8>`, `<W>`} {
		r := secs2.NewReader(item(t, all))
		if n := r.IDs("SVID", func(secs2.ID) { t.Error(all) }); n != 0 || r.Err() != nil {
			t.Errorf("%s: %d, %v", all, n, r.Err())
		}
	}
	for bad, want := range map[string]string{
		`<L <U4 1> <U4 2 3>>`: "secs2: shape at byte 8, item /SVID[1]: one identifier expected, got U4 [2]",
		`<L <U4 1> <L>>`:      "secs2: shape at byte 8, item /SVID[1]: one identifier expected, got L [0]",
		`<F4 1>`:              "secs2: shape at byte 0, item /SVID: one identifier expected, got F4 [1]",
		`<BOOLEAN T>`:         "secs2: shape at byte 0, item /SVID: one identifier expected, got BOOLEAN [1]",
		`<L <A "">>`:          "secs2: shape at byte 2, item /SVID[0]: one identifier expected, got A [0]",
	} {
		r := secs2.NewReader(item(t, bad))
		taken := 0
		if n := r.IDs("SVID", func(secs2.ID) { taken++ }); n == 0 || r.Err() == nil || r.Err().Error() != want {
			t.Errorf("%s: %d, %v\nwant %s", bad, n, r.Err(), want)
		}
		if taken > 1 {
			t.Errorf("%s: %d identifiers", bad, taken)
		}
	}
}

// An array of identifiers inside a structure leaves the reader behind it.
func TestReader_IDsInside(t *testing.T) {
	r := secs2.NewReader(item(t, `<L <A "1"> <L <U4 1 2>> <U1 3 4> <L <U1 5> <U1 6>> <U1 7>>`))
	r.Tuple(5)
	var got []string
	take := func(id secs2.ID) { got = append(got, id.Key()) }
	r.IDs("a", take)
	r.Each("b", func(r *secs2.Reader) { r.IDs("b", take) })
	r.IDs("c", take)
	r.IDs("d", take)
	if r.Uint("e") != 7 || r.Err() != nil || !slices.Equal(got, []string{"1", "1", "2", "3", "4", "5", "6"}) {
		t.Error(got, r.Err())
	}
}

func TestID(t *testing.T) {
	for body, want := range map[string]string{
		`<U1 5>`: "5", `<U4 5>`: "5", `<I2 5>`: "5", `<A "5">`: "5", `<A " 5" 0x00>`: "5", `<I2 -5>`: "-5",
		`<A "Recipe 1 ">`: "Recipe 1", `<J "ab">`: "ab", `<U8 18446744073709551615>`: "18446744073709551615",
	} {
		r := secs2.NewReader(item(t, body))
		id := r.ID("ID")
		if id.Key() != want || r.Err() != nil {
			t.Errorf("%s: %q, %v", body, id.Key(), r.Err())
		}
		a := secs2.NewAppender(nil)
		id.AppendTo(&a)
		if got, _ := secs2.Parse(a.Bytes()); !got.Equal(item(t, body)) {
			t.Errorf("%s: came back as % X", body, a.Bytes())
		}
	}
	var none secs2.ID
	if v, ok := none.Uint(); ok || v != 0 || none.Key() != "" {
		t.Error("the zero ID is a number")
	}
}
