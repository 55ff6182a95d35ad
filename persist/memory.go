package persist

import (
	"bytes"
	"context"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"
)

// Memory is a journal that keeps everything in memory.
type Memory struct {
	mu       sync.Mutex
	records  map[string]Record
	segments map[segmentKey][]byte
	events   []Event // not told yet
	wake     chan struct{}
}

type segmentKey struct {
	host   string
	number uint32
}

// NewMemory returns an empty journal.
func NewMemory() *Memory {
	return &Memory{
		records: make(map[string]Record), segments: make(map[segmentKey][]byte), wake: make(chan struct{}, 1),
	}
}

// Load calls restore with every record, ordered by kind and ID, then segment
// with every segment, ordered by host and number.
func (m *Memory) Load(restore func(Record) error, segment func(Segment) error) error {
	m.mu.Lock()
	records := slices.Collect(maps.Values(m.records))
	var segments []Segment
	for k, data := range m.segments {
		segments = append(segments, Segment{k.host, k.number, bytes.Clone(data)})
	}
	m.mu.Unlock()
	slices.SortFunc(records, func(a, b Record) int { return strings.Compare(key(a), key(b)) })
	for _, r := range records {
		if err := restore(r); err != nil {
			return err
		}
	}
	slices.SortFunc(segments, func(a, b Segment) int {
		if c := strings.Compare(a.Host, b.Host); c != 0 {
			return c
		}
		return int(int64(a.Number) - int64(b.Number))
	})
	for _, s := range segments {
		if err := segment(s); err != nil {
			return err
		}
	}
	return nil
}

// Commit takes a commit. It keeps images and data; the two slices are the
// caller's again when it returns.
func (m *Memory) Commit(c Commit) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, w := range c.Writes {
		m.write(w)
	}
	for _, r := range c.Records {
		if r.Image == nil {
			delete(m.records, key(r))
			continue
		}
		m.records[key(r)] = r
	}
	m.tell(Event{Kind: Durable, Seq: c.Seq})
}

func (m *Memory) write(w Write) {
	k := segmentKey{w.Host, w.Segment}
	switch {
	case w.Data == nil:
		delete(m.segments, k)
	case w.Offset == 0:
		m.segments[k] = bytes.Clone(w.Data)
	default:
		copy(m.segments[k][w.Offset:], w.Data)
	}
}

// Accept does nothing.
func (m *Memory) Accept() error { return nil }

// Fetch reads a segment; a Fetched event brings it.
func (m *Memory) Fetch(host string, number uint32) {
	m.mu.Lock()
	defer m.mu.Unlock()
	ev := Event{Kind: Fetched, Segment: Segment{Host: host, Number: number}}
	data, ok := m.segments[segmentKey{host, number}]
	if !ok {
		ev.Err = fs.ErrNotExist
	}
	ev.Segment.Data = bytes.Clone(data)
	m.tell(ev)
}

// tell queues an event; a Durable takes the place of one right before it.
func (m *Memory) tell(ev Event) {
	if n := len(m.events); n > 0 && ev.Kind == Durable && m.events[n-1].Kind == Durable {
		m.events[n-1] = ev
		return
	}
	m.events = append(m.events, ev)
	select {
	case m.wake <- struct{}{}:
	default:
	}
}

// Run tells notify what happens until ctx ends.
func (m *Memory) Run(ctx context.Context, notify func(Event)) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-m.wake:
		}
		m.mu.Lock()
		events := m.events
		m.events = nil
		m.mu.Unlock()
		for _, ev := range events {
			notify(ev)
		}
	}
}

func key(r Record) string { return r.Kind + "\x00" + r.ID }
