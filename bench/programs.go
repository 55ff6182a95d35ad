package bench

import (
	"context"
	"fmt"
	"math"

	"github.com/secsd/secsd/secs2"
)

// measurePrograms measures reads of one host while another one moves process
// programs as long as an item can be, in turns with reads alone. Both hosts and the
// equipment share the machine: what is read beside a transfer waits for the
// processor at least.
func (m *measuring) measurePrograms(ctx context.Context) error {
	return withRig(ctx, setup{cfg: m.cfg, kind: windowedHost, twoHosts: true}, func(ctx context.Context, r *rig) error {
		body := statusRequest(m.cfg.SVIDs)
		q := request{sf: secs2.SF{Stream: 1, Function: 3}, body: body.Encoded()}
		reply, err := r.link.ask(ctx, q.sf, body)
		if err != nil {
			return err
		}
		f, err := newFloor(prefixSize+len(q.body), prefixSize+len(reply.Encoded()))
		if err != nil {
			return err
		}
		defer f.close()
		program := secs2.L(secs2.A("BENCH"), secs2.B(make([]byte, secs2.MaxLength)...))
		if _, err := r.second.ask(ctx, secs2.SF{Stream: 7, Function: 3}, program); err != nil {
			return err
		}
		return m.transfers(ctx, r, q, f, program)
	})
}

func (m *measuring) transfers(ctx context.Context, r *rig, q request, f *floor, program secs2.Item) error {
	n := m.cfg.Requests
	row := fmt.Sprintf("S1F3/F4 (%d SVIDs)", m.cfg.SVIDs)
	echo := &lane{row: "floor", ops: n, run: func(ctx context.Context, n int, _ *histogram) error {
		return f.ask(ctx, n, m.cfg.Concurrency)
	}}
	alone := &lane{row: row + " alone, no program", kind: windowedHost, ops: n, run: func(ctx context.Context, n int, samples *histogram) error {
		return r.ask(ctx, q, n, samples)
	}}
	lanes := []*lane{echo, alone}
	var moved []*lane
	for _, x := range []struct {
		name string
		request
	}{
		{"S7F3 of 16 MiB", request{sf: secs2.SF{Stream: 7, Function: 3}, body: program.Encoded()}},
		{"S7F5 of 16 MiB", request{sf: secs2.SF{Stream: 7, Function: 5}, body: secs2.A("BENCH").Encoded()}},
	} {
		move := &lane{row: x.name + ", beside S1F3", kind: windowedHost}
		beside := &lane{row: row + " beside " + x.name, kind: windowedHost, ops: n, run: func(ctx context.Context, n int, samples *histogram) error {
			return r.besideSecond(ctx, x.request, 1, &move.samples, func() error { return r.ask(ctx, q, n, samples) })
		}}
		lanes, moved = append(lanes, beside), append(moved, move)
	}
	announce(m.progress, lanes[1:]...)
	if err := warm(ctx, warmLeast, lanes...); err != nil {
		return err
	}
	for _, l := range moved {
		l.samples = histogram{}
	}
	if err := alternate(ctx, durableBlocks, durableLimit, lanes...); err != nil {
		return err
	}
	for _, l := range lanes[1:] {
		m.report.Rows = append(m.report.Rows, newRow(l, echo))
	}
	for i, l := range moved {
		l.used = usage{ops: int(l.samples.n), elapsed: lanes[2+i].used.elapsed}
		m.report.Rows = append(m.report.Rows, newRow(l, echo))
	}
	return nil
}

// besideSecond runs do while the second host keeps so many requests outstanding.
func (r *rig) besideSecond(ctx context.Context, q request, outstanding int, samples *histogram, do func() error) error {
	w := newWindowed(q, math.MaxInt, outstanding, samples)
	if err := w.start(r.second); err != nil {
		return err
	}
	err := do()
	w.enough.Store(true)
	if failed := w.wait(ctx, r.second); err == nil {
		err = failed
	}
	return err
}
