package model

import (
	"hash/maphash"
	"iter"
	"slices"
)

// This file keeps objects compactly: in chunks, found by handle or by
// identifier, in the order of their creation.

// chunk is how many objects a store makes room for at a time. Chunks never move:
// a pointer to an object holds until the object is removed. One less than 256
// leaves the word that the allocator adds room within its size class.
const chunk = 255

// object is what a store needs of the objects in it.
type object interface {
	// ident is the identifier; "" for one that is found in another way.
	ident() string
}

// cell is an object with its place in the order.
type cell[T any] struct {
	prev, next uint32
	T          T
}

// store holds the objects of one type.
type store[T any, P interface {
	*T
	object
}] struct {
	chunks      []*[chunk]cell[T]
	free        []uint32
	used        uint32 // the highest handle given out so far
	latest      uint32 // the one that find returned last
	count       int
	first, last uint32
	index       []uint32 // handles by the hash of the identifier, 0: empty
	indexed     int
}

// seed makes hashes that nobody can provoke to collide; no order depends on it.
var seed = maphash.MakeSeed()

// cell returns the place of a handle: its low byte says where in the chunk, and is
// never 0.
func (s *store[T, P]) cell(h uint32) *cell[T] { return &s.chunks[h>>8][h&0xFF-1] }

// at returns the object with that handle.
func (s *store[T, P]) at(h uint32) P { return &s.cell(h).T }

// add puts an object behind all others and returns its handle.
func (s *store[T, P]) add(object T) uint32 {
	var h uint32
	if n := len(s.free); n > 0 {
		h, s.free = s.free[n-1], s.free[:n-1]
	} else {
		if s.used++; s.used&0xFF == 0 {
			s.used++
		}
		h = s.used
		if int(h>>8) == len(s.chunks) {
			s.chunks = append(s.chunks, new([chunk]cell[T]))
		}
	}
	c := s.cell(h)
	c.T = object
	s.append(h)
	s.count++
	if id := P(&c.T).ident(); id != "" {
		s.enter(h, id)
	}
	return h
}

// remove takes an object out; its handle may name another one later.
func (s *store[T, P]) remove(h uint32) {
	c := s.cell(h)
	if id := P(&c.T).ident(); id != "" {
		s.leave(h, id)
	}
	s.latest = 0
	prev, next := c.prev, c.next
	if prev != 0 {
		s.cell(prev).next = next
	} else {
		s.first = next
	}
	if next != 0 {
		s.cell(next).prev = prev
	} else {
		s.last = prev
	}
	*c = cell[T]{}
	s.free = append(s.free, h)
	s.count--
}

// all ranges over the objects in the order of their creation. The object at hand
// may be removed meanwhile.
func (s *store[T, P]) all() iter.Seq2[uint32, P] {
	return func(yield func(uint32, P) bool) {
		for h := s.first; h != 0; {
			c := s.cell(h)
			next := c.next
			if !yield(h, &c.T) {
				return
			}
			h = next
		}
	}
}

// find returns the handle of the object with that identifier, 0 if there is none.
// Most often it is the one that was asked for last.
func (s *store[T, P]) find(id string) uint32 {
	if len(s.index) == 0 || id == "" {
		return 0
	}
	if s.latest != 0 && s.at(s.latest).ident() == id {
		return s.latest
	}
	mask := uint32(len(s.index) - 1)
	for i := uint32(maphash.String(seed, id)) & mask; s.index[i] != 0; i = (i + 1) & mask {
		if h := s.index[i]; s.at(h).ident() == id {
			s.latest = h
			return h
		}
	}
	return 0
}

// enter puts an identifier into the index, which stays at most seven eighths full.
func (s *store[T, P]) enter(h uint32, id string) {
	if 8*(s.indexed+1) > 7*len(s.index) {
		old := s.index
		s.index = make([]uint32, max(16, 2*len(old)))
		for _, x := range old {
			if x != 0 {
				s.place(x, s.at(x).ident())
			}
		}
	}
	s.place(h, id)
	s.indexed++
}

func (s *store[T, P]) place(h uint32, id string) {
	mask := uint32(len(s.index) - 1)
	i := uint32(maphash.String(seed, id)) & mask
	for s.index[i] != 0 {
		i = (i + 1) & mask
	}
	s.index[i] = h
}

// leave takes an identifier out and closes the gap behind it.
func (s *store[T, P]) leave(h uint32, id string) {
	mask := uint32(len(s.index) - 1)
	i := uint32(maphash.String(seed, id)) & mask
	for s.index[i] != h {
		i = (i + 1) & mask
	}
	for j := (i + 1) & mask; s.index[j] != 0; j = (j + 1) & mask {
		home := uint32(maphash.String(seed, s.at(s.index[j]).ident())) & mask
		if (j-home)&mask >= (j-i)&mask {
			s.index[i] = s.index[j]
			i = j
		}
	}
	s.index[i] = 0
	s.indexed--
}

// sort puts the objects into the order that compare says.
func (s *store[T, P]) sort(compare func(a, b P) int) {
	order := make([]uint32, 0, s.count)
	for h := range s.all() {
		order = append(order, h)
	}
	byHandle := func(a, b uint32) int { return compare(s.at(a), s.at(b)) }
	if slices.IsSortedFunc(order, byHandle) {
		return
	}
	slices.SortFunc(order, byHandle)
	s.first, s.last = 0, 0
	for _, h := range order {
		s.append(h)
	}
}

// append puts an object behind all others.
func (s *store[T, P]) append(h uint32) {
	c := s.cell(h)
	c.prev, c.next = s.last, 0
	if s.last != 0 {
		s.cell(s.last).next = h
	} else {
		s.first = h
	}
	s.last = h
}
