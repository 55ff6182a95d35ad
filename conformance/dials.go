package conformance

import (
	"sync"
	"time"
)

// dials collects the connection attempts of the equipment, stamped. Its
// goroutine runs for as long as the equipment does; afterwards whatever comes
// is refused.
type dials struct {
	tell   chan<- struct{}
	quit   chan struct{}
	joined sync.WaitGroup

	mu     sync.Mutex
	come   []attempt
	closed bool
}

type attempt struct {
	at   time.Time
	dial Attempt
}

func newDials(from <-chan Attempt, tell chan<- struct{}) *dials {
	d := &dials{tell: tell, quit: make(chan struct{})}
	d.joined.Go(func() { d.collect(from) })
	return d
}

func (d *dials) collect(from <-chan Attempt) {
	for {
		select {
		case a := <-from:
			d.add(a)
		case <-d.quit:
			return
		}
	}
}

// add stamps an attempt. The equipment waits for its answer meanwhile.
func (d *dials) add(a Attempt) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		a.Refuse()
		return
	}
	d.come = append(d.come, attempt{time.Now(), a})
	select {
	case d.tell <- struct{}{}:
	default:
	}
}

// first returns the oldest attempt that has not been expected yet.
func (d *dials) first() (attempt, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.come) == 0 {
		return attempt{}, false
	}
	return d.come[0], true
}

// next takes it.
func (d *dials) next() (attempt, bool) {
	a, ok := d.first()
	if ok {
		d.mu.Lock()
		d.come = d.come[1:]
		d.mu.Unlock()
	}
	return a, ok
}

// refuse answers everything that waits, and from now on what comes.
func (d *dials) refuse() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closed = true
	for _, a := range d.come {
		a.dial.Refuse()
	}
	d.come = nil
}

// stop ends the goroutine.
func (d *dials) stop() {
	close(d.quit)
	d.joined.Wait()
}
