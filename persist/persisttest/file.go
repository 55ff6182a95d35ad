package persisttest

import (
	"io"
	"os"
	"slices"
	"syscall"
)

// file is an open file.
type file struct {
	disk   *Disk
	node   *node
	name   string
	reads  bool // else it writes
	closed bool
	at     int // of the next Read or Write
}

// call makes a call on an open file.
func (f *file) call(o Op, do func(Mode) error) error {
	return f.disk.call(Call{Op: o, Name: f.name}, func(mode Mode) error {
		switch writes := o == Write || o == WriteAt; {
		case f.closed:
			return os.ErrClosed
		case o == Read && !f.reads, writes && f.reads:
			return syscall.EBADF
		}
		return do(mode)
	})
}

// Read reads on from where the last Read ended.
func (f *file) Read(p []byte) (n int, err error) {
	err = f.call(Read, func(mode Mode) error {
		if f.at >= len(f.node.data) && len(p) > 0 {
			return io.EOF
		}
		if mode == Half {
			p = p[:len(p)/2]
		}
		n = copy(p, f.node.data[f.at:])
		f.at += n
		return nil
	})
	return n, err
}

// Write writes behind what the last Write wrote.
func (f *file) Write(p []byte) (n int, err error) {
	err = f.call(Write, func(mode Mode) error {
		n, err = f.write(p, f.at, mode)
		f.at += n
		return err
	})
	return n, err
}

// WriteAt writes at an offset.
func (f *file) WriteAt(p []byte, off int64) (n int, err error) {
	err = f.call(WriteAt, func(mode Mode) error {
		if off < 0 {
			return syscall.EINVAL
		}
		n, err = f.write(p, int(off), mode)
		return err
	})
	return n, err
}

// write writes what the mode and the capacity let it.
func (f *file) write(p []byte, at int, mode Mode) (int, error) {
	if mode == Half {
		p = p[:len(p)/2]
	}
	var err error
	size := len(f.node.data)
	if free := f.disk.capacity - f.disk.root.size(); f.disk.capacity > 0 && int64(at+len(p)-size) > free {
		p = p[:max(0, min(len(p), size+int(max(0, free))-at))]
		err = syscall.ENOSPC
	}
	if len(p) > 0 {
		f.disk.change(f.node, op{kind: opWrite, at: at, grows: at+len(p) > size, data: slices.Clone(p)})
	}
	return len(p), err
}

// Sync makes what was written durable.
func (f *file) Sync() error {
	return f.call(Sync, func(mode Mode) error {
		f.node.sync(mode)
		f.disk.known = nil
		return nil
	})
}

// Close closes the file, whatever it returns.
func (f *file) Close() error {
	return f.call(Close, func(Mode) error {
		f.closed = true
		return nil
	})
}
