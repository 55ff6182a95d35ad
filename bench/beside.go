package bench

import (
	"context"
	"fmt"

	"github.com/secsd/secsd/secs2"
)

// measureBeside measures reads of one host while another one's commits wait for
// the disk, in turns with reads alone. Reads beside nothing but the bare sequence
// tell what of the difference is the machine's.
func (m *measuring) measureBeside(ctx context.Context) error {
	return withRig(ctx, setup{cfg: m.cfg, kind: windowedHost, twoHosts: true}, func(ctx context.Context, r *rig) error {
		return withBare(m.cfg.DataDir, func(b *bare) error {
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
			return m.besides(ctx, r, q, f, b)
		})
	})
}

func (m *measuring) besides(ctx context.Context, r *rig, q request, f *floor, b *bare) error {
	n := m.cfg.Requests
	row := fmt.Sprintf("S1F3/F4 (%d SVIDs)", m.cfg.SVIDs)
	files := b.lane(m.cfg.durable())
	echo := &lane{row: "floor", ops: n, run: func(ctx context.Context, n int, _ *histogram) error {
		return f.ask(ctx, n, m.cfg.Concurrency)
	}}
	alone := &lane{row: row + " alone", kind: windowedHost, ops: n, run: func(ctx context.Context, n int, samples *histogram) error {
		return r.ask(ctx, q, n, samples)
	}}
	commits := &lane{row: "S2F15/F16 commit, 16 committers, beside S1F3", kind: windowedHost}
	beside := &lane{row: row + " beside 16 durable S2F15", kind: windowedHost, ops: n, run: func(ctx context.Context, n int, samples *histogram) error {
		return r.askBeside(ctx, q, n, samples, &commits.samples)
	}}
	machine := &lane{row: row + " beside the bare sequence", kind: windowedHost, ops: n, run: func(ctx context.Context, n int, samples *histogram) error {
		return b.beside(func() error { return r.ask(ctx, q, n, samples) })
	}}
	announce(m.progress, alone, beside, machine)
	if err := warm(ctx, warmLeast, echo, alone, beside, machine); err != nil {
		return err
	}
	commits.samples = histogram{}
	if err := alternate(ctx, durableBlocks, durableLimit, echo, alone, beside, machine, files); err != nil {
		return err
	}
	commits.used = usage{ops: int(commits.samples.n), elapsed: beside.used.elapsed}
	m.report.Rows = append(m.report.Rows, newRow(alone, echo), newRow(beside, echo), newRow(machine, echo), newRow(commits, files))
	return nil
}

// askBeside has the first host ask while the second one commits.
func (r *rig) askBeside(ctx context.Context, q request, n int, samples, commits *histogram) error {
	return r.besideSecond(ctx, durableRequest(), manyCommitters, commits, func() error { return r.ask(ctx, q, n, samples) })
}
