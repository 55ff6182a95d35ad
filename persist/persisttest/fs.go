package persisttest

import (
	"io"
	"maps"
	"slices"
	"syscall"

	"github.com/secsd/secsd/persist"
)

// MakeDir makes a folder, if it is not there.
func (d *Disk) MakeDir(name string) error {
	return d.call(Call{Op: MakeDir, Name: name}, func(Mode) error {
		if clean(name) == "." && !d.gone {
			return nil
		}
		folder, base, err := d.parent(name)
		if err != nil {
			return err
		}
		switch child := folder.names[base]; {
		case child != nil && child.folder:
			return nil
		case child != nil:
			return syscall.ENOTDIR
		case d.readOnly:
			return syscall.EROFS
		}
		d.change(folder, op{kind: opLink, name: base, node: newFolder()})
		return nil
	})
}

// List returns what a folder holds, ordered by name.
func (d *Disk) List(dir string) (entries []persist.Entry, err error) {
	err = d.call(Call{Op: List, Name: dir}, func(mode Mode) error {
		folder := d.root.below(dir)
		switch {
		case d.gone || folder == nil:
			return syscall.ENOENT
		case !folder.folder:
			return syscall.ENOTDIR
		}
		for _, name := range slices.Sorted(maps.Keys(folder.names)) {
			child := folder.names[name]
			entries = append(entries, persist.Entry{Name: name, Dir: child.folder, Size: int64(len(child.data))})
		}
		if mode == Half {
			entries = entries[:len(entries)/2]
		}
		return nil
	})
	return entries, err
}

// find is the file of a name.
func (d *Disk) find(name string) (*node, error) {
	folder, base, err := d.parent(name)
	if err != nil {
		return nil, err
	}
	switch n := folder.names[base]; {
	case n == nil:
		return nil, syscall.ENOENT
	case n.folder:
		return nil, syscall.EISDIR
	default:
		return n, nil
	}
}

// Open opens a file for reading.
func (d *Disk) Open(name string) (persist.File, error) {
	return d.open(Call{Op: Open, Name: name}, func(Mode) (*node, error) { return d.find(name) })
}

// OpenWrite opens a file that exists.
func (d *Disk) OpenWrite(name string) (persist.File, error) {
	return d.open(Call{Op: OpenWrite, Name: name}, func(Mode) (*node, error) { return d.find(name) })
}

// Create makes a file, or empties the one that exists.
func (d *Disk) Create(name string) (persist.File, error) {
	return d.open(Call{Op: Create, Name: name}, func(mode Mode) (*node, error) {
		return d.make(name, mode != Half)
	})
}

func (d *Disk) open(c Call, find func(Mode) (*node, error)) (persist.File, error) {
	var f *file
	err := d.call(c, func(mode Mode) error {
		n, err := find(mode)
		if err == nil && mode == asked {
			f = &file{disk: d, node: n, name: c.Name, reads: c.Op == Open}
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return f, nil
}

// make makes a file, or finds the one that exists and empties it if asked to.
func (d *Disk) make(name string, empty bool) (*node, error) {
	folder, base, err := d.parent(name)
	if err != nil {
		return nil, err
	}
	n := folder.names[base]
	switch {
	case n == nil:
		n = newFile()
		d.change(folder, op{kind: opLink, name: base, node: n})
	case n.folder:
		return nil, syscall.EISDIR
	case empty && len(n.data) > 0:
		d.change(n, op{kind: opEmpty})
	}
	return n, nil
}

// Rename gives a file another name and replaces what had it.
func (d *Disk) Rename(from, to string) error {
	return d.call(Call{Op: Rename, Name: from, To: to}, func(mode Mode) error {
		source, old, err := d.parent(from)
		if err != nil {
			return err
		}
		target, name, err := d.parent(to)
		if err != nil {
			return err
		}
		n, there := source.names[old], target.names[name]
		switch {
		case n == nil:
			return syscall.ENOENT
		case there != nil && there.folder:
			return syscall.EISDIR
		case n == there:
			return nil
		case mode == Half || source != target:
			d.change(target, op{kind: opLink, name: name, node: n})
		default:
			d.change(target, op{kind: opRename, name: name, from: old, node: n})
		}
		if mode != Half && source != target {
			d.change(source, op{kind: opUnlink, name: old})
		}
		return nil
	})
}

// Remove removes a file, or a folder without entries.
func (d *Disk) Remove(name string) error {
	return d.call(Call{Op: Remove, Name: name}, func(Mode) error {
		folder, base, err := d.parent(name)
		if err != nil {
			return err
		}
		switch n := folder.names[base]; {
		case n == nil:
			return syscall.ENOENT
		case len(n.names) > 0:
			return syscall.ENOTEMPTY
		}
		d.change(folder, op{kind: opUnlink, name: base})
		return nil
	})
}

// SyncDir makes what was created, renamed and removed in a folder durable.
func (d *Disk) SyncDir(dir string) error {
	return d.call(Call{Op: SyncDir, Name: dir}, func(mode Mode) error {
		folder := d.root.below(dir)
		switch {
		case d.gone || folder == nil:
			return syscall.ENOENT
		case !folder.folder:
			return syscall.ENOTDIR
		}
		folder.sync(mode)
		d.known = nil
		return nil
	})
}

// Lock locks a file, which it makes.
func (d *Disk) Lock(name string) (io.Closer, error) {
	var l *lock
	err := d.call(Call{Op: Lock, Name: name}, func(mode Mode) error {
		n, err := d.make(name, false)
		switch {
		case err != nil:
			return err
		case n.locked:
			return persist.ErrLocked
		case mode == asked:
			n.locked = true
			l = &lock{d, n, name}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return l, nil
}

type lock struct {
	disk *Disk
	node *node
	name string
}

// Close gives the lock back, whatever it returns.
func (l *lock) Close() error {
	c := Call{Op: Unlock, Name: l.name}
	l.disk.set(func() { l.node.locked = false })
	return l.disk.call(c, func(Mode) error { return nil })
}
