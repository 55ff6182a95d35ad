package spool

import (
	"encoding/hex"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/secsd/secsd/secs2"
)

var update = flag.Bool("update", false, "rewrite the generated blocks of docs/format/spool.md")

const page = "../docs/format/spool.md"

// document compares the block of the page behind a marker with what it should be.
func document(t *testing.T, marker, want string) {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(text), "<!-- "+marker+" -->\n")
	old, after, closed := strings.Cut(rest, "<!-- end -->")
	if !found || !closed {
		t.Fatalf("%s has no block %s", page, marker)
	}
	if old == want {
		return
	}
	if !*update {
		t.Fatalf("%s, %s: got\n%s\nwant\n%s", page, marker, old, want)
	}
	text = []byte(before + "<!-- " + marker + " -->\n" + want + "<!-- end -->" + after)
	if err := os.WriteFile(page, text, 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestExampleInDocument: the dump in the document is what the code writes, and the code reads it back.
func TestExampleInDocument(t *testing.T) {
	d, seq := disk{}, uint64(0)
	s := NewStore(roomy)
	d.add(s, &seq,
		Message{Number: 41, SF: secs2.SF{Stream: 6, Function: 11}, W: secs2.WantReply, Body: []byte{1, 3, 0xA5, 1, 7, 0xA5, 1, 9, 1, 0}},
		Message{SF: secs2.SF{Stream: 5, Function: 1}, Body: []byte{1, 0}},
	)
	document(t, "example", "```\n"+hex.Dump(d[1][:96])+"```\n")
	if s, r, err := d.open(roomy, 1, 0); err != nil || r.Messages != 2 || r.LastNumber != 41 {
		t.Fatal(r, err)
	} else if m, err := d.read(s, 2); err != nil || m.SF.String() != "S5F1" || m.W != secs2.NoReply {
		t.Fatal(m, err)
	}
}

// TestHowMuchFits fills stores with typical event reports.
func TestHowMuchFits(t *testing.T) {
	var out strings.Builder
	out.WriteString("| body of S6F11 | default, one host | 64 KiB |\n|---|---|---|\n")
	for _, length := range []int{60, 120, 500, 2000} {
		fmt.Fprintf(&out, "| %d bytes |", length)
		for _, share := range []int{MaxBytes, 64 << 10} {
			s, seq, d := NewStore(Share(share, 1)), uint64(0), disk{}
			for s.Fits(length) {
				d.add(s, &seq, message(seq+1, length))
			}
			fmt.Fprintf(&out, " %d |", s.Tail()-1)
			if n := len(d)*SegmentSize + memory(s); n > share {
				t.Errorf("%d bytes in all, more than %d", n, share)
			}
		}
		out.WriteByte('\n')
	}
	document(t, "fits", out.String())
}

func BenchmarkAppend(b *testing.B) {
	for _, length := range []int{120, 20000} {
		b.Run(fmt.Sprint(length), func(b *testing.B) {
			s, m := NewStore(Share(MaxBytes, 1)), message(1, length)
			b.ReportAllocs()
			b.SetBytes(int64(length))
			for seq := uint64(1); b.Loop(); seq++ {
				if !s.Fits(length) {
					s.SetHead(s.Tail(), 0)
					s.Removals(seq, s.Tail(), 0)
					s.Committed(seq)
				}
				s.Append(seq, m)
				s.Committed(seq)
			}
		})
	}
}

// BenchmarkRead reads messages in order, without the time of the disk.
func BenchmarkRead(b *testing.B) {
	for _, length := range []int{120, 20000} {
		b.Run(fmt.Sprint(length), func(b *testing.B) {
			s, seq, d := NewStore(Share(MaxBytes, 1)), uint64(0), disk{}
			for s.Fits(length) {
				d.add(s, &seq, message(seq+1, length))
			}
			b.ReportAllocs()
			b.SetBytes(int64(length))
			index := uint64(1)
			for b.Loop() {
				_, need, err := s.Read(index)
				for ; need != 0 && err == nil; _, need, err = s.Read(index) {
					s.Fetched(need, d[need])
				}
				if err != nil {
					b.Fatal(err)
				}
				if index++; index == s.Tail() {
					index = 1
				}
			}
		})
	}
}
