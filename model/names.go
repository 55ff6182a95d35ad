package model

import "hash/maphash"

// names keeps each text that objects share once: recipes, lots, usages, the
// carriers that jobs name. A name is counted and goes with its last user, so
// that what hosts send cannot grow it for ever. Name 0 is "".
type names struct {
	entries []name
	free    []uint32
	index   []uint32
	used    int
}

type name struct {
	text string
	uses uint32
	// job is the one listed last of those that have the carrier of this name alone
	job uint32
}

// latest is the process job that hangs at a name, 0 for none.
func (n *names) latest(i uint32) *uint32 { return &n.entries[i-1].job }

// text returns the text of a name.
func (n *names) text(i uint32) string {
	if i == 0 {
		return ""
	}
	return n.entries[i-1].text
}

// find returns the name of a text, 0 if nothing uses it.
func (n *names) find(text string) uint32 {
	if len(n.index) == 0 || text == "" {
		return 0
	}
	mask := uint32(len(n.index) - 1)
	for i := uint32(maphash.String(seed, text)) & mask; n.index[i] != 0; i = (i + 1) & mask {
		if n.text(n.index[i]) == text {
			return n.index[i]
		}
	}
	return 0
}

// use counts one more user of a text and returns its name.
func (n *names) use(text string) uint32 {
	if text == "" {
		return 0
	}
	if i := n.find(text); i != 0 {
		n.entries[i-1].uses++
		return i
	}
	var i uint32
	if k := len(n.free); k > 0 {
		i, n.free = n.free[k-1], n.free[:k-1]
		n.entries[i-1] = name{text: text, uses: 1}
	} else {
		n.entries = append(n.entries, name{text: text, uses: 1})
		i = uint32(len(n.entries))
	}
	if 4*(n.used+1) > 3*len(n.index) {
		old := n.index
		n.index = make([]uint32, max(16, 2*len(old)))
		for _, x := range old {
			if x != 0 {
				n.place(x)
			}
		}
	}
	n.place(i)
	n.used++
	return i
}

func (n *names) place(i uint32) {
	mask := uint32(len(n.index) - 1)
	at := uint32(maphash.String(seed, n.text(i))) & mask
	for n.index[at] != 0 {
		at = (at + 1) & mask
	}
	n.index[at] = i
}

// drop counts one user less.
func (n *names) drop(i uint32) {
	if i == 0 {
		return
	}
	e := &n.entries[i-1]
	if e.uses--; e.uses > 0 {
		return
	}
	mask := uint32(len(n.index) - 1)
	at := uint32(maphash.String(seed, e.text)) & mask
	for n.index[at] != i {
		at = (at + 1) & mask
	}
	for j := (at + 1) & mask; n.index[j] != 0; j = (j + 1) & mask {
		home := uint32(maphash.String(seed, n.text(n.index[j]))) & mask
		if (j-home)&mask >= (j-at)&mask {
			n.index[at] = n.index[j]
			at = j
		}
	}
	n.index[at] = 0
	n.used--
	*e = name{}
	n.free = append(n.free, i)
}

// again counts one more user of a name that is in use.
func (n *names) again(i uint32) uint32 {
	if i != 0 {
		n.entries[i-1].uses++
	}
	return i
}
