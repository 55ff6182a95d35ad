package bench

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/hsms"
	"github.com/secsd/secsd/secs2"
)

// toolGoroutines is the kind of the rows in which the tool triggers from as many
// goroutines as transactions may be outstanding.
const toolGoroutines hostKind = "tool's goroutines"

// How far a goroutine may be ahead of the host. In plain delivery nothing else
// slows it down; in strict delivery its call waits for the disk.
const (
	aheadPlain  = 1
	aheadStrict = 8
)

// measureDelivery measures events with a reply in both deliveries, in turns.
func (m *measuring) measureDelivery(ctx context.Context) error {
	plain := setup{cfg: m.cfg, kind: windowedHost}
	strict := plain
	strict.delivery = gem.StrictDelivery
	return withRig(ctx, plain, func(ctx context.Context, p *rig) error {
		return withRig(ctx, strict, func(ctx context.Context, s *rig) error {
			return withBare(m.cfg.DataDir, func(b *bare) error { return m.deliveries(ctx, p, s, b) })
		})
	})
}

func (m *measuring) deliveries(ctx context.Context, p, s *rig, b *bare) error {
	for _, r := range []*rig{p, s} {
		if err := r.link.setWBit(ctx, true); err != nil {
			return err
		}
	}
	f, err := newFloor(eventSize, prefixSize+len(ackc6))
	if err != nil {
		return err
	}
	defer f.close()
	echo := &lane{row: "floor", ops: m.cfg.Requests, run: func(ctx context.Context, n int, _ *histogram) error {
		return f.ask(ctx, n, m.cfg.Concurrency)
	}}
	plain := &lane{row: "S6F11 push (W=1), delivery plain", kind: toolGoroutines, ops: m.cfg.Requests}
	plain.run = func(ctx context.Context, n int, samples *histogram) error {
		return p.trigger(ctx, n, aheadPlain, samples)
	}
	strict := &lane{row: "S6F11 push (W=1), delivery strict", kind: toolGoroutines, ops: manyCommitters * m.cfg.durable()}
	strict.run = func(ctx context.Context, n int, samples *histogram) error {
		return s.trigger(ctx, n, aheadStrict, samples)
	}
	files := b.lane(m.cfg.durable())
	announce(m.progress, plain, strict)
	if err := warm(ctx, warmLeast/10, echo, plain, strict); err != nil {
		return err
	}
	if err := alternate(ctx, m.cfg.blocks(), durableLimit, echo, plain, strict, files); err != nil {
		return err
	}
	m.report.Rows = append(m.report.Rows, newRow(plain, echo), newRow(strict, files))
	return nil
}

// triggers are events from several goroutines of the tool. The value with an
// event is the goroutine that triggered it.
type triggers struct {
	from    []triggering
	owed    int // events that are still to come
	samples *histogram
	fault   error
	done    chan struct{}
}

// triggering is one of the goroutines.
type triggering struct {
	slots chan struct{}  // taken by events that are not with the host yet
	sent  chan time.Time // when those were triggered
}

// trigger has the tool trigger n events, each goroutine as many ahead of the host.
func (r *rig) trigger(ctx context.Context, n, ahead int, samples *histogram) error {
	t := &triggers{from: make([]triggering, min(r.cfg.Concurrency, n)), owed: n, samples: samples, done: make(chan struct{})}
	for i := range t.from {
		t.from[i] = triggering{make(chan struct{}, ahead), make(chan time.Time, ahead)}
	}
	r.link.handle(t.take)
	var group sync.WaitGroup
	faults := make([]error, len(t.from))
	for i := range t.from {
		group.Go(func() { faults[i] = t.repeat(ctx, r, i, part(n, i, len(t.from))) })
	}
	group.Wait()
	if err := errors.Join(faults...); err != nil {
		return err
	}
	if err := r.link.await(ctx, t.done); err != nil {
		return err
	}
	return t.fault
}

func (t *triggers) repeat(ctx context.Context, r *rig, i, n int) error {
	values := []gem.Value{
		{VID: firstDVID, Item: secs2.U4(uint32(i))},
		{VID: firstDVID + 1, Item: secs2.F4(21.5)},
		{VID: firstDVID + 2, Item: secs2.A("LOT-0042")},
	}
	for range n {
		select {
		case t.from[i].slots <- struct{}{}:
		case <-t.done:
			return nil // a fault
		case <-r.link.down:
			return r.link.why
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		t.from[i].sent <- time.Now()
		if err := r.daemon.Trigger(ctx, eventCEID, values...); err != nil {
			return err
		}
	}
	return nil
}

// take is the host's handler.
func (t *triggers) take(c *hsms.Conn, ev *hsms.Event) {
	if t.owed == 0 {
		return
	}
	i := -1
	if ev.Kind == hsms.Primary && len(ev.Text) == bodySize {
		i = int(binary.BigEndian.Uint32(ev.Text[numberAt:]))
	}
	if i < 0 || i >= len(t.from) {
		t.fault = fmt.Errorf("bench: an event expected, got %s %X", ev.Header.SF(), ev.Text)
		t.owed = 0
		close(t.done)
		return
	}
	_ = c.Reply(ev.Header, 12, ackc6) // an error shows as NotSelected
	t.samples.record(time.Since(<-t.from[i].sent))
	<-t.from[i].slots
	if t.owed--; t.owed == 0 {
		close(t.done)
	}
}
