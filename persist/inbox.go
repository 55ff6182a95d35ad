package persist

import (
	"fmt"
	"math"
	"slices"
	"sync"
)

// inbox is what Commit and Fetch leave for the committing goroutine. Records
// are encoded as they come.
type inbox struct {
	mu      sync.Mutex
	commits commits
	fetches []segmentKey
	failed  bool // commits are dropped
	wake    chan struct{}
	// full has a token once so many commits are there as holds was asked for.
	full     chan struct{}
	expected int
}

// commits are some commits in order, their frames one after the other.
type commits struct {
	list   []pending
	frames []byte
}

// pending is a commit that is not durable.
type pending struct {
	seq    uint64
	from   int // of its frame; there is none if it has no records
	to     int
	writes []Write
	err    error // it can never be durable
}

func newInbox() inbox { return inbox{wake: make(chan struct{}, 1), full: make(chan struct{}, 1)} }

func (in *inbox) signal() {
	select {
	case in.wake <- struct{}{}:
	default:
	}
}

// put takes a commit whose frame may have limit bytes.
func (in *inbox) put(c Commit, limit int) {
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.failed {
		return
	}
	b := &in.commits
	p := pending{seq: c.Seq, from: len(b.frames), to: len(b.frames), writes: slices.Clone(c.Writes), err: c.check(limit)}
	if len(c.Records) > 0 && p.err == nil {
		b.frames = beginFrame(b.frames, c.Seq)
		for _, r := range c.Records {
			b.frames = appendRecord(b.frames, r)
		}
		endFrame(b.frames, p.from, len(c.Records))
		p.to = len(b.frames)
	}
	b.list = append(b.list, p)
	if len(b.list) == in.expected {
		select {
		case in.full <- struct{}{}:
		default:
		}
	}
	in.signal()
}

// waiting is how many commits there are.
func (in *inbox) waiting() int {
	in.mu.Lock()
	defer in.mu.Unlock()
	return len(in.commits.list)
}

// holds tells whether there are n commits. If not, full tells when, until the
// next take.
func (in *inbox) holds(n int) bool {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.expected = n
	return len(in.commits.list) >= n
}

// check refuses a commit that has no form on disk.
func (c Commit) check(limit int) error {
	size := frameSize
	for _, r := range c.Records {
		if len(r.Kind) > math.MaxUint16 || len(r.ID) > math.MaxUint16 {
			return fmt.Errorf("%w: kind of %d bytes, ID of %d", ErrTooLarge, len(r.Kind), len(r.ID))
		}
		if size += recordSize + len(r.Kind) + len(r.ID) + len(r.Image); size > limit {
			return fmt.Errorf("%w: more than %d bytes", ErrTooLarge, limit)
		}
	}
	for _, w := range c.Writes {
		if err := w.check(); err != nil {
			return err
		}
	}
	return nil
}

func (in *inbox) fetch(k segmentKey) {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.fetches = append(in.fetches, k)
	in.signal()
}

// take returns all commits and leaves empty, whose memory it keeps.
func (in *inbox) take(empty commits) commits {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.expected = 0
	select {
	case <-in.full:
	default:
	}
	taken := in.commits
	clear(empty.list)
	in.commits = commits{empty.list[:0], empty.frames[:0]}
	return taken
}

func (in *inbox) takeFetches() []segmentKey {
	in.mu.Lock()
	defer in.mu.Unlock()
	taken := in.fetches
	in.fetches = nil
	return taken
}

// fail drops all commits and those that come until resume. It returns the
// oldest of them, or else.
func (in *inbox) fail(otherwise uint64) uint64 {
	in.mu.Lock()
	defer in.mu.Unlock()
	if len(in.commits.list) > 0 {
		otherwise = min(otherwise, in.commits.list[0].seq)
	}
	in.commits = commits{}
	in.failed = true
	return otherwise
}

func (in *inbox) resume() {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.failed = false
}
