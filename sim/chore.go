package sim

import (
	"context"
	"time"
)

// deed is one thing that is done, some simulated seconds after the one before
// it, or after the start.
type deed struct {
	after float64
	do    func(ctx context.Context) error
}

// chore is a row of deeds that belong together. The zero value has none.
type chore struct {
	speed float64
	deeds []deed
	due   time.Time     // of the first
	left  time.Duration // until it is due, while the chore is held
	held  bool
	begun bool // by the deed in progress
}

// begin makes the deeds what there is to do.
func (c *chore) begin(deeds ...deed) {
	c.deeds, c.held, c.begun = deeds, false, true
	c.schedule()
}

func (c *chore) schedule() {
	if len(c.deeds) > 0 {
		c.due = time.Now().Add(c.takes(c.deeds[0].after))
	}
}

// takes converts simulated seconds.
func (c *chore) takes(seconds float64) time.Duration {
	return time.Duration(seconds / c.speed * float64(time.Second))
}

func (c *chore) busy() bool { return len(c.deeds) > 0 }

// drop forgets the deeds that are left.
func (c *chore) drop() { c.deeds, c.held = nil, false }

// hold stops the time of the chore, goOn lets it run again.
func (c *chore) hold() {
	c.held, c.left = true, time.Until(c.due)
}

func (c *chore) goOn() {
	c.held, c.due = false, time.Now().Add(c.left)
}

// pursue does the next deed if it is due; else wake is when it will be. The deed
// may drop the chore or begin another one.
func (c *chore) pursue(ctx context.Context, now time.Time) (did bool, wake time.Time, err error) {
	switch {
	case len(c.deeds) == 0 || c.held:
		return false, time.Time{}, nil
	case c.due.After(now):
		return false, c.due, nil
	}
	next := c.deeds[0]
	c.deeds, c.begun = c.deeds[1:], false
	err = next.do(ctx)
	if !c.begun {
		c.schedule()
	}
	return true, time.Time{}, err
}
