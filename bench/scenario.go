package bench

import (
	"context"
	"fmt"

	"github.com/secsd/secsd/secs2"
)

// scenario is one row.
type scenario struct {
	row  string
	ops  int
	wBit bool // S6F11 wants a reply
	run  func(ctx context.Context, n int, samples *histogram) error
	// floor does the same with bare bytes, sizes says how many: to the
	// equipment and from it.
	out, in int
	floor   func(ctx context.Context, f *floor, n int) error
}

const (
	turns      = 5
	warmShare  = 10    // one tenth of a slice, at least warmLeast
	warmLeast  = 2_000 // operations
	pushFactor = 100   // events of a push without reply to one request
	prefixSize = 4 + secs2.HeaderSize
)

// scenarios returns the rows of the rig's host in their order.
func (r *rig) scenarios(ctx context.Context) ([]scenario, error) {
	var list []scenario
	for _, q := range []struct {
		row  string
		sf   secs2.SF
		body secs2.Item
	}{
		{"S1F1/F2 (header-only)", secs2.SF{Stream: 1, Function: 1}, secs2.Item{}},
		{fmt.Sprintf("S1F3/F4 (%d SVIDs)", r.cfg.SVIDs), secs2.SF{Stream: 1, Function: 3}, statusRequest(r.cfg.SVIDs)},
	} {
		reply, err := r.link.ask(ctx, q.sf, q.body)
		if err != nil {
			return nil, err
		}
		ask := request{sf: q.sf, body: q.body.Encoded()}
		list = append(list, scenario{
			row: q.row, ops: r.cfg.Requests,
			run: func(ctx context.Context, n int, samples *histogram) error { return r.ask(ctx, ask, n, samples) },
			out: prefixSize + len(ask.body), in: prefixSize + len(reply.Encoded()),
			floor: func(ctx context.Context, f *floor, n int) error { return f.ask(ctx, n, r.cfg.Concurrency) },
		})
	}
	if r.kind == windowedHost {
		list = append(list, r.pushes()...)
	}
	return list, nil
}

// ask has the rig's host make n requests.
func (r *rig) ask(ctx context.Context, q request, n int, samples *histogram) error {
	if r.kind == waitingHost {
		return r.askWaiting(ctx, q, n, samples)
	}
	return r.link.askWindowed(ctx, q, n, r.cfg.Concurrency, samples)
}

// statusRequest returns the body of an S1F3 for n variables.
func statusRequest(n int) secs2.Item {
	svids := make([]secs2.Item, n)
	for i := range svids {
		svids[i] = secs2.U4(uint32(firstSVID + i))
	}
	return secs2.L(svids...)
}

// pushes returns the rows of S6F11.
func (r *rig) pushes() []scenario {
	return []scenario{{
		row: "S6F11 push (W=0)", ops: pushFactor * r.cfg.Requests,
		run: r.pushOneWay, in: eventSize,
		floor: func(ctx context.Context, f *floor, n int) error { return f.stream(ctx, n) },
	}, {
		row: "S6F11 with enable filter (W=0, half of the events disabled)", ops: pushFactor * r.cfg.Requests,
		run: r.pushFiltered, in: eventSize,
		floor: func(ctx context.Context, f *floor, n int) error { return f.stream(ctx, n/2) },
	}, {
		row: "S6F11 push (W=1)", ops: r.cfg.Requests, wBit: true,
		run: r.pushAnswered, out: eventSize, in: prefixSize + len(ackc6),
		floor: func(ctx context.Context, f *floor, n int) error { return f.ask(ctx, n, r.cfg.Concurrency) },
	}}
}

// measure runs a scenario and its floor in turns.
func (r *rig) measure(ctx context.Context, s scenario) (Row, error) {
	if err := r.link.setWBit(ctx, s.wBit); err != nil {
		return Row{}, err
	}
	f, err := newFloor(s.out, s.in)
	if err != nil {
		return Row{}, err
	}
	defer f.close()
	row := &lane{row: s.row, kind: r.kind, ops: s.ops, run: s.run}
	floor := &lane{row: "floor", ops: s.ops, run: func(ctx context.Context, n int, _ *histogram) error { return s.floor(ctx, f, n) }}
	for _, l := range []*lane{row, floor} {
		if err := l.run(ctx, max(s.ops/turns/warmShare, warmLeast), new(histogram)); err != nil {
			return Row{}, err
		}
	}
	if err := alternate(ctx, turns, 0, row, floor); err != nil {
		return Row{}, err
	}
	return newRow(row, floor), nil
}
