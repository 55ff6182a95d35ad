package persist

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
)

// disk adds to a file system what the journal does with whole files.
type disk struct{ FS }

// replace makes a file, or puts it in the place of the one that has the name:
// all of it or nothing. After an error nobody knows which.
func (d disk) replace(tmp, name string, write func(File) error) error {
	f, err := d.Create(tmp)
	if err != nil {
		return fmt.Errorf("persist: %w", err)
	}
	if err = write(f); err == nil {
		err = f.Sync()
	}
	if failed := f.Close(); err == nil {
		err = failed
	}
	if err == nil {
		err = d.Rename(tmp, name)
	}
	if err == nil {
		err = d.SyncDir(path.Dir(name))
	} else {
		_ = d.Remove(tmp) // whoever lists the folder next removes it otherwise
	}
	if err != nil {
		return fmt.Errorf("persist: %s: %w", name, err)
	}
	return nil
}

// bytesOf is a function for replace.
func bytesOf(data []byte) func(File) error {
	return func(f File) error { return writeAll(f, data) }
}

func writeAll(f io.Writer, data []byte) error {
	n, err := f.Write(data)
	if err == nil && n < len(data) {
		return io.ErrShortWrite
	}
	return err
}

// whole reads a file of at most limit bytes.
func (d disk) whole(name string, limit int64) ([]byte, error) {
	f, err := d.Open(name)
	if err != nil {
		return nil, fmt.Errorf("persist: %w", err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err != nil {
		return nil, fmt.Errorf("persist: %s: %w", name, err)
	}
	if int64(len(data)) > limit {
		return nil, corrupt(name, limit, hintRestore, "more than %d bytes", limit)
	}
	return data, nil
}

// discard removes a file, if it is there.
func (d disk) discard(name string) error {
	if err := d.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("persist: %w", err)
	}
	return nil
}

// syncAnew makes every change of a folder durable, also after a sync that failed:
// a later one says nothing about those changes, unless the folder changed again.
func (d disk) syncAnew(dir string) error { return d.syncAs(path.Join(dir, "0"+temporary), dir) }

// syncAs is syncAnew with a name for the file that changes the folder.
func (d disk) syncAs(name, dir string) error {
	f, err := d.Create(name)
	if err == nil {
		err = f.Close()
	}
	if err == nil {
		err = d.Remove(name)
	}
	if err == nil {
		err = d.SyncDir(dir)
	}
	if err != nil {
		return fmt.Errorf("persist: %s: %w", dir, err)
	}
	return nil
}

// list returns the files of a folder: those never finished apart, by their
// whole names.
func (d disk) list(dir string) (entries []Entry, unfinished []string, err error) {
	all, err := d.List(dir)
	if err != nil {
		return nil, nil, fmt.Errorf("persist: %w", err)
	}
	for _, e := range all {
		if strings.HasSuffix(e.Name, temporary) && !e.Dir {
			unfinished = append(unfinished, path.Join(dir, e.Name))
			continue
		}
		entries = append(entries, e)
	}
	return entries, unfinished, nil
}

// walk reads a file of the journal whole and calls f for every record.
func (d disk) walk(of file, f func(fr frame, r record, offset int64) error) (*decoder, error) {
	in, err := d.Open(of.name())
	if err != nil {
		return nil, fmt.Errorf("persist: %w", err)
	}
	defer in.Close()
	dec, err := newDecoder(in, of.name(), of.magic(), of.size)
	if err != nil {
		return nil, err
	}
	for {
		fr, err := dec.next()
		if errors.Is(err, io.EOF) {
			return dec, nil
		}
		if err != nil {
			return nil, err
		}
		if err := dec.each(fr, func(r record, offset int64) error { return f(fr, r, offset) }); err != nil {
			return nil, err
		}
	}
}
