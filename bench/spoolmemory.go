package bench

import (
	"fmt"
	"runtime"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/secs2"
	"github.com/secsd/secsd/spool"
)

// absent is an equipment whose host is away: its spool is active. What goes to the
// disk is not kept.
type absent struct {
	*alone
	files map[uint32]int // size of each segment file
}

func newAbsent(maxBytes int) (*absent, error) {
	cfg := equipment(Config{Concurrency: 1, SVIDs: 3})
	cfg.Spool.MaxBytes = maxBytes
	eq, err := newAlone(cfg)
	if err != nil {
		return nil, err
	}
	a := &absent{eq, map[uint32]int{}}
	a.took = a.keep
	ask := func(function byte, body secs2.Item) {
		a.primary(secs2.SF{Stream: 2, Function: function}, body)
	}
	vids := secs2.L(secs2.U4(firstDVID), secs2.U4(firstDVID+1), secs2.U4(firstDVID+2))
	ask(33, secs2.L(secs2.U4(0), secs2.L(secs2.L(secs2.U4(rptid), vids))))
	ask(35, secs2.L(secs2.U4(0), secs2.L(secs2.L(secs2.U4(eventCEID), secs2.L(secs2.U4(rptid))))))
	ask(37, secs2.L(secs2.Bool(true), secs2.L(secs2.U4(eventCEID))))
	ask(43, secs2.L(secs2.L(secs2.U1(6), secs2.L())))
	ask(15, constants(enableSpooling, secs2.Bool(true)))
	ask(15, constants(wBitS6, secs2.Bool(false)))
	a.step(gem.Trigger{CEID: eventCEID, Values: longValues()})
	ask(15, constants(wBitS6, secs2.Bool(true)))
	a.step(gem.LinkDown{})
	if a.err == nil && !a.spool().Active {
		a.err = fmt.Errorf("bench: the spool is not active")
	}
	return a, a.err
}

// keep counts the segment files of a commit.
func (a *absent) keep(c *gem.Commit) {
	for _, w := range c.Writes {
		switch {
		case w.Data == nil:
			delete(a.files, w.Segment)
		case w.Offset == 0:
			a.files[w.Segment] = len(w.Data)
		}
	}
}

func (a *absent) spool() gem.SpoolSnapshot { return a.eq.Snapshot().Hosts[0].Spool }

// folder is the size of the segment files.
func (a *absent) folder() int {
	bytes := 0
	for _, size := range a.files {
		bytes += size
	}
	return bytes
}

// spoolBytes fills a spool with events of spoolBody bytes. Its heap is what it
// takes more than an equipment with the smallest spool, empty. What an entry takes
// beside its body is of both, the folder and the heap.
func spoolBytes() ([]Memory, error) {
	start := heap()
	small, err := newAbsent(spool.MinBytes)
	if err != nil {
		return nil, err
	}
	between := heap()
	a, err := newAbsent(spool.MaxBytes)
	if err != nil {
		return nil, err
	}
	for a.spool().Total == a.spool().Actual && a.err == nil {
		a.step(gem.Trigger{CEID: eventCEID})
	}
	used := max(heap()-between-(between-start), 1)
	runtime.KeepAlive(small)
	n, folder := a.spool().Actual, float64(a.folder())
	return []Memory{
		{"spool entry without its body", (folder+used)/float64(n) - spoolBody, int(n)},
		{fmt.Sprintf("spool entry of %d bytes, folder", spoolBody), folder / float64(n), int(n)},
		{"whole spool, full: folder + heap", folder + used, 1},
	}, a.err
}
