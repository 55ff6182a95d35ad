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

// ring tells that something has changed.
func (b *inbox) ring() {
	select {
	case b.bell <- struct{}{}:
	default: // it rings already
	}
}
