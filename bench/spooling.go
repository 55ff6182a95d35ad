package bench

import (
	"context"
	"fmt"
	"time"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/hsms"
	"github.com/secsd/secsd/secs2"
)

// drainShare is how many messages are spooled to one that is drained: each of
// those waits for the disk alone. The others are purged.
const drainShare = 10

// longText makes the measured event's body spoolBody bytes long.
const (
	spoolBody = 120
	longText  = "LOT-0042 SUBSTRATE-07 CHAMBER-B RECIPE OXIDE-ETCH-12 STEP 003 RESULT COMPLETE..."
)

// longValues are values of the measured event for a body of spoolBody bytes.
func longValues() []gem.Value {
	return []gem.Value{
		{VID: firstDVID, Item: secs2.U4(7)},
		{VID: firstDVID + 1, Item: secs2.F4(21.5)},
		{VID: firstDVID + 2, Item: secs2.A(longText)},
	}
}

// spooling is a rig whose host comes and goes.
type spooling struct {
	*rig
	append, drain, files *lane
}

// measureSpool measures how fast events go into the spool while the host is
// away, and how fast they come out, in turns with the bare sequence.
func (m *measuring) measureSpool(ctx context.Context) error {
	return withRig(ctx, setup{cfg: m.cfg, kind: windowedHost}, func(ctx context.Context, r *rig) error {
		return withBare(m.cfg.DataDir, func(b *bare) error {
			n := m.cfg.durable()
			s := &spooling{
				rig:    r,
				append: &lane{row: "spool append", kind: noHost, ops: drainShare * n, run: r.spool},
				drain:  &lane{row: "spool drain", kind: windowedHost, ops: n, run: r.unspool},
				files:  b.lane(n),
			}
			announce(m.progress, s.append, s.drain)
			if err := s.prepare(ctx); err != nil {
				return err
			}
			start := time.Now()
			for i := range durableBlocks {
				if err := s.block(ctx, i); err != nil {
					return err
				}
				if time.Since(start) > durableLimit {
					break
				}
			}
			m.report.Rows = append(m.report.Rows, newRow(s.append, s.files), newRow(s.drain, s.files))
			return nil
		})
	})
}

// prepare lets the host choose spooling.
func (s *spooling) prepare(ctx context.Context) error {
	if err := s.link.chooseSpooling(ctx); err != nil {
		return err
	}
	if err := s.link.setWBit(ctx, false); err != nil {
		return err
	}
	if err := s.daemon.Trigger(ctx, eventCEID, longValues()...); err != nil { // the values stay
		return err
	}
	return s.link.setWBit(ctx, true)
}

// chooseSpooling selects stream 6 and enables spooling.
func (l *link) chooseSpooling(ctx context.Context) error {
	sf := secs2.SF{Stream: 2, Function: 43}
	if err := l.order(ctx, sf, secs2.L(secs2.L(secs2.U1(6), secs2.L()))); err != nil {
		return err
	}
	return l.set(ctx, enableSpooling, secs2.Bool(true))
}

// block is one absence of the host.
func (s *spooling) block(ctx context.Context, i int) (err error) {
	drained := part(s.drain.ops, i, durableBlocks)
	if err := s.link.set(ctx, maxSpoolTransmit, secs2.U4(uint32(drained))); err != nil {
		return err
	}
	s.link.disconnect()
	if err := s.until(ctx, func(sp gem.SpoolSnapshot) bool { return sp.Active }); err != nil {
		return err
	}
	if err := s.append.measure(ctx, part(s.append.ops, i, durableBlocks)); err != nil {
		return err
	}
	if s.link, err = s.connect(ctx, 0); err != nil {
		return err
	}
	if err := s.drain.measure(ctx, drained); err != nil {
		return err
	}
	if err := s.files.measure(ctx, part(s.files.ops, i, durableBlocks)); err != nil {
		return err
	}
	return s.purge(ctx)
}

// until waits until the spool is as ok says, which it becomes with a commit.
func (r *rig) until(ctx context.Context, ok func(gem.SpoolSnapshot) bool) error {
	for !ok(r.daemon.Snapshot().Hosts[0].Spool) {
		select {
		case <-r.journal.told:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	return nil
}

// spool triggers n events and waits until all count as spooled. A sample is how
// long the tool's call takes.
func (r *rig) spool(ctx context.Context, n int, samples *histogram) error {
	before := r.daemon.Snapshot().Hosts[0].Spool.Actual
	for range n {
		start := time.Now()
		if err := r.daemon.Trigger(ctx, eventCEID); err != nil {
			return err
		}
		samples.record(time.Since(start))
	}
	return r.until(ctx, func(sp gem.SpoolSnapshot) bool { return sp.Actual >= before+uint64(n) })
}

// unspool asks for spooled messages and answers n of them. A sample is from
// S6F23, or the answer to one message, to the next.
func (r *rig) unspool(ctx context.Context, n int, samples *histogram) error {
	done := make(chan struct{})
	received, last := 0, time.Now()
	var fault error
	r.link.handle(func(c *hsms.Conn, ev *hsms.Event) {
		if fault != nil || received == n {
			return
		}
		switch {
		case ev.Kind == hsms.Reply && ev.Header.Function() == 24 && ev.Text[len(ev.Text)-1] == 0:
			return
		case ev.Kind != hsms.Primary || len(ev.Text) != spoolBody:
			fault = fmt.Errorf("bench: spooled message %d expected, got %s %X", received, ev.Header.SF(), ev.Text)
			close(done)
			return
		}
		now := time.Now()
		samples.record(now.Sub(last))
		last = now
		_ = c.Reply(ev.Header, 12, ackc6) // an error shows as NotSelected
		if received++; received == n {
			close(done)
		}
	})
	if _, err := r.link.conn.Send(0, 6, 23, secs2.WantReply, 0, secs2.U1(0).Encoded()); err != nil {
		return err
	}
	r.link.conn.Flush()
	if err := r.link.await(ctx, done); err != nil {
		return err
	}
	return fault
}

// purge empties the spool; without anything in it, it is inactive already.
func (s *spooling) purge(ctx context.Context) error {
	code, err := s.link.code(ctx, secs2.SF{Stream: 6, Function: 23}, secs2.U1(1))
	if err == nil && code != 0 && code != byte(secs2.RSDANoSpooledData) {
		err = fmt.Errorf("bench: the reply to S6F23 is %d", code)
	}
	return err
}
