package persist

import (
	"fmt"
	"io/fs"

	"github.com/google/uuid"
)

// Summary is what a data folder holds.
type Summary struct {
	Identity uuid.UUID
	Format   int
	// Oldest and Newest are the generations of the files that count.
	Oldest, Newest uint64
	// Closed: the daemon that used the folder last was stopped in order.
	Closed bool
	// Files and Bytes are those of the checkpoint and the batches after it.
	Files int
	Bytes int64
	// Records are the objects that the journal holds.
	Records int
	// Older are files that the checkpoint stands for; Unfinished were never
	// given their names. Both are harmless, the next start removes them.
	Older, Unfinished int
	Segments          int
	SegmentBytes      int64
	Programs          int
	ProgramBytes      int64
}

// Check reads and checks a data folder, under its lock, and changes nothing in
// it. Damage is a CorruptError.
func Check(dir string) (Summary, error) {
	var s Summary
	err := examined(dir, nil, func(d disk, f findings) error {
		c := f.stock.chain
		s = Summary{
			Identity: f.identity, Format: formatVersion, Closed: f.stock.seal != nil,
			Oldest: c.checkpoint.generation, Newest: f.stock.generation,
			Files: 1 + len(c.batches), Bytes: c.checkpoint.size, Segments: len(f.segments),
			Older: len(f.stock.older), Unfinished: len(f.stock.unfinished) + len(f.unfinished),
		}
		for _, b := range c.batches {
			s.Bytes += b.size
		}
		for _, segment := range f.segments {
			data, err := d.segment(segment.Host, segment.Number)
			if err != nil {
				return err
			}
			s.SegmentBytes += int64(len(data))
		}
		for _, program := range f.programs {
			opened, err := d.openProgram(program)
			if err != nil {
				return err
			}
			opened.Close()
			s.Programs, s.ProgramBytes = s.Programs+1, s.ProgramBytes+program.Size
		}
		return d.merge(c, func(record) error { s.Records++; return nil })
	})
	return s, err
}

// Found is one thing that a data folder holds: a record, a segment, or a process
// program.
type Found struct {
	// File is relative to the data folder, with slashes.
	File string
	// Offset is where the record begins.
	Offset int64
	// Seq is the commit's number in a batch, the frame's in a checkpoint.
	Seq uint64
	// Of these one is not nil.
	Record  *Record
	Segment *Segment
	Program *Program
}

// Dump calls f for every record of the checkpoint and the batches after it, in
// the order of the files, then for every segment and program. Like Check it changes nothing.
// What it saw before an error was not damaged.
func Dump(dir string, f func(Found) error) error {
	visit := func(of file, fr frame, r record, offset int64) error {
		image := append([]byte{}, r.image...)
		if r.deleted {
			image = nil
		}
		return f(Found{
			File: of.name(), Offset: offset, Seq: fr.seq,
			Record: &Record{Kind: string(r.kind), ID: string(r.id), Image: image},
		})
	}
	return examined(dir, visit, func(d disk, found findings) error {
		for _, s := range found.segments {
			var err error
			if s.Data, err = d.segment(s.Host, s.Number); err != nil {
				return err
			}
			if err := f(Found{File: SegmentFile(s.Host, s.Number), Segment: &s}); err != nil {
				return err
			}
		}
		for _, p := range found.programs {
			if err := f(Found{File: p.path(), Program: &p.Program}); err != nil {
				return err
			}
		}
		return nil
	})
}

// examined examines the data folder at dir under its lock, then calls f.
func examined(dir string, visit visitor, f func(disk, findings) error) error {
	d := disk{osFS(dir)}
	r, err := d.root()
	if err != nil {
		return err
	}
	if !r.identity && len(r.dirs) == 0 {
		return fmt.Errorf("persist: no data folder at %s: %w", dir, fs.ErrNotExist)
	}
	lock, err := d.Lock(lockName)
	if err != nil {
		return err
	}
	defer lock.Close()
	found, err := d.examine(visit)
	if err != nil {
		return err
	}
	return f(d, found)
}
