package persist

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
)

// faulty is a file system that fails some calls. A call that fails has done its work or not.
type faulty struct {
	FS
	mu       sync.Mutex
	calls    int
	from, to int // of the calls that fail
	err      error
	done     bool
}

func (f *faulty) call(do func() error) error {
	f.mu.Lock()
	n := f.calls
	f.calls++
	fails := n >= f.from && n < f.to
	f.mu.Unlock()
	if !fails {
		return do()
	}
	if f.done {
		_ = do()
	}
	return f.err
}

func (f *faulty) MakeDir(name string) error {
	return f.call(func() error { return f.FS.MakeDir(name) })
}

func (f *faulty) List(dir string) (entries []Entry, err error) {
	err = f.call(func() (err error) { entries, err = f.FS.List(dir); return err })
	return entries, err
}

func (f *faulty) file(open func(string) (File, error), name string) (File, error) {
	var in File
	err := f.call(func() (err error) { in, err = open(name); return err })
	if err != nil {
		if in != nil {
			in.Close()
		}
		return nil, err
	}
	return faultyFile{in, f}, nil
}

func (f *faulty) Open(name string) (File, error)      { return f.file(f.FS.Open, name) }
func (f *faulty) Create(name string) (File, error)    { return f.file(f.FS.Create, name) }
func (f *faulty) OpenWrite(name string) (File, error) { return f.file(f.FS.OpenWrite, name) }
func (f *faulty) Rename(from, to string) error {
	return f.call(func() error { return f.FS.Rename(from, to) })
}
func (f *faulty) Remove(name string) error { return f.call(func() error { return f.FS.Remove(name) }) }
func (f *faulty) SyncDir(string) error     { return f.call(func() error { return nil }) }

func (f *faulty) Lock(name string) (io.Closer, error) {
	var lock io.Closer
	if err := f.call(func() error { return nil }); err != nil {
		return nil, err
	}
	lock, err := f.FS.Lock(name)
	return lock, err
}

type faultyFile struct {
	File
	fs *faulty
}

func (f faultyFile) Read(b []byte) (n int, err error) {
	err = f.fs.call(func() (err error) { n, err = f.File.Read(b); return err })
	return n, err
}

func (f faultyFile) Write(b []byte) (n int, err error) {
	err = f.fs.call(func() (err error) { n, err = f.File.Write(b); return err })
	return n, err
}

func (f faultyFile) WriteAt(b []byte, at int64) (n int, err error) {
	err = f.fs.call(func() (err error) { n, err = f.File.WriteAt(b, at); return err })
	return n, err
}

func (f faultyFile) Sync() error  { return f.fs.call(func() error { return nil }) }
func (f faultyFile) Close() error { return f.fs.call(f.File.Close) }

// story is a run of a journal over a disk that fails, and what it may leave.
type story struct {
	t         *testing.T
	disk      *faulty
	durable   map[string]string // by kind/id
	attempted []string          // kind/id=image of the commit that failed, before Back
	segments  map[string]string // that were acknowledged
	seq       uint64
}

// session opens the journal, makes some commits, one at a time, and closes.
func (s *story) session(commits int) {
	j, err := Open(Config{FS: s.disk, MaxBatches: 4, MaxBatchBytes: 4096})
	if err != nil {
		if !errors.Is(err, s.disk.err) || s.disk.to == 0 {
			s.t.Errorf("open: %v", err)
		}
		return
	}
	got, err := load(j)
	if err != nil {
		_ = j.Close()
		return
	}
	s.compare(got)
	if err := j.Accept(); err != nil { // as an error of Open
		_ = j.Close()
		return
	}
	r := run(s.t, j)
	defer r.stop()
	for range commits {
		s.seq++
		key, image := fmt.Sprintf("k/%d", s.seq%5), fmt.Sprint(s.seq)
		c := put(s.seq, key+"="+image)
		if s.seq%3 == 0 {
			c.Writes = []Write{
				{Host: "h", Segment: uint32(s.seq), Data: []byte("0" + image)},
				{Host: "h", Segment: uint32(s.seq), Offset: 1, Data: []byte(image)},
				{Host: "h", Segment: uint32(s.seq - 3)},
			}
		}
		r.Commit(c)
		if !s.outcome(r, c, key, image) {
			return
		}
	}
}

// outcome waits for the journal's word about a commit.
func (s *story) outcome(r *running, c Commit, key, image string) bool {
	for ev := range r.events {
		switch ev.Kind {
		case Durable:
			s.durable[key] = image
			for _, w := range c.Writes {
				if w.Data != nil {
					s.segments[fmt.Sprintf("h-%d", w.Segment)] = "0" + image
				} else {
					delete(s.segments, fmt.Sprintf("h-%d", w.Segment))
				}
			}
			return true
		case Failed:
			if !errors.Is(ev.Err, s.disk.err) {
				s.t.Errorf("failed: %v", ev.Err)
			}
			if ev.Seq > c.Seq { // before this commit, which was taken or dropped since
				s.t.Errorf("commit %d failed, the newest is %d", ev.Seq, c.Seq)
			}
			for _, w := range c.Writes {
				if w.Data == nil {
					delete(s.segments, fmt.Sprintf("h-%d", w.Segment))
				}
			}
			s.attempted = append(s.attempted, key+"="+image)
		case Back:
			s.attempted = nil
			return true
		case Fetched:
		}
	}
	return false
}

// compare: acknowledged ⊆ recovered ⊆ attempted.
func (s *story) compare(got []string) {
	s.t.Helper()
	durable := map[string]string{}
	for k, v := range s.durable {
		durable[k] = v
	}
	segments := 0
	for _, line := range got {
		key, image, _ := strings.Cut(line, "=")
		if strings.HasPrefix(key, "h-") {
			if want, ok := s.segments[key]; ok {
				segments++
				if image != want {
					s.t.Errorf("segment %s: %s, want %s", key, image, want)
				}
			}
			continue
		}
		if slices.Contains(s.attempted, line) {
			s.durable[key] = image // it is durable after all
			delete(durable, key)
			continue
		}
		if durable[key] != image {
			s.t.Errorf("%s, want %s", line, durable[key])
		}
		delete(durable, key)
	}
	if len(durable) > 0 || segments != len(s.segments) {
		s.t.Errorf("lost: %v, %d segments of %v: %q", durable, len(s.segments)-segments, s.segments, got)
	}
	s.attempted = nil
}

// play runs sessions over a disk whose calls from a number on fail, and returns
// how many calls were made.
func play(t *testing.T, from, count int, done bool) int {
	errs := []error{syscall.EIO, syscall.ENOSPC, syscall.EROFS}
	d := &faulty{FS: newMemFS(), from: from, to: from + count, err: errs[from%3], done: done}
	s := &story{t: t, disk: d, durable: map[string]string{}, segments: map[string]string{}}
	synctest.Test(t, func(t *testing.T) {
		s.session(8)
		s.session(3)
		s.session(0)
	})
	calls := d.calls
	d.to = 0
	d.calls = 0
	synctest.Test(t, func(t *testing.T) {
		s.session(3)
		s.session(0)
	})
	return calls
}

// TestEveryCallFails: after an error of any one call, and of some in a row,
// memory and disk are equal and the journal goes on.
func TestEveryCallFails(t *testing.T) {
	for _, mode := range []struct {
		count int
		done  bool
	}{{1, false}, {1, true}, {9, false}, {40, true}} {
		total := play(t, 1<<30, mode.count, mode.done)
		t.Logf("%+v: %d calls", mode, total)
		for n := 0; n < total; n += min(mode.count, 3) {
			play(t, n, mode.count, mode.done)
			if t.Failed() {
				t.Fatalf("call %d of %d, %+v", n, total, mode)
			}
		}
	}
}

func TestVanishedFolderStaysFailed(t *testing.T) {
	dir := t.TempDir() + "/data"
	fsys, err := makeOS(dir)
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		r := run(t, open(t, Config{FS: fsys}))
		r.settle(put(1, "k/a=1"))
		if err := fsys.Rename("../data", "../moved"); err != nil {
			t.Fatal(err)
		}
		r.Commit(put(2, "k/a=2"))
		if ev := <-r.events; ev.Kind != Failed || ev.Seq != 2 || !errors.Is(ev.Err, fs.ErrNotExist) {
			t.Errorf("%+v", ev)
		}
		if ev := <-r.events; ev.Kind != Failed || ev.Seq != 2 || !errors.Is(ev.Err, ErrFolder) {
			t.Errorf("%+v", ev)
		}
		other := open(t, Config{Dir: dir})
		if ev := <-r.events; ev.Kind != Failed || !errors.Is(ev.Err, ErrFolder) || !strings.Contains(ev.Err.Error(), other.Identity().String()) {
			t.Errorf("%+v", ev)
		}
		other.Close()
		if err := fsys.Rename("../data", "../other"); err != nil {
			t.Fatal(err)
		}
		if err := fsys.Rename("../moved", "../data"); err != nil {
			t.Fatal(err)
		}
		for ev := range r.events {
			if ev.Kind == Back {
				break
			}
		}
		r.settle(put(3, "k/b=3"))
	})
	expect(t, dir, "k/a=1", "k/b=3")
}

// TestFetchWhileFailed: reading goes on when writing does not.
func TestFetchWhileFailed(t *testing.T) {
	d := &faulty{FS: newMemFS(), err: syscall.EROFS}
	synctest.Test(t, func(t *testing.T) {
		r := run(t, open(t, Config{FS: d}))
		r.settle(Commit{Seq: 1, Writes: []Write{{Host: "h", Segment: 1, Data: []byte("x")}}})
		synctest.Wait()
		d.mu.Lock()
		d.from, d.to = d.calls, d.calls+1
		d.mu.Unlock()
		r.Commit(put(2, "k/a=1"))
		if ev := <-r.events; ev.Kind != Failed {
			t.Errorf("%+v", ev)
		}
		r.Commit(put(3, "k/a=1")) // dropped
		r.Fetch("h", 1)
		if ev := <-r.events; ev.Kind != Fetched || string(ev.Segment.Data) != "x" {
			t.Errorf("%+v", ev)
		}
		if ev := <-r.events; ev.Kind != Back {
			t.Errorf("%+v", ev)
		}
	})
}

// TestFailureStartsANewGeneration: after an error nothing of before is left but
// what the new checkpoint holds.
func TestFailureStartsANewGeneration(t *testing.T) {
	m := newMemFS()
	d := &faulty{FS: m, err: syscall.EIO, done: true}
	synctest.Test(t, func(t *testing.T) {
		r := run(t, open(t, Config{FS: d}))
		r.settle(put(1, "k/a=1"), put(2, "k/b=2"))
		synctest.Wait()
		d.mu.Lock()
		d.from = d.calls + 5 // the SyncDir of the next batch
		d.to = d.from + 1
		d.mu.Unlock()
		r.Commit(put(3, "k/a=3"))
		for ev := range r.events {
			if ev.Kind == Back {
				break
			}
		}
		want := []string{"identity", "journal/0000000002.checkpoint", unsuppliedName}
		if got := slices.Sorted(maps.Keys(m.snapshot())); !slices.Equal(got, want) {
			t.Errorf("files %q", got)
		}
	})
	if got := contents(t, open(t, Config{FS: m})); !slices.Equal(got, []string{"k/a=1", "k/b=2"}) {
		t.Errorf("contents %q", got)
	}
}
