package persist

import (
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	"strings"
)

// maxSegment bounds a segment file.
const maxSegment = 8 << 20

// segments checks the names of the spool folder and returns them, ordered by
// host and number, and what was never finished.
func (d disk) segments() (found []Segment, unfinished []string, err error) {
	entries, unfinished, err := d.list(spoolDir)
	if err != nil {
		return nil, nil, err
	}
	for _, e := range entries {
		host, number, ok := parseSegmentFile(e.Name)
		if !ok || e.Dir {
			return nil, nil, corrupt(spoolDir+"/"+e.Name, 0, hintName, "unknown name")
		}
		if e.Size > maxSegment {
			return nil, nil, corrupt(spoolDir+"/"+e.Name, maxSegment, hintRestore, "%d bytes, at most %d", e.Size, maxSegment)
		}
		found = append(found, Segment{Host: host, Number: number})
	}
	slices.SortFunc(found, func(a, b Segment) int {
		if c := strings.Compare(a.Host, b.Host); c != 0 {
			return c
		}
		return compare(uint64(a.Number), uint64(b.Number))
	})
	return found, unfinished, nil
}

func (d disk) segment(host string, number uint32) ([]byte, error) {
	return d.whole(SegmentFile(host, number), maxSegment)
}

// writer carries out writes to segments in their order, as far as power loss can
// tell: at any time only one segment of a host, the last written, is not durable.
type writer struct {
	disk
	dirty map[string]dirty // by host
	made  uint64           // for names of unfinished files, never used twice
}

type dirty struct {
	number uint32
	file   File
}

func (w *writer) write(c Write) error {
	name := SegmentFile(c.Host, c.Segment)
	if c.Data != nil && c.Offset > 0 {
		return w.extend(c, name)
	}
	if err := w.settle(); err != nil {
		return err
	}
	if c.Data == nil {
		if err := w.discard(name); err != nil {
			return err
		}
		return w.syncDir()
	}
	return w.create(name, c.Data)
}

func (w *writer) syncDir() error {
	if err := w.SyncDir(spoolDir); err != nil {
		return fmt.Errorf("persist: %w", err)
	}
	return nil
}

func (w *writer) create(name string, data []byte) error {
	w.made++
	return w.replace(fmt.Sprintf("%s/%d%s", spoolDir, w.made, temporary), name, bytesOf(data))
}

// extend writes into a segment that exists.
func (w *writer) extend(c Write, name string) error {
	now, ok := w.dirty[c.Host]
	if !ok || now.number != c.Segment {
		if err := w.clean(c.Host); err != nil {
			return err
		}
		f, err := w.OpenWrite(name)
		if err != nil {
			return fmt.Errorf("persist: %w", err)
		}
		now = dirty{c.Segment, f}
		w.dirty[c.Host] = now
	}
	n, err := now.file.WriteAt(c.Data, int64(c.Offset))
	if err == nil && n < len(c.Data) {
		err = io.ErrShortWrite
	}
	if err != nil {
		return fmt.Errorf("persist: %s: %w", name, err)
	}
	return nil
}

// settle makes every segment durable.
func (w *writer) settle() error {
	for _, host := range slices.Sorted(maps.Keys(w.dirty)) {
		if err := w.clean(host); err != nil {
			return err
		}
	}
	return nil
}

// clean makes the last written segment of a host durable.
func (w *writer) clean(host string) error {
	now, ok := w.dirty[host]
	if !ok {
		return nil
	}
	delete(w.dirty, host)
	err := now.file.Sync()
	if failed := now.file.Close(); err == nil {
		err = failed
	}
	if err != nil {
		return fmt.Errorf("persist: %s: %w", SegmentFile(host, now.number), err)
	}
	return nil
}

// abandon closes what is open after an error.
func (w *writer) abandon() {
	for _, now := range w.dirty {
		_ = now.file.Close()
	}
	clear(w.dirty)
}

// check refuses a write that could not be read again.
func (w Write) check() error {
	switch {
	case !validHost(w.Host):
		return fmt.Errorf("persist: host name %q", w.Host)
	case w.Offset < 0 || w.Offset > maxSegment || len(w.Data) > maxSegment-w.Offset:
		return fmt.Errorf("%w: segment %s", ErrTooLarge, path.Base(SegmentFile(w.Host, w.Segment)))
	}
	return nil
}
