package persist

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"
)

// Config describes a journal on disk.
type Config struct {
	// Dir is the data folder, made if it is not there.
	Dir string
	// FS has the data folder as its root; nil is the operating system's at Dir.
	FS FS
	// MaxBatches bounds the batch files that exist at any instant; 0 is 1000,
	// at least 4.
	MaxBatches int
	// MaxBatchBytes bounds their bytes, and by that a commit; 0 is 8 MiB, from
	// 4 KiB to 64 MiB.
	MaxBatchBytes int
}

func (c Config) withDefaults() (Config, error) {
	if c.MaxBatches == 0 {
		c.MaxBatches = 1000
	}
	if c.MaxBatchBytes == 0 {
		c.MaxBatchBytes = 8 << 20
	}
	switch {
	case c.MaxBatches < 4:
		return c, fmt.Errorf("persist: MaxBatches is %d, want at least 4", c.MaxBatches)
	case c.MaxBatchBytes < 4<<10 || c.MaxBatchBytes > maxFrame:
		return c, fmt.Errorf("persist: MaxBatchBytes is %d, want %d to %d", c.MaxBatchBytes, 4<<10, maxFrame)
	}
	return c, nil
}

// Open opens a data folder, makes it if there is none, and checks what it holds.
// Damage is a CorruptError. Nothing in the folder is changed before Accept, save
// in one that is new.
func Open(cfg Config) (*Journal, error) {
	cfg, err := cfg.withDefaults()
	if err != nil {
		return nil, err
	}
	if cfg.FS == nil {
		if cfg.FS, err = makeOS(cfg.Dir); err != nil {
			return nil, err
		}
	}
	lock, err := cfg.FS.Lock(lockName)
	if errors.Is(err, ErrLocked) {
		return nil, err
	}
	if err != nil {
		return nil, fmt.Errorf("persist: lock: %w", err)
	}
	d := disk{cfg.FS}
	j := &Journal{
		cfg: cfg, disk: d, lock: lock, inbox: newInbox(),
		spool: writer{disk: d, dirty: map[string]dirty{}},
	}
	if err := j.open(); err != nil {
		lock.Close()
		return nil, err
	}
	return j, nil
}

func (j *Journal) open() error {
	r, err := j.disk.root()
	if err != nil {
		return err
	}
	fresh := !r.identity
	if fresh {
		if err := j.disk.firstStart(r); err != nil {
			return err
		}
	}
	f, err := j.disk.examine(nil)
	if err != nil {
		return err
	}
	j.identity, j.state, j.seal = f.identity, f.stock.chain, f.stock.seal
	j.generation = f.stock.generation
	j.programs = newPrograms(j.disk, f.programs)
	j.programs.first = fresh || r.unsupplied || !r.dirs[programsDir]
	if fresh {
		return nil
	}
	j.generation++
	j.found = &f
	j.found.unfinished = slices.Concat(r.unfinished, f.stock.unfinished, f.unfinished)
	return nil
}

// Accept says that what Load told is taken. Now the folder is tidied, and what a
// journal shows that was not closed in order is made durable. It is called after
// Load and before Run, which calls it if nobody did.
func (j *Journal) Accept() error {
	f := j.found
	if f == nil {
		return nil
	}
	// What shows of the programs may be what a sync that failed never made durable,
	// and an older version of one goes only when the newer one cannot.
	if j.programs.first { // a folder of an older secsd has no place for them
		if err := j.disk.unsupplied(); err != nil {
			return err
		}
	}
	if err := j.disk.makeDirs(programsDir); err != nil {
		return err
	}
	if err := j.disk.syncAnew(programsDir); err != nil {
		return err
	}
	for _, name := range f.unfinished {
		if err := j.disk.discard(name); err != nil {
			return err
		}
	}
	if j.seal == nil {
		if err := j.refound(f.segments); err != nil {
			return err
		}
	}
	j.old = append(j.old, f.stock.older...)
	j.found = nil
	return nil
}

// refound writes everything anew after a journal that was not closed in order:
// what the folder shows may be what a failed or missing sync never made durable.
func (j *Journal) refound(segments []Segment) error {
	if err := j.disk.syncAnew(spoolDir); err != nil {
		return err
	}
	for _, s := range segments {
		data, err := j.disk.segment(s.Host, s.Number)
		if err != nil {
			return err
		}
		if err := j.spool.create(SegmentFile(s.Host, s.Number), data); err != nil {
			return err
		}
	}
	if err := j.disk.writeIdentity(j.identity); err != nil {
		return err
	}
	f, err := j.disk.checkpoint(context.Background(), j.state, j.identity, j.generation)
	if err != nil {
		return err
	}
	j.begin(f)
	return nil
}

// findings are what a data folder holds.
type findings struct {
	identity   uuid.UUID
	stock      stock
	segments   []Segment // without data
	programs   []programFile
	unfinished []string
}

// examine reads and checks a data folder and changes nothing.
func (d disk) examine(visit visitor) (f findings, err error) {
	r, err := d.root()
	if err != nil {
		return f, err
	}
	if f.identity, err = d.readIdentity(); err != nil {
		return f, err
	}
	for _, dir := range []string{journalDir, spoolDir} {
		if !r.dirs[dir] {
			return f, corrupt(dir, 0, hintRestore, "folder is missing")
		}
	}
	if f.stock, err = d.stock(); err != nil {
		return f, err
	}
	if f.segments, f.unfinished, err = d.segments(); err != nil {
		return f, err
	}
	if r.dirs[programsDir] {
		programs, unfinished, err := d.programs()
		if err != nil {
			return f, err
		}
		f.programs, f.unfinished = programs, append(f.unfinished, unfinished...)
	}
	return f, d.verify(&f.stock, f.identity, visit)
}

// root is what the data folder itself holds.
type root struct {
	identity   bool
	unsupplied bool
	dirs       map[string]bool
	unfinished []string
}

func (d disk) root() (root, error) {
	r := root{dirs: map[string]bool{}}
	entries, unfinished, err := d.list(".")
	r.unfinished = unfinished
	if err != nil {
		return r, err
	}
	for _, e := range entries {
		switch {
		case e.Name == identityName && !e.Dir:
			r.identity = true
		case e.Name == unsuppliedName && !e.Dir:
			r.unsupplied = true
		case e.Name == lockName && !e.Dir:
		case e.Dir && (e.Name == journalDir || e.Name == spoolDir || e.Name == programsDir || e.Name == recoveredDir):
			r.dirs[e.Name] = true
		default:
			return r, corrupt(e.Name, 0, hintName, "unknown name")
		}
	}
	return r, nil
}

// firstStart makes an empty data folder. The identity comes last: without one, a
// folder is new, or the first start was cut short and nothing is lost.
func (d disk) firstStart(r root) error {
	if err := d.cleared(r); err != nil {
		return err
	}
	id, err := uuid.NewV7()
	if err != nil {
		return fmt.Errorf("persist: %w", err)
	}
	if err := d.unsupplied(); err != nil {
		return err
	}
	if err := d.makeDirs(journalDir, spoolDir, programsDir); err != nil {
		return err
	}
	if _, err := d.checkpoint(context.Background(), chain{}, id, 1); err != nil {
		return err
	}
	return d.writeIdentity(id)
}

// unsupplied notes, durably, that the programs which the tool comes with are not all
// stored.
func (d disk) unsupplied() error {
	f, err := d.Create(unsuppliedName)
	if err == nil {
		err = f.Close()
	}
	if err == nil {
		err = d.SyncDir(".")
	}
	if err != nil {
		return fmt.Errorf("persist: %w", err)
	}
	return nil
}

// makeDirs makes folders of the data folder, durably.
func (d disk) makeDirs(names ...string) error {
	for _, dir := range names {
		if err := d.MakeDir(dir); err != nil {
			return fmt.Errorf("persist: %w", err)
		}
	}
	if err := d.SyncDir("."); err != nil {
		return fmt.Errorf("persist: %w", err)
	}
	return nil
}

// cleared removes what a first start left that was cut short, folders too. Any
// more than that means that the identity is missing.
func (d disk) cleared(r root) error {
	missing := corrupt(identityName, 0, hintRestore, "missing, but the folder holds data")
	remove := r.unfinished
	if r.dirs[journalDir] {
		entries, unfinished, err := d.list(journalDir)
		if err != nil {
			return err
		}
		for _, e := range entries {
			f, ok := parseFileName(e.Name)
			if f.size = e.Size; !ok || f.generation != 1 || f.batch() || f.size != headerSize+trailerSize {
				return missing
			}
			unfinished = append(unfinished, f.name())
		}
		remove = append(remove, unfinished...)
	}
	for _, dir := range []string{spoolDir, programsDir} {
		if !r.dirs[dir] {
			continue
		}
		entries, unfinished, err := d.list(dir)
		if err != nil {
			return err
		}
		if len(entries) > 0 {
			return missing
		}
		remove = append(remove, unfinished...)
	}
	for _, name := range remove {
		if err := d.discard(name); err != nil {
			return err
		}
	}
	for _, dir := range []string{journalDir, spoolDir, programsDir} {
		_ = d.Remove(dir) // one that something is mounted on stays
	}
	return nil
}
