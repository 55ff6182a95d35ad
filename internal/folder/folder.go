// Package folder is the data folder as people meet it: it opens one, checks one,
// prints what is in one, and knows what to do about its errors.
package folder

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	"github.com/secsd/secsd/persist"
	"github.com/secsd/secsd/spool"
)

// Open opens the data folder at dir for a daemon, and makes it if it is not
// there. Errors name the folder.
func Open(dir string) (*persist.Journal, error) {
	j, err := persist.Open(persist.Config{Dir: dir})
	if err != nil {
		return nil, named(dir, err)
	}
	return j, nil
}

func named(dir string, err error) error { return fmt.Errorf("data folder %s: %w", dir, err) }

// Hint returns what a person can do about an error of a data folder, "" if there
// is nothing to say.
func Hint(err error) string {
	var damaged *persist.CorruptError
	var spooled *spool.CorruptError
	var hinted interface{ Hint() string }
	switch {
	case errors.As(err, &hinted):
		return hinted.Hint()
	case errors.As(err, &damaged):
		return damaged.Hint
	case errors.As(err, &spooled) && spooled.Newer():
		return "run the secsd that wrote it, or a newer one"
	case errors.Is(err, spool.ErrNoHost):
		return "configure that host again, or move its files out of the folder spool: the messages in them are lost then"
	case errors.As(err, &spooled):
		return "restore the data folder from a copy, or move all files of that host out of its folder spool: " +
			"the messages in them are lost then"
	case errors.Is(err, persist.ErrLocked):
		return "one folder is for one secsd: stop the other one, or name another folder with --data-dir"
	case errors.Is(err, fs.ErrPermission):
		return "the folder and all in it must belong to the user that secsd runs as"
	case errors.Is(err, syscall.ENOTDIR):
		return "name a folder that can be written with --data-dir"
	case errors.Is(err, syscall.EROFS):
		return "secsd writes there: mount the file system for writing, or name another folder with --data-dir"
	case errors.Is(err, syscall.ENOSPC):
		return "make room on that file system: secsd needs some 20 MiB"
	}
	return ""
}
