package persist

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"syscall"
	"testing"

	"pgregory.net/rapid"
)

// world is a journal over a disk that fails now and then, beside a map.
type world struct {
	disk    *faulty
	journal *Journal
	cfg     Config
	seq     uint64
	sent    []Commit // of which the journal has not told
	failed  bool
	// possible are the states the disk may be in: what is durable, and that with
	// some of the commits that failed.
	possible []map[string]string
}

func (w *world) notify(ev Event) {
	switch ev.Kind {
	case Durable:
		for len(w.sent) > 0 && w.sent[0].Seq <= ev.Seq {
			w.possible[0] = applied(w.possible[0], w.sent[0])
			w.sent = w.sent[1:]
		}
	case Failed:
		w.failed = true
		for _, c := range w.sent {
			w.possible = append(w.possible, applied(w.possible[len(w.possible)-1], c))
		}
		w.sent = nil
	case Back:
		w.failed = false
		w.possible = w.possible[:1]
	case Fetched:
	}
}

// applied is a state after a commit.
func applied(state map[string]string, c Commit) map[string]string {
	state = maps.Clone(state)
	for _, r := range c.Records {
		if r.Image == nil {
			delete(state, r.Kind+"/"+r.ID)
		} else {
			state[r.Kind+"/"+r.ID] = string(r.Image)
		}
	}
	return state
}

func (w *world) commit(t *rapid.T) {
	if w.failed {
		return // the core makes none until Back
	}
	w.seq++
	c := Commit{Seq: w.seq}
	for range rapid.IntRange(0, 4).Draw(t, "records") {
		r := Record{Kind: rapid.SampledFrom([]string{"a", "b", "ab"}).Draw(t, "kind"), ID: fmt.Sprint(rapid.IntRange(0, 12).Draw(t, "id"))}
		if rapid.IntRange(0, 3).Draw(t, "set") > 0 {
			r.Image = rapid.SliceOfN(rapid.Byte(), 0, 300).Draw(t, "image")
		}
		c.Records = append(c.Records, r)
	}
	w.sent = append(w.sent, c)
	w.journal.Commit(c)
}

// work lets the journal do all it has to; with patience it waits for Back.
func (w *world) work(patience bool) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	if !patience || !w.failed && len(w.sent) == 0 {
		cancel()
	}
	return w.journal.Run(ctx, func(ev Event) {
		w.notify(ev)
		if !w.failed && len(w.sent) == 0 {
			cancel()
		}
	})
}

// open opens the folder; the state that it has is the only possible one then.
func (w *world) open(t *rapid.T) {
	got := map[string]string{}
	for {
		err := w.tryOpen(got)
		if err == nil {
			break
		}
		if w.disk.calls < w.disk.from || w.disk.from == 0 {
			t.Fatalf("open: %v", err)
		}
	}
	w.disk.to = 0
	if !slices.ContainsFunc(w.possible, func(p map[string]string) bool { return maps.Equal(p, got) }) {
		t.Fatalf("found %q\npossible %q", got, w.possible)
	}
	w.possible = []map[string]string{got}
	w.failed = false
}

func (w *world) tryOpen(got map[string]string) error {
	j, err := Open(w.cfg)
	if err != nil {
		return err
	}
	clear(got)
	err = j.Load(func(r Record) error {
		got[r.Kind+"/"+r.ID] = string(r.Image)
		return nil
	}, func(Segment) error { return nil })
	if err == nil {
		err = j.Accept()
	}
	if err != nil {
		_ = j.lock.Close()
		return err
	}
	w.journal = j
	return nil
}

// TestJournalIsAMap: commits in batches, failures, stops in and out of order.
func TestJournalIsAMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rapid.SyncTest(t, func(t *rapid.T) {
			d := &faulty{FS: newMemFS(), err: syscall.EIO}
			w := &world{
				disk: d, possible: []map[string]string{{}},
				cfg: Config{FS: d, MaxBatches: rapid.IntRange(4, 12).Draw(t, "batches"), MaxBatchBytes: 4096},
			}
			w.open(t)
			t.Repeat(map[string]func(*rapid.T){
				"commit": w.commit,
				"work": func(t *rapid.T) {
					if err := w.work(true); err != nil || len(w.sent) > 0 {
						t.Fatal(err, w.sent)
					}
				},
				"break": func(t *rapid.T) {
					d.from = d.calls + rapid.IntRange(0, 40).Draw(t, "from")
					d.to = d.from + rapid.IntRange(1, 30).Draw(t, "count")
					d.done = rapid.Bool().Draw(t, "done")
				},
				"reopen": func(t *rapid.T) {
					if err := w.work(false); err != nil {
						t.Fatal(err)
					}
					if rapid.Bool().Draw(t, "in order") {
						_ = w.journal.Close()
					} else {
						w.journal.lock.Close()
					}
					w.open(t)
				},
			})
			d.to = 0
			if err := w.work(true); err != nil {
				t.Fatal(err)
			}
			if err := w.journal.Close(); err != nil {
				t.Fatal(err)
			}
			w.open(t)
		})
	})
}
