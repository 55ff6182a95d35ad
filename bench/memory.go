package bench

import (
	"context"
	"fmt"
	"runtime"
	"time"

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

// measureMemory returns the heap that one instance of each kind takes. Jobs do
// not exist yet.
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
	return append([]Memory{
		{"variable", variable, manyVariables},
		{"report of 3 variables", report, manyReports},
		{"open transaction, S6F11", transaction, manyTransactions},
		{"process job and control job", 0, 0},
	}, spooled...), nil
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
	e, err := gem.New(equipment(Config{Concurrency: 1, SVIDs: 3}))
	if err != nil {
		return 0, err
	}
	var out gem.Output
	step := func(in gem.Input) { e.Step(time.Unix(0, 0), in, &out) }
	primary := func(stream, function byte, body secs2.Item) {
		step(gem.Primary{Header: secs2.DataHeader(0, stream, function, secs2.WantReply, 1), Body: body})
	}
	vids := secs2.L(secs2.U4(firstSVID), secs2.U4(firstSVID+1), secs2.U4(firstSVID+2))
	define := func(from, n int) {
		for id := from; id < from+n; id++ {
			primary(2, 33, secs2.L(secs2.U4(0), secs2.L(secs2.L(secs2.U4(uint32(id)), vids))))
			step(gem.Durable{Seq: out.Commit.Seq})
		}
	}
	step(gem.Start{})
	step(gem.LinkUp{})
	primary(1, 13, secs2.L())
	start := heap()
	define(1, manyReports)
	bytes := (heap() - start) / manyReports
	runtime.KeepAlive(e)
	return bytes, nil
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
