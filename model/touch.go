package model

import (
	"fmt"
	"slices"
)

// This file is how changes become durable: the image of an object before its
// first change in a Step goes to the Sink, the image after the last one is
// collected at the end.

// Kind is a kind of durable object. They are restored in this order.
type Kind uint8

// The kinds.
const (
	KindPort Kind = iota
	KindCarrier
	KindLocation
	KindSubstrate
	KindProcessJob
	KindControlJob
	KindTracker
	KindModule
	kinds
)

var kindNames = [...]string{"load port", "carrier", "substrate location", "substrate", "process job", "control job", "tracker", "module"}

func (k Kind) String() string { return kindNames[k] }

// Kinds returns every kind in the order of restoring.
func Kinds() []Kind {
	all := make([]Kind, kinds)
	for i := range all {
		all[i] = Kind(i)
	}
	return all
}

// shelf is what the model needs to know of a kind.
type shelf struct {
	// image appends the image of the object with that identifier and reports
	// whether there is one.
	image func(m *Model, id string, buf []byte) ([]byte, bool)
	// put makes the object what the image says; nil removes it. It tells nobody.
	put func(m *Model, id string, image []byte) error
}

// touched is an object that this Step has changed, created or removed.
type touched struct {
	kind Kind
	id   string
}

// touch must come before any change of an object, its creation included.
// Once it has told the Sink how the object was, it does nothing more in this
// Step.
func (m *Model) touch(k Kind, id string) {
	if m.isTouched(touched{k, id}) {
		return
	}
	m.touched = append(m.touched, touched{k, id})
	if len(m.touched) > fewTouched {
		m.touchedSet[touched{k, id}] = true
	}
	m.sink.Touched(k, id, m.Image(k, id))
}

// fewTouched is up to how many a look through the list is fastest.
const fewTouched = 16

func (m *Model) isTouched(t touched) bool {
	return slices.Contains(m.touched[:min(len(m.touched), fewTouched)], t) || m.touchedSet[t]
}

// Image returns the image of an object, nil if there is none.
func (m *Model) Image(k Kind, id string) []byte {
	buf, ok := m.shelves[k].image(m, id, m.images[len(m.images):])
	switch n := len(m.images) + len(buf); {
	case !ok:
		return nil
	case n <= cap(m.images):
		m.images = m.images[:n]
	default: // it has a place of its own
		m.images = make([]byte, 0, imageBlock)
	}
	return buf[:len(buf):len(buf)]
}

// imageBlock is how many bytes of images are allocated at a time: they live about
// as long as each other.
const imageBlock = 4096

// Collect calls with every object that changed since the last Collect or Forget,
// and its image now: nil is an object that is gone.
func (m *Model) Collect(with func(k Kind, id string, image []byte)) {
	for _, t := range m.touched {
		with(t.kind, t.id, m.Image(t.kind, t.id))
	}
	m.Forget()
}

// Forget ends a Step whose changes are undone.
func (m *Model) Forget() {
	clear(m.touched)
	m.touched = m.touched[:0]
	if len(m.touchedSet) > 0 {
		clear(m.touchedSet)
	}
}

// staged is an image that waits for Settle.
type staged struct {
	kind  Kind
	id    string
	image []byte
}

// Stage keeps an image read at start, or one that comes back because its
// successor is not on disk; nil: the object did not exist. Of several for one
// object the last counts. Settle puts them into effect.
func (m *Model) Stage(k Kind, id string, image []byte) {
	if m.stagedAt == nil {
		m.stagedAt = map[touched]int{}
	}
	i, again := m.stagedAt[touched{k, id}]
	if again {
		m.staged[i].image = image
		return
	}
	m.stagedAt[touched{k, id}] = len(m.staged)
	m.staged = append(m.staged, staged{k, id, image})
}

// Settle puts what was staged into effect: first what is gone goes, those that
// hang on others first, then the rest comes, the other way round. What follows
// from the images, such as which location is occupied, is found anew. It tells
// nobody.
func (m *Model) Settle() error {
	if len(m.staged) == 0 {
		return nil
	}
	all := m.staged
	m.staged, m.stagedAt = nil, nil
	for k := int(kinds) - 1; k >= 0; k-- {
		for _, s := range all {
			if int(s.kind) == k && s.image == nil {
				if err := m.shelves[k].put(m, s.id, nil); err != nil {
					return fmt.Errorf("model: %v %q: %w", s.kind, s.id, err)
				}
			}
		}
	}
	for k := range kinds {
		for _, s := range all {
			if s.kind == k && s.image != nil {
				if err := m.shelves[k].put(m, s.id, s.image); err != nil {
					return fmt.Errorf("model: %v %q: %w", s.kind, s.id, err)
				}
			}
		}
	}
	return m.relink()
}
