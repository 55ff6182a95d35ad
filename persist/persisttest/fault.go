package persisttest

import (
	"io"
	"io/fs"
	"slices"
	"syscall"
)

// asked is the mode of a call that does what it was asked to.
const asked Mode = 0

// Call is one call of a method of a Disk or of a file on it.
type Call struct {
	N    int // counts from 1
	Op   Op
	Name string
	To   string // of a Rename
	// Err is what the call returned, nil before it was made.
	Err error
}

func (c Call) String() string {
	if c.To != "" {
		return string(c.Op) + " " + c.Name + " " + c.To
	}
	return string(c.Op) + " " + c.Name
}

// Op is the name of a method.
type Op string

// The methods of a Disk, and of a file on it. The Close of a lock is Unlock.
const (
	MakeDir   Op = "MakeDir"
	List      Op = "List"
	Open      Op = "Open"
	Create    Op = "Create"
	OpenWrite Op = "OpenWrite"
	Rename    Op = "Rename"
	Remove    Op = "Remove"
	SyncDir   Op = "SyncDir"
	Lock      Op = "Lock"
	Unlock    Op = "Unlock"
	Read      Op = "Read"
	Write     Op = "Write"
	WriteAt   Op = "WriteAt"
	Sync      Op = "Sync"
	Close     Op = "Close"
)

// refused reports whether a read-only disk refuses the call. A folder that is
// there can be made, so MakeDir sees for itself.
func (o Op) refused() bool {
	switch o {
	case Create, OpenWrite, Rename, Remove, Lock, Write, WriteAt, Sync:
		return true
	default:
		return false
	}
}

// Mode is what a call did that says that it failed.
type Mode uint8

// Nothing: the call did nothing. Half: it did a part: half of the bytes, half of
// what there was to sync; both names of a Rename lead to the file; a Create made
// the file, or did not empty it; a Lock made the file. Complete: it did all; a
// lock is given back. Dropped: a Sync or SyncDir did nothing, and no later one
// will do it, while reads show it nevertheless; a SyncDir will once the folder
// was changed again, since that writes all of it. Other calls did nothing.
const (
	Nothing Mode = iota + 1
	Half
	Complete
	Dropped
)

// fault makes calls fail.
type fault struct {
	op       Op  // all if empty
	from, to int // Call.N
	err      error
	mode     Mode
}

func (f *fault) hits(c Call) bool {
	return f.from <= c.N && c.N <= f.to && (f.op == "" || f.op == c.Op)
}

const forever = int(^uint(0) >> 1)

// Fail makes the n-th call from now fail with err; 1 is the next one.
func (d *Disk) Fail(n int, err error, mode Mode) {
	d.set(func() { d.faults = append(d.faults, fault{"", len(d.calls) + n, len(d.calls) + n, err, mode}) })
}

// FailFrom makes the n-th call from now and all later ones fail, until Heal.
func (d *Disk) FailFrom(n int, err error, mode Mode) {
	d.set(func() { d.faults = append(d.faults, fault{"", len(d.calls) + n, forever, err, mode}) })
}

// FailNext makes the next call of one method fail.
func (d *Disk) FailNext(op Op, err error, mode Mode) {
	d.set(func() { d.faults = append(d.faults, fault{op, 0, forever, err, mode}) })
}

// Heal forgets what Fail, FailFrom and FailNext said.
func (d *Disk) Heal() { d.set(func() { d.faults = nil }) }

// Before makes every call start with f, which may use the Disk and may block.
func (d *Disk) Before(f func(Call)) { d.set(func() { d.before = f }) }

// Calls lists the calls so far.
func (d *Disk) Calls() []Call {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.calls)
}

// call makes a call: f does it, all of it or the part that mode says.
func (d *Disk) call(c Call, f func(mode Mode) error) error {
	d.mu.Lock()
	before := d.before
	c.N = len(d.calls) + 1
	d.mu.Unlock()
	if before != nil {
		before(c)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	c.N = len(d.calls) + 1
	c.Err = d.run(c, f)
	d.calls = append(d.calls, c)
	return c.Err
}

func (d *Disk) run(c Call, f func(mode Mode) error) error {
	if d.readOnly && c.Op.refused() {
		return pathError(c, syscall.EROFS)
	}
	i := slices.IndexFunc(d.faults, func(f fault) bool { return f.hits(c) })
	if i < 0 {
		return pathError(c, f(asked))
	}
	fault := d.faults[i]
	if fault.op != "" {
		d.faults = slices.Delete(d.faults, i, i+1)
	}
	if fault.mode == Dropped && c.Op != Sync && c.Op != SyncDir {
		fault.mode = Nothing
	}
	if fault.mode != Nothing {
		if err := f(fault.mode); err != nil {
			return pathError(c, err)
		}
	}
	return pathError(c, fault.err)
}

func pathError(c Call, err error) error {
	if err == nil || err == io.EOF { //nolint:errorlint // as io.Reader has it
		return err
	}
	return &fs.PathError{Op: string(c.Op), Path: c.Name, Err: err}
}
