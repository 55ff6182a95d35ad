package bench

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The scenarios are about real loopback TCP, and so are these tests.

func TestRunMeasuresEveryRow(t *testing.T) {
	dir := t.TempDir()
	report, err := Run(t.Context(), Config{Requests: 300, Concurrency: 4, SVIDs: 3, DataDir: dir}, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	var rows []string
	for _, r := range report.Rows {
		rows = append(rows, r.Row+", "+r.Host)
		if r.Ops == 0 || r.OpsPerS <= 0 || r.P50 <= 0 || r.P99 < r.P95 || r.P95 < r.P50 || r.FloorRatio <= 0 {
			t.Errorf("not measured: %+v", r)
		}
	}
	want := []string{
		"S1F1/F2 (header-only), windowed", "S1F1/F2 (header-only), goroutine per request",
		"S1F3/F4 (3 SVIDs), windowed", "S1F3/F4 (3 SVIDs), goroutine per request",
		"S6F11 push (W=0), windowed", "S6F11 with enable filter (W=0, half of the events disabled), windowed",
		"S6F11 push (W=1), windowed",
		"bare tmp+fsync+rename+fsync, none",
		"journal commit, 1 committer, journal alone", "S2F15/F16 commit, 1 committer, windowed",
		"journal commit, 16 committers, journal alone", "S2F15/F16 commit, 16 committers, windowed",
		"transition, memory only, core alone", "transition, 1 in flight, tool's goroutines", "transition, 16 in flight, tool's goroutines",
		"S16F11/F12 create, durable, 1 in flight, windowed", "S16F11/F12 create, durable, 16 in flight, windowed",
		"S1F3/F4 (3 SVIDs) alone, windowed", "S1F3/F4 (3 SVIDs) beside 16 durable S2F15, windowed",
		"S1F3/F4 (3 SVIDs) beside the bare sequence, windowed",
		"S2F15/F16 commit, 16 committers, beside S1F3, windowed",
		"S1F3/F4 (3 SVIDs) alone, no program, windowed", "S1F3/F4 (3 SVIDs) beside S7F3 of 16 MiB, windowed",
		"S1F3/F4 (3 SVIDs) beside S7F5 of 16 MiB, windowed", "S7F3 of 16 MiB, beside S1F3, windowed", "S7F5 of 16 MiB, beside S1F3, windowed",
		"S6F11 push (W=1), delivery plain, tool's goroutines", "S6F11 push (W=1), delivery strict, tool's goroutines",
		"spool append, none", "spool drain, windowed",
		"recovery, 3,000 records, after a crash, journal alone", "recovery, 3,000 records, after a stop, journal alone",
		"recovery, 3,000 records, after a stop with the most batches, journal alone",
	}
	if diff := cmp.Diff(want, rows); diff != "" {
		t.Error(diff)
	}
	for _, m := range report.Memory[:3] {
		if m.Bytes < 50 || m.Bytes > 2000 {
			t.Errorf("%s takes %.0f bytes", m.Instance, m.Bytes)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left in the data folder: %v, %v", left, err)
	}
}

func TestRunEndsWhenItIsTold(t *testing.T) {
	for _, test := range []struct {
		during string // as progress says it
		rows   int    // that are complete
	}{
		{"W=0", 2}, // the row that takes longest
		{"16 committers, host journal", 7},
		{"memory only", 12},
		{"create, durable, 16", 13},
		{"beside 16 durable", 17},
		{"delivery strict", 26},
		{"spool drain", 28},
		{"recovery", 30},
	} {
		stopped := errors.New("enough")
		ctx, stop := context.WithCancelCause(t.Context())
		started := writerFunc(func(p []byte) {
			if bytes.Contains(p, []byte(test.during)) {
				stop(stopped)
			}
		})
		cfg := Config{Requests: 1000, Concurrency: 16, SVIDs: 1, DataDir: t.TempDir()}
		if test.rows == 2 {
			cfg.Requests = 20_000
		}
		report, err := Run(ctx, cfg, started)
		if !errors.Is(err, stopped) {
			t.Errorf("during %s: Run = %v, want the cause", test.during, err)
		}
		if len(report.Rows) != test.rows {
			t.Errorf("during %s: %d rows, want the %d that were complete", test.during, len(report.Rows), test.rows)
		}
		if left, err := os.ReadDir(cfg.DataDir); err != nil || len(left) > 0 {
			t.Errorf("during %s: left in the data folder: %v, %v", test.during, left, err)
		}
	}
}

type writerFunc func([]byte)

func (f writerFunc) Write(p []byte) (int, error) { f(p); return len(p), nil }

// each calls do for each scenario of the rig's host, ready to run.
func (r *rig) each(ctx context.Context, do func(scenario) error) error {
	list, err := r.scenarios(ctx)
	if err != nil {
		return err
	}
	for _, s := range list {
		if err := r.link.setWBit(ctx, s.wBit); err != nil {
			return err
		}
		if err := do(s); err != nil {
			return err
		}
	}
	return nil
}

func BenchmarkScenario(b *testing.B) {
	cfg := Config{Requests: 1, Concurrency: 16, SVIDs: 32, DataDir: b.TempDir()}
	for _, kind := range []hostKind{windowedHost, waitingHost} {
		err := withRig(b.Context(), setup{cfg: cfg, kind: kind}, func(ctx context.Context, r *rig) error {
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
