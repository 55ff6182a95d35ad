package persisttest

import (
	"fmt"
	"maps"
	"slices"
)

// Keep says which bytes of an operation power loss kept, by their offset in the
// file; nil is none. An operation without bytes is kept unless Keep is nil.
type Keep func(at int) bool

// All keeps every byte.
func All(int) bool { return true }

// Choice says for each pending operation what power loss keeps of it.
type Choice func(Pending) Keep

// Pending is an operation that is not durable yet. A write that makes a file
// longer is two of them, Length before Data.
type Pending struct {
	Index int // in the order of the calls
	Kind  Kind
	// Name is where the operation was: the file, or the entry of a folder that
	// appears or goes.
	Name string
	// Offset and End are the bytes of Length and Data.
	Offset, End int
}

// Kind is a kind of pending operation.
type Kind uint8

// Entry changes a folder, Empty takes all bytes from a file, Length makes a file
// longer, Data fills it.
const (
	Entry Kind = iota
	Empty
	Length
	Data
)

func (p Pending) String() string {
	kind := [...]string{"entry", "empty", "length", "data"}[p.Kind]
	if p.Kind < Length {
		return fmt.Sprintf("%d: %s %s", p.Index, kind, p.Name)
	}
	return fmt.Sprintf("%d: %s %s [%d,%d)", p.Index, kind, p.Name, p.Offset, p.End)
}

// Pending lists what power loss may undo now.
func (d *Disk) Pending() []Pending {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.pending().list)
}

// where finds the two halves of an op in a list of Pending.
type where struct{ length, data int }

// losses is what power loss may undo, and where each op is in the list.
type losses struct {
	list  []Pending
	index map[*op]where
}

// pending finds the losses, or remembers them until the next change.
func (d *Disk) pending() *losses {
	if d.known == nil {
		d.known = d.findPending()
	}
	return d.known
}

func (d *Disk) findPending() *losses {
	names := map[*node]string{}
	d.root.visit(".", names)
	type at struct {
		op   *op
		name string
	}
	var open []at
	for n, name := range names {
		for i := range n.ops {
			if o := &n.ops[i]; !o.settled {
				open = append(open, at{o, name})
			}
		}
	}
	slices.SortFunc(open, func(a, b at) int { return a.op.seq - b.op.seq })
	index := map[*op]where{}
	var list []Pending
	for _, a := range open {
		p := Pending{Kind: Entry, Name: join(a.name, a.op.name)}
		w := where{length: -1}
		switch a.op.kind {
		case opLink, opUnlink, opRename:
		case opEmpty:
			p.Kind, p.Name = Empty, a.name
		case opWrite:
			p.Kind, p.Name, p.Offset, p.End = Data, a.name, a.op.at, a.op.at+len(a.op.data)
			if a.op.grows {
				w.length = len(list)
				list = append(list, Pending{w.length, Length, a.name, p.Offset, p.End})
			}
		}
		w.data = len(list)
		p.Index = w.data
		index[a.op] = w
		list = append(list, p)
	}
	return &losses{list, index}
}

// visit gives every node below n a name, also those that only power loss could
// bring back.
func (n *node) visit(name string, names map[*node]string) {
	if _, seen := names[n]; seen {
		return
	}
	names[n] = name
	for _, entries := range []map[string]*node{n.names, n.durable} {
		for _, base := range slices.Sorted(maps.Keys(entries)) {
			entries[base].visit(join(name, base), names)
		}
	}
	for _, o := range n.ops {
		if o.node != nil {
			o.node.visit(join(name, o.name), names)
		}
	}
}

// Crash returns a disk as it may look after power loss at this moment; this one
// stays as it is. Locks are free, and so is the disk of every fault; a capacity
// stays.
func (d *Disk) Crash(choice Choice) *Disk {
	d.mu.Lock()
	defer d.mu.Unlock()
	lost := d.pending()
	kept := make([]Keep, len(lost.list))
	for i, p := range lost.list {
		kept[i] = choice(p)
	}
	return d.copied(crash{lost.index, kept, map[*node]*node{}}.node(d.root))
}

// crash copies the nodes of a disk as power loss leaves them.
type crash struct {
	index map[*op]where
	kept  []Keep
	done  map[*node]*node
}

func (c crash) node(n *node) *node {
	if after, ok := c.done[n]; ok {
		return after
	}
	if !n.folder {
		after := newFile()
		c.done[n] = after
		after.base = c.file(n)
		after.data = after.base
		return after
	}
	after := newFolder()
	c.done[n] = after
	names := maps.Clone(n.durable)
	for i := range n.ops {
		if o := &n.ops[i]; o.settled || c.kept[c.index[o].data] != nil {
			o.entry(names)
		}
	}
	for name, child := range names {
		after.durable[name] = c.node(child)
	}
	after.names = maps.Clone(after.durable)
	return after
}

func (c crash) file(n *node) []byte {
	content := n.base
	for i := range n.ops {
		o := &n.ops[i]
		if o.settled {
			content = o.whole(content)
			continue
		}
		w := c.index[o]
		var length Keep
		if w.length >= 0 {
			length = c.kept[w.length]
		}
		content = o.part(content, length, c.kept[w.data])
	}
	return content
}

// Kill returns the disk as it looks after the death of the process: all is as it
// was, also what is still to lose, and locks are free. This one stays as it is.
func (d *Disk) Kill() *Disk {
	d.mu.Lock()
	defer d.mu.Unlock()
	after := d.copied(kill{}.node(d.root))
	after.seq = d.seq
	return after
}

// kill copies the nodes of a disk as they are.
type kill map[*node]*node

func (k kill) node(n *node) *node {
	if n == nil {
		return nil
	}
	if after, ok := k[n]; ok {
		return after
	}
	after := &node{folder: n.folder, base: n.base, data: n.data, ops: slices.Clone(n.ops), peak: n.peak}
	k[n] = after
	for i := range after.ops {
		after.ops[i].node = k.node(after.ops[i].node)
	}
	if n.folder {
		after.durable, after.names = k.names(n.durable), k.names(n.names)
	}
	return after
}

func (k kill) names(names map[string]*node) map[string]*node {
	after := make(map[string]*node, len(names))
	for name, child := range names {
		after[name] = k.node(child)
	}
	return after
}
