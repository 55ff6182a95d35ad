package persist

import (
	"context"
	"errors"
	"slices"
)

// compaction is a goroutine that writes a checkpoint.
type compaction struct {
	stop context.CancelFunc
	made file
	done chan error // capacity 1
}

// near says that it is time for a new checkpoint.
func (j *Journal) near() bool {
	files, size := used(j.state.batches)
	return 2*files >= j.cfg.MaxBatches || 2*size >= int64(j.cfg.MaxBatchBytes)
}

// used is what the batches among some files take.
func used(list []file) (files int, size int64) {
	for _, f := range list {
		if f.batch() {
			files++
			size += f.size
		}
	}
	return files, size
}

// fits says that a batch of so many bytes is within the bounds, which count the
// files that are still to be removed.
func (j *Journal) fits(size int) bool {
	files, bytes := used(j.state.batches)
	oldFiles, oldBytes := used(j.old)
	return files+oldFiles < j.cfg.MaxBatches && bytes+oldBytes+int64(size) <= int64(j.cfg.MaxBatchBytes)
}

// room waits until a batch of so many bytes is within the bounds.
func (j *Journal) room(size int) error {
	for !j.fits(size) {
		switch {
		case len(j.old) > 0:
			if err := j.tidy(); err != nil {
				return err
			}
		case j.compaction != nil:
			if err := j.compacted(<-j.compaction.done); err != nil {
				return err
			}
		default:
			j.compact()
		}
	}
	return nil
}

// compact begins a new generation and writes, beside it, the checkpoint of all
// before.
func (j *Journal) compact() {
	j.generation++
	j.number = 0
	ctx, stop := context.WithCancel(context.Background())
	c := &compaction{stop: stop, done: make(chan error, 1)}
	j.compaction = c
	from := j.state
	from.batches = slices.Clone(from.batches)
	d, id, generation := j.disk, j.identity, j.generation
	go func() {
		var err error
		c.made, err = d.checkpoint(ctx, from, id, generation)
		c.done <- err
	}()
}

// compacted takes over what the compaction has written.
func (j *Journal) compacted(err error) error {
	c := j.compaction
	j.compaction = nil
	c.stop()
	if err != nil {
		return err
	}
	j.begin(c.made)
	return nil
}

// begin puts a checkpoint in the place of the files of older generations.
func (j *Journal) begin(checkpoint file) {
	covered := slices.IndexFunc(j.state.batches, func(f file) bool { return f.generation >= checkpoint.generation })
	if covered < 0 {
		covered = len(j.state.batches)
	}
	j.old = append(append(j.old, j.state.checkpoint), j.state.batches[:covered]...)
	j.state.checkpoint = checkpoint
	j.state.batches = slices.Clone(j.state.batches[covered:])
}

// stopCompaction ends the goroutine. What it has written counts if it is whole.
func (j *Journal) stopCompaction() {
	if j.compaction == nil {
		return
	}
	j.compaction.stop()
	if err := j.compacted(<-j.compaction.done); err != nil && !errors.Is(err, context.Canceled) {
		j.failure.err = err
	}
}

// few is how many old files are removed at a time.
const few = 8

var always = func() chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}()

// untidy is ready while old files are left.
func (j *Journal) untidy() chan struct{} {
	if len(j.old) == 0 {
		return nil
	}
	return always
}

// tidy removes a few old files.
func (j *Journal) tidy() error {
	n := min(few, len(j.old))
	for _, f := range j.old[:n] {
		if err := j.disk.discard(f.name()); err != nil {
			return err
		}
	}
	j.old = j.old[n:]
	return nil
}
