package bench

import (
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestQuantilesAreWithinOnePercent(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		ns := rapid.SliceOfN(rapid.Int64Range(0, 1<<maxBits-1), 1, 200).Draw(rt, "ns")
		var h, half histogram
		for i, v := range ns {
			if i%2 == 0 {
				h.record(time.Duration(v))
			} else {
				half.record(time.Duration(v))
			}
		}
		h.add(&half)
		slices.Sort(ns)
		for _, q := range []float64{0.5, 0.95, 0.99, 1} {
			want := ns[max(0, int(math.Ceil(q*float64(len(ns))))-1)]
			got := int64(h.quantile(q))
			if got < want || float64(got) > 1.01*float64(want)+1 {
				rt.Fatalf("quantile %v of %v is %d, want %d", q, ns, got, want)
			}
		}
	})
}

func TestHistogramOfNothingAndOfTooMuch(t *testing.T) {
	var h histogram
	if got := h.quantile(0.5); got != 0 {
		t.Errorf("quantile of nothing is %v", got)
	}
	h.record(-time.Second)
	h.record(time.Hour)
	if got := h.quantile(0.5); got != 0 {
		t.Errorf("a negative time counts as %v, want 0", got)
	}
	if got := h.quantile(1); got != 1<<maxBits-1 {
		t.Errorf("an hour counts as %v, want the longest time", got)
	}
}
