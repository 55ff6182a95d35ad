package persist

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// osFS is the operating system's file system below a folder.
type osFS string

// makeOS makes the folder and those above it, where they are not there, and makes
// them durable.
func makeOS(dir string) (FS, error) {
	dir, err := filepath.Abs(dir)
	if err == nil {
		err = makeDirs(dir)
	}
	if err != nil {
		return nil, fmt.Errorf("persist: data folder: %w", err)
	}
	return osFS(dir), nil
}

func makeDirs(dir string) error {
	_, err := os.Stat(dir)
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	above := filepath.Dir(dir)
	if err := makeDirs(above); err != nil {
		return err
	}
	if err := os.Mkdir(dir, 0o750); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return osFS(above).SyncDir(".")
}

func (o osFS) path(name string) string { return filepath.Join(string(o), filepath.FromSlash(name)) }

func (o osFS) MakeDir(name string) error { return os.MkdirAll(o.path(name), 0o750) }

func (o osFS) List(dir string) ([]Entry, error) {
	found, err := os.ReadDir(o.path(dir))
	if err != nil {
		return nil, err
	}
	entries := make([]Entry, len(found))
	for i, e := range found {
		info, err := e.Info()
		if err != nil {
			return nil, err
		}
		entries[i] = Entry{Name: e.Name(), Dir: e.IsDir(), Size: info.Size()}
	}
	return entries, nil
}

func (o osFS) Open(name string) (File, error) { return opened(os.Open(o.path(name))) }

func (o osFS) Create(name string) (File, error) {
	return opened(os.OpenFile(o.path(name), os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o640))
}

func (o osFS) OpenWrite(name string) (File, error) {
	return opened(os.OpenFile(o.path(name), os.O_RDWR, 0))
}

// opened keeps a nil *os.File from becoming a File that is not nil.
func opened(f *os.File, err error) (File, error) {
	if err != nil {
		return nil, err
	}
	return f, nil
}

func (o osFS) Rename(from, to string) error { return os.Rename(o.path(from), o.path(to)) }

func (o osFS) Remove(name string) error { return os.Remove(o.path(name)) }

func (o osFS) SyncDir(dir string) error {
	f, err := os.Open(o.path(dir))
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // nothing was written
	return f.Sync()
}

func (o osFS) Lock(name string) (io.Closer, error) { return lockFile(o.path(name)) }
