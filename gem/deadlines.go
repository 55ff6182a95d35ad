package gem

import (
	"container/heap"
	"time"
)

// deadline is a moment at which the core acts by itself. It belongs to one
// owner, which arms and stops it; order makes equal moments fire in the order
// in which they were armed, so that the same inputs give the same outputs.
type deadline struct {
	at    time.Time
	order uint64
	index int // in the heap, -1 when not armed
	fire  func()
}

type deadlines struct {
	heap  deadlineHeap
	armed uint64
}

func newDeadline(fire func()) *deadline { return &deadline{index: -1, fire: fire} }

func (d *deadlines) arm(t *deadline, at time.Time) {
	d.armed++
	t.at, t.order = at, d.armed
	if t.index >= 0 {
		heap.Fix(&d.heap, t.index)
		return
	}
	heap.Push(&d.heap, t)
}

func (d *deadlines) stop(t *deadline) {
	if t.index >= 0 {
		heap.Remove(&d.heap, t.index)
	}
}

// fire fires the earliest of what is due at now, and reports whether there was
// any.
func (d *deadlines) fire(now time.Time) bool {
	if len(d.heap) == 0 || d.heap[0].at.After(now) {
		return false
	}
	heap.Pop(&d.heap).(*deadline).fire()
	return true
}

// maxWork bounds what one Step does of what is due. The rest stays due: its Tick
// is the next.
const maxWork = 8192

// expire fires what is due.
func (e *Equipment) expire() {
	for e.work < maxWork && e.deadlines.fire(e.now) {
	}
}

// next returns the earliest moment, zero when there is none.
func (d *deadlines) next() time.Time {
	if len(d.heap) == 0 {
		return time.Time{}
	}
	return d.heap[0].at
}

type deadlineHeap []*deadline

func (h deadlineHeap) Len() int { return len(h) }

func (h deadlineHeap) Less(i, j int) bool {
	if h[i].at.Equal(h[j].at) {
		return h[i].order < h[j].order
	}
	return h[i].at.Before(h[j].at)
}

func (h deadlineHeap) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].index, h[j].index = i, j
}

func (h *deadlineHeap) Push(x any) {
	t := x.(*deadline)
	t.index = len(*h)
	*h = append(*h, t)
}

func (h *deadlineHeap) Pop() any {
	old := *h
	t := old[len(old)-1]
	*h = old[:len(old)-1]
	t.index = -1
	return t
}
