package secs2_test

import (
	"runtime"
	"testing"

	"github.com/secsd/secsd/secs2"
	"github.com/secsd/secsd/secs2/sml"
)

func seed(f *testing.F) {
	f.Helper()
	for _, v := range vectors(f) {
		b := unhex(f, v.Hex)
		if len(b) > 4096 {
			continue
		}
		f.Add(b)
		if len(b) > 14 {
			f.Add(b[14:])
		}
	}
}

// allocated returns the bytes that do allocates.
func allocated(do func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

func FuzzParse(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, b []byte) {
		var it secs2.Item
		var err error
		if n := allocated(func() { it, err = secs2.Parse(b) }); n > 64<<10 {
			t.Fatalf("%d bytes allocated", n)
		}
		if err != nil {
			return
		}
		canonical := it.Canonical()
		again, err := secs2.Parse(canonical.Encoded())
		if err != nil || !again.Canonical().Equal(canonical) || len(canonical.Encoded()) > len(b) {
			t.Fatalf("canonical % X: %v", canonical.Encoded(), err)
		}
		text := sml.FormatItem(it)
		read, err := sml.Options{Strict: true}.ParseItem(text)
		if err != nil || sml.FormatItem(read) != text {
			t.Fatalf("%s: %v", text, err)
		}
	})
}

// FuzzReader takes bodies apart as handlers do, whatever they are.
func FuzzReader(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, b []byte) {
		it, err := secs2.ParseBody(b)
		if err != nil {
			return
		}
		for _, read := range []func(r *secs2.Reader){
			func(r *secs2.Reader) { readS2F33(r) },
			func(r *secs2.Reader) { r.IDs("SVID", func(id secs2.ID) { id.Key() }) },
			func(r *secs2.Reader) {
				r.Each("x", func(r *secs2.Reader) {
					if r.TupleOrEmpty(2) {
						r.Text("NAME")
						r.Item("V")
					}
				})
			},
			func(r *secs2.Reader) {
				r.Tuple(3)
				r.Flag("CEED")
				r.Code("ALCD")
				r.IDs("CEID", func(id secs2.ID) { id.Uint() })
			},
		} {
			r := secs2.NewReader(it)
			read(&r)
			if err := r.Err(); err != nil && err.Error() == "" {
				t.Error("an error without text")
			}
		}
	})
}
