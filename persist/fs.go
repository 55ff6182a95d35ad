package persist

import "io"

// FS is what the journal needs of a file system, below one folder. Names are
// relative to it, with slashes; "." is the folder itself. Errors are those of
// package os: errors.Is finds fs.ErrNotExist and syscall's errno.
type FS interface {
	// MakeDir makes a folder, if it is not there.
	MakeDir(name string) error
	// List returns what a folder holds, ordered by name.
	List(dir string) ([]Entry, error)
	// Open opens a file for reading.
	Open(name string) (File, error)
	// Create makes a file, or empties the one that exists.
	Create(name string) (File, error)
	// OpenWrite opens a file that exists, for WriteAt.
	OpenWrite(name string) (File, error)
	// Rename gives a file another name and replaces what had it.
	Rename(from, to string) error
	// Remove removes a file, or a folder that holds nothing.
	Remove(name string) error
	// SyncDir makes what was created, renamed and removed in a folder durable.
	SyncDir(dir string) error
	// Lock locks a file, which it makes, against every other process. It does
	// not wait: ErrLocked says that another one has it.
	Lock(name string) (io.Closer, error)
}

// File is an open file.
type File interface {
	io.Reader
	io.Writer
	io.WriterAt
	// Sync makes what was written durable.
	Sync() error
	io.Closer
}

// Entry is one entry of a folder.
type Entry struct {
	Name string
	Dir  bool
	Size int64
}
