//go:build !race

// The race detector allocates, too.

package bench

import (
	"context"
	"testing"
)

// TestMaterialIsCompact: the budgets of memory hold.
func TestMaterialIsCompact(t *testing.T) {
	list, err := materialBytes(t.Context(), t.TempDir(), 8_000)
	if err != nil {
		t.Fatal(err)
	}
	most := map[string]float64{pairRow: 400, carrierRow: 80, slotRow: 24, substrateRow: 120, namedRow: 200, fullRow: 512 << 10}
	for _, m := range list {
		noise := 40_000 / float64(m.Count) // of timers, buffers and the list of files
		if m.Bytes < 5 || m.Bytes > most[m.Instance]+noise {
			t.Errorf("%s takes %.0f bytes, want at most %.0f", m.Instance, m.Bytes, most[m.Instance])
		}
	}
}

// TestNoAllocationPerMessage: after the warm-up no message allocates, at
// either end.
func TestNoAllocationPerMessage(t *testing.T) {
	const ops, tolerated = 100_000, 0.005 // of timers, the runtime and this test
	cfg := Config{Requests: ops, Concurrency: 16, SVIDs: 32, DataDir: t.TempDir()}
	for _, kind := range []hostKind{windowedHost, waitingHost} {
		err := withRig(t.Context(), setup{cfg: cfg, kind: kind}, func(ctx context.Context, r *rig) error {
			return r.each(ctx, func(s scenario) error {
				if err := s.run(ctx, ops/10, new(histogram)); err != nil {
					return err
				}
				var u usage
				samples := new(histogram)
				if err := u.add(ops, func() error { return s.run(ctx, ops, samples) }); err != nil {
					return err
				}
				if per := float64(u.mallocs) / ops; per > tolerated {
					t.Errorf("%s, host %s: %.4f allocations per message", s.row, kind, per)
				}
				return nil
			})
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
