package persist_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/secsd/secsd/persist"
	"github.com/secsd/secsd/persist/persisttest"
)

const syncTime = time.Millisecond

// callers commit and wait, again and again.
type callers struct {
	journal *persist.Journal
	mu      sync.Mutex
	seq     uint64
	waiting map[uint64]chan struct{}
	batches int
}

func (c *callers) notify(ev persist.Event) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.batches++
	for seq, done := range c.waiting {
		if seq <= ev.Seq {
			close(done)
			delete(c.waiting, seq)
		}
	}
}

func (c *callers) commit() {
	done := make(chan struct{})
	c.mu.Lock()
	c.seq++
	c.waiting[c.seq] = done
	c.journal.Commit(persist.Commit{Seq: c.seq, Records: []persist.Record{{Kind: "k", ID: fmt.Sprint(c.seq % 20), Image: []byte("x")}}})
	c.mu.Unlock()
	<-done
}

// work runs do with a journal on a disk that takes its time, and returns how long
// it took and how many batches there were.
func work(t *testing.T, do func(*callers)) (took time.Duration, batches int) {
	synctest.Test(t, func(t *testing.T) {
		disk := persisttest.NewDisk()
		j, err := persist.Open(persist.Config{FS: disk})
		if err != nil {
			t.Fatal(err)
		}
		c := &callers{journal: j, waiting: map[uint64]chan struct{}{}}
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- j.Run(ctx, c.notify) }()
		synctest.Wait()
		disk.Before(func(call persisttest.Call) {
			if call.Op == persisttest.Sync || call.Op == persisttest.SyncDir {
				time.Sleep(syncTime)
			}
		})
		start := time.Now()
		do(c)
		took, batches = time.Since(start), c.batches
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		if err := j.Close(); err != nil {
			t.Error(err)
		}
	})
	return took, batches
}

// TestCallersComeBack: those that one batch has released share the next one, though
// each needs its time to come back.
func TestCallersComeBack(t *testing.T) {
	const many, rounds = 16, 20
	_, batches := work(t, func(c *callers) {
		var group sync.WaitGroup
		for i := range many {
			group.Go(func() {
				for range rounds {
					c.commit()
					time.Sleep(time.Duration(i) * 10 * time.Microsecond)
				}
			})
		}
		group.Wait()
	})
	if batches > rounds+2 {
		t.Errorf("%d batches of %d rounds", batches, rounds)
	}
}

// TestOneAloneWaitsForNobody: what commits alone takes no longer than its two syncs.
func TestOneAloneWaitsForNobody(t *testing.T) {
	const rounds = 20
	took, batches := work(t, func(c *callers) {
		for range rounds {
			c.commit()
			time.Sleep(syncTime / 10)
		}
	})
	if want := rounds * (2*syncTime + syncTime/10); took != want || batches != rounds {
		t.Errorf("%v and %d batches, want %v and %d", took, batches, want, rounds)
	}
}

// TestWaitIsBounded: callers that do not come back cost the others a quarter of a
// batch once.
func TestWaitIsBounded(t *testing.T) {
	took, _ := work(t, func(c *callers) {
		var group sync.WaitGroup
		for i := range 3 {
			group.Go(func() {
				c.commit()
				if i == 0 {
					c.commit()
				}
			})
		}
		group.Wait()
	})
	if most := 3*2*syncTime + 2*syncTime/4; took > most {
		t.Errorf("%v, want at most %v", took, most)
	}
}
