package persist

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// running is a journal with its Run, and the events that it told.
type running struct {
	*Journal
	t      testing.TB
	events chan Event
	stop   func()
}

func open(t testing.TB, cfg Config) *Journal {
	t.Helper()
	j, err := Open(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// run starts a journal; stop, called at the end of the test at the latest, waits
// for Run and closes.
func run(t testing.TB, j *Journal) *running {
	ctx, cancel := context.WithCancel(context.Background())
	r := &running{Journal: j, t: t, events: make(chan Event, 10_000)}
	ended := make(chan error, 1)
	go func() { ended <- j.Run(ctx, func(ev Event) { r.events <- ev }) }()
	stopped := false
	r.stop = func() {
		if stopped {
			return
		}
		stopped = true
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		close(r.events)
		_ = j.Close()
	}
	t.Cleanup(r.stop)
	return r
}

// await returns the next event of a kind and drops those before it.
func (r *running) await(kind EventKind) Event {
	r.t.Helper()
	for ev := range r.events {
		if ev.Kind == kind {
			return ev
		}
		if ev.Kind == Failed {
			r.t.Fatalf("failed: %v", ev.Err)
		}
	}
	r.t.Fatal("the journal stopped")
	return Event{}
}

// settle commits and waits until all is durable.
func (r *running) settle(commits ...Commit) {
	r.t.Helper()
	for _, c := range commits {
		r.Commit(c)
	}
	last := commits[len(commits)-1].Seq
	for r.await(Durable).Seq < last {
		continue
	}
}

// put is a commit of records, given as kind/id=image; no image is a deletion.
func put(seq uint64, records ...string) Commit {
	c := Commit{Seq: seq}
	for _, text := range records {
		name, image, set := bytes.Cut([]byte(text), []byte("="))
		kind, id, _ := bytes.Cut(name, []byte("/"))
		if !set {
			image = nil
		}
		c.Records = append(c.Records, Record{Kind: string(kind), ID: string(id), Image: image})
	}
	return c
}

// contents are all records as kind/id=image, and all segments as
// host-number=data, in the order of Load.
func contents(t testing.TB, j *Journal) []string {
	t.Helper()
	all, err := load(j)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func load(j *Journal) (all []string, err error) {
	err = j.Load(func(r Record) error {
		all = append(all, fmt.Sprintf("%s/%s=%s", r.Kind, r.ID, r.Image))
		return nil
	}, func(s Segment) error {
		all = append(all, fmt.Sprintf("%s-%d=%s", s.Host, s.Number, s.Data))
		return nil
	})
	return all, err
}

// expect opens a folder and compares what it holds.
func expect(t testing.TB, dir string, want ...string) {
	t.Helper()
	j := open(t, Config{Dir: dir})
	defer j.Close()
	if got := contents(t, j); !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// folder reads all files below dir.
func folder(t testing.TB, dir string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	err := filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, _ := filepath.Rel(dir, name)
		files[filepath.ToSlash(rel)], err = os.ReadFile(name)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// layOut makes a folder of files, with the folders that a journal needs.
func layOut(t testing.TB, files map[string][]byte) string {
	t.Helper()
	dir := t.TempDir()
	for _, sub := range []string{journalDir, spoolDir} {
		if err := os.MkdirAll(filepath.Join(dir, sub), 0o750); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		write(t, dir, name, files[name])
	}
	return dir
}

func write(t testing.TB, dir, name string, data []byte) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(name)), data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// damage opens a folder that must be refused.
func damage(t testing.TB, dir string) *CorruptError {
	t.Helper()
	j, err := Open(Config{Dir: dir})
	if err == nil {
		j.Close()
		t.Fatal("opened")
	}
	var damaged *CorruptError
	if !errors.As(err, &damaged) {
		t.Fatalf("%v: no CorruptError", err)
	}
	return damaged
}
