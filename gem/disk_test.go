package gem

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
)

// testDisk is the disk under an equipment: what is durable, and the commits
// that are not yet.
type testDisk struct {
	records  map[string]Record
	segments map[string][]byte // by host and number
	waiting  []Commit
	fetches  []Fetch
}

func newTestDisk() *testDisk {
	return &testDisk{records: map[string]Record{}, segments: map[string][]byte{}}
}

func (d *testDisk) take(out *Output) {
	if c := out.Commit; c.Seq != 0 {
		d.waiting = append(d.waiting, Commit{c.Seq, slices.Clone(c.Records), slices.Clone(c.Writes)})
	}
	d.fetches = append(d.fetches, out.Fetches...)
}

// durable carries out the commits up to seq.
func (d *testDisk) durable(seq uint64) {
	for len(d.waiting) > 0 && d.waiting[0].Seq <= seq {
		for _, w := range d.waiting[0].Writes {
			d.write(w)
		}
		for _, r := range d.waiting[0].Records {
			key := r.Kind + " " + r.ID
			if d.records[key] = r; r.Image == nil {
				delete(d.records, key)
			}
		}
		d.waiting = d.waiting[1:]
	}
}

func segmentKey(host string, number uint32) string { return fmt.Sprintf("%s %08x", host, number) }

func (d *testDisk) write(w SegmentWrite) {
	key := segmentKey(w.Host, w.Segment)
	switch {
	case w.Data == nil:
		delete(d.segments, key)
	case w.Offset == 0:
		d.segments[key] = bytes.Clone(w.Data)
	default:
		copy(d.segments[key][w.Offset:], w.Data)
	}
}

// failed forgets the commits from seq on.
func (d *testDisk) failed(seq uint64) {
	d.waiting = slices.DeleteFunc(d.waiting, func(c Commit) bool { return c.Seq >= seq })
}

// fetched answers the oldest Fetch.
func (d *testDisk) fetched() Fetched {
	f := d.fetches[0]
	d.fetches = d.fetches[1:]
	in := Fetched{Host: f.Host, Segment: f.Segment, Data: bytes.Clone(d.segments[segmentKey(f.Host, f.Segment)])}
	if in.Data == nil {
		in.Fault = "no such segment"
	}
	return in
}

// restored returns the inputs of a start from this disk.
func (d *testDisk) restored() (inputs []Input) {
	d.waiting, d.fetches = nil, nil
	for _, key := range slices.Sorted(maps.Keys(d.records)) {
		inputs = append(inputs, Restored{d.records[key]})
	}
	for _, key := range slices.Sorted(maps.Keys(d.segments)) {
		in := RestoredSegment{Data: bytes.Clone(d.segments[key])}
		if _, err := fmt.Sscanf(key, "%s %x", &in.Host, &in.Number); err != nil {
			panic(err)
		}
		inputs = append(inputs, in)
	}
	return append(inputs, Start{})
}

func (d *testDisk) bytes() (n int) {
	for _, s := range d.segments {
		n += len(s)
	}
	return n
}
