package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/secsd/secsd/persist"
)

// This file is how long a start takes that has many records to read.

// The worst that the bounds allow after a crash: a checkpoint of all records,
// and as many batches with as many bytes as there may be.
const (
	manyRecords   = 100_000
	recordImage   = 100 // bytes
	worstBatches  = 999 // with the one that ends a journal closed in order, 1000
	worstBytes    = 8 << 20
	recordOnDisk  = 9 + len("substrate") + len("LOT-000000") + recordImage
	batchOverhead = 150 // header, frame and trailer, and some room
	starts        = 3
)

// recovery is a data folder with many records, and copies of it to start from.
type recovery struct {
	parent  string
	records int
	batches int
	crashed string // the folder as a crash leaves it
	stopped string // the same, closed in order
	settled string // closed in order, all records in the checkpoint
	bare    *bare
	buf     []byte
}

// measureRecovery measures starts with many records, after a crash and after a
// stop in order, in turns. Its rows are of one start: the median.
func (m *measuring) measureRecovery(ctx context.Context) error {
	return withBare(m.cfg.DataDir, func(b *bare) error {
		r := &recovery{parent: m.cfg.DataDir, records: min(max(10*m.cfg.Requests, 1000), manyRecords), bare: b, buf: make([]byte, 1<<20)}
		r.batches = worstBatches * r.records / manyRecords
		row := "recovery, " + thousands(r.records) + " records"
		kinds := []struct {
			row        string
			run, floor func() (time.Duration, error)
		}{
			{row + ", after a crash", r.startCrashed, r.floorCrashed},
			{row + ", after a stop", r.startSettled, r.floorSettled},
			{row + ", after a stop with the most batches", r.startStopped, r.floorStopped},
		}
		fmt.Fprintf(m.progress, "%s: %d starts each\n", row, starts)
		if err := r.prepare(ctx); err != nil {
			return err
		}
		times, floors := make([][]time.Duration, len(kinds)), make([][]time.Duration, len(kinds))
		for range starts {
			for i, k := range kinds {
				took, err := k.run()
				if err != nil {
					return fmt.Errorf("%s: %w", k.row, err)
				}
				floor, err := k.floor()
				if err != nil {
					return fmt.Errorf("%s: %w", k.row, err)
				}
				times[i], floors[i] = append(times[i], took), append(floors[i], floor)
				if err := context.Cause(ctx); err != nil {
					return err
				}
			}
		}
		for i, k := range kinds {
			m.report.Rows = append(m.report.Rows, startRow(k.row, r.records, times[i], floors[i]))
		}
		return nil
	})
}

// startRow is the row of starts.
func startRow(row string, records int, times, floors []time.Duration) Row {
	l := &lane{row: row, kind: journalAlone, used: usage{ops: records, elapsed: median(times)}}
	for _, t := range times {
		l.samples.record(t)
	}
	return newRow(l, &lane{used: usage{ops: records, elapsed: median(floors)}})
}

// thousands writes 100000 as 100,000.
func thousands(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%d,%03d", n/1000, n%1000)
}

// prepare makes the folders.
func (r *recovery) prepare(ctx context.Context) error {
	first, err := r.fill(ctx)
	if err != nil {
		return err
	}
	if r.stopped, err = r.copy(first); err != nil {
		return err
	}
	// Taken up after a crash, a journal begins with a checkpoint.
	j, err := persist.Open(persist.Config{Dir: r.stopped, MaxBatches: 1 << 20, MaxBatchBytes: 64 << 20})
	if err != nil {
		return err
	}
	running, stop := context.WithCancel(context.WithoutCancel(ctx))
	c := &committers{journal: j, first: 1}
	ended := make(chan error, 1)
	go func() { ended <- j.Run(running, c.notify) }()
	err = r.addBatches(ctx, c)
	stop()
	if err = errors.Join(err, <-ended); err == nil {
		r.crashed, err = r.copy(r.stopped)
	}
	if err = errors.Join(err, j.Close()); err != nil {
		return err
	}
	return r.settle()
}

// settle makes the folder in which the checkpoint holds all.
func (r *recovery) settle() (err error) {
	if r.settled, err = r.copy(r.crashed); err != nil {
		return err
	}
	j, err := persist.Open(persist.Config{Dir: r.settled})
	if err != nil {
		return err
	}
	// Each Run removes some of the older files before it ends.
	ended, stop := context.WithCancel(context.Background())
	stop()
	for range r.batches + 1 {
		if err := j.Run(ended, func(persist.Event) {}); err != nil {
			return errors.Join(err, j.Close())
		}
	}
	return j.Close()
}

// fill returns a folder with all records in large batches.
func (r *recovery) fill(ctx context.Context) (dir string, err error) {
	if dir, err = os.MkdirTemp(r.parent, "records-"); err != nil {
		return "", err
	}
	j, err := persist.Open(persist.Config{Dir: dir, MaxBatchBytes: 64 << 20})
	if err != nil {
		return "", err
	}
	var records []persist.Record
	for i := range r.records {
		if records = append(records, r.record(i)); len(records) == 1000 || i == r.records-1 {
			j.Commit(persist.Commit{Seq: uint64(i + 1), Records: records})
			records = records[:0]
		}
	}
	ended, stop := context.WithCancel(ctx)
	stop() // Run ends when all of it is durable
	var fault error
	err = j.Run(ended, func(ev persist.Event) { fault = errors.Join(fault, ev.Err) })
	return dir, errors.Join(err, fault, j.Close())
}

func (r *recovery) record(i int) persist.Record {
	return persist.Record{Kind: "substrate", ID: fmt.Sprintf("LOT-%06d", i), Image: make([]byte, recordImage)}
}

// addBatches commits so many records at a time that the batches become as large
// as the bounds allow so many of them to be.
func (r *recovery) addBatches(ctx context.Context, c *committers) error {
	size := (worstBytes/(worstBatches+1) - batchOverhead) / recordOnDisk
	records := make([]persist.Record, size)
	for i := range r.batches {
		for j := range records {
			records[j] = r.record((i*size + j) * 7919 % r.records)
		}
		if err := c.commit(records); err != nil {
			return err
		}
		if err := context.Cause(ctx); err != nil {
			return err
		}
	}
	return nil
}

// copy returns a folder with the same files, which share their bytes: a journal
// replaces files, it changes none.
func (r *recovery) copy(from string) (string, error) {
	dir, err := os.MkdirTemp(r.parent, "copy-")
	if err != nil {
		return "", err
	}
	return dir, filepath.WalkDir(from, func(path string, e os.DirEntry, err error) error {
		to := filepath.Join(dir, strings.TrimPrefix(path, from))
		switch {
		case err != nil:
			return err
		case e.IsDir():
			return os.MkdirAll(to, 0o750)
		case e.Name() == "lock":
			return nil
		case os.Link(path, to) == nil:
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(to, data, 0o640)
	})
}

func (r *recovery) startCrashed() (time.Duration, error) {
	dir, err := r.copy(r.crashed)
	if err != nil {
		return 0, err
	}
	defer discard(dir)
	return r.start(dir)
}

func (r *recovery) startStopped() (time.Duration, error) { return r.start(r.stopped) }

func (r *recovery) startSettled() (time.Duration, error) { return r.start(r.settled) }

// start opens a folder and loads every record.
func (r *recovery) start(dir string) (time.Duration, error) {
	begin := time.Now()
	j, err := persist.Open(persist.Config{Dir: dir})
	if err != nil {
		return 0, err
	}
	n := 0
	err = j.Load(func(persist.Record) error { n++; return nil }, func(persist.Segment) error { return nil })
	took := time.Since(begin)
	if err == nil && n != r.records {
		err = fmt.Errorf("bench: %d records, want %d", n, r.records)
	}
	return took, errors.Join(err, j.Close())
}

// floorCrashed reads every byte, and makes the checkpoint's durable anew.
func (r *recovery) floorCrashed() (time.Duration, error) {
	begin := time.Now()
	if _, err := r.read(r.crashed); err != nil {
		return 0, err
	}
	err := r.bare.write(make([]byte, r.records*recordOnDisk))
	return time.Since(begin), err
}

// floorStopped reads every byte.
func (r *recovery) floorStopped() (time.Duration, error) { return r.read(r.stopped) }

func (r *recovery) floorSettled() (time.Duration, error) { return r.read(r.settled) }

func (r *recovery) read(dir string) (time.Duration, error) {
	begin := time.Now()
	err := filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		for err == nil {
			_, err = f.Read(r.buf)
		}
		_ = f.Close()
		if errors.Is(err, io.EOF) {
			return nil
		}
		return err
	})
	return time.Since(begin), err
}
