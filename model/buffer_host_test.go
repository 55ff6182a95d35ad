package model

import (
	"slices"
	"testing"

	"github.com/secsd/secsd/secs2"
)

// This file is what a host hears of internal buffer equipment, beyond the names of the
// events.

// TestCarrierOutReservesForItsCarrier: RSV#2 of a CarrierOut tells for which carrier,
// also where it takes the place of another one.
func TestCarrierOutReservesForItsCarrier(t *testing.T) {
	r := bufferTool(t)
	r.goesIn("A", "BUF1")
	r.goesIn("B", "BUF2")
	var got []secs2.Item
	r.look = func() {
		if slices.Contains([]string{"RSV#2 1", "RSV#3 1"}, r.heard[len(r.heard)-1]) {
			got = append(got, r.valueIn(r.cfg.DataVariables(), 302))
		}
	}
	r.serves("CarrierOut", "A", 1).tells(CarrierMoved{"A", "LP1"})
	r.serves("CarrierOut", "B", 1).serves("CarrierIn", "A", 1).tells(CarrierMoved{"A", "BUF1"})
	want := []secs2.Item{secs2.A("A"), secs2.A(""), secs2.A("B")}
	if !slices.EqualFunc(got, want, secs2.Item.Equal) {
		t.Errorf("CarrierID at RSV#2, RSV#3, RSV#2: %v", got)
	}
}
