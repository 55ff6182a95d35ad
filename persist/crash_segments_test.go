package persist_test

import (
	"bytes"
	"fmt"

	"github.com/secsd/secsd/persist"
)

// cells are all contents that a segment may have.
type cells struct {
	there, missing bool     // may be there, may be missing
	least          int      // its shortest length; the longest is len(bytes)
	bytes          [][]byte // what each byte may be
}

func certain(data []byte) *cells {
	c := &cells{there: true}
	c.cover(0, data, false)
	c.least = len(data)
	return c
}

// cover adds the bytes of a write to what was there, or puts them in its place.
func (c *cells) cover(at int, data []byte, maybe bool) {
	for len(c.bytes) < at+len(data) {
		c.bytes = append(c.bytes, []byte{0})
	}
	for i, b := range data {
		if maybe {
			c.bytes[at+i] = append(c.bytes[at+i][:len(c.bytes[at+i]):len(c.bytes[at+i])], b)
		} else {
			c.bytes[at+i] = []byte{b}
		}
	}
}

// sure carries out a write that is durable.
func (c *cells) sure(w persist.Write) {
	switch {
	case w.Data == nil:
		*c = cells{missing: true}
	case w.Offset == 0:
		*c = *certain(w.Data)
	default:
		c.there, c.missing = true, false
		c.cover(w.Offset, w.Data, false)
		c.least = max(c.least, w.Offset+len(w.Data))
	}
}

// maybe carries out a write that may be on the disk, in part even.
func (c *cells) maybe(w persist.Write) {
	switch {
	case w.Data == nil:
		c.missing = true
	case w.Offset == 0:
		c.there, c.least = true, 0
		c.cover(0, w.Data, true)
	default:
		c.cover(w.Offset, w.Data, true)
	}
}

func (c *cells) check(got []byte, found bool) error {
	switch {
	case !found && !c.missing:
		return fmt.Errorf("is missing")
	case !found:
		return nil
	case !c.there:
		return fmt.Errorf("is there, %d bytes", len(got))
	case len(got) < c.least || len(got) > len(c.bytes):
		return fmt.Errorf("has %d bytes, want %d to %d", len(got), c.least, len(c.bytes))
	}
	for i, b := range got {
		if bytes.IndexByte(c.bytes[i], b) < 0 {
			return fmt.Errorf("byte %d is %#02x, want one of %#02x", i, b, c.bytes[i])
		}
	}
	return nil
}

// checkSegments compares the segments with the writes, when the records are
// those of the commits before upTo.
func (m *model) checkSegments(upTo int, got content) error {
	all := map[segmentID]*cells{}
	for id, data := range m.base.segments {
		all[id] = certain(data)
	}
	for i, a := range m.attempts {
		for _, w := range a.Writes {
			id := segmentID{w.Host, w.Segment}
			if all[id] == nil {
				all[id] = &cells{missing: true}
			}
			if a.verdict == acked || i < upTo && a.verdict != gone {
				all[id].sure(w)
			} else {
				all[id].maybe(w)
			}
		}
	}
	for id := range got.segments {
		if all[id] == nil {
			return fmt.Errorf("segment %v was never written", id)
		}
	}
	for id, c := range all {
		data, found := got.segments[id]
		if err := c.check(data, found); err != nil {
			return fmt.Errorf("segment %v %w", id, err)
		}
	}
	return nil
}
