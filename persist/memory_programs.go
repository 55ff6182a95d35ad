package persist

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"sync"
)

// MemoryPrograms keeps process programs in memory.
type MemoryPrograms struct {
	mu    sync.Mutex
	index map[string]memoryProgram
}

type memoryProgram struct {
	Program
	content []byte
}

// NewMemoryPrograms returns an empty store.
func NewMemoryPrograms() *MemoryPrograms {
	return &MemoryPrograms{index: map[string]memoryProgram{}}
}

// First is true: nothing was stored before.
func (p *MemoryPrograms) First() bool { return true }

// Supplied does nothing.
func (p *MemoryPrograms) Supplied() error { return nil }

// List returns the programs, ordered by name.
func (p *MemoryPrograms) List() []Program {
	p.mu.Lock()
	defer p.mu.Unlock()
	list := make([]Program, 0, len(p.index))
	for _, m := range p.index {
		list = append(list, m.Program)
	}
	slices.SortFunc(list, func(a, b Program) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// Stage takes a program with at most limit bytes of content.
func (p *MemoryPrograms) Stage(name string, format byte, content io.Reader, limit int64) (StagedProgram, error) {
	data, err := io.ReadAll(io.LimitReader(content, limit+1))
	if err != nil {
		return nil, fmt.Errorf("persist: program %q: content: %w", name, err)
	}
	if int64(len(data)) > limit {
		return nil, fmt.Errorf("persist: program %q: %w: more than %d bytes", name, ErrTooLarge, limit)
	}
	return &stagedMemory{p, memoryProgram{Program{name, format, int64(len(data))}, data}}, nil
}

type stagedMemory struct {
	of *MemoryPrograms
	m  memoryProgram
}

func (s *stagedMemory) Size() int64 { return s.m.Size }

func (s *stagedMemory) Discard() {}

func (s *stagedMemory) Commit() error {
	s.of.mu.Lock()
	defer s.of.mu.Unlock()
	s.of.index[s.m.Name] = s.m
	return nil
}

// Delete deletes programs; it cannot fail.
func (p *MemoryPrograms) Delete(names ...string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, name := range names {
		delete(p.index, name)
	}
	return nil
}

// Open opens a program; one that is not there is fs.ErrNotExist.
func (p *MemoryPrograms) Open(name string) (*OpenedProgram, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	m, ok := p.index[name]
	if !ok {
		return nil, fmt.Errorf("persist: program %q: %w", name, fs.ErrNotExist)
	}
	return &OpenedProgram{m.Program, io.NopCloser(bytes.NewReader(m.content))}, nil
}
