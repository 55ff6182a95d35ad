package hsms

import (
	"time"

	"github.com/secsd/secsd/secs2"
)

// transactions holds the open data transactions that we started, and gives
// out system bytes.
//
// A transaction is found by its system bytes: they index a table whose size
// is a power of two. Numbers that would hit a place in use are skipped, so
// there are no collisions; the table doubles before it is half full. The
// transactions also form a list in the order sent. T3 is the same for all, so
// the list is in the order of their deadlines too, and one timer at its head
// is enough.
type transactions struct {
	slots []transaction // slots[0] is the list's head and tail
	free  int32         // first free slot, linked by next; 0: none
	index []int32       // by system bytes modulo its length: the slot; 0: none
	open  int

	// unwritten is the first in the list whose last byte the kernel has not
	// taken; T3 of those before it runs.
	unwritten int32

	numbers numbers
	late    lateReplies
}

// transaction is one primary of ours with W=1 that has no reply yet.
type transaction struct {
	header   secs2.Header
	token    uint64
	end      uint64    // position of its last byte in the stream of data
	deadline time.Time // T3; zero until the last byte was written
	prev     int32
	next     int32
}

const firstIndexSize = 64

func newTransactions(n numbers) transactions {
	return transactions{slots: make([]transaction, 1), index: make([]int32, firstIndexSize), numbers: n}
}

// number returns system bytes that no open transaction has.
func (t *transactions) number() uint32 {
	if 2*(t.open+1) > len(t.index) {
		t.grow()
	}
	for {
		if n := t.numbers.next(); *t.place(n) == 0 {
			return n
		}
	}
}

func (t *transactions) place(system uint32) *int32 {
	return &t.index[system&uint32(len(t.index)-1)]
}

func (t *transactions) grow() {
	t.index = make([]int32, 2*len(t.index))
	for i := t.slots[0].next; i != 0; i = t.slots[i].next {
		*t.place(t.slots[i].header.System()) = i
	}
}

// add opens a transaction for a primary whose system bytes came from number
// and whose last byte stands at position end.
func (t *transactions) add(h secs2.Header, token, end uint64) {
	i := t.free
	if i != 0 {
		t.free = t.slots[i].next
	} else {
		i = int32(len(t.slots))
		t.slots = append(t.slots, transaction{})
	}
	last := t.slots[0].prev
	tx := &t.slots[i] // as it was made or left by remove: zero but for next
	tx.header, tx.token, tx.end, tx.prev, tx.next = h, token, end, last, 0
	t.slots[last].next = i
	t.slots[0].prev = i
	*t.place(h.System()) = i
	if t.unwritten == 0 {
		t.unwritten = i
	}
	t.open++
}

// find returns the open transaction with these system bytes, or 0.
func (t *transactions) find(system uint32) int32 {
	if i := *t.place(system); i != 0 && t.slots[i].header.System() == system {
		return i
	}
	return 0
}

// remove closes transaction i and returns it.
func (t *transactions) remove(i int32) transaction {
	tx := t.slots[i]
	t.slots[tx.prev].next = tx.next
	t.slots[tx.next].prev = tx.prev
	if t.unwritten == i {
		t.unwritten = tx.next
	}
	*t.place(tx.header.System()) = 0
	t.slots[i] = transaction{next: t.free}
	t.free = i
	t.open--
	t.numbers.done = tx.header.System()
	return tx
}

// written starts T3 of each transaction whose last byte is among the first
// position bytes of data.
func (t *transactions) written(position uint64, deadline time.Time) {
	for t.unwritten != 0 && t.slots[t.unwritten].end <= position {
		tx := &t.slots[t.unwritten]
		tx.deadline = deadline
		t.unwritten = tx.next
	}
}

// oldest returns the transaction whose T3 ends first, or 0 when none runs.
func (t *transactions) oldest() int32 {
	if first := t.slots[0].next; first != t.unwritten {
		return first
	}
	return 0
}

// deadline returns when the next T3 ends; zero: none runs.
func (t *transactions) deadline() time.Time {
	return t.slots[t.oldest()].deadline
}

// clear drops all transactions.
func (t *transactions) clear() {
	for t.slots[0].next != 0 {
		t.remove(t.slots[0].next)
	}
}

// numbers gives out system bytes: counting up, never 0, never those of the
// control transactions that are open or of the transaction completed last.
type numbers struct {
	last uint32 // given out last
	high uint32 // bits that stay set
	done uint32 // completed last
	busy [2]uint32
}

// Places of the open control transactions in numbers.busy.
const (
	selecting = iota
	linktesting
)

func (n *numbers) next() uint32 {
	for {
		n.last = (n.last + 1) | n.high
		if n.last != 0 && n.last != n.done && n.last != n.busy[selecting] && n.last != n.busy[linktesting] {
			return n.last
		}
	}
}

// startNumbers returns the numbers for the Config key system_bytes_start;
// random is a random number.
func startNumbers(start int64, random uint32) numbers {
	const topBit = 1 << 31
	switch {
	case start == 0:
		return numbers{last: random | topBit, high: topBit}
	case start < 0:
		return numbers{last: random}
	}
	return numbers{last: uint32(start) - 1}
}
