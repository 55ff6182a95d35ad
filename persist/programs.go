package persist

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"sync"
)

// This file is the process programs of a data folder: files that are written
// once, whole, and never changed. A program that is replaced gets a file of the
// next version, so that what is refused takes nothing away; the old file goes
// when the new one is durable.

// Program describes a stored process program.
type Program struct {
	Name   string // of 1 to MaxProgramName bytes, whatever they are
	Format byte   // the caller's
	Size   int64  // of the content
}

// MaxProgramName bounds the name of a program in bytes.
const MaxProgramName = 120

// Programs are the process programs of a data folder. Its methods may be called
// from several goroutines, but a change of one name by one at a time.
type Programs struct {
	disk  disk
	first bool // nobody has said before this start that all are supplied

	mu      sync.Mutex // guards the fields below; held for memory only
	index   map[string]programFile
	version uint32   // the highest that a file has or had
	made    uint64   // for names of unfinished files, never used twice
	broken  bool     // nobody knows what of the folder is durable
	remnant []string // files that must be gone before the next change
	back    []move   // files that must have their names back before it
}

// move is a file under another name.
type move struct{ name, now string }

// OpenedProgram is a program opened for reading: what was stored then, whatever
// becomes of the program.
type OpenedProgram struct {
	Program
	io.ReadCloser // the content
}

// StagedProgram is a program that is written and not stored yet.
type StagedProgram interface {
	// Commit stores it, durably, in the place of one that has the name. After an
	// error it is not stored, and the old one is still there.
	Commit() error
	// Discard gives it up. After Commit it does nothing.
	Discard()
	// Size is the length of its content.
	Size() int64
}

func newPrograms(d disk, found []programFile) *Programs {
	p := &Programs{disk: d, index: map[string]programFile{}}
	for _, f := range found {
		p.index[f.Name] = f
		p.version = max(p.version, f.version)
	}
	return p
}

// First tells whether this is the first start with these programs: none before it
// has come as far as Supplied, though some may be stored already.
func (p *Programs) First() bool { return p.first }

// Supplied says that all programs are stored that the tool comes with: the next
// start is not the first. It returns when that is durable.
func (p *Programs) Supplied() error {
	if !p.first {
		return nil
	}
	if err := p.disk.discard(unsuppliedName); err != nil {
		return err
	}
	if err := p.disk.SyncDir("."); err != nil {
		return fmt.Errorf("persist: %w", err)
	}
	return nil
}

// List returns the programs, ordered by name.
func (p *Programs) List() []Program {
	p.mu.Lock()
	defer p.mu.Unlock()
	list := make([]Program, 0, len(p.index))
	for _, f := range p.index {
		list = append(list, f.Program)
	}
	slices.SortFunc(list, func(a, b Program) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// Stage writes a program with at most limit bytes of content; one that is longer
// is ErrTooLarge.
func (p *Programs) Stage(name string, format byte, content io.Reader, limit int64) (StagedProgram, error) {
	if name == "" || len(name) > MaxProgramName {
		return nil, fmt.Errorf("persist: program name of %d bytes, want 1 to %d", len(name), MaxProgramName)
	}
	if err := p.mend(); err != nil {
		return nil, err
	}
	s := &stagedProgram{of: p, tmp: p.unfinished(), file: programFile{Program: Program{Name: name, Format: format}}}
	if err := s.write(content, limit); err != nil {
		s.Discard()
		return nil, err
	}
	return s, nil
}

// unfinished returns a name for a file that is being written.
func (p *Programs) unfinished() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.made++
	return fmt.Sprintf("%s/%d%s", programsDir, p.made, temporary)
}

// mend makes the folder known again after an error: what must not be there is
// removed, and all changes are synced anew.
func (p *Programs) mend() error {
	p.mu.Lock()
	broken, remnant, back := p.broken, slices.Clone(p.remnant), slices.Clone(p.back)
	p.mu.Unlock()
	if !broken {
		return nil
	}
	for _, m := range back {
		if err := p.disk.Rename(m.now, m.name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("persist: programs: %w", err)
		}
	}
	for _, name := range remnant {
		if err := p.disk.discard(name); err != nil {
			return err
		}
	}
	if err := p.disk.syncAs(p.unfinished(), programsDir); err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.remnant = slices.DeleteFunc(p.remnant, func(name string) bool { return slices.Contains(remnant, name) })
	p.back = slices.DeleteFunc(p.back, func(m move) bool { return slices.Contains(back, m) })
	p.broken = len(p.remnant)+len(p.back) > 0
	return nil
}

// fail notes that nobody knows the folder; the files named must be gone.
func (p *Programs) fail(remnant ...string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.broken = true
	p.remnant = append(p.remnant, remnant...)
}

// stagedProgram is an unfinished file.
type stagedProgram struct {
	of   *Programs
	tmp  string
	file programFile
	over bool
}

func (s *stagedProgram) Size() int64 { return s.file.Size }

// write fills the file and makes its bytes durable.
func (s *stagedProgram) write(content io.Reader, limit int64) error {
	f, err := s.of.disk.Create(s.tmp)
	if err != nil {
		return fmt.Errorf("persist: %w", err)
	}
	err = s.file.write(f, content, limit)
	if err == nil {
		err = f.Sync()
	}
	if failed := f.Close(); err == nil {
		err = failed
	}
	if err != nil {
		return fmt.Errorf("persist: program %q: %w", s.file.Name, err)
	}
	return nil
}

// Commit is the rename. The name of the file was never used before: after an
// error the file with the old one is as good as it was.
func (s *stagedProgram) Commit() error {
	p := s.of
	s.over = true
	p.mu.Lock()
	p.version++
	s.file.version = p.version
	old, replaces := p.index[s.file.Name]
	p.mu.Unlock()
	name := s.file.path()
	err := p.disk.Rename(s.tmp, name)
	if err == nil {
		err = p.disk.SyncDir(programsDir)
	}
	if err != nil {
		p.fail(name)
		_ = p.disk.Remove(s.tmp)
		_ = p.disk.Remove(name) // mend makes sure
		return fmt.Errorf("persist: program %q: %w", s.file.Name, err)
	}
	p.mu.Lock()
	p.index[s.file.Name] = s.file
	p.mu.Unlock()
	if replaces && p.disk.discard(old.path()) != nil {
		p.fail(old.path())
	}
	return nil
}

func (s *stagedProgram) Discard() {
	if !s.over {
		s.over = true
		_ = s.of.disk.Remove(s.tmp) // the next start does it otherwise
	}
}

// Delete deletes programs, durably: all that are there or, with an error, none.
// Only a crash can leave some of them.
func (p *Programs) Delete(names ...string) error {
	if err := p.mend(); err != nil {
		return err
	}
	var files []programFile
	p.mu.Lock()
	for _, name := range names {
		if f, ok := p.index[name]; ok {
			files = append(files, f)
		}
	}
	p.mu.Unlock()
	moved, err := p.takeAway(files)
	if err != nil {
		return err
	}
	p.mu.Lock()
	for _, f := range files {
		delete(p.index, f.Name)
	}
	p.mu.Unlock()
	for _, name := range moved {
		_ = p.disk.Remove(name) // the next start does it otherwise
	}
	return nil
}

// takeAway renames the files so that the next start removes them, and returns
// their new names. One that somebody else removed is away already.
func (p *Programs) takeAway(files []programFile) (moved []string, err error) {
	var moves []move
	for _, f := range files {
		m := move{f.path(), p.unfinished()}
		err = p.disk.Rename(m.name, m.now)
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
			continue
		}
		moves, moved = append(moves, m), append(moved, m.now)
		if err != nil {
			break
		}
	}
	if err == nil && len(moved) > 0 {
		err = p.disk.SyncDir(programsDir)
	}
	if err == nil {
		return moved, nil
	}
	p.fail()
	p.mu.Lock()
	p.back = append(p.back, moves...)
	p.mu.Unlock()
	_ = p.mend() // the next change does it otherwise
	return nil, fmt.Errorf("persist: programs: %w", err)
}

// Open opens a program and checks all of it: damage is a CorruptError. A program
// that is not there is fs.ErrNotExist.
func (p *Programs) Open(name string) (*OpenedProgram, error) {
	for {
		p.mu.Lock()
		f, ok := p.index[name]
		p.mu.Unlock()
		if !ok {
			return nil, fmt.Errorf("persist: program %q: %w", name, fs.ErrNotExist)
		}
		opened, err := p.disk.openProgram(f)
		if errors.Is(err, fs.ErrNotExist) && (p.replaced(f) || p.isBroken() && p.mend() == nil) {
			continue
		}
		return opened, err
	}
}

func (p *Programs) isBroken() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.broken
}

// replaced tells whether f is not the file of its program any more.
func (p *Programs) replaced(f programFile) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.index[f.Name].version != f.version
}
