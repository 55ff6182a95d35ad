package bench

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"time"
)

// Report is what Run measured.
type Report struct {
	Rows       []Row
	Memory     []Memory
	FileSystem string // of the data folder
}

// Row is one scenario.
type Row struct {
	Row        string  `json:"row"`
	Host       string  `json:"host"`
	Ops        int     `json:"ops"`
	ElapsedS   float64 `json:"elapsed_s"`
	OpsPerS    float64 `json:"ops_per_s"`
	P50        float64 `json:"p50_us"`
	P95        float64 `json:"p95_us"`
	P99        float64 `json:"p99_us"`
	FloorPerS  float64 `json:"floor_per_s"`
	FloorRatio float64 `json:"floor_ratio"`
	CPU        float64 `json:"cpu_us_per_op"`
	FloorCPU   float64 `json:"floor_cpu_us_per_op"`
	Allocs     float64 `json:"allocs_per_op"`
}

// sort puts the hosts of one scenario one below the other.
func (r *Report) sort() {
	place := map[string]int{}
	for i, row := range r.Rows {
		if _, known := place[row.Row]; !known {
			place[row.Row] = i
		}
	}
	slices.SortStableFunc(r.Rows, func(a, b Row) int { return place[a.Row] - place[b.Row] })
}

// newRow returns the row of a lane beside its floor.
func newRow(l, floor *lane) Row {
	row, bare, samples := l.used, floor.used, &l.samples
	return Row{
		Row: l.row, Host: string(l.kind), Ops: row.ops,
		ElapsedS: row.elapsed.Seconds(), OpsPerS: row.rate(),
		P50: microseconds(samples.quantile(0.50)), P95: microseconds(samples.quantile(0.95)), P99: microseconds(samples.quantile(0.99)),
		FloorPerS: bare.rate(), FloorRatio: row.over(&bare),
		CPU: microseconds(row.cpu) / float64(row.ops), FloorCPU: microseconds(bare.cpu) / float64(bare.ops),
		Allocs: float64(row.mallocs) / float64(row.ops),
	}
}

func microseconds(d time.Duration) float64 { return float64(d) / float64(time.Microsecond) }

// Memory is the heap that one instance of something takes.
type Memory struct {
	Instance string
	Bytes    float64 // 0: not measured
	Count    int     // of the instances it was measured from
}

// MarshalJSON returns the list of rows. A last one named memory has the bytes
// per instance, and the file system of the data folder.
func (r *Report) MarshalJSON() ([]byte, error) {
	type memoryRow struct {
		Row
		Memory     map[string]*float64 `json:"memory"`
		FileSystem string              `json:"file_system"`
	}
	bytes := map[string]*float64{}
	for i := range r.Memory {
		m := &r.Memory[i]
		bytes[m.Instance] = nil
		if m.Bytes > 0 {
			bytes[m.Instance] = &m.Bytes
		}
	}
	list := make([]any, 0, len(r.Rows)+1)
	for _, row := range r.Rows {
		list = append(list, row)
	}
	return json.Marshal(append(list, memoryRow{Row{Row: "memory"}, bytes, r.FileSystem}))
}

// WriteMarkdown writes the tables for people.
func (r *Report) WriteMarkdown(w io.Writer) error {
	t := table{w: w}
	t.line("| Scenario | Ops | Elapsed | Ops/sec | p50 µs | p95 µs | p99 µs | × floor | CPU µs/op | allocs/op | Host |")
	t.line("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---|")
	for _, x := range r.Rows {
		t.line("| %s | %d | %.3f s | %.0f | %.1f | %.1f | %.1f | %.2f | %.3f | %.4f | %s |", x.Row, x.Ops, x.ElapsedS, x.OpsPerS,
			x.P50, x.P95, x.P99, x.FloorRatio, x.CPU, x.Allocs, x.Host)
	}
	t.line("")
	t.line("Data folder on %s.%s", r.FileSystem, r.caution())
	t.line("")
	t.line("| Memory per | bytes | of |")
	t.line("|---|---:|---:|")
	for _, m := range r.Memory {
		if m.Bytes == 0 {
			t.line("| %s | – | – |", m.Instance)
			continue
		}
		t.line("| %s | %.0f | %d |", m.Instance, m.Bytes, m.Count)
	}
	return t.err
}

// caution is what to say about the rows that wait for the disk.
func (r *Report) caution() string {
	if inMemory(r.FileSystem) {
		return " That is no disk: rows that wait for one say nothing; name a folder with --data-dir."
	}
	return ""
}

// table writes lines until one fails.
type table struct {
	w   io.Writer
	err error
}

func (t *table) line(format string, args ...any) {
	if t.err == nil {
		_, t.err = fmt.Fprintf(t.w, format+"\n", args...)
	}
}
