package persist

import (
	"errors"
	"fmt"
)

// ErrLocked says that another process, or another Journal, has the data folder.
var ErrLocked = errors.New("persist: the data folder is in use")

// ErrFolder says that the data folder is gone, or that another one is in its
// place. The journal stays failed until the right one is back.
var ErrFolder = errors.New("persist: the data folder is not the one that was opened")

// ErrTooLarge says that a commit can never fit into the bounds.
var ErrTooLarge = errors.New("persist: commit too large")

// CorruptError says what is damaged in a data folder, and what a person can do.
type CorruptError struct {
	File   string // relative to the data folder, with slashes
	Offset int64
	Err    error
	Hint   string
}

// Error names file, offset and cause.
func (e *CorruptError) Error() string {
	return fmt.Sprintf("persist: %s: offset %d: %v", e.File, e.Offset, e.Err)
}

// Unwrap returns the cause.
func (e *CorruptError) Unwrap() error { return e.Err }

// What a person can do about a damaged folder.
const (
	hintRestore = "restore the data folder from a copy, or move it away and start empty: " +
		"what hosts configured and spooled messages are lost then"
	hintProgram = "restore this file from a copy, or move it out of the data folder: that process program is gone then, " +
		"and a host can send it again"
	hintName  = "this is no file of secsd: move it out of the data folder"
	hintNewer = "run the secsd that wrote this folder, or a newer one"
	hintMixed = "files of two data folders are mixed: restore the data folder from one copy, or move it away and " +
		"start empty: what hosts configured and spooled messages are lost then"
)

func corrupt(file string, offset int64, hint, format string, args ...any) error {
	return &CorruptError{File: file, Offset: offset, Err: fmt.Errorf(format, args...), Hint: hint}
}
