package persisttest

// node is a file or a folder: what is durable, what was done since, and the
// outcome of both, which is what calls see.
type node struct {
	folder bool
	locked bool
	ops    []op // from the oldest that may be lost

	base, data []byte // of a file; never changed in place

	durable, names map[string]*node // of a folder
	peak           int64            // the most bytes below a folder so far
}

// op is one change of a node.
type op struct {
	kind opKind
	seq  int // order over all nodes
	// settled: power loss can no longer undo it.
	settled bool
	// dropped: a Sync failed on it, and a later one will not settle it; in a
	// folder it will, once the folder was changed again.
	dropped bool

	at    int    // write
	grows bool   // write: behind the end of the file as it was
	data  []byte // write

	name, from string // in a folder
	node       *node  // link and rename: what has the name
}

type opKind uint8

const (
	opWrite  opKind = iota // data to a file
	opEmpty                // the file has no bytes
	opLink                 // name is node
	opUnlink               // name is not there
	opRename               // name is node, from is not there
)

func newFile() *node { return &node{} }

func newFolder() *node {
	return &node{folder: true, durable: map[string]*node{}, names: map[string]*node{}}
}

// change carries o out in the page cache.
func (n *node) change(o op) {
	n.ops = append(n.ops, o)
	if n.folder {
		for i := range n.ops {
			n.ops[i].dropped = false
		}
		o.entry(n.names)
		return
	}
	n.data = o.whole(n.data)
}

// sync settles the oldest of the ops that are neither settled nor dropped, as
// many of them as are in the given part of the whole.
func (n *node) sync(part Mode) {
	var open []*op
	for i := range n.ops {
		if o := &n.ops[i]; !o.settled && !o.dropped {
			open = append(open, o)
		}
	}
	if part == Half {
		open = open[:len(open)/2]
	}
	for _, o := range open {
		o.settled, o.dropped = part != Dropped, part == Dropped
	}
	for len(n.ops) > 0 && n.ops[0].settled {
		if o := n.ops[0]; n.folder {
			o.entry(n.durable)
		} else {
			n.base = o.whole(n.base)
		}
		n.ops = n.ops[1:]
	}
}

// entry carries o out on the names of a folder.
func (o *op) entry(names map[string]*node) {
	switch o.kind {
	case opUnlink:
		delete(names, o.name)
	case opRename:
		delete(names, o.from)
		names[o.name] = o.node
	default:
		names[o.name] = o.node
	}
}

// whole returns old as it is after o.
func (o *op) whole(old []byte) []byte {
	if o.kind == opEmpty {
		return nil
	}
	now := make([]byte, max(len(old), o.at+len(o.data)))
	copy(now, old)
	copy(now[o.at:], o.data)
	return now
}

// part returns old as it is after o, of which the given bytes of length and data
// are kept.
func (o *op) part(old []byte, length, data Keep) []byte {
	if o.kind == opEmpty {
		if data != nil {
			return nil
		}
		return old
	}
	size := len(old)
	if length != nil {
		end := o.at + len(o.data)
		for end > max(size, o.at) && !length(end-1) {
			end--
		}
		size = max(size, end)
	}
	now := make([]byte, size)
	copy(now, old)
	for i, b := range o.data {
		if at := o.at + i; data != nil && at < size && data(at) {
			now[at] = b
		}
	}
	return now
}

// size is the number of bytes in and below n.
func (n *node) size() int64 {
	total := int64(len(n.data))
	for _, child := range n.names {
		total += child.size()
	}
	if n.folder {
		n.peak = max(n.peak, total)
	}
	return total
}
