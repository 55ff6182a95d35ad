package model

import (
	"strings"
	"testing"

	"github.com/secsd/secsd/secs2"
)

// TestSubstrateCountOfTheLast: CAR#21 tells how many substrates the carrier takes
// along, though they are told before it.
func TestSubstrateCountOfTheLast(t *testing.T) {
	for _, tc := range []struct {
		what string
		do   func(r *recorder)
		want secs2.Item
	}{
		{"with its substrates", func(r *recorder) {
			r.opensCarrier(1, strings.Repeat("1", 23)+"33").serves("ProceedWithCarrier", "A", 1)
		}, secs2.U1(2)},
		{"one is left in the tool", func(r *recorder) {
			r.opensCarrier(1, strings.Repeat("1", 23)+"33").serves("ProceedWithCarrier", "A", 1).tells(SubstrateMoved{"A.24", "ROBOT.A"})
		}, secs2.U1(1)},
		{"the slot map was not accepted", func(r *recorder) { r.opensCarrier(1, strings.Repeat("1", 24)+"3") }, secs2.U1(1)},
		{"nobody knows", func(*recorder) {}, secs2.Raw(secs2.FormatU1, nil)},
	} {
		t.Run(tc.what, func(t *testing.T) {
			r := newRecorder(t, toolConfig())
			r.Start()
			r.arrives(1, "A").serves("ProceedWithCarrier", "A", 1)
			tc.do(r)
			var got secs2.Item
			r.look = func() {
				if last := r.heard[len(r.heard)-1]; last == "CAR#21 A" {
					got = r.valueIn(r.cfg.DataVariables(), 316)
				}
			}
			r.tells(CarrierRemoved{1})
			if !got.Equal(tc.want) {
				t.Errorf("SubstrateCount is % X, want % X", got.Encoded(), tc.want.Encoded())
			}
		})
	}
}
