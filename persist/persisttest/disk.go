package persisttest

import (
	"hash/maphash"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"
	"syscall"

	"github.com/secsd/secsd/persist"
)

// Disk is a disk with one folder, which the names of all calls start from.
type Disk struct {
	mu     sync.Mutex
	root   *node
	seq    int // of the newest op
	calls  []Call
	faults []fault
	before func(Call)

	known    *losses // nil after a change
	capacity int64   // 0: no bound
	readOnly bool
	gone     bool
}

var _ persist.FS = (*Disk)(nil)

// NewDisk returns a disk with nothing on it.
func NewDisk() *Disk { return &Disk{root: newFolder()} }

// copied is another disk with the same bounds.
func (d *Disk) copied(root *node) *Disk {
	return &Disk{root: root, capacity: d.capacity, readOnly: d.readOnly, gone: d.gone}
}

// Full bounds the bytes of all files: what goes beyond fails with ENOSPC, after
// the part that fits was written. 0 is no bound.
func (d *Disk) Full(bytes int64) { d.set(func() { d.capacity = bytes }) }

// ReadOnly makes every call that changes something fail with EROFS.
func (d *Disk) ReadOnly(on bool) { d.set(func() { d.readOnly = on }) }

// Vanish takes the folder away: no name is found. Open files and locks are not
// touched, as when the folder was moved.
func (d *Disk) Vanish() { d.set(func() { d.gone = true }) }

// Return brings the folder back as it was.
func (d *Disk) Return() { d.set(func() { d.gone = false }) }

func (d *Disk) set(f func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	f()
}

// Size is the number of bytes in the files below a folder, and the most that it
// ever was.
func (d *Disk) Size(dir string) (now, peak int64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if n := d.root.below(dir); n != nil {
		return n.size(), n.peak
	}
	return 0, 0
}

// ReadFile returns what a file holds; it is no call.
func (d *Disk) ReadFile(name string) ([]byte, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	n := d.root.below(name)
	if n == nil || n.folder {
		return nil, syscall.ENOENT
	}
	return slices.Clone(n.data), nil
}

// WriteFile makes a file of this content, and its folder, durable at once; it is
// no call.
func (d *Disk) WriteFile(name string, data []byte) {
	d.mu.Lock()
	defer d.mu.Unlock()
	n := d.root
	parts := strings.Split(clean(name), "/")
	for _, part := range parts[:len(parts)-1] {
		child := n.names[part]
		if child == nil {
			child = newFolder()
		}
		n.names[part], n.durable[part] = child, child
		n = child
	}
	d.known = nil
	file := newFile()
	file.base = slices.Clone(data)
	file.data = file.base
	base := parts[len(parts)-1]
	n.names[base], n.durable[base] = file, file
}

// Names lists all files, ordered; it is no call.
func (d *Disk) Names() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	var names []string
	d.root.files(".", func(name string, _ *node) { names = append(names, name) })
	return names
}

// sums makes Sum the same for all disks of a process.
var sums = maphash.MakeSeed()

// Sum is equal for two disks that hold the same folders and files, within one
// process.
func (d *Disk) Sum() uint64 {
	d.mu.Lock()
	defer d.mu.Unlock()
	var h maphash.Hash
	h.SetSeed(sums)
	d.root.files(".", func(name string, n *node) {
		maphash.WriteComparable(&h, name)
		maphash.WriteComparable(&h, len(n.data))
		h.Write(n.data)
	})
	return h.Sum64()
}

// files calls f for every file below n, and for every folder without entries.
func (n *node) files(name string, f func(string, *node)) {
	if len(n.names) == 0 {
		f(name, n)
		return
	}
	for _, base := range slices.Sorted(maps.Keys(n.names)) {
		n.names[base].files(join(name, base), f)
	}
}

// below finds what has the name, or nil.
func (n *node) below(name string) *node {
	if name = clean(name); name == "." {
		return n
	}
	for part := range strings.SplitSeq(name, "/") {
		if n = n.names[part]; n == nil {
			return nil
		}
	}
	return n
}

// parent finds the folder that a name is in, and the last part of the name.
func (d *Disk) parent(name string) (*node, string, error) {
	name = clean(name)
	if d.gone {
		return nil, "", syscall.ENOENT
	}
	if !fs.ValidPath(name) || name == "." {
		return nil, "", syscall.EINVAL
	}
	dir, base := ".", name
	if i := strings.LastIndexByte(name, '/'); i >= 0 {
		dir, base = name[:i], name[i+1:]
	}
	folder := d.root.below(dir)
	switch {
	case folder == nil:
		return nil, "", syscall.ENOENT
	case !folder.folder:
		return nil, "", syscall.ENOTDIR
	}
	return folder, base, nil
}

// change carries out an op, as the newest.
func (d *Disk) change(n *node, o op) {
	d.seq++
	d.known = nil
	o.seq = d.seq
	n.change(o)
	d.root.size()
}

func clean(name string) string {
	if name == "" {
		return "."
	}
	return strings.TrimSuffix(strings.TrimPrefix(name, "./"), "/")
}

func join(dir, base string) string {
	if dir == "." {
		return base
	}
	return dir + "/" + base
}
