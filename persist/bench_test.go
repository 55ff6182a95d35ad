package persist

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"
)

// waiters lets committers wait for their commits.
type waiters struct {
	mu      sync.Mutex
	seq     uint64
	waiting []chan struct{} // of commits from first on
	first   uint64
}

func (w *waiters) commit(j *Journal, records []Record) {
	done := make(chan struct{})
	w.mu.Lock()
	w.seq++
	w.waiting = append(w.waiting, done)
	j.Commit(Commit{Seq: w.seq, Records: records})
	w.mu.Unlock()
	<-done
}

func (w *waiters) notify(ev Event) {
	if ev.Kind != Durable {
		panic(ev)
	}
	w.mu.Lock()
	n := int(ev.Seq - w.first + 1)
	ready := w.waiting[:n]
	w.waiting = append([]chan struct{}(nil), w.waiting[n:]...)
	w.first += uint64(n)
	w.mu.Unlock()
	for _, done := range ready {
		close(done)
	}
}

// BenchmarkCommit measures commits of one record of 100 bytes by 1 and by 16
// committers, in turns with the bare sequence that makes one file durable.
func BenchmarkCommit(b *testing.B) {
	dir := b.TempDir()
	j := open(b, Config{Dir: filepath.Join(dir, "data")})
	w := &waiters{first: 1}
	ctx, cancel := context.WithCancel(b.Context())
	ended := make(chan error, 1)
	go func() { ended <- j.Run(ctx, w.notify) }()
	defer func() {
		cancel()
		<-ended
		j.Close()
	}()
	rate := func(n, committers int) time.Duration {
		start := time.Now()
		var group sync.WaitGroup
		for c := range committers {
			group.Go(func() {
				record := []Record{{Kind: "report", ID: strconv.Itoa(c), Image: make([]byte, 100)}}
				for range n {
					w.commit(j, record)
				}
			})
		}
		group.Wait()
		return time.Since(start)
	}
	bare := filepath.Join(dir, "bare")
	if err := os.Mkdir(bare, 0o700); err != nil {
		b.Fatal(err)
	}
	const turn = 50
	var files, ones, slower, faster []float64
	for b.Loop() {
		bare := bareSequence(b, bare, turn).Seconds() / turn
		one := rate(turn, 1).Seconds() / turn
		sixteen := rate(turn, 16).Seconds() / turn
		files, ones = append(files, bare), append(ones, one)
		slower, faster = append(slower, one/bare), append(faster, 16*one/sixteen)
	}
	b.ReportMetric(1e6*median(files), "bare-µs")
	b.ReportMetric(1e6*median(ones), "one-µs")
	b.ReportMetric(median(slower), "one/bare")
	b.ReportMetric(median(faster), "16-committers/one")
	b.ReportMetric(0, "ns/op")
}

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}

// bareSequence makes n files durable under their names and then removes them.
func bareSequence(b *testing.B, dir string, n int) time.Duration {
	folder, err := os.Open(dir)
	if err != nil {
		b.Fatal(err)
	}
	defer folder.Close()
	data := make([]byte, 250)
	start := time.Now()
	for i := range n {
		name := filepath.Join(dir, strconv.Itoa(i))
		f, err := os.Create(name + ".tmp")
		if err != nil {
			b.Fatal(err)
		}
		f.Write(data)
		f.Sync()
		f.Close()
		os.Rename(name+".tmp", name)
		folder.Sync()
	}
	took := time.Since(start)
	for i := range n {
		os.Remove(filepath.Join(dir, strconv.Itoa(i)))
	}
	return took
}

// many makes a folder of 100,000 records of 100 bytes.
func many(b *testing.B) *Journal {
	j := open(b, Config{Dir: b.TempDir()})
	ctx, cancel := context.WithCancel(b.Context())
	cancel()
	for i := range 100_000 {
		j.Commit(Commit{Seq: uint64(i + 1), Records: []Record{{"substrate", fmt.Sprintf("LOT-%06d", i), make([]byte, 100)}}})
	}
	if err := j.Run(ctx, func(ev Event) {
		if ev.Kind != Durable {
			b.Fatal(ev)
		}
	}); err != nil {
		b.Fatal(err)
	}
	j.compact()
	if err := j.compacted(<-j.compaction.done); err != nil {
		b.Fatal(err)
	}
	return j
}

func start(b *testing.B, dir string) *Journal {
	j := open(b, Config{Dir: dir})
	n := 0
	err := j.Load(func(Record) error { n++; return nil }, func(Segment) error { return nil })
	if err != nil || n != 100_000 {
		b.Fatal(n, err)
	}
	return j
}

// BenchmarkStart is Open and Load of 100,000 records after a stop in order.
func BenchmarkStart(b *testing.B) {
	j := many(b)
	dir := j.cfg.Dir
	j.Close()
	for b.Loop() {
		start(b, dir).Close()
	}
}

// BenchmarkRecover is Open and Load of 100,000 records after a crash with as much
// in batches as the bounds allow.
func BenchmarkRecover(b *testing.B) {
	j := many(b)
	dir := j.cfg.Dir
	image := make([]byte, 100)
	seq := uint64(0)
	var frames []byte
	size := j.cfg.MaxBatchBytes/j.cfg.MaxBatches - headerSize - trailerSize
	commit := func() error {
		frames = frames[:0]
		n := 0
		for ; len(frames)+200 < size; n++ {
			seq++
			start := len(frames)
			frames = beginFrame(frames, seq)
			frames = appendRecord(frames, Record{"substrate", fmt.Sprintf("LOT-%06d", seq*7919%100_000), image})
			endFrame(frames, start, 1)
		}
		j.number++
		f := file{int64(len(frames)), j.generation, j.number}
		sum, err := j.writeBatch(f, frames, n)
		j.state.end = position{f.generation, f.number, sum}
		return err
	}
	for range j.cfg.MaxBatches {
		if err := commit(); err != nil {
			b.Fatal(err)
		}
	}
	j.lock.Close()
	crashed := folder(b, dir)
	for b.Loop() {
		b.StopTimer()
		os.RemoveAll(dir)
		os.MkdirAll(filepath.Join(dir, journalDir), 0o700)
		os.MkdirAll(filepath.Join(dir, spoolDir), 0o700)
		for name, data := range crashed {
			write(b, dir, name, data)
		}
		b.StartTimer()
		start(b, dir).lock.Close()
	}
}
