package bench

import (
	"context"
	"fmt"
	"runtime"
	"slices"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/hsms"
	"github.com/secsd/secsd/secs2"
)

// How many instances the memory table is made from.
const (
	manyVariables    = 10_000
	manyReports      = 5_000
	manyTransactions = 1_000 // the largest window
)

// measureMemory returns the heap that one instance of each kind takes.
func measureMemory(ctx context.Context, cfg Config) ([]Memory, error) {
	transaction, err := transactionBytes(ctx, cfg.DataDir)
	if err != nil {
		return nil, err
	}
	variable, err := variableBytes()
	if err != nil {
		return nil, err
	}
	report, err := reportBytes()
	if err != nil {
		return nil, err
	}
	spooled, err := spoolBytes()
	if err != nil {
		return nil, err
	}
	material, err := materialBytes(ctx, cfg.DataDir, cfg.StorePairs)
	if err != nil {
		return nil, err
	}
	return slices.Concat([]Memory{
		{"variable", variable, manyVariables},
		{"report of 3 variables", report, manyReports},
		{"open transaction, S6F11", transaction, manyTransactions},
	}, material, spooled), nil
}

// heap returns the bytes of the heap that are in use.
func heap() float64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC() // what the first one left to finalizers and pools
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc)
}

func variableBytes() (float64, error) {
	start := heap()
	many, err := gem.New(equipment(Config{Concurrency: 1, SVIDs: manyVariables}))
	if err != nil {
		return 0, err
	}
	with := heap()
	runtime.KeepAlive(many)
	return (with - start) / manyVariables, nil
}

func reportBytes() (float64, error) {
	a, err := newAlone(equipment(Config{Concurrency: 1, SVIDs: 3}))
	if err != nil {
		return 0, err
	}
	vids := secs2.L(secs2.U4(firstSVID), secs2.U4(firstSVID+1), secs2.U4(firstSVID+2))
	start := heap()
	for id := range uint32(manyReports) {
		a.primary(secs2.SF{Stream: 2, Function: 33}, secs2.L(secs2.U4(0), secs2.L(secs2.L(secs2.U4(id+1), vids))))
	}
	bytes := (heap() - start) / manyReports
	runtime.KeepAlive(a)
	return bytes, a.err
}

// transactionBytes lets a host not answer. Both the equipment and the
// transport keep something then; the buffers have been filled before.
func transactionBytes(ctx context.Context, dir string) (bytes float64, err error) {
	cfg := Config{Requests: 1, Concurrency: manyTransactions, SVIDs: 1, DataDir: dir}
	err = withRig(ctx, setup{cfg: cfg, kind: windowedHost}, func(ctx context.Context, r *rig) error {
		if err := r.link.setWBit(ctx, false); err != nil {
			return err
		}
		if err := r.pushOneWay(ctx, 20*manyTransactions, new(histogram)); err != nil {
			return err
		}
		if err := r.link.setWBit(ctx, true); err != nil {
			return err
		}
		received, done := 0, make(chan struct{})
		r.link.handle(func(*hsms.Conn, *hsms.Event) {
			if received++; received == manyTransactions {
				close(done)
			}
		})
		start := heap()
		for i := range manyTransactions {
			if err := r.daemon.Trigger(ctx, eventCEID); err != nil {
				return fmt.Errorf("event %d: %w", i, err)
			}
		}
		if err := r.link.await(ctx, done); err != nil {
			return err
		}
		bytes = (heap() - start) / manyTransactions
		return nil
	})
	return bytes, err
}
