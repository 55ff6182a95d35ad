package bench

import (
	"time"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/secs2"
)

// alone is an equipment without its I/O, communicating. The disk takes everything
// at once.
type alone struct {
	eq  *gem.Equipment
	out gem.Output
	now time.Time
	// took, if set, sees each commit.
	took func(*gem.Commit)
	err  error // the first one
}

// newAlone starts an equipment, with the process programs named.
func newAlone(cfg gem.Config, programs ...string) (*alone, error) {
	eq, err := gem.New(cfg)
	if err != nil {
		return nil, err
	}
	a := &alone{eq: eq, now: time.Unix(0, 0)}
	for _, ppid := range programs {
		a.step(gem.RestoredProgram{PPID: ppid, Format: gem.Unformatted, Size: 1})
	}
	a.step(gem.Start{})
	a.step(gem.LinkUp{})
	a.primary(secs2.SF{Stream: 1, Function: 13}, secs2.L())
	return a, a.err
}

// step steps an input and what follows it.
func (a *alone) step(in gem.Input) {
	a.eq.Step(a.now, in, &a.out)
	if a.err == nil {
		a.err = a.out.Err
	}
	for a.out.Commit.Seq != 0 {
		if a.took != nil {
			a.took(&a.out.Commit)
		}
		a.eq.Step(a.now, gem.Durable{Seq: a.out.Commit.Seq}, &a.out)
	}
}

func (a *alone) primary(sf secs2.SF, body secs2.Item) {
	a.step(gem.Primary{Header: secs2.DataHeader(0, sf.Stream, sf.Function, secs2.WantReply, 1), Body: body})
}
