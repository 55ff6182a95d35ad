package gem

import (
	"testing"

	"github.com/secsd/secsd/secs2"
)

// TestRequestsAreBounded: one array can name millions of things, which would
// keep everybody else waiting.
func TestRequestsAreBounded(t *testing.T) {
	e, out := communicatingEquipment(t)
	for _, row := range [][2]byte{{1, 3}, {1, 11}, {1, 21}, {1, 23}, {2, 13}, {2, 29}, {2, 53}, {2, 55}, {2, 63}, {5, 5}} {
		sf := secs2.SF{Stream: row[0], Function: row[1]}
		for n, want := range map[int]string{maxAsked: secs2.SF{Stream: sf.Stream, Function: sf.Function + 1}.String(), maxAsked + 1: secs2.SF{Stream: sf.Stream}.String()} {
			e.Step(t0, Primary{Header: secs2.DataHeader(0, sf.Stream, sf.Function, secs2.WantReply, 1), Body: secs2.Raw(secs2.FormatU1, make([]byte, n))}, out)
			if got := sent(out); got != want {
				t.Errorf("%v with %d identifiers: sent %q, want %q", sf, n, got, want)
			}
			if cap(e.call.answer.Bytes()) > maxKept {
				t.Errorf("%v: %d bytes stay in memory", sf, cap(e.call.answer.Bytes()))
			}
		}
	}
}
