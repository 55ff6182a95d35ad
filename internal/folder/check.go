package folder

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/secsd/secsd/persist"
	"github.com/secsd/secsd/spool"
)

// missing says that there is no data folder to look at.
const missing = "secsd run makes the folder at its first start; --data-dir names another one"

// HintReading is Hint for those who only want to look at a folder.
func HintReading(err error) string {
	switch {
	case errors.Is(err, persist.ErrLocked):
		return "stop the secsd that runs on it first; what runs is seen on /metrics"
	case errors.Is(err, fs.ErrNotExist):
		return missing
	}
	return Hint(err)
}

// Check checks all of the data folder at dir, changes nothing in it, and prints a
// summary. Damage is an error that names the file.
func Check(w io.Writer, dir string) error {
	s, err := persist.Check(dir)
	if err != nil {
		return named(dir, err)
	}
	c := newContents()
	if err := persist.Dump(dir, func(f persist.Found) error { return c.add(f, nil) }); err != nil {
		return named(dir, err)
	}
	stopped := "in order"
	if !s.Closed {
		stopped = "no: the next start writes all anew"
	}
	fmt.Fprintf(w, "identity     %s\nformat       %d\nstopped      %s\n", s.Identity, s.Format, stopped)
	fmt.Fprintf(w, "generations  %d to %d\njournal      %d files, %d bytes\n", s.Oldest, s.Newest, s.Files, s.Bytes)
	fmt.Fprintf(w, "left over    %d files, which the next start removes\n", s.Older+s.Unfinished)
	fmt.Fprintf(w, "records      %d\n", s.Records)
	kinds := c.kinds()
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		fmt.Fprintf(w, "  %-10s %d\n", kind, kinds[kind])
	}
	fmt.Fprintf(w, "spool        %d segments, %d bytes\n", s.Segments, s.SegmentBytes)
	for _, host := range c.hosts() {
		spooled, err := c.open(host)
		if err != nil {
			return named(dir, err)
		}
		fmt.Fprintf(w, "  %-10s %d segments, %d messages", host, len(c.segments[host]), spooled.messages)
		if spooled.lost > 0 {
			fmt.Fprintf(w, "; at least %d more are lost, all files of this host are gone", spooled.lost)
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintf(w, "programs     %d, %d bytes\n", s.Programs, s.ProgramBytes)
	return nil
}

// hosts returns those that have segments or the state of a spool.
func (c *contents) hosts() []string {
	hosts := slices.Collect(maps.Keys(c.segments))
	for id, image := range c.spools {
		if name, _ := strings.CutSuffix(id, "\x00"); image != nil && c.segments[name] == nil {
			hosts = append(hosts, name)
		}
	}
	slices.Sort(hosts)
	return hosts
}

// contents are what a data folder holds, as far as the spools need it.
type contents struct {
	live     map[string]map[string]bool // by kind and ID
	spools   map[string][]byte          // images of the spools' states, by ID
	segments map[string][]persist.Found // by host
}

// kindSpool is what package gem calls the state of a spool; its ID is the host
// and a zero byte.
const kindSpool = "spool"

func newContents() *contents {
	return &contents{live: map[string]map[string]bool{}, spools: map[string][]byte{}, segments: map[string][]persist.Found{}}
}

// add takes what persist.Dump found, in its order, after print has seen it.
func (c *contents) add(f persist.Found, print func(persist.Found) error) error {
	switch {
	case f.Segment != nil:
		c.segments[f.Segment.Host] = append(c.segments[f.Segment.Host], f)
	case f.Program != nil:
	case f.Record.Image == nil:
		delete(c.live[f.Record.Kind], f.Record.ID)
	default:
		if c.live[f.Record.Kind] == nil {
			c.live[f.Record.Kind] = map[string]bool{}
		}
		c.live[f.Record.Kind][f.Record.ID] = true
	}
	if f.Record != nil && f.Record.Kind == kindSpool {
		c.spools[f.Record.ID] = f.Record.Image
	}
	if print == nil {
		return nil
	}
	return print(f)
}

// kinds counts the records of each kind.
func (c *contents) kinds() map[string]int {
	n := map[string]int{}
	for kind, ids := range c.live {
		if len(ids) > 0 {
			n[kind] = len(ids)
		}
	}
	return n
}

// spooled is the spool of a host, opened for reading.
type spooled struct {
	store    *spool.Store
	messages int
	lost     int // that were on disk and whose files are gone
	kept     uint64
	data     map[uint32][]byte
}

// open reads the spool of a host as the daemon does.
func (c *contents) open(host string) (*spooled, error) {
	var state spool.Record
	if image := c.spools[host+"\x00"]; image != nil {
		var err error
		if state, err = spool.ParseRecord(image); err != nil {
			return nil, fmt.Errorf("spool of host %q: %w", host, err)
		}
	}
	s := &spooled{store: spool.NewStore(spool.Share(0, 1)), kept: state.Kept, data: map[uint32][]byte{}}
	for _, f := range c.segments[host] {
		if err := s.store.Restore(f.Segment.Number, f.Segment.Data); err != nil {
			return nil, c.locate(host, err)
		}
		s.data[f.Segment.Number] = f.Segment.Data
	}
	found, err := s.store.Recover(max(state.Head, 1), state.Kept)
	s.messages = found.Messages
	if err == nil {
		s.lost, err = state.Check(found, s.store)
	}
	return s, c.locate(host, err)
}

// locate names the file of a damage in the spool of a host.
func (c *contents) locate(host string, err error) error {
	var damaged *spool.CorruptError
	if !errors.As(err, &damaged) {
		return err
	}
	for _, f := range c.segments[host] {
		if f.Segment.Number == damaged.Segment {
			return fmt.Errorf("%s: offset %d: %w", f.File, damaged.Offset, err)
		}
	}
	return fmt.Errorf("spool of host %q: %w", host, err)
}

// each calls f with every message of the spool, the oldest first.
func (s *spooled) each(f func(index uint64, m spool.Message) error) error {
	indices := []uint64{}
	if s.kept != 0 {
		indices = append(indices, s.kept)
	}
	for i := s.store.Head(); i < s.store.Durable(); i++ {
		indices = append(indices, i)
	}
	for _, i := range indices {
		m, need, err := s.store.Read(i)
		for ; need != 0 && err == nil; m, need, err = s.store.Read(i) {
			s.store.Fetched(need, s.data[need])
		}
		if err != nil {
			return err
		}
		if err := f(i, m); err != nil {
			return err
		}
	}
	return nil
}
