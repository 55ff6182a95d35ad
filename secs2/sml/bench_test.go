package sml_test

import (
	"strings"
	"testing"

	"github.com/secsd/secsd/secs2/sml"
)

// The two shapes of a list of U1 that has a MiB of text.
func BenchmarkParse_MiB(b *testing.B) {
	for name, text := range map[string]string{
		"items": "S1F1 <L " + strings.Repeat("<U1 1>", 1<<20/6) + ">.",
		"array": "S1F1 <U1 " + strings.Repeat("1 ", 1<<19) + ">.",
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if _, _, err := sml.Parse(text); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkAppend(b *testing.B) {
	m, _, err := sml.Parse("S6F11 W <L <U4 1> <U4 5001> <L <L <U4 10> <L <F4 25.5> <A 'RUN'> <BOOLEAN T> <U2 1 2 3>>>>>.")
	if err != nil {
		b.Fatal(err)
	}
	buf := make([]byte, 0, 1024)
	b.ReportAllocs()
	for b.Loop() {
		sml.Append(buf, m.Message)
	}
}
