package persist

import (
	"bytes"
	"slices"

	"github.com/google/uuid"
)

// chain is what the durable records are made of: a checkpoint and every batch
// after what it stands for.
type chain struct {
	checkpoint file
	batches    []file
	end        position
}

// stock is what the journal's folder holds.
type stock struct {
	chain
	seal       *file  // the batch without commits that ends a journal closed in order
	older      []file // of generations that a checkpoint stands for
	unfinished []string
	generation uint64 // the newest
}

// visitor sees every record that a chain consists of; nil sees none.
type visitor func(of file, fr frame, r record, offset int64) error

// stock lists the journal's folder and checks every name in it.
func (d disk) stock() (s stock, err error) {
	entries, unfinished, err := d.list(journalDir)
	if err != nil {
		return s, err
	}
	s.unfinished = unfinished
	var files []file
	newest := -1
	for _, e := range entries {
		f, ok := parseFileName(e.Name)
		if !ok || e.Dir {
			return s, corrupt(journalDir+"/"+e.Name, 0, hintName, "unknown name")
		}
		f.size = e.Size
		files = append(files, f)
	}
	slices.SortFunc(files, file.before)
	for i, f := range files {
		s.generation = f.generation
		if !f.batch() {
			newest = i
		}
	}
	if newest < 0 {
		return s, corrupt(journalDir, 0, hintRestore, "no checkpoint")
	}
	s.older, s.checkpoint, s.batches = files[:newest], files[newest], files[newest+1:]
	return s, nil
}

// verify reads the whole chain of a stock.
func (d disk) verify(s *stock, id uuid.UUID, visit visitor) error {
	if visit == nil {
		visit = func(file, frame, record, int64) error { return nil }
	}
	order := ascending{name: s.checkpoint.name()}
	dec, err := d.walk(s.checkpoint, func(fr frame, r record, offset int64) error {
		if err := order.check(r, offset); err != nil {
			return err
		}
		return visit(s.checkpoint, fr, r, offset)
	})
	if err != nil {
		return err
	}
	if err := dec.belongs(s.checkpoint, id); err != nil {
		return err
	}
	s.end = dec.after
	for i, f := range s.batches {
		dec, err := d.walk(f, func(fr frame, r record, offset int64) error { return visit(f, fr, r, offset) })
		if err != nil {
			return err
		}
		if err := dec.belongs(f, id); err != nil {
			return err
		}
		if dec.after != s.end {
			return corrupt(f.name(), 44, hintRestore, "follows batch %d of generation %d, found was batch %d of generation %d",
				dec.after.number, dec.after.generation, s.end.number, s.end.generation)
		}
		if dec.frames == 0 {
			if i < len(s.batches)-1 {
				return corrupt(f.name(), headerSize, hintRestore, "ends the journal, but %s is there", s.batches[i+1].name())
			}
			s.seal, s.batches = &f, s.batches[:i]
			break
		}
		s.end = position{f.generation, f.number, dec.sum}
	}
	return nil
}

// belongs checks that a file is what its name says, in the folder that it was
// written in.
func (d *decoder) belongs(f file, id uuid.UUID) error {
	switch {
	case d.identity != id:
		return corrupt(f.name(), 12, hintMixed, "of data folder %s, this one is %s", d.identity, id)
	case d.generation != f.generation || d.number != f.number:
		return corrupt(f.name(), 28, hintRestore, "generation %d, number %d inside", d.generation, d.number)
	}
	return nil
}

// ascending checks the order of a checkpoint's records.
type ascending struct {
	name     string
	kind, id []byte
	any      bool
}

func (a *ascending) check(r record, offset int64) error {
	if r.deleted || a.any && order(a.kind, a.id, r.kind, r.id) >= 0 {
		return corrupt(a.name, offset, hintRestore, "record %s %q is out of order", r.kind, r.id)
	}
	a.kind, a.id, a.any = append(a.kind[:0], r.kind...), append(a.id[:0], r.id...), true
	return nil
}

func order(kind1, id1, kind2, id2 []byte) int {
	if c := bytes.Compare(kind1, kind2); c != 0 {
		return c
	}
	return bytes.Compare(id1, id2)
}

// newest returns the newest record of every object that the batches of a chain
// change, in order.
func (d disk) newest(c chain) ([]record, error) {
	type key struct{ kind, id string }
	records := make(map[key]record)
	for _, f := range c.batches {
		_, err := d.walk(f, func(_ frame, r record, _ int64) error {
			k := key{string(r.kind), string(r.id)}
			records[k] = record{[]byte(k.kind), []byte(k.id), append([]byte{}, r.image...), r.deleted}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	sorted := make([]record, 0, len(records))
	for _, r := range records {
		sorted = append(sorted, r)
	}
	slices.SortFunc(sorted, func(a, b record) int { return order(a.kind, a.id, b.kind, b.id) })
	return sorted, nil
}

// merge calls f with every record of a chain, in order. The records are views
// that the next call overwrites.
func (d disk) merge(c chain, f func(record) error) error {
	changed, err := d.newest(c)
	if err != nil {
		return err
	}
	put := func(r record) error {
		if r.deleted {
			return nil
		}
		return f(r)
	}
	_, err = d.walk(c.checkpoint, func(_ frame, r record, _ int64) error {
		for len(changed) > 0 {
			c := order(changed[0].kind, changed[0].id, r.kind, r.id)
			if c > 0 {
				break
			}
			if c == 0 {
				r = changed[0]
				changed = changed[1:]
				break
			}
			if err := put(changed[0]); err != nil {
				return err
			}
			changed = changed[1:]
		}
		return put(r)
	})
	if err != nil {
		return err
	}
	for _, r := range changed {
		if err := put(r); err != nil {
			return err
		}
	}
	return nil
}
