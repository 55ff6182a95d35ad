package model

import (
	"cmp"
	"fmt"

	"github.com/secsd/secsd/secs2"
)

// shelves are the kinds of durable objects.
func shelves() [kinds]shelf {
	return [kinds]shelf{
		KindPort:       portShelf,
		KindCarrier:    carrierShelf,
		KindLocation:   locationShelf,
		KindSubstrate:  substrateShelf,
		KindProcessJob: processJobShelf,
		KindControlJob: controlJobShelf,
		KindTracker:    trackerShelf,
		KindModule:     moduleShelf,
	}
}

// relink finds anew what follows from the images of all objects.
func (m *Model) relink() error {
	m.carriers.sort(func(a, b *carrier) int { return cmp.Compare(a.sequence, b.sequence) })
	m.substrates.sort(func(a, b *substrate) int { return cmp.Compare(a.sequence, b.sequence) })
	m.jobs.sort(func(a, b *processJob) int { return cmp.Compare(a.sequence, b.sequence) })
	m.control.sort(func(a, b *controlJob) int { return cmp.Compare(a.sequence, b.sequence) })
	if err := m.relinkCarriers(); err != nil {
		return err
	}
	m.relinkJobs()
	return m.relinkSubstrates()
}

// openImage returns a reader inside the list of n elements that an image is.
func openImage(image []byte, n int) (secs2.Reader, error) {
	it, err := secs2.Parse(image)
	if err != nil {
		return secs2.Reader{}, fmt.Errorf("%w: %w", ErrValue, err)
	}
	r := secs2.NewReader(it)
	r.Tuple(n)
	return r, nil
}
