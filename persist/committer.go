package persist

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
)

// Journal is a journal on disk. Its fields below inbox belong to the goroutine
// that Run is called by, before that to whoever opened it.
type Journal struct {
	cfg      Config
	disk     disk
	lock     io.Closer
	identity uuid.UUID
	inbox    inbox
	running  atomic.Bool

	holdings
	last       uint64 // the newest commit that is durable
	spool      writer
	programs   *Programs
	released   released
	batch      bytes.Buffer
	compaction *compaction // under way
	failure    failure
	found      *findings // of the start; nil: accepted
	failed     bool      // since the start: segments may show what is not durable
}

// holdings are the files of the journal.
type holdings struct {
	state              chain  // all that is durable
	seal               *file  // not nil: closed in order, nothing was written since
	old                []file // to remove
	generation, number uint64 // of the newest batch; number 0: of the next one
}

// maxSpare is how much memory for frames is kept between batches.
const maxSpare = 1 << 20

// Identity is the identity of the data folder, given to it at its first start.
func (j *Journal) Identity() uuid.UUID { return j.identity }

// Programs are the process programs of the data folder. They may be listed at
// once, changed after Accept, and not after Close.
func (j *Journal) Programs() *Programs { return j.programs }

// Commit takes a commit and never blocks. It keeps images and data; the two
// slices are the caller's again when it returns.
func (j *Journal) Commit(c Commit) { j.inbox.put(c, j.largest()) }

// largest is how long the frame of a commit may be.
func (j *Journal) largest() int { return j.cfg.MaxBatchBytes - headerSize - trailerSize }

// Fetch reads a segment as the commits before left it; a Fetched event brings it.
func (j *Journal) Fetch(host string, segment uint32) { j.inbox.fetch(segmentKey{host, segment}) }

// Run makes commits durable and tells notify of it, until ctx ends and all that
// was committed before is told of. An error of the disk does not end it, save one
// of Accept.
func (j *Journal) Run(ctx context.Context, notify func(Event)) error {
	j.running.Store(true)
	defer j.running.Store(false)
	defer j.stopCompaction()
	defer j.spool.abandon()
	if err := j.Accept(); err != nil {
		return err
	}
	if err := j.failure.err; err != nil { // as the Run before left it
		if j.failure.told == "" {
			j.fail(err, notify)
		}
		if !j.recover(ctx, notify) {
			return nil
		}
	}
	var spare commits
	for {
		err := j.round(ctx, &spare, notify)
		if err == nil && ctx.Err() != nil && len(j.inbox.wake) == 0 {
			return nil
		}
		if err == nil {
			continue
		}
		j.fail(err, notify)
		spare = commits{}
		if !j.recover(ctx, notify) {
			return nil
		}
	}
}

// round waits for something to do and does it.
func (j *Journal) round(ctx context.Context, spare *commits, notify func(Event)) error {
	var compacted chan error
	if j.compaction != nil {
		compacted = j.compaction.done
	}
	select {
	case <-ctx.Done():
	case <-j.inbox.wake:
		j.gather(ctx)
	case err := <-compacted:
		return j.compacted(err)
	case <-j.untidy():
		return j.tidy()
	}
	taken := j.inbox.take(*spare)
	*spare = taken
	for rest := taken.list; len(rest) > 0; {
		n := j.fill(rest)
		j.failure.oldest = rest[0].seq
		began := time.Now()
		if err := j.write(rest[:n], taken.frames); err != nil {
			return err
		}
		j.last, j.failure.oldest, j.failure.wait = rest[n-1].seq, 0, 0
		j.released = released{n + j.inbox.waiting(), time.Now(), time.Since(began)}
		notify(Event{Kind: Durable, Seq: j.last})
		rest = rest[n:]
	}
	if cap(spare.frames) > maxSpare {
		*spare = commits{}
	}
	j.serve(notify)
	return j.tidy()
}

// serve answers the fetches.
func (j *Journal) serve(notify func(Event)) {
	for _, k := range j.inbox.takeFetches() {
		data, err := j.disk.segment(k.host, k.number)
		notify(Event{Kind: Fetched, Segment: Segment{Host: k.host, Number: k.number, Data: data}, Err: err})
	}
}

// fill returns how many of some commits go into one batch: one at least, others
// as long as the file stays a small part of what the bounds allow.
func (j *Journal) fill(list []pending) int {
	for n, p := range list {
		if n > 0 && p.to-list[0].from > j.cfg.MaxBatchBytes/8 {
			return n
		}
	}
	return len(list)
}

// write makes commits durable: first what they write to segments, in order, then
// their records as one batch file.
func (j *Journal) write(list []pending, frames []byte) error {
	records, writes := 0, 0
	for _, p := range list {
		if p.err != nil {
			return p.err
		}
		writes += len(p.writes)
		if p.to > p.from {
			records++
		}
	}
	if records+writes == 0 {
		return nil
	}
	if err := j.unseal(); err != nil {
		return err
	}
	for _, p := range list {
		for _, w := range p.writes {
			if err := j.spool.write(w); err != nil {
				return err
			}
		}
	}
	if err := j.spool.settle(); err != nil {
		return err
	}
	if records == 0 {
		return nil
	}
	return j.append(frames[list[0].from:list[len(list)-1].to], records)
}

// append adds a batch of commits that have records to the chain.
func (j *Journal) append(frames []byte, n int) error {
	size := headerSize + len(frames) + trailerSize
	if err := j.room(size); err != nil {
		return err
	}
	j.number++
	f := file{int64(size), j.generation, j.number}
	sum, err := j.writeBatch(f, frames, n)
	if err != nil {
		return err
	}
	j.state.batches = append(j.state.batches, f)
	j.state.end = position{f.generation, f.number, sum}
	if j.compaction == nil && j.near() {
		j.compact()
	}
	return nil
}

// writeBatch writes n framed commits as the batch file f.
func (j *Journal) writeBatch(f file, frames []byte, n int) (sum uint32, err error) {
	j.batch.Reset()
	enc := encoder{out: &j.batch}
	h := header{magicBatch, j.identity, f.generation, f.number, j.state.end}
	if err = enc.header(h); err == nil {
		err = enc.framed(frames, n)
	}
	if err == nil {
		err = enc.trailer()
	}
	if err == nil {
		name := f.name()
		err = j.disk.replace(name+temporary, name, bytesOf(j.batch.Bytes()))
	}
	return enc.sum, err
}

// unseal says, before anything else is written, that the journal is in use.
func (j *Journal) unseal() error {
	if j.seal == nil {
		return nil
	}
	if err := j.disk.discard(j.seal.name()); err != nil {
		return err
	}
	if err := j.disk.SyncDir(journalDir); err != nil {
		return fmt.Errorf("persist: %w", err)
	}
	j.seal = nil
	return nil
}

// Close ends the use of the data folder, after Run. If all is durable it says so
// in the folder: the next start need not write anything then, and has little to
// read. After an error it does not say so: what a write to a segment did that
// failed may still show.
func (j *Journal) Close() error {
	var err error
	if !j.running.Load() && j.found == nil && j.failure.err == nil && !j.failed && j.seal == nil {
		err = j.end()
	}
	if failed := j.lock.Close(); err == nil {
		err = failed
	}
	return err
}

// manyBatches is how many batches a stop leaves at most for the next start.
const manyBatches = 32

// end seals the journal, whose records it puts into one checkpoint before if
// they are in many batches.
func (j *Journal) end() error {
	if len(j.state.batches) > manyBatches || !j.fits(headerSize+trailerSize) {
		j.generation++
		j.number = 0
		f, err := j.disk.checkpoint(context.Background(), j.state, j.identity, j.generation)
		if err != nil {
			return err
		}
		j.begin(f)
		for len(j.old) > 0 {
			if err := j.tidy(); err != nil {
				return err
			}
		}
	}
	j.number++
	f := file{generation: j.generation, number: j.number}
	_, err := j.writeBatch(f, nil, 0)
	j.seal = &f
	return err
}

// Load calls restore with every record, ordered by kind and ID, then segment
// with every segment, ordered by host and number. It is called before Run.
func (j *Journal) Load(restore func(Record) error, segment func(Segment) error) error {
	var kind string
	err := j.disk.merge(j.state, func(r record) error {
		if string(r.kind) != kind {
			kind = string(r.kind)
		}
		return restore(Record{Kind: kind, ID: string(r.id), Image: slices.Concat([]byte{}, r.image)})
	})
	if err != nil {
		return err
	}
	segments, _, err := j.disk.segments()
	if err != nil {
		return err
	}
	for _, s := range segments {
		if s.Data, err = j.disk.segment(s.Host, s.Number); err != nil {
			return err
		}
		if err := segment(s); err != nil {
			return err
		}
	}
	return nil
}

// failure is what went wrong, until Back.
type failure struct {
	err    error
	told   string
	oldest uint64        // commit that is being made durable
	wait   time.Duration // before the last attempt, 0 since a batch was durable
	whole  bool          // the state has its checkpoint, older files are left
}
