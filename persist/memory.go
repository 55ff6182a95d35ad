// Package persist keeps the durable records of the equipment.
//
// # Purpose
//
// A journal takes commits: sets of opaque records, each of them all or
// nothing. It says which commits are durable. The core waits for that before
// it acknowledges anything that depends on them.
//
// Memory is the journal of an equipment without a data folder: a record lives
// as long as the Memory does.
//
// # Concurrency
//
// Commit may be called by one goroutine at a time and never blocks; Run calls
// its notify function from one goroutine.
package persist

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
)

// Record is the durable image of one object; a nil Image is its deletion.
// Kind and ID name the object, the Image is opaque.
type Record struct {
	Kind, ID string
	Image    []byte
}

// Event is what a journal says about commits.
type Event struct {
	Kind EventKind
	// Seq is the newest commit that is durable, or the oldest that failed.
	Seq uint64
}

// EventKind says what happened to commits.
type EventKind uint8

// Durable: every commit up to Seq is kept. Failed: the commit Seq and those
// behind it are not. Back: commits are taken again.
const (
	Durable EventKind = iota + 1
	Failed
	Back
)

// Memory is a journal that keeps records in memory.
type Memory struct {
	mu      sync.Mutex
	records map[string]Record
	newest  uint64
	wake    chan struct{}
}

// NewMemory returns an empty journal.
func NewMemory() *Memory {
	return &Memory{records: make(map[string]Record), wake: make(chan struct{}, 1)}
}

// Load calls restore with every record, ordered by kind and ID.
func (m *Memory) Load(restore func(Record) error) error {
	m.mu.Lock()
	records := slices.Collect(maps.Values(m.records))
	m.mu.Unlock()
	slices.SortFunc(records, func(a, b Record) int { return strings.Compare(key(a), key(b)) })
	for _, r := range records {
		if err := restore(r); err != nil {
			return err
		}
	}
	return nil
}

// Commit takes a set of records under a number that grows. It keeps the
// images; the slice of records is the caller's again when it returns.
func (m *Memory) Commit(seq uint64, records []Record) {
	m.mu.Lock()
	for _, r := range records {
		if r.Image == nil {
			delete(m.records, key(r))
			continue
		}
		m.records[key(r)] = r
	}
	m.newest = seq
	m.mu.Unlock()
	select {
	case m.wake <- struct{}{}:
	default:
	}
}

// Run tells notify of every commit until ctx ends.
func (m *Memory) Run(ctx context.Context, notify func(Event)) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-m.wake:
			m.mu.Lock()
			seq := m.newest
			m.mu.Unlock()
			notify(Event{Durable, seq})
		}
	}
}

func key(r Record) string { return r.Kind + "\x00" + r.ID }
