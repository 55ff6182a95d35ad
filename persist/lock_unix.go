//go:build unix

package persist

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// lockFile takes an advisory lock that ends with the process. The file holds the
// process id of the owner, for the message to whoever comes second. Its folder is
// locked too, where the file system can: a file that somebody removed locks
// nothing.
func lockFile(name string) (io.Closer, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o640)
	if err != nil {
		return nil, err
	}
	held := locks{f}
	err = flock(f)
	if err == nil {
		if dir, bad := os.Open(filepath.Dir(name)); bad == nil {
			held = append(held, dir)
			if bad := flock(dir); errors.Is(bad, syscall.EWOULDBLOCK) {
				err = bad
			}
		}
	}
	if errors.Is(err, syscall.EWOULDBLOCK) {
		err = ErrLocked
		text, _ := io.ReadAll(io.LimitReader(f, 32))
		if pid, bad := strconv.Atoi(strings.TrimSpace(string(text))); bad == nil {
			err = fmt.Errorf("%w by process %d", ErrLocked, pid)
		}
	}
	if err == nil {
		err = f.Truncate(0)
	}
	if err == nil {
		_, err = f.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0)
	}
	if err != nil {
		_ = held.Close()
		return nil, err
	}
	return held, nil
}

func flock(f *os.File) error {
	for {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EINTR) {
			return err
		}
	}
}

// locks are files whose locks end when they are closed.
type locks []*os.File

// Close implements io.Closer.
func (l locks) Close() error {
	var err error
	for _, f := range l {
		err = errors.Join(err, f.Close())
	}
	return err
}
