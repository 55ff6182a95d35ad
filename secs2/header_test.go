package secs2_test

import (
	"testing"

	"github.com/secsd/secsd/secs2"
)

func TestDataHeader(t *testing.T) {
	h := secs2.DataHeader(0x7FFF, 127, 255, secs2.WantReply, 0x80000005)
	if h != (secs2.Header{0x7F, 0xFF, 0xFF, 0xFF, 0, 0, 0x80, 0, 0, 5}) {
		t.Errorf("% X", h)
	}
	if h.Session() != 0x7FFF || h.Stream() != 127 || h.Function() != 255 || !h.W() || h.System() != 0x80000005 ||
		h.PType() != 0 || h.SType() != 0 || !h.Primary() || h.SF() != "S127F255" {
		t.Error(h)
	}
	h = secs2.DataHeader(1, 0x81, 2, secs2.NoReply, 1)
	if h.W() || h.Stream() != 1 || h.Primary() || h.SF() != "S1F2" {
		t.Errorf("stream 0x81 came out as % X", h)
	}
}

func TestSF(t *testing.T) {
	for sf, want := range map[secs2.SF]string{
		{0, 0}: "S0F0", {1, 13}: "S1F13", {10, 3}: "S10F3", {100, 109}: "S100F109", {127, 200}: "S127F200",
	} {
		if sf.String() != want {
			t.Errorf("%v, want %s", sf, want)
		}
	}
	if m := (secs2.Message{Stream: 6, Function: 11}); m.SF() != (secs2.SF{Stream: 6, Function: 11}) {
		t.Error(m.SF())
	}
}

func TestFormat(t *testing.T) {
	defined := 0
	for code := range 256 {
		f := secs2.Format(code)
		if f.Size() == 0 {
			if f.String() != "undefined" || f.Signed() || f.Unsigned() || f.Float() {
				t.Errorf("code %#o is %v", code, f)
			}
			continue
		}
		defined++
		if back, ok := secs2.FormatOf(f.String()); !ok || back != f {
			t.Errorf("%v comes back as %v", f, back)
		}
	}
	if defined != 16 {
		t.Errorf("%d formats", defined)
	}
	if _, ok := secs2.FormatOf("u4"); ok {
		t.Error("u4 is a format")
	}
	kinds := func(is func(secs2.Format) bool) (names string) {
		for code := range 64 {
			if f := secs2.Format(code); f.Size() > 0 && is(f) {
				names += f.String() + " "
			}
		}
		return names
	}
	if got := kinds(secs2.Format.Signed); got != "I8 I1 I2 I4 " {
		t.Error(got)
	}
	if got := kinds(secs2.Format.Unsigned); got != "U8 U1 U2 U4 " {
		t.Error(got)
	}
	if got := kinds(secs2.Format.Float); got != "F8 F4 " {
		t.Error(got)
	}
	if got := kinds(secs2.Format.Textual); got != "A J W " {
		t.Error(got)
	}
}
