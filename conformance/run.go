package conformance

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"
)

// run is one run of a script against a target.
type run struct {
	ctx      context.Context
	script   *Script
	target   Target
	memory   *memory
	links    map[string]*link
	dials    *dials        // nil where the equipment cannot dial
	pending  Attempt       // a dial that was expected and has no answer yet
	happened chan struct{} // a link has a new event
	system   uint32        // of the host's last request
	device   uint16        // the device ID of data messages
	started  bool
	began    time.Time
	log      []string
}

// Run starts the equipment, runs the script and stops the equipment. The error
// is a *StatementError for a statement that did not hold; an error that matches
// errors.ErrUnsupported says that the target cannot be set up this way.
func (s *Script) Run(ctx context.Context, t Target) error {
	r := &run{
		ctx: ctx, script: s, target: t,
		memory: newMemory(), links: map[string]*link{},
		happened: make(chan struct{}, 1),
		device:   s.device, began: time.Now(),
	}
	if d, ok := t.(Dialer); ok {
		r.dials = newDials(d.Attempts(), r.happened)
	}
	err := r.statements(s.body)
	if err == nil {
		err = r.nothingLeft()
	}
	return errors.Join(err, r.stop())
}

func (r *run) statements(body []statement) error {
	for _, st := range body {
		if err := r.ctx.Err(); err != nil {
			return err
		}
		if err := r.statement(st); err != nil {
			return err
		}
	}
	return nil
}

// statement carries out one statement; the equipment starts before the first.
func (r *run) statement(st statement) error {
	if _, ok := st.do.(start); !ok && !r.started {
		if err := (start{}).do(r); err != nil {
			return r.failure(st, err)
		}
	}
	if block, ok := st.do.(repeat); ok {
		return block.run(r)
	}
	r.note(st.text)
	if err := st.do.do(r); err != nil {
		return r.failure(st, err)
	}
	return nil
}

// failure says where err happened. An unsupported set-up is no failure.
func (r *run) failure(st statement, err error) error {
	if errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	log := r.log
	if len(log) > 0 {
		log = log[:len(log)-1] // the statement itself
	}
	return &StatementError{File: r.script.File, Line: st.line, Text: st.text, Err: err, Log: slices.Clone(log)}
}

// note keeps the last lines of what happened for a failure report.
func (r *run) note(line string) {
	const kept = 12
	if len(r.log) == kept {
		r.log = append(r.log[:0], r.log[1:]...)
	}
	r.log = append(r.log, fmt.Sprintf("+%v %s", time.Since(r.began), firstLine(line)))
}

// link returns the connection with this name.
func (r *run) link(name string) (*link, error) {
	l := r.links[name]
	if l == nil {
		return nil, fmt.Errorf("there is no connection%s", spaced(name))
	}
	return l, nil
}

func spaced(name string) string {
	if name == "" {
		return ""
	}
	return " " + name
}

// settle waits until the equipment is quiet.
func (r *run) settle() { r.target.Settle() }

// unexpected returns what the equipment did that no statement has expected: at
// any time, or before a limit.
func (r *run) unexpected(before time.Time) error {
	for _, name := range slices.Sorted(maps.Keys(r.links)) {
		if err := r.unexpectedOn(name, before); err != nil {
			return err
		}
	}
	if r.dials == nil {
		return nil
	}
	if a, ok := r.dials.first(); ok && a.at.Before(before) {
		return fmt.Errorf("nothing expected, but at %s the equipment dialed", r.clock(a.at))
	}
	return nil
}

func (r *run) unexpectedOn(name string, before time.Time) error {
	ev, partial, ok := r.links[name].first()
	switch {
	case !ok:
	case partial != nil:
		return fmt.Errorf("part of a frame came on connection%s: %s", spaced(name), hexText(partial))
	case ev.at.Before(before):
		return fmt.Errorf("nothing expected, but at %s came%s:\n%s", r.clock(ev.at), spaced(name), ev)
	}
	return nil
}

// clock writes an instant as the time since the run began.
func (r *run) clock(at time.Time) string { return "+" + at.Sub(r.began).String() }

func (e event) String() string {
	if e.frame == nil {
		return "the equipment " + e.end
	}
	return e.frame.String()
}

// forever is later than any event of a run.
func forever() time.Time { return time.Unix(1<<40, 0) }

// pass lets time go by; whatever happens before it has passed is unexpected.
func (r *run) pass(d time.Duration) error {
	r.settle()
	if err := r.unexpected(forever()); err != nil {
		return err
	}
	due := time.Now().Add(d)
	r.sleep(d)
	return r.unexpected(due)
}

// sleep lets time pass and the equipment do what it does then.
func (r *run) sleep(d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-r.ctx.Done():
	}
	r.settle()
}

// sleepUntilEvent ends early when something happens on a connection or the
// equipment dials.
func (r *run) sleepUntilEvent(d time.Duration) {
	select { // what was signalled before has been expected since
	case <-r.happened:
	default:
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-r.ctx.Done():
	case <-r.happened:
	}
	r.settle()
}

// nothingLeft is what the end of a script asserts.
func (r *run) nothingLeft() error {
	r.settle()
	if err := r.unexpected(forever()); err != nil {
		end := statement{line: r.script.lines, text: "end of script"}
		r.note(end.text)
		return r.failure(end, err)
	}
	return nil
}

// stop hangs up and stops the equipment.
func (r *run) stop() error {
	for _, l := range r.links {
		l.abandon()
	}
	if r.pending != nil {
		r.pending.Refuse()
	}
	if r.dials != nil {
		r.dials.refuse()
		defer r.dials.stop()
	}
	if !r.started {
		return nil
	}
	return r.target.Stop()
}

// nextSystem returns system bytes for a request of the host.
func (r *run) nextSystem() uint32 {
	r.system++
	return r.system
}

// repeat runs its body several times.
type repeat struct {
	times int
	body  []statement
}

func (p repeat) do(r *run) error { return p.run(r) }

func (p repeat) run(r *run) error {
	for i := range p.times {
		if err := r.statements(p.body); err != nil {
			return fmt.Errorf("round %s: %w", strconv.Itoa(i+1), err)
		}
	}
	return nil
}
