package sim

import (
	"sync"

	"github.com/secsd/secsd/model"
)

// inbox is where the equipment leaves its orders.
type inbox struct {
	bell chan struct{} // capacity 1: something has changed

	mu     sync.Mutex // guards the fields below
	orders []model.Order
	wanted map[int]bool // ports whose carrier is to come or go at once
}

func newInbox() *inbox { return &inbox{bell: make(chan struct{}, 1)} }

// put leaves an order.
func (b *inbox) put(o model.Order) {
	b.mu.Lock()
	b.orders = append(b.orders, o)
	b.mu.Unlock()
	b.ring()
}

// take returns the orders that have come since the last time.
func (b *inbox) take() []model.Order {
	b.mu.Lock()
	defer b.mu.Unlock()
	orders := b.orders
	b.orders = nil
	return orders
}

// want has the carrier of a port come or go at once.
func (b *inbox) want(port int) {
	b.mu.Lock()
	if b.wanted == nil {
		b.wanted = map[int]bool{}
	}
	b.wanted[port] = true
	b.mu.Unlock()
	b.ring()
}

// exchanges tells whether the carrier of a port is to come or go at once, and takes
// that wish.
func (b *inbox) exchanges(port int) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	wanted := b.wanted[port]
	delete(b.wanted, port)
	return wanted
}

// ring tells that something has changed.
func (b *inbox) ring() {
	select {
	case b.bell <- struct{}{}:
	default: // it rings already
	}
}
