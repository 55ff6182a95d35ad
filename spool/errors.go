package spool

import "fmt"

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
