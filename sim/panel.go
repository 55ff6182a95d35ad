package sim

import (
	"sync"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/secs2"
)

// The remote commands.
const (
	ppSelect = "PP-SELECT"
	start    = "START"
	stop     = "STOP"
	abort    = "ABORT"
	pause    = "PAUSE"
	resume   = "RESUME"
)

// panel is what the two sides of the tool share: remote commands are judged there
// and left for the operator, who carries them out.
type panel struct {
	ring func() // wakes the operator

	mu       sync.Mutex                        // guards the fields below
	load     func(ppid string) (Recipe, error) // nil: the tool does not run
	active   bool                              // not IDLE
	paused   bool
	program  string
	commands []command // that nobody has carried out
	orders
}

// command is a remote command that was accepted.
type command struct{ name, recipe, lot string }

// orders are the commands whose effect has not come.
type orders struct{ start, stop, abort, pause, resume bool }

func newPanel(ring func()) *panel { return &panel{ring: ring} }

// open lets commands in: the tool runs now.
func (p *panel) open(load func(ppid string) (Recipe, error)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.load = load
}

// command judges a remote command by the present state and by what was ordered
// before, and leaves it to the operator.
func (p *panel) command(q gem.Question) (secs2.HCACK, []gem.BadParameter) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.load == nil {
		return secs2.HCACKCannotPerformNow, nil
	}
	if q.Command == ppSelect {
		return p.ppSelect(argument(q, "PPID"))
	}
	if q.Command == start && len(argument(q, "LOTID")) > maxLotID {
		return secs2.HCACKInvalidParameter, []gem.BadParameter{{Name: "LOTID", Code: secs2.CPACKIllegalValue}}
	}
	order, hcack := p.judge(q.Command)
	// The events that it leads to go behind the reply: the daemon sees to that.
	if order == &p.start {
		if _, err := p.load(p.program); err != nil {
			return secs2.HCACKCannotPerformNow, nil
		}
	}
	if hcack == secs2.HCACKCompletionLater {
		*order = true
		p.leave(command{q.Command, p.program, argument(q, "LOTID")})
	}
	return hcack, nil
}

// judge returns the order that a command is and what becomes of it, as far as the
// processing state did not decide. What the
// tool does already, or is about to do, is HCACK 5. Between START and SETUP the
// tool counts as active, so that a STOP right behind a START is not lost.
func (p *panel) judge(name string) (order *bool, hcack secs2.HCACK) {
	var active, already, possible bool
	active = p.active || p.start
	ending := p.stop || p.abort
	switch name {
	case start:
		order = &p.start
		already, possible = active && !p.paused, !active && p.program != ""
	case stop:
		order = &p.stop
		already, possible = !active || ending, true
	case abort:
		order = &p.abort
		already, possible = !active || p.abort, true
	case pause:
		order = &p.pause
		already, possible = p.paused && !p.resume || p.pause, active && !p.paused && !ending
	case resume:
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
	p.program = ppid
	p.leave(command{name: ppSelect, recipe: ppid})
	return secs2.HCACKDone, nil
}

// leave leaves a command to the operator.
func (p *panel) leave(c command) {
	p.commands = append(p.commands, c)
	p.ring()
}

// next takes the oldest command off the panel.
func (p *panel) next() (c command, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.commands) == 0 {
		return c, false
	}
	c = p.commands[0]
	p.commands = p.commands[1:]
	return c, true
}

// enter notes what is about to be told to the model. STOP and ABORT stand until
// the tool is IDLE.
func (p *panel) enter(on trigger) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.paused = on == suspended
	switch on {
	case committed:
		p.active, p.start = true, false
	case suspended:
		p.pause = false
	case resumed:
		p.resume = false
	case completed, stopped, aborted:
		p.active, p.orders = false, orders{start: p.start}
	default:
	}
}

// settle forgets STOP and ABORT once what they ended has ended, though other lots
// go on.
func (p *panel) settle() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.commands) == 0 {
		p.stop, p.abort = false, false
	}
}

// argument returns the text that a host gave a parameter.
func argument(q gem.Question, name string) string {
	if a := given(q, name); a != nil {
		return string(a.Value.Data())
	}
	return ""
}
