package sim

import (
	"sync"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/secs2"
)

// panel is what the two sides of the tool share: remote commands put their
// orders on it, the cycle carries them out.
type panel struct {
	changed chan struct{} // capacity 1: there are new orders

	mu      sync.Mutex                        // guards the fields below
	load    func(ppid string) (Recipe, error) // nil: the tool does not run
	active  bool                              // not IDLE
	paused  bool
	program string
	recipe  Recipe // the copy that START runs
	lot     string // for the next START
	orders
}

// orders are the commands that the cycle has not carried out.
type orders struct{ selected, start, stop, abort, pause, resume bool }

func newPanel() *panel { return &panel{changed: make(chan struct{}, 1)} }

// open lets commands in: the tool runs now.
func (p *panel) open(load func(ppid string) (Recipe, error)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.load = load
}

// command judges a remote command by the present state and by what was ordered
// before, and leaves it to the cycle.
func (p *panel) command(q gem.Question) (secs2.HCACK, []gem.BadParameter) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.load == nil {
		return secs2.HCACKCannotPerformNow, nil
	}
	if q.Command == "PP-SELECT" {
		return p.ppSelect(argument(q, "PPID"))
	}
	if q.Command == "START" && len(argument(q, "LOTID")) > maxLotID {
		return secs2.HCACKInvalidParameter, []gem.BadParameter{{Name: "LOTID", Code: secs2.CPACKIllegalValue}}
	}
	order, hcack := p.judge(q.Command)
	// The events that it leads to go behind the reply: the daemon sees to that.
	if order == &p.start {
		// The copy that runs is what is stored now.
		var err error
		if p.recipe, err = p.load(p.program); err != nil {
			return secs2.HCACKCannotPerformNow, nil
		}
		p.lot = argument(q, "LOTID")
	}
	if hcack == secs2.HCACKCompletionLater {
		*order = true
		p.signal()
	}
	return hcack, nil
}

// judge returns the order that a command is and what becomes of it, as far as the
// processing state did not decide. What the
// tool does already, or is about to do, is HCACK 5. Between START and SETUP the
// tool counts as active, so that a STOP right behind a START is not lost.
func (p *panel) judge(command string) (order *bool, hcack secs2.HCACK) {
	var active, already, possible bool
	active = p.active || p.start
	ending := p.stop || p.abort
	switch command {
	case "START":
		order = &p.start
		already, possible = active && !p.paused, !active && p.program != ""
	case "STOP":
		order = &p.stop
		already, possible = !active || ending, true
	case "ABORT":
		order = &p.abort
		already, possible = !active || p.abort, true
	case "PAUSE":
		order = &p.pause
		already, possible = p.paused && !p.resume || p.pause, active && !p.paused && !ending
	case "RESUME":
		order = &p.resume
		already, possible = active && !p.paused && !p.pause || p.resume, p.paused && !ending
	}
	switch {
	case already:
		return nil, secs2.HCACKAlreadyInCondition
	case !possible:
		return nil, secs2.HCACKCannotPerformNow
	}
	return order, secs2.HCACKCompletionLater
}

// ppSelect makes a process program the current one; its event follows.
func (p *panel) ppSelect(ppid string) (secs2.HCACK, []gem.BadParameter) {
	if _, err := p.load(ppid); err != nil {
		return secs2.HCACKInvalidParameter, []gem.BadParameter{{Name: "PPID", Code: secs2.CPACKIllegalValue}}
	}
	if p.active || p.start {
		return secs2.HCACKCannotPerformNow, nil
	}
	p.program, p.selected = ppid, true
	p.signal()
	return secs2.HCACKDone, nil
}

// selection returns the program that was selected last.
func (p *panel) selection() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.program
}

// signal wakes the cycle.
func (p *panel) signal() {
	select {
	case p.changed <- struct{}{}:
	default: // the cycle will see this order with the one before
	}
}

// take reports whether an order was given, and takes it off the panel.
func (p *panel) take(order *bool) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	given := *order
	*order = false
	return given
}

// given reports whether an order stands, and leaves it there: STOP and ABORT
// stand until the tool is IDLE.
func (p *panel) given(order *bool) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return *order
}

func (p *panel) idle() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return !p.active
}

// job returns what the START on the panel is about.
func (p *panel) job() (r Recipe, lot string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.recipe, p.lot
}

// enter notes what is about to be told to the model, and returns it. A STOP that
// came before the end of the last wafer turns completed into stopped.
func (p *panel) enter(on trigger) trigger {
	p.mu.Lock()
	defer p.mu.Unlock()
	if on == completed && p.stop {
		on = stopped
	}
	p.paused = on == suspended
	if on == committed {
		p.active, p.start = true, false
		p.signal() // there may be orders behind the START
	}
	if on == completed || on == stopped || on == aborted {
		p.active, p.orders = false, orders{}
	}
	return on
}

// argument returns the text that a host gave a parameter.
func argument(q gem.Question, name string) string {
	for _, a := range q.Parameters {
		if a.Name == name {
			return string(a.Value.Data())
		}
	}
	return ""
}
