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
	for _, kind := range []hostKind{windowedHost, waitingHost} {
		err := withRig(t.Context(), cfg, kind, func(ctx context.Context, r *rig) error {
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

// each calls do for each scenario of the rig's host, ready to run.
func (r *rig) each(ctx context.Context, do func(scenario) error) error {
	list, err := r.scenarios(ctx)
	if err != nil {
		return err
	}
	for _, s := range list {
		if err := r.setWBit(ctx, s.wBit); err != nil {
			return err
		}
		if err := do(s); err != nil {
			return err
		}
	}
	return nil
}

func BenchmarkScenario(b *testing.B) {
	cfg := Config{Requests: 1, Concurrency: 16, SVIDs: 32}
	for _, kind := range []hostKind{windowedHost, waitingHost} {
		err := withRig(b.Context(), cfg, kind, func(ctx context.Context, r *rig) error {
			return r.each(ctx, func(s scenario) error {
				b.Run(s.row+"/"+string(kind), func(b *testing.B) { s.benchmark(ctx, b) })
				return nil
			})
		})
		if err != nil {
			b.Fatal(err)
		}
	}
}

func (s *scenario) benchmark(ctx context.Context, b *testing.B) {
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
