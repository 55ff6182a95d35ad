package sml_test

import (
	"errors"
	"io"
	"runtime"
	"testing"

	"github.com/secsd/secsd/secs2/sml"
)

func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"S1F1 W.", "a: 'S1F1'W\n.", "S2F41 = x OUTPUT W <L [2] <A 'START'> <L>>.", "S1,F2 <L,2 <A,5 [MDLN] 'MDLN1'> <A '1.0'>>.",
		"S1F2 <L [2] <B 0xFF 0b1 9> <BOOLEAN T F 0>>.", "S1F2 <W 1 0x00 \"A\"> = V.", "S1F2 <F4 nan -inf 1e-5 .5 5. 0x10>.",
		"S1F2 <A [5] 'it's!'>.", "S1F2 <I8 [1..2] -9223372036854775808>.", "every 5 x\nif (y)\n/* c */ // d\n* e\n# f\nS1F14:\n<L>.",
		"S1F1 <L <L <L <U1 1", "S1F1 <A \"abc", "S1F1 <J 0xB1 \"x\" 177>. S1F3 [W]", "S1F1 <U4 [MAX 9] 1>..",
	} {
		f.Add(text, false, false)
		f.Add(text, true, true)
	}
	f.Fuzz(func(t *testing.T, text string, strict, escapes bool) {
		o := sml.Options{Strict: strict, Escapes: escapes}
		if n := allocated(func() { read(text, o) }); n > uint64(1<<20+1000*len(text)) {
			t.Fatalf("%d bytes allocated for %d", n, len(text))
		}
		r := sml.NewReader(text, o)
		for at := -1; ; {
			m, _, err := r.Next()
			if errors.Is(err, io.EOF) {
				return
			}
			if r.Offset() <= at || r.Offset() > len(text) {
				t.Fatalf("stuck at %d", at)
			}
			at = r.Offset()
			var e *sml.Error
			if errors.As(err, &e) {
				if e.Offset < 0 || e.Offset > len(text) || e.Line < 1 || e.Column < 1 || e.Class == "" || e.Detail == "" {
					t.Fatalf("%+v", e)
				}
				continue
			}
			canonical := m.String()
			again, _, err := sml.Options{Strict: true}.Parse(canonical)
			if err != nil || again.String() != canonical || !again.Body.Equal(m.Body) {
				t.Fatalf("%s\nreads back as %v, %v", canonical, again, err)
			}
		}
	})
}

// allocated returns the bytes that do allocates.
func allocated(do func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// A size is a hint: what it claims is not allocated.
func TestParse_ClaimAllocatesNothing(t *testing.T) {
	for _, text := range []string{"S1F1 <A [16777215] 'a'>.", "S1F1 <L [4294967295]>.", "S1F1 <U8 [99999999999999999999] 1>."} {
		if n := allocated(func() { read(text, sml.Options{}) }); n > 64<<10 {
			t.Errorf("%s: %d bytes", text, n)
		}
	}
}
