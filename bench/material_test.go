package bench

import (
	"bytes"
	"testing"
)

// TestRenumbered: what is patched is what would have been made.
func TestRenumbered(t *testing.T) {
	bodies := renumbered(2, processJob)
	for _, number := range []int{0, 7, 123_456, 9, 999_999} {
		if got, want := bodies(1, number), processJob(number).Encoded(); !bytes.Equal(got, want) {
			t.Errorf("%d: % X, want % X", number, got, want)
		}
	}
}
