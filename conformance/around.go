package conformance

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// This file holds the statements about what is neither host nor equipment:
// time, the operator, the tool, the disk, the power switch.

// start brings the equipment up. With refused set it must not come up, and the
// error must contain each of these words.
type start struct{ refused []string }

// quiet lets time pass and nothing may happen, at its end neither.
type quiet struct{ d time.Duration }

// after lets time pass and nothing may happen before its end.
type after struct{ d time.Duration }

// within lets time pass until the equipment does something, at most so long.
type within struct{ d time.Duration }

// operate, act, their refusals and setDisk use the abilities of the target.
type operate struct{ action string }
type refusedOperate struct{ action string }
type act struct{ action string }
type refusedAct struct{ action string }
type setDisk struct{ state string }

// restart is the power switch, with settings that are new from then on.
type restart struct{ changed []Setting }

// kill is the end of the process without notice, and a start with what is
// stored.
type kill struct{ changed []Setting }

// inspect compares what the target tells with a word, or remembers it, or it is
// a number that may not be greater than most.
type inspect struct {
	what    string
	want    string
	capture string
	most    *int
}

// do starts the equipment. Every run begins with it, whether or not the script
// says so.
func (s start) do(r *run) error {
	if r.started {
		return fmt.Errorf("the equipment runs already")
	}
	err := r.target.Start(r.script.settings())
	r.settle()
	if s.refused == nil {
		r.started = err == nil
		return err
	}
	if err == nil {
		r.started = true
		return fmt.Errorf("the equipment came up")
	}
	for _, word := range s.refused {
		if !strings.Contains(err.Error(), word) {
			return fmt.Errorf("the error does not name %q: %w", word, err)
		}
	}
	return nil
}

// do checks the end of the time too, unlike after.
func (q quiet) do(r *run) error {
	if err := r.pass(q.d); err != nil {
		return err
	}
	return r.unexpected(forever())
}

func (a after) do(r *run) error { return r.pass(a.d) }

// do lets no time pass when something waits to be expected already.
func (w within) do(r *run) error {
	r.settle()
	if r.unexpected(forever()) == nil {
		r.sleepUntilEvent(w.d)
	}
	return nil
}

func (o operate) do(r *run) error {
	err := r.target.(Operator).Operate(o.action)
	r.settle()
	return err
}

func (a act) do(r *run) error {
	err := r.target.(Tool).Act(a.action)
	r.settle()
	return err
}

// do holds only against a refusal by the equipment.
func (a refusedAct) do(r *run) error { return r.refusal(r.target.(Tool).Act(a.action)) }

// do holds only against a refusal by the equipment.
func (o refusedOperate) do(r *run) error {
	return r.refusal(r.target.(Operator).Operate(o.action))
}

// refusal wants err to be the equipment's own word.
func (r *run) refusal(err error) error {
	r.settle()
	switch {
	case err == nil:
		return fmt.Errorf("the equipment took it")
	case errors.Is(err, ErrRefused):
		return nil
	}
	return err
}

func (d setDisk) do(r *run) error {
	err := r.target.(Disk).SetDisk(d.state)
	r.settle()
	return err
}

// do keeps the changed settings for this start only.
func (p restart) do(r *run) error {
	err := r.target.(Restarter).Restart(override(r.script.settings(), p.changed))
	r.settle()
	return err
}

// do keeps the changed settings for this start only, like restart.
func (k kill) do(r *run) error {
	r.settle()
	err := r.target.(Killer).Kill(override(r.script.settings(), k.changed))
	r.settle()
	return err
}

func (i inspect) do(r *run) error {
	r.settle()
	got, err := r.target.(Inspector).Inspect(i.what)
	if err != nil {
		return err
	}
	if i.most != nil {
		n, err := strconv.Atoi(got)
		if err == nil && n > *i.most {
			err = fmt.Errorf("%s is %d, want at most %d", i.what, n, *i.most)
		}
		return err
	}
	want, ok := i.want, got == i.want
	if i.capture != "" {
		var known []byte
		known, ok = r.memory.recall(i.capture, []byte(got))
		want = string(known)
	}
	if !ok {
		return fmt.Errorf("%s is %s, want %s", i.what, got, want)
	}
	return nil
}
