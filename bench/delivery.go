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
// goroutines as transactions may be outstanding, each the next event when its
// last one is with the host and, in strict delivery, on the disk.
const toolGoroutines hostKind = "goroutine per event"

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
	plain := &lane{row: "S6F11 push (W=1), delivery plain", kind: toolGoroutines, ops: m.cfg.Requests, run: p.trigger}
	strict := &lane{row: "S6F11 push (W=1), delivery strict", kind: toolGoroutines, ops: manyShare * m.cfg.durable(), run: s.trigger}
	files := b.lane(m.cfg.durable())
	announce(m.progress, plain, strict)
	if err := warm(ctx, warmLeast/10, echo, plain, strict); err != nil {
		return err
	}
	if err := alternate(ctx, durableBlocks, durableLimit, echo, plain, strict, files); err != nil {
		return err
	}
	m.report.Rows = append(m.report.Rows, newRow(plain, echo), newRow(strict, files))
	return nil
}

// triggers are events from several goroutines of the tool. The value with an
// event is the goroutine that triggered it.
type triggers struct {
	received []chan error // by goroutine, of capacity 2: its event, and the end of the session
}

// trigger has the tool trigger n events.
func (r *rig) trigger(ctx context.Context, n int, samples *histogram) error {
	many := min(r.cfg.Concurrency, n)
	t := &triggers{received: make([]chan error, many)}
	faults, times := make([]error, many), make([]histogram, many)
	for i := range t.received {
		t.received[i] = make(chan error, 2)
	}
	r.link.handle(t.take)
	finished, watched := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(watched)
		if err := r.link.await(ctx, finished); err != nil {
			for _, c := range t.received {
				c <- err
			}
		}
	}()
	var group sync.WaitGroup
	for i := range many {
		group.Go(func() { faults[i] = t.repeat(ctx, r, i, part(n, i, many), &times[i]) })
	}
	group.Wait()
	close(finished)
	<-watched
	for i := range times {
		samples.add(&times[i])
	}
	return errors.Join(faults...)
}

func (t *triggers) repeat(ctx context.Context, r *rig, i, n int, samples *histogram) error {
	values := []gem.Value{
		{VID: firstDVID, Item: secs2.U4(uint32(i))},
		{VID: firstDVID + 1, Item: secs2.F4(21.5)},
		{VID: firstDVID + 2, Item: secs2.A("LOT-0042")},
	}
	for range n {
		start := time.Now()
		if err := r.daemon.Trigger(ctx, eventCEID, values...); err != nil {
			return err
		}
		if err := <-t.received[i]; err != nil {
			return err
		}
		samples.record(time.Since(start))
	}
	return nil
}

// take is the host's handler.
func (t *triggers) take(c *hsms.Conn, ev *hsms.Event) {
	if ev.Kind != hsms.Primary || len(ev.Text) != bodySize {
		t.fail(fmt.Errorf("bench: an event expected, got %s %X", ev.Header.SF(), ev.Text))
		return
	}
	i := int(binary.BigEndian.Uint32(ev.Text[numberAt:]))
	if i >= len(t.received) {
		t.fail(fmt.Errorf("bench: event of goroutine %d", i))
		return
	}
	_ = c.Reply(ev.Header, 12, ackc6) // an error shows as NotSelected
	t.received[i] <- nil
}

func (t *triggers) fail(err error) {
	for _, c := range t.received {
		select {
		case c <- err:
		default:
		}
	}
}
