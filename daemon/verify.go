package daemon

import (
	"context"
	"sync"

	"github.com/secsd/secsd/gem"
)

// This file is how the tool verifies process programs.

// Verifier is a Tool that verifies process programs. What the configuration says of
// the commands of a formatted one is verified before.
type Verifier interface {
	// VerifyProgram returns what is wrong with a program that a host sent or the
	// operator made, nil if nothing is: the text becomes PPError. The program is
	// closed for it. A word for each program goes to the hosts, so it has to return. It is called from one goroutine.
	VerifyProgram(ctx context.Context, p *Program) error
}

// verifyQueue holds programs that are to be verified; the core bounds it.
type verifyQueue struct {
	mu   sync.Mutex
	list []gem.ProgramToVerify
	wake chan struct{}
}

func newVerifyQueue() verifyQueue { return verifyQueue{wake: make(chan struct{}, 1)} }

func (q *verifyQueue) add(p gem.ProgramToVerify) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.list = append(q.list, p)
	select {
	case q.wake <- struct{}{}:
	default:
	}
}

func (q *verifyQueue) next() (p gem.ProgramToVerify, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.list) == 0 {
		return p, false
	}
	p, q.list = q.list[0], q.list[1:]
	return p, true
}

// verify brings programs to a tool that verifies them, in order, until ctx ends.
func (d *Daemon) verify(ctx context.Context) error {
	verifier, _ := d.tool.(Verifier)
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-d.core.programs.verify.wake:
		}
		for ctx.Err() == nil {
			p, ok := d.core.programs.verify.next()
			if !ok {
				break
			}
			in := gem.ProgramVerified{ID: p.ID, Fault: d.verifyOne(ctx, verifier, p.PPID)}
			if ctx.Err() == nil {
				_ = d.core.occurs(ctx, in) // it is not refused, and tells nobody when ctx ends
			}
		}
	}
}

// verifyOne returns what is wrong with a stored program.
func (d *Daemon) verifyOne(ctx context.Context, v Verifier, ppid string) string {
	p, err := d.OpenProgram(ppid)
	if err != nil {
		return err.Error()
	}
	defer p.Close()
	return reason(v.VerifyProgram(ctx, p))
}
