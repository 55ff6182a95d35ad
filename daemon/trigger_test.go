package daemon

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/hsms"
	"github.com/secsd/secsd/secs2"
)

// enableAll enables every event.
func (b *bench) enableAll() {
	b.t.Helper()
	b.send(2, 37, secs2.L(secs2.Bool(true), secs2.L()))
	b.taken()
}

// TestBurstOfEvents: a host that answers promptly gets every event of a burst
// that is longer than its queue.
func TestBurstOfEvents(t *testing.T) {
	const events = 3000
	synctest.Test(t, func(t *testing.T) {
		b := start(t, nil, nil)
		b.connect(func(c *hsms.Conn, ev *hsms.Event) {
			accept(c, ev)
			if ev.Header.Function() == 11 {
				_ = c.Reply(ev.Header, 12, secs2.B(0).Encoded())
			}
		})
		b.enableAll()
		for range events {
			if err := b.d.Trigger(t.Context(), 40); err != nil {
				t.Fatal(err)
			}
		}
		synctest.Wait()
		if n := len(b.taken()); n != events || b.down != 0 {
			t.Errorf("the host received %d of %d events and lost %d sessions", n, events, b.down)
		}
		if err := b.stop(); err != nil {
			t.Error(err)
		}
	})
}

// TestTriggerWaitsOnlySoLong: a host that answers nothing does not hold the
// tool for ever, and a caller can give up before.
func TestTriggerWaitsOnlySoLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := start(t, nil, nil)
		b.connect(accept)
		b.enableAll()
		began := time.Now()
		trigger := func(ctx context.Context) error { return b.d.Trigger(ctx, 40) }
		for time.Since(began) == 0 {
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			err := trigger(ctx)
			cancel()
			if err != nil && !errors.Is(err, context.DeadlineExceeded) {
				t.Fatal(err)
			}
		}
		if passed := time.Since(began); passed != time.Second {
			t.Errorf("with a context of 1 s the trigger took %v", passed)
		}
		began = time.Now()
		if err := trigger(t.Context()); err != nil || time.Since(began) != queuePatience {
			t.Errorf("without one it took %v and returned %v", time.Since(began), err)
		}
		if err := b.d.Trigger(t.Context(), 77); !errors.Is(err, gem.ErrUnknown) {
			t.Errorf("an unknown event: %v", err)
		}
		if err := b.stop(); err != nil {
			t.Error(err)
		}
	})
}
