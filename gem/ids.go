package gem

import "math/bits"

// idTable finds objects by their identifiers. It is an open hash table, filled
// once: one S1F3 looks up dozens, and a map takes three times as long for each.
type idTable[T any] struct {
	slots []idSlot[T] // a power of two, at least half of them free
	shift int         // takes a hash to an index of slots
}

type idSlot[T any] struct {
	id uint32
	to *T // nil: free
}

// newIDTable returns the table of the objects in list, whose identifiers are
// all different.
func newIDTable[T any](list []*T, id func(*T) uint32) idTable[T] {
	log := bits.Len(uint(2 * len(list)))
	t := idTable[T]{slots: make([]idSlot[T], 1<<log), shift: 32 - log}
	for _, object := range list {
		*t.slot(id(object)) = idSlot[T]{id(object), object}
	}
	return t
}

// get returns the object with that identifier, or nil.
func (t *idTable[T]) get(id uint32) *T { return t.slot(id).to }

// slot returns where id is or would be. The search begins at its Fibonacci
// hash, which keeps consecutive identifiers apart.
func (t *idTable[T]) slot(id uint32) *idSlot[T] {
	mask := uint32(len(t.slots) - 1)
	for i := id * 0x9E3779B1 >> t.shift; ; i++ {
		if s := &t.slots[i&mask]; s.to == nil || s.id == id {
			return s
		}
	}
}
