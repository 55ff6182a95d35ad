package bench

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func fixedReport() *Report {
	return &Report{
		Rows: []Row{
			{Row: "a", Host: "windowed", Ops: 1000, ElapsedS: 0.5, OpsPerS: 2000, P50: 1, P95: 2.25, P99: 3, FloorPerS: 4000, FloorRatio: 0.5, CPU: 1.5, FloorCPU: 0.7},
			{Row: "b", Host: "windowed", Ops: 7},
			{Row: "a", Host: "goroutine per request", Ops: 9, Allocs: 0.25},
		},
		Memory:     []Memory{{"variable", 277.6, 10_000}, {"process job and control job", 0, 0}},
		FileSystem: "tmpfs",
	}
}

func TestMarkdown(t *testing.T) {
	r := fixedReport()
	r.sort()
	var text strings.Builder
	if err := r.WriteMarkdown(&text); err != nil {
		t.Fatal(err)
	}
	want := `| Scenario | Ops | Elapsed | Ops/sec | p50 µs | p95 µs | p99 µs | × floor | CPU µs/op | allocs/op | Host |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---|
| a | 1000 | 0.500 s | 2000 | 1.0 | 2.2 | 3.0 | 0.50 | 1.500 | 0.0000 | windowed |
| a | 9 | 0.000 s | 0 | 0.0 | 0.0 | 0.0 | 0.00 | 0.000 | 0.2500 | goroutine per request |
| b | 7 | 0.000 s | 0 | 0.0 | 0.0 | 0.0 | 0.00 | 0.000 | 0.0000 | windowed |

Data folder on tmpfs. That is no disk: rows that wait for one say nothing; name a folder with --data-dir.

| Memory per | bytes | of |
|---|---:|---:|
| variable | 278 | 10000 |
| process job and control job | – | – |
`
	if diff := cmp.Diff(want, text.String()); diff != "" {
		t.Error(diff)
	}
}

// TestJSON: each entry has the fields that others rely on, the last one the
// memory.
func TestJSON(t *testing.T) {
	text, err := json.Marshal(fixedReport())
	if err != nil {
		t.Fatal(err)
	}
	var list []map[string]any
	if err := json.Unmarshal(text, &list); err != nil {
		t.Fatal(err)
	}
	for _, entry := range list {
		for _, field := range []string{"row", "host", "ops", "elapsed_s", "ops_per_s", "p50_us", "p95_us", "p99_us", "floor_ratio"} {
			if _, ok := entry[field]; !ok {
				t.Errorf("%v has no %s", entry["row"], field)
			}
		}
	}
	last := list[len(list)-1]
	want := map[string]any{"variable": 277.6, "process job and control job": nil}
	if diff := cmp.Diff(want, last["memory"]); last["row"] != "memory" || last["file_system"] != "tmpfs" || diff != "" {
		t.Errorf("last entry %v: %s", last["row"], diff)
	}
}

// TestRatioIsOfTheBlocks: one stall counts as one block.
func TestRatioIsOfTheBlocks(t *testing.T) {
	row := usage{ops: 30, elapsed: 3 * time.Second, rates: []float64{10, 20, 30}}
	floor := usage{ops: 90, elapsed: 3 * time.Second, rates: []float64{20, 40, 1}}
	if got := row.over(&floor); got != 0.5 {
		t.Errorf("%v, want the median 0.5", got)
	}
	floor.rates = nil
	if got := row.over(&floor); got != 30.0/90 {
		t.Errorf("%v, want that of all operations", got)
	}
}
