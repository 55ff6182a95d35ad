package bench

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"sync/atomic"
)

// newFolder makes the folder of a run: in dir, or where the system keeps what is
// temporary, on a disk if it can be. It returns the file system's name, too.
func newFolder(dir string) (folder, fileSystem string, err error) {
	places := []string{dir}
	if dir == "" {
		places = []string{os.TempDir(), "/var/tmp", "."}
	}
	var faults []error
	for _, inMemoryToo := range []bool{false, true} {
		for _, place := range places {
			fileSystem = fileSystemAt(place)
			if inMemory(fileSystem) && !inMemoryToo {
				continue
			}
			if folder, err = os.MkdirTemp(place, "secs_bench-"); err == nil {
				return folder, fileSystem, nil
			}
			faults = append(faults, err)
		}
	}
	return "", "", fmt.Errorf("bench: no place for a data folder, --data-dir names one: %w", errors.Join(faults...))
}

// discard removes a folder within the run's, which goes with all that is left.
func discard(dir string) { _ = os.RemoveAll(dir) }

// inMemory reports whether a file system has no disk: what syncs cost there says
// nothing.
func inMemory(fileSystem string) bool { return fileSystem == "tmpfs" || fileSystem == "ramfs" }

// bare is a folder for files that are made durable in the shortest way there is
// for one that must be there whole or not at all.
type bare struct {
	dir  *os.File
	next int
}

func newBare(parent string) (*bare, error) {
	name, err := os.MkdirTemp(parent, "bare-")
	if err != nil {
		return nil, err
	}
	dir, err := os.Open(name)
	return &bare{dir: dir}, err
}

// write makes one file: tmp, fsync, rename, fsync of the folder.
func (b *bare) write(data []byte) error {
	b.next++
	name := filepath.Join(b.dir.Name(), strconv.Itoa(b.next))
	f, err := os.Create(name + ".tmp")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if failed := f.Close(); err == nil {
		err = failed
	}
	if err == nil {
		err = os.Rename(name+".tmp", name)
	}
	if err == nil {
		err = b.dir.Sync()
	}
	return err
}

// beside makes file after file while do runs.
func (b *bare) beside(do func() error) error {
	var stop atomic.Bool
	ended := make(chan error, 1)
	go func() {
		var err error
		for err == nil && !stop.Load() {
			err = b.write(make([]byte, bareSize))
		}
		ended <- err
	}()
	err := do()
	stop.Store(true)
	return errors.Join(err, <-ended)
}

// remove ends its use.
func (b *bare) remove() {
	_ = b.dir.Close()
	discard(b.dir.Name())
}
