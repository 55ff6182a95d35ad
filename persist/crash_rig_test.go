package persist_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/secsd/secsd/persist"
	"github.com/secsd/secsd/persist/persisttest"
)

// bounds are so tiny that a workload of some commits goes through several generations.
type bounds struct{ batches, bytes int }

// rig runs one journal on a simulated disk and keeps the model of what it may hold.
type rig struct {
	t      testing.TB
	disk   *persisttest.Disk
	bounds bounds
	seq    uint64

	journal *persist.Journal
	stop    func()

	mu      sync.Mutex
	model   *model
	fetched []persist.Event
	wrong   error
	changed chan struct{}

	before  func(persisttest.Call) // every call
	snaps   []snapshot
	injects error // fails a call, once
}

// snapshot is a disk right before a call, and what may be on it.
type snapshot struct {
	call  persisttest.Call
	disk  *persisttest.Disk
	model *model
}

func newRig(t testing.TB, disk *persisttest.Disk, m *model, b bounds) *rig {
	return &rig{t: t, disk: disk, bounds: b, model: m, changed: make(chan struct{}, 1), stop: func() {}}
}

// recording makes the rig keep a snapshot at every call from now on. Before each of them all other goroutines do what
// they can: whatever the journal will say before the call it has said.
func (r *rig) recording() *rig {
	r.before = func(c persisttest.Call) {
		time.Sleep(time.Nanosecond)
		r.snapshot(c)
	}
	r.disk.Before(r.before)
	return r
}

func (r *rig) snapshot(c persisttest.Call) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.snaps = append(r.snaps, snapshot{c, r.disk.Kill(), r.model.clone()})
	if err := r.bounds.check(r.disk); err != nil && r.wrong == nil {
		r.wrong = fmt.Errorf("before %v: %w", c, err)
	}
}

// check counts the batch files.
func (b bounds) check(d *persisttest.Disk) error {
	n, bytes := 0, 0
	for _, name := range d.Names() {
		if strings.HasSuffix(name, ".batch") {
			data, _ := d.ReadFile(name)
			n, bytes = n+1, bytes+len(data)
		}
	}
	if n > b.batches || bytes > b.bytes {
		return fmt.Errorf("%d batch files of %d bytes, at most %d of %d", n, bytes, b.batches, b.bytes)
	}
	return nil
}

// open opens the journal and loads it; what it holds must be what it may hold, and is certain from then on.
func (r *rig) open() error {
	j, err := persist.Open(persist.Config{FS: r.disk, MaxBatches: r.bounds.batches, MaxBatchBytes: r.bounds.bytes})
	if err != nil {
		return err
	}
	got, err := load(j)
	if err != nil {
		j.Close()
		return err
	}
	if err := r.loaded(got); err != nil {
		j.Close()
		return err
	}
	if err := j.Accept(); err != nil {
		j.Close()
		return err
	}
	r.accepted(got)
	ctx, cancel := context.WithCancel(context.Background())
	ran := make(chan error, 1)
	disk := r.disk
	go func() { ran <- j.Run(ctx, func(ev persist.Event) { r.hear(disk, ev) }) }()
	r.journal = j
	r.stop = func() {
		cancel()
		if err := <-ran; err != nil {
			r.fail(fmt.Errorf("Run: %w", err))
		}
		if err := j.Close(); err != nil && r.disk == disk && !errors.Is(err, r.injects) {
			r.fail(fmt.Errorf("Close: %w", err))
		}
	}
	return nil
}

// loaded takes what a Load brought.
func (r *rig) loaded(got content) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.model.check(got)
}

// accepted takes it as what is on disk.
func (r *rig) accepted(got content) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.model.rebase(got)
}

// restart stops the journal in order and opens it again.
func (r *rig) restart() error {
	if err := r.close(); err != nil {
		return err
	}
	return r.reopen()
}

// reopen opens the journal, at the second try if the error that was injected hits the first.
func (r *rig) reopen() error {
	err := r.open()
	if err != nil && errors.Is(err, r.injects) {
		err = r.open()
	}
	return err
}

// kill opens the journal again as after the death of its process.
func (r *rig) kill() error {
	r.mu.Lock()
	r.disk.Before(nil)
	r.disk = r.disk.Kill()
	r.disk.Before(r.before)
	r.mu.Unlock()
	stop := r.stop
	r.stop = func() {}
	stop() // what it does on the old disk is lost
	return r.reopen()
}

func (r *rig) fail(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.wrong == nil && err != nil {
		r.wrong = err
	}
}

// hear takes what the journal says, if its process is not dead.
func (r *rig) hear(disk *persisttest.Disk, ev persist.Event) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if disk != r.disk {
		return
	}
	if ev.Kind == persist.Fetched {
		r.fetched = append(r.fetched, ev)
	} else if err := r.model.hear(ev); err != nil && r.wrong == nil {
		r.wrong = err
	}
	select {
	case r.changed <- struct{}{}:
	default:
	}
}

// commit commits without waiting for the verdict. As a daemon does, it refuses while the journal is down.
func (r *rig) commit(records []persist.Record, writes ...persist.Write) {
	if err := r.until("Back", func() bool { return !r.model.down }); err != nil {
		return // settle will say it
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.seq++
	c := persist.Commit{Seq: r.seq, Records: records, Writes: writes}
	r.model.attempt(c)
	r.journal.Commit(c)
}

// settle waits until every commit has its verdict and the journal takes new ones.
func (r *rig) settle() error {
	return r.until("a verdict", func() bool { return r.model.count(open) == 0 && !r.model.down })
}

func (r *rig) count(v verdict) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.model.count(v)
}

// until waits for a condition of the model, with the mutex held.
func (r *rig) until(what string, done func() bool) error {
	limit := time.After(time.Hour)
	for {
		r.mu.Lock()
		ready, wrong := done(), r.wrong
		r.mu.Unlock()
		switch {
		case wrong != nil:
			return wrong
		case ready:
			return nil
		}
		select {
		case <-r.changed:
		case <-limit:
			return fmt.Errorf("an hour without %s", what)
		}
	}
}

// fetch asks for a segment that holds data.
func (r *rig) fetch(host string, segment uint32, data string) error {
	r.journal.Fetch(host, segment)
	if err := r.until("a fetched segment", func() bool { return len(r.fetched) > 0 }); err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	ev := r.fetched[0]
	r.fetched = nil
	if s := ev.Segment; ev.Err != nil || s.Host != host || s.Number != segment || string(s.Data) != data {
		return fmt.Errorf("fetched %s/%d %.40q, %w, want %s/%d %.40q", s.Host, s.Number, s.Data, ev.Err, host, segment, data)
	}
	return nil
}

// close stops the journal as the daemon does, and says what was wrong.
func (r *rig) close() error {
	r.stop()
	r.stop = func() {}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.wrong
}

// done ends a workload: the last snapshot is that of the closed journal.
func (r *rig) done() error {
	err := r.close()
	r.snapshot(persisttest.Call{Op: "the end"})
	return err
}

// recoverOn opens the journal on disk, checks it, and has it work on: a commit must be there after a loss of power.
func recoverOn(t testing.TB, disk *persisttest.Disk, m *model, b bounds, watch func(*rig)) error {
	r := newRig(t, disk, m.clone(), b)
	if watch != nil {
		watch(r)
	}
	if err := r.open(); err != nil {
		return fmt.Errorf("open: %w", err)
	}
	r.seq = 1000
	r.commit(records("after", "a", "b"), create("H", 99, "recovered"))
	err := r.settle()
	if err == nil {
		err = r.fetch("H", 99, "recovered")
	}
	if closed := r.done(); err == nil {
		err = closed
	}
	if err != nil {
		return fmt.Errorf("working on: %w", err)
	}
	last := newRig(t, disk.Crash(nothing), r.model, b)
	if err := last.open(); err != nil {
		return fmt.Errorf("open again: %w", err)
	}
	return last.close()
}

func nothing(persisttest.Pending) persisttest.Keep { return nil }

// records are records of one kind whose image is their name and the value.
func records(value string, ids ...string) []persist.Record {
	var all []persist.Record
	for _, id := range ids {
		all = append(all, persist.Record{Kind: "k", ID: id, Image: []byte(id + "=" + value)})
	}
	return all
}

func create(host string, segment uint32, data string) persist.Write {
	return persist.Write{Host: host, Segment: segment, Data: []byte(data)}
}

func write(host string, segment uint32, offset int, data string) persist.Write {
	return persist.Write{Host: host, Segment: segment, Offset: offset, Data: []byte(data)}
}

func remove(host string, segment uint32) persist.Write {
	return persist.Write{Host: host, Segment: segment}
}
