package gem

import (
	"fmt"
	"slices"
	"testing"

	"github.com/secsd/secsd/secs2"
	"github.com/secsd/secsd/spool"
	"pgregory.net/rapid"
)

// TestSpoolLosesNothing: whatever happens to link, disk and power, what was
// spooled reaches the host, in order; without a crash, everything does.
func TestSpoolLosesNothing(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		cfg := testConfig()
		cfg.Hosts[0].Window = rapid.IntRange(1, 4).Draw(rt, "window")
		cfg.Delivery = rapid.SampledFrom([]Delivery{PlainDelivery, StrictDelivery}).Draw(rt, "delivery")
		cfg.Spool.Order = rapid.SampledFrom([]SpoolOrder{ActivatedEventFirst, FailedMessageFirst}).Draw(rt, "order")
		w := newSpoolWorld(rt, cfg)
		if limit := rapid.IntRange(0, 3).Draw(rt, "MaxSpoolTransmit"); limit > 0 {
			w.constant(253, secs2.U4(uint32(limit)))
		}
		crashes := rapid.Bool().Draw(rt, "crashes")
		w.live(rapid.IntRange(1, 120).Draw(rt, "actions"), 300, crashes)
		w.drain()
		order := w.first()
		if !slices.IsSorted(order) {
			rt.Fatalf("the host got %v", w.got)
		}
		for n := range w.must {
			if !slices.Contains(order, n) {
				rt.Fatalf("%d was on disk and never came: %v", n, w.got)
			}
		}
		for _, n := range w.accept {
			if !w.crashed && cfg.Delivery == PlainDelivery && !slices.Contains(order, n) {
				rt.Fatalf("%d was accepted and never came: %v", n, w.got)
			}
		}
	})
}

// TestSpoolFull: a spool that is too small keeps the oldest messages or, with
// OverWriteSpool, the newest, counts all, and never grows beyond its bound.
func TestSpoolFull(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		cfg := testConfig()
		cfg.Spool.MaxBytes = rapid.IntRange(spool.MinBytes, 2*spool.MinBytes).Draw(rt, "max bytes")
		overwrite := rapid.Bool().Draw(rt, "overwrite")
		w := newSpoolWorld(rt, cfg)
		w.constant(254, secs2.Bool(overwrite))
		w.settle()
		w.down()
		n := rapid.IntRange(1, 200).Draw(rt, "events")
		for range n {
			w.trigger(rapid.IntRange(0, 1900).Draw(rt, "ballast"))
			switch rapid.IntRange(0, 9).Draw(rt, "then") {
			case 0:
				w.fail()
				w.back()
			case 1:
				w.settle()
				w.crash()
			case 2, 3, 4, 5, 6:
				w.settle()
			}
		}
		w.settle()
		before := w.e.Snapshot().Hosts[0].Spool
		if w.crash(); w.e.Snapshot().Hosts[0].Spool != before {
			rt.Fatalf("a restart makes %+v of %+v", w.e.Snapshot().Hosts[0].Spool, before)
		}
		w.drain()
		order := w.first()
		full := w.e.hosts[0].spool.record.FullTime != 0
		if before.Total != uint64(w.last)+1 || before.Actual > before.Total || full != (len(order) < n) {
			rt.Fatalf("%d of %d events came, counts %+v, full %v", len(order), n, before, full)
		}
		for i, got := range order {
			want := uint32(i + 1)
			if overwrite {
				want = uint32(n - len(order) + i + 1)
			}
			if got != want {
				rt.Fatalf("of %d events came %v", n, order)
			}
		}
	})
}

// TestSpoolOverwrittenWhileSent: a spool that is too small, filled and emptied at
// the same time, keeps the order and the newest message, and gets empty.
func TestSpoolOverwrittenWhileSent(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		cfg := testConfig()
		cfg.Spool.MaxBytes = spool.MinBytes
		w := newSpoolWorld(rt, cfg)
		w.constant(254, secs2.Bool(true))
		w.settle()
		w.down()
		for range rapid.IntRange(8, 14).Draw(rt, "events before") {
			w.trigger(1900)
			w.settle()
		}
		w.up()
		crashes := rapid.Bool().Draw(rt, "crashes")
		w.live(rapid.IntRange(1, 150).Draw(rt, "actions"), 1900, crashes)
		w.drain()
		w.trigger(0)
		w.settle()
		order := w.first()
		if !slices.IsSorted(order) {
			rt.Fatalf("the host got %v", w.got)
		}
		if len(order) == 0 || order[len(order)-1] != w.last {
			rt.Fatalf("%d, the newest, is not the last of %v", w.last, w.got)
		}
	})
}

// TestManyEventsToRepeat: more events of the last run than the queue has place
// for go out in order, new ones behind them.
func TestManyEventsToRepeat(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		cfg := testConfig()
		cfg.Hosts[0].Window = 3
		w := newSpoolWorld(rt, cfg)
		w.constant(255, secs2.Bool(false))
		w.settle()
		const many = maxQueued + 200
		for n := uint32(1); n <= many; n++ {
			body := secs2.L(secs2.U4(n), secs2.U4(numberedEvent), secs2.L(secs2.L(secs2.U4(1), secs2.L(secs2.U4(n), secs2.L()))))
			id := w.e.hosts[0].recordID(fmt.Sprintf("%020d", n))
			w.disk.records[kindEvent.name+" "+id] = Record{kindEvent.name, id, eventImage(&Message{Stream: 6, Function: 11, W: secs2.WantReply, Body: body.Encoded()})}
		}
		w.crash()
		w.last = many
		w.up()
		for range rapid.IntRange(0, 20).Draw(rt, "new events") {
			w.trigger(0)
			for range rapid.IntRange(0, 40).Draw(rt, "answers") {
				w.receive()
				w.answer()
			}
		}
		w.settle()
		order := w.first()
		if len(order) != int(w.last) || !slices.IsSorted(order) {
			rt.Fatalf("%d of %d came, in order: %v", len(order), w.last, slices.IsSorted(order))
		}
		w.now = w.now.Add(confirmDelay)
		w.step(Tick{})
		w.settle()
		for _, r := range w.disk.records {
			if r.Kind == kindEvent.name {
				rt.Fatalf("%s is left", r.ID)
			}
		}
	})
}
