package conformance_test

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"github.com/secsd/secsd/persist"
)

// TestDisk_States writes four bytes into a segment, and a record, in each state
// of the disk and looks at what is told and what a start after a kill finds.
func TestDisk_States(t *testing.T) {
	tests := []struct{ state, told, finds string }{
		{"ok", "durable 1, durable 2, durable 3, fetched 0", "rec, seg new1"},
		{"mute", "durable 1, fetched 0", "rec, seg new1"},
		{"stalls", "durable 1", "seg old1"},
		{"tears", "durable 1", "seg ned1"},
		{"fails", "durable 1, failed 2, failed 3, fetched 0", "seg old1"},
	}
	for _, tt := range tests {
		p := newInProcess()
		m := p.disk.mount()
		write := func(seq uint64, at int, text string) persist.Commit {
			return persist.Commit{
				Seq:     seq,
				Writes:  []persist.Write{{Host: "h", Segment: 7, Offset: at, Data: []byte(text)}},
				Records: []persist.Record{{Kind: "rec", Image: []byte{1}}},
			}
		}
		first := write(1, 0, "seg old1")
		first.Records = nil
		m.Commit(first)
		if err := p.SetDisk(tt.state); err != nil {
			t.Fatal(err)
		}
		m.Commit(write(2, 4, "new1"))
		m.Commit(persist.Commit{Seq: 3})
		m.Fetch("h", 7)
		if got := told(m); got != tt.told {
			t.Errorf("%s: told %q, want %q", tt.state, got, tt.told)
		}
		p.disk.crash()
		m.Commit(write(4, 4, "dead"))
		if got := found(t, p.disk.mount()); got != tt.finds {
			t.Errorf("%s: the next start finds %q, want %q", tt.state, got, tt.finds)
		}
	}
}

// TestDisk_Spool measures segments and notices what no disk can do.
func TestDisk_Spool(t *testing.T) {
	d := newDisk()
	m := d.mount()
	m.Commit(persist.Commit{Seq: 1, Writes: []persist.Write{
		{Host: "a", Segment: 1, Data: make([]byte, 10)},
		{Host: "b", Segment: 1, Data: make([]byte, 10)},
		{Host: "a", Segment: 1},
		{Host: "a", Segment: 2},
	}})
	if now, peak := d.spooled(); now != 10 || peak != 20 {
		t.Errorf("%d bytes, %d at most; want 10 and 20", now, peak)
	}
	m.Fetch("a", 1)
	if ev := m.events[len(m.events)-1]; ev.Kind != persist.Fetched || !errors.Is(ev.Err, fs.ErrNotExist) {
		t.Errorf("a segment that is gone: %+v", ev)
	}
	if err := d.fault(); err != nil {
		t.Error(err)
	}
	m.Commit(persist.Commit{Seq: 2, Writes: []persist.Write{{Host: "b", Segment: 1, Offset: 9, Data: make([]byte, 2)}}})
	if d.fault() == nil {
		t.Error("a write behind the end of a segment passed")
	}
}

func told(m *mount) string {
	var words []string
	for _, ev := range m.events {
		kind := map[persist.EventKind]string{
			persist.Durable: "durable", persist.Failed: "failed", persist.Back: "back", persist.Fetched: "fetched",
		}[ev.Kind]
		words = append(words, fmt.Sprint(kind, " ", ev.Seq))
	}
	return strings.Join(words, ", ")
}

func found(t *testing.T, m *mount) string {
	t.Helper()
	var words []string
	err := m.Load(func(r persist.Record) error {
		words = append(words, r.Kind)
		return nil
	}, func(s persist.Segment) error {
		words = append(words, string(s.Data))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(words, ", ")
}
