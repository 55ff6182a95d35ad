package conformance_test

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/secsd/secsd/daemon"
	"github.com/secsd/secsd/persist"
)

// disk is what a journal leaves behind, and does what the script says. In state
// "ok" a commit is durable at once, in "fails" it is lost, in "stalls" it waits,
// in "tears" too and a kill finds it half written, in "mute" it is durable and
// the equipment does not hear of it. What is durable survives the equipment,
// what waits does not.
type disk struct {
	mu       sync.Mutex
	state    string
	records  map[string]persist.Record
	segments map[segmentKey][]byte
	peak     int    // the most bytes that the segments ever had
	bad      error  // the first write that no disk can carry out
	at       *mount // the present run of the equipment
	programs *persist.MemoryPrograms
	changed  chan struct{} // closed at the next change of state, and crash
}

type segmentKey struct {
	host   string
	number uint32
}

// mount is the disk for one run of the equipment. Its fields are the disk's to
// lock.
type mount struct {
	disk    *disk
	dead    bool // killed: nothing is stored, and nobody told so
	waiting []persist.Commit
	fetches []segmentKey
	untold  uint64          // the newest commit that is durable in state "mute"
	events  []persist.Event // not told yet
	wake    chan struct{}
}

var _ daemon.Journal = (*mount)(nil)

func newDisk() *disk {
	return &disk{
		state: "ok", records: map[string]persist.Record{}, segments: map[segmentKey][]byte{},
		programs: persist.NewMemoryPrograms(), changed: make(chan struct{}),
	}
}

// mount gives the disk to the next run of the equipment.
func (d *disk) mount() *mount {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.at = &mount{disk: d, wake: make(chan struct{}, 1)}
	return d.at
}

// crash is the end of the run without notice.
func (d *disk) crash() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.state == "tears" && len(d.at.waiting) > 0 {
		d.tear(d.at.waiting[0])
	}
	d.at.dead = true
	d.tellChange()
	d.at.work()
}

// tellChange lets those go on that wait for another state; mu is held.
func (d *disk) tellChange() {
	close(d.changed)
	d.changed = make(chan struct{})
}

// tear carries out the writes of a commit that go into files, of the last one
// half. Of files that were to be made and of the records there is nothing.
func (d *disk) tear(c persist.Commit) {
	into := slices.DeleteFunc(slices.Clone(c.Writes), func(w persist.Write) bool { return w.Data == nil || w.Offset == 0 })
	for i, w := range into {
		if i == len(into)-1 {
			w.Data = w.Data[:len(w.Data)/2]
		}
		d.write(w)
	}
}

// fault returns what the equipment wanted of the disk and cannot be.
func (d *disk) fault() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.bad
}

// spooled returns the size of the spool now, and the greatest that it ever had.
func (d *disk) spooled() (now, peak int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.size(), d.peak
}

func (d *disk) size() (n int) {
	for _, s := range d.segments {
		n += len(s)
	}
	return n
}

// Load is the start of the equipment.
func (m *mount) Load(restore func(persist.Record) error, segment func(persist.Segment) error) error {
	d := m.disk
	d.mu.Lock()
	records := slices.Collect(maps.Values(d.records))
	var segments []persist.Segment
	for k, data := range d.segments {
		segments = append(segments, persist.Segment{Host: k.host, Number: k.number, Data: bytes.Clone(data)})
	}
	d.mu.Unlock()
	slices.SortFunc(records, func(a, b persist.Record) int { return strings.Compare(recordKey(a), recordKey(b)) })
	for _, r := range records {
		if err := restore(r); err != nil {
			return err
		}
	}
	slices.SortFunc(segments, func(a, b persist.Segment) int {
		return cmp.Or(strings.Compare(a.Host, b.Host), cmp.Compare(a.Number, b.Number))
	})
	for _, s := range segments {
		if err := segment(s); err != nil {
			return err
		}
	}
	return nil
}

func recordKey(r persist.Record) string { return r.Kind + "\x00" + r.ID }

// Accept has nothing to do: what is on the disk is durable.
func (m *mount) Accept() error { return nil }

func (m *mount) Commit(c persist.Commit) {
	m.disk.mu.Lock()
	defer m.disk.mu.Unlock()
	c.Records, c.Writes = slices.Clone(c.Records), slices.Clone(c.Writes)
	m.waiting = append(m.waiting, c)
	m.work()
}

// Fetch waits behind the commits where these have to wait.
func (m *mount) Fetch(host string, number uint32) {
	m.disk.mu.Lock()
	defer m.disk.mu.Unlock()
	m.fetches = append(m.fetches, segmentKey{host, number})
	m.work()
}

// work does with what waits what the state asks for.
func (m *mount) work() {
	switch state := m.disk.state; {
	case m.dead:
		// Any word will do for a process that is no more.
		for _, c := range m.waiting {
			m.tell(persist.Event{Kind: persist.Durable, Seq: c.Seq})
		}
	case state == "stalls" || state == "tears":
		return
	case state == "fails" && len(m.waiting) > 0:
		m.tell(persist.Event{Kind: persist.Failed, Seq: m.waiting[0].Seq})
	default:
		for _, c := range m.waiting {
			m.disk.keep(c)
			if state == "mute" {
				m.untold = c.Seq
				continue
			}
			m.tell(persist.Event{Kind: persist.Durable, Seq: c.Seq})
		}
	}
	m.waiting = nil
	for _, k := range m.fetches {
		ev := persist.Event{Kind: persist.Fetched, Segment: persist.Segment{Host: k.host, Number: k.number}}
		data, ok := m.disk.segments[k]
		if !ok {
			ev.Err = fs.ErrNotExist
		}
		ev.Segment.Data = bytes.Clone(data)
		m.tell(ev)
	}
	m.fetches = nil
}

// keep makes a commit durable.
func (d *disk) keep(c persist.Commit) {
	for _, w := range c.Writes {
		d.write(w)
	}
	for _, r := range c.Records {
		d.records[recordKey(r)] = r
		if r.Image == nil {
			delete(d.records, recordKey(r))
		}
	}
}

func (d *disk) write(w persist.Write) {
	k := segmentKey{w.Host, w.Segment}
	old := d.segments[k]
	switch {
	case w.Data == nil:
		delete(d.segments, k)
	case w.Offset == 0:
		d.segments[k] = bytes.Clone(w.Data)
	case w.Offset+len(w.Data) > len(old):
		if d.bad == nil {
			d.bad = fmt.Errorf("the disk was to write %d bytes at %d of segment %d, which has %d", len(w.Data), w.Offset, w.Segment, len(old))
		}
	default:
		copy(old[w.Offset:], w.Data)
	}
	d.peak = max(d.peak, d.size())
}

func (m *mount) tell(ev persist.Event) {
	m.events = append(m.events, ev)
	select {
	case m.wake <- struct{}{}:
	default:
	}
}

func (m *mount) Run(ctx context.Context, notify func(persist.Event)) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-m.wake:
		}
		m.disk.mu.Lock()
		events := m.events
		m.events = nil
		m.disk.mu.Unlock()
		for _, ev := range events {
			notify(ev)
		}
	}
}

// SetDisk brings the disk into another state.
func (p *inProcess) SetDisk(state string) error {
	d := p.disk
	d.mu.Lock()
	defer d.mu.Unlock()
	if !slices.Contains([]string{"ok", "fails", "stalls", "tears", "mute"}, state) {
		return fmt.Errorf("disk %s: %w", state, errors.ErrUnsupported)
	}
	failed := d.state == "fails"
	d.state = state
	d.tellChange()
	if failed && state == "ok" {
		d.at.tell(persist.Event{Kind: persist.Back})
	}
	if d.at.untold != 0 && state == "ok" {
		d.at.tell(persist.Event{Kind: persist.Durable, Seq: d.at.untold})
		d.at.untold = 0
	}
	d.at.work()
	return nil
}
