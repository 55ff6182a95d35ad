//go:build unix

package persist

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// lockFile takes an advisory lock that ends with the process. The file holds the
// process id of the owner, for the message to whoever comes second.
func lockFile(name string) (io.Closer, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o640)
	if err != nil {
		return nil, err
	}
	for {
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EINTR) {
			break
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
		_ = f.Close()
		return nil, err
	}
	return f, nil
}
