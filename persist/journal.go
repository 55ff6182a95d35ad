// Package persist keeps the durable records of the equipment.
//
// # Purpose
//
// A journal takes commits and says which of them are durable. The core waits for
// that before it acknowledges anything that depends on them. A commit holds
// records, all of them or none, and writes to the segment files of the spool,
// each for itself.
//
// Journal is the one on disk, in a data folder. Memory is the journal of an
// equipment without one: what it holds lives as long as the Memory does.
//
// # Shapes
//
// docs/format/journal.md draws every file. A checkpoint holds the newest image of
// every object, a batch some commits; each batch names the one before it, and a
// checkpoint the last that it stands for:
//
//	generation 7              generation 8 (its checkpoint is being written)
//	checkpoint <- batch 1 <- batch 2 <- batch 1 <- batch 2
//
// What is durable is the newest checkpoint and the batches after it. A record's
// image is in memory while its commit is under way and while the journal is
// loaded or compacted, no longer.
//
// # Errors
//
// Damage of a data folder is a CorruptError with file, offset and a hint for the
// operator. Errors of the disk are Failed events with what the file system said.
// After one, nobody knows what is on the disk: the durable state is written whole
// under names never used before, and only then comes Back.
//
// # Concurrency
//
// Commit and Fetch may be called by one goroutine at a time and never block; Run
// calls its notify function from one goroutine, which makes all commits durable.
// It starts another for each compaction and waits for it.
package persist

// Record is the durable image of one object; a nil Image is its deletion.
// Kind and ID name the object, the Image is opaque.
type Record struct {
	Kind, ID string
	Image    []byte
}

// Commit is what becomes durable together, under a number that grows.
type Commit struct {
	Seq uint64
	// Records become durable all together or not at all.
	Records []Record
	// Writes are carried out in this order, before the records.
	Writes []Write
}

// Write changes one segment file of the spool.
type Write struct {
	Host    string
	Segment uint32
	// Offset is where Data goes in a file that exists; 0 makes the file, with
	// Data as the whole of it.
	Offset int
	// Data is nil to remove the file, if it is there.
	Data []byte
}

// Segment is a segment file as it was read.
type Segment struct {
	Host   string
	Number uint32
	Data   []byte
}

// Event is what a journal says.
type Event struct {
	Kind EventKind
	// Seq is the newest commit that is durable, or the oldest that failed.
	Seq uint64
	// Segment is what was fetched.
	Segment Segment
	// Err is why commits failed, or why the segment could not be read.
	Err error
}

// EventKind says what happened.
type EventKind uint8

// Durable: every commit up to Seq is kept. Failed: the commit Seq and those
// behind it are not, and none is until Back. Back: commits are taken again.
// Fetched: a segment was read, or could not be.
const (
	Durable EventKind = iota + 1
	Failed
	Back
	Fetched
)
