package persist

import (
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
)

// memFS is a disk in memory that never fails and loses nothing.
type memFS struct {
	mu     sync.Mutex
	files  map[string]*memFile // a nil one is a folder
	locked bool
}

type memFile struct {
	fs   *memFS
	data []byte
}

type memHandle struct {
	*memFile
	at int
}

func newMemFS() *memFS { return &memFS{files: map[string]*memFile{}} }

func (m *memFS) hold() func() { m.mu.Lock(); return m.mu.Unlock }

func (m *memFS) MakeDir(name string) error { defer m.hold()(); m.files[name] = nil; return nil }

func (m *memFS) List(dir string) (entries []Entry, err error) {
	defer m.hold()()
	for _, name := range slices.Sorted(maps.Keys(m.files)) {
		if f := m.files[name]; path.Dir(name) == dir {
			e := Entry{Name: path.Base(name), Dir: f == nil}
			if f != nil {
				e.Size = int64(len(f.data))
			}
			entries = append(entries, e)
		}
	}
	return entries, nil
}

func (m *memFS) Open(name string) (File, error) {
	defer m.hold()()
	if f := m.files[name]; f != nil {
		return &memHandle{memFile: f}, nil
	}
	return nil, fs.ErrNotExist
}

func (m *memFS) OpenWrite(name string) (File, error) { return m.Open(name) }

func (m *memFS) Create(name string) (File, error) {
	defer m.hold()()
	f := &memFile{fs: m}
	m.files[name] = f
	return &memHandle{memFile: f}, nil
}

func (m *memFS) Rename(from, to string) error {
	defer m.hold()()
	f := m.files[from]
	if f == nil {
		return fs.ErrNotExist
	}
	delete(m.files, from)
	m.files[to] = f
	return nil
}

func (m *memFS) Remove(name string) error {
	defer m.hold()()
	if _, ok := m.files[name]; !ok {
		return fs.ErrNotExist
	}
	for other := range m.files {
		if strings.HasPrefix(other, name+"/") {
			return fs.ErrInvalid
		}
	}
	delete(m.files, name)
	return nil
}

func (m *memFS) SyncDir(string) error { return nil }

func (m *memFS) Lock(name string) (io.Closer, error) {
	defer m.hold()()
	if m.locked {
		return nil, ErrLocked
	}
	m.locked = true
	m.files[name] = &memFile{fs: m}
	return memLock{m}, nil
}

type memLock struct{ fs *memFS }

func (l memLock) Close() error { defer l.fs.hold()(); l.fs.locked = false; return nil }

func (h *memHandle) Read(b []byte) (int, error) {
	defer h.fs.hold()()
	n := copy(b, h.data[min(h.at, len(h.data)):])
	h.at += n
	if n == 0 && len(b) > 0 {
		return 0, io.EOF
	}
	return n, nil
}

func (h *memHandle) Write(b []byte) (int, error) {
	defer h.fs.hold()()
	h.data = append(h.data, b...)
	return len(b), nil
}

func (h *memHandle) WriteAt(b []byte, at int64) (int, error) {
	defer h.fs.hold()()
	if grow := int(at) + len(b) - len(h.data); grow > 0 {
		h.data = append(h.data, make([]byte, grow)...)
	}
	return copy(h.data[at:], b), nil
}

func (h *memHandle) Sync() error  { return nil }
func (h *memHandle) Close() error { return nil }
