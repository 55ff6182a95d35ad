package secs2_test

import (
	"testing"

	"github.com/secsd/secsd/secs2"
)

// svids is the body of an S1F3 that asks for n status variables.
func svids(n int) []byte {
	a := secs2.NewAppender(nil)
	a.List(n)
	for i := range n {
		a.U4(uint32(1000 + i))
	}
	return a.Bytes()
}

func BenchmarkS1F3_32(b *testing.B) {
	body := svids(32)
	var sum uint64
	take := func(id secs2.ID) {
		v, _ := id.Uint()
		sum += v
	}
	b.Run("Parse", func(b *testing.B) {
		for b.Loop() {
			if _, err := secs2.Parse(body); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("ParseAndIDs", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			item, err := secs2.Parse(body)
			if err != nil {
				b.Fatal(err)
			}
			r := secs2.NewReader(item)
			if r.IDs("SVID", take) != 32 {
				b.Fatal(r.Err())
			}
		}
	})
}

func BenchmarkS1F4_32(b *testing.B) {
	value := secs2.F4(25.5)
	buf := make([]byte, 0, 1024)
	b.ReportAllocs()
	for b.Loop() {
		a := secs2.NewAppender(buf[:0])
		a.List(32)
		for range 32 {
			a.Item(value)
		}
		if a.Err() != nil {
			b.Fatal(a.Err())
		}
	}
}
