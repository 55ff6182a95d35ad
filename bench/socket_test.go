package bench

import (
	"context"
	"testing"
)

// The scenarios are about real loopback TCP, and so are these tests.

// TestNoAllocationPerMessage: after the warm-up no message allocates, at
// either end.
func TestNoAllocationPerMessage(t *testing.T) {
	const ops, tolerated = 100_000, 0.005 // of timers, the runtime and this test
	cfg := Config{Requests: ops, Concurrency: 16, SVIDs: 32}
	err := withRig(t.Context(), cfg, func(ctx context.Context, r *rig) error {
		list, err := r.scenarios(ctx)
		if err != nil {
			return err
		}
		for _, s := range list {
			if err := r.setWBit(ctx, s.wBit); err != nil {
				return err
			}
			if err := s.run(ctx, ops/10, new(histogram)); err != nil {
				return err
			}
			var u usage
			samples := new(histogram)
			if err := u.add(ops, func() error { return s.run(ctx, ops, samples) }); err != nil {
				return err
			}
			if per := float64(u.mallocs) / ops; per > tolerated {
				t.Errorf("%s, host %s: %.4f allocations per message", s.row, s.host, per)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func BenchmarkScenario(b *testing.B) {
	cfg := Config{Requests: 1, Concurrency: 16, SVIDs: 32}
	err := withRig(b.Context(), cfg, func(ctx context.Context, r *rig) error {
		list, err := r.scenarios(ctx)
		if err != nil {
			return err
		}
		for _, s := range list {
			b.Run(s.row+"/"+s.host, func(b *testing.B) { r.benchmark(ctx, b, s) })
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
}

func (r *rig) benchmark(ctx context.Context, b *testing.B, s scenario) {
	if err := r.setWBit(ctx, s.wBit); err != nil {
		b.Fatal(err)
	}
	samples := new(histogram)
	b.ReportAllocs()
	b.ResetTimer()
	cpu := processTime()
	if err := s.run(ctx, b.N, samples); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(processTime()-cpu)/float64(b.N), "cpu-ns/op")
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "ops/s")
}
