package spool

import (
	"errors"
	"fmt"
)

// CorruptError is damage in a segment file: something that no crash can leave behind.
type CorruptError struct {
	Segment uint32
	// Offset is where in the file; 0 for a file that is missing.
	Offset int
	What   string
}

func (e *CorruptError) Error() string {
	return fmt.Sprintf("spool: segment %d, offset %d: %s", e.Segment, e.Offset, e.What)
}

// Newer reports whether the file is of a later version of the format: no damage.
func (e *CorruptError) Newer() bool { return e.What == flawVersion }

// ErrNoHost says that there are messages for a host that the configuration does
// not have.
var ErrNoHost = errors.New("spool: messages for a host that is not configured")
