package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/secsd/secsd/host"
	"github.com/secsd/secsd/hsms"
	"github.com/secsd/secsd/secs2"
)

// cut is a network that breaks after so many bytes, of both directions and in the
// middle of a frame.
type cut struct {
	net.Conn
	left atomic.Int64
}

func (c *cut) Write(b []byte) (int, error) {
	n, err := c.Conn.Write(b[:c.allow(len(b))])
	return c.broken(n, len(b), err)
}

func (c *cut) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	return c.broken(c.allow(n), n, err)
}

func (c *cut) allow(n int) int {
	left := c.left.Add(-int64(n)) + int64(n)
	return int(min(int64(n), max(left, 0)))
}

func (c *cut) broken(n, want int, err error) (int, error) {
	if err == nil && n < want {
		c.Conn.Close()
		err = errors.New("the network broke")
	}
	return n, err
}

// arrival is a number that came, in this run of the daemon.
type arrival struct {
	number uint64
	run    int
}

// factory is the host of all rounds, and what it knows.
type factory struct {
	random  *rand.Rand // of the goroutine that works
	badDisk bool       // changes may be refused

	mu       sync.Mutex // guards the fields below
	received []arrival  // in order
	runs     int        // of the daemon
	news     chan struct{}
	faults   []string

	setting  uint32   // that was acknowledged last
	settings []uint32 // that were sent since
	reports  []uint32 // that were acknowledged
	next     uint32   // the next setting and report
}

func (f *factory) fault(format string, args ...any) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.faults) < 20 {
		f.faults = append(f.faults, fmt.Sprintf(format, args...))
	}
}

// event keeps the number of an S6F11 with one report of one value.
func (f *factory) event(h secs2.Header, body secs2.Item) {
	if h.Stream() != 6 || h.Function() != 11 {
		return
	}
	var number uint64
	r := secs2.NewReader(body)
	r.Tuple(3)
	r.Item("DATAID")
	ceid := r.Uint("CEID")
	r.Each("reports", func(r *secs2.Reader) {
		r.Tuple(2)
		r.Item("RPTID")
		r.Tuple(1)
		number = r.Uint("Number")
	})
	if err := r.Err(); err != nil || ceid != numberCEID || number == 0 {
		f.fault("event %d with %d, %v", ceid, number, err)
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.received = append(f.received, arrival{number, f.runs})
	close(f.news)
	f.news = make(chan struct{})
}

// session connects; the network breaks after some bytes, 0 is never.
func (f *factory) session(ctx context.Context, address string, bytes int64) (*host.Session, error) {
	s, err := host.Open(ctx, host.Config{Received: f.event, Link: hsms.EndpointConfig{
		Dial: func(ctx context.Context) (net.Conn, error) {
			c, err := new(net.Dialer).DialContext(ctx, "tcp", address)
			if err != nil || bytes == 0 {
				return c, err
			}
			broken := &cut{Conn: c}
			broken.left.Store(bytes)
			return broken, nil
		},
	}})
	if err != nil {
		return nil, err
	}
	return s, s.Establish(ctx)
}

// request sends a primary and returns the body of the reply.
func request(ctx context.Context, s *host.Session, stream, function byte, body secs2.Item) (secs2.Item, error) {
	ctx, stop := context.WithTimeoutCause(ctx, patience, fmt.Errorf("no reply to S%dF%d", stream, function))
	defer stop()
	reply, err := s.Request(ctx, secs2.Message{Stream: stream, Function: function, Body: body})
	return reply.Body, err
}

// code is the one byte of a reply, 255 without it.
func code(it secs2.Item) byte {
	if data := it.Data(); it.Format() == secs2.Binary && len(data) == 1 {
		return data[0]
	}
	return 255
}

// work does what hosts do, over networks that break, until ctx ends.
func (f *factory) work(ctx context.Context, address string) {
	for ctx.Err() == nil {
		s, err := f.session(ctx, address, 200+f.random.Int64N(20_000))
		for err == nil && ctx.Err() == nil {
			err = f.shift(ctx, s)
		}
		if s != nil {
			_ = s.Close(context.WithoutCancel(ctx))
		}
	}
}

// shift asks for the spool, changes the setting, defines a report, and looks
// whether all is as it should be. Errors are those of the network.
func (f *factory) shift(ctx context.Context, s *host.Session) error {
	if err := f.verify(ctx, s); err != nil {
		return err
	}
	if _, err := request(ctx, s, 6, 23, secs2.U1(0)); err != nil {
		return err
	}
	f.next++
	n := f.next
	f.settings = append(f.settings, n)
	reply, err := request(ctx, s, 2, 15, secs2.L(secs2.L(secs2.U4(settingECID), secs2.U4(n))))
	if err != nil {
		return err
	}
	switch {
	case code(reply) == 0:
		f.setting, f.settings = n, nil
	case f.badDisk && code(reply) == 2:
		f.settings = f.settings[:len(f.settings)-1]
	default:
		f.fault("S2F15 got %v", reply)
	}
	if f.random.IntN(8) > 0 || len(f.reports) > 300 {
		return nil
	}
	reply, err = request(ctx, s, 2, 33, secs2.L(secs2.U4(1), secs2.L(secs2.L(secs2.U4(n), secs2.L(secs2.U4(numberVID))))))
	if err != nil {
		return err
	}
	switch {
	case code(reply) == 0:
		f.reports = append(f.reports, n)
	case !f.badDisk || code(reply) != 1:
		f.fault("S2F33 got %v", reply)
	}
	return nil
}

// verify asks for what was acknowledged.
func (f *factory) verify(ctx context.Context, s *host.Session) error {
	reply, err := request(ctx, s, 2, 13, secs2.L(secs2.U4(settingECID)))
	if err != nil {
		return err
	}
	r := secs2.NewReader(reply)
	r.Tuple(1)
	if n := uint32(r.Uint("setting")); r.Err() != nil || n != f.setting && !slices.Contains(f.settings, n) {
		f.fault("the setting is %v, %d was acknowledged, then sent %v", reply, f.setting, f.settings)
	}
	for _, id := range f.reports[max(0, len(f.reports)-2):] {
		if err := f.verifyReport(ctx, s, id); err != nil {
			return err
		}
	}
	return nil
}

func (f *factory) verifyReport(ctx context.Context, s *host.Session, id uint32) error {
	reply, err := request(ctx, s, 6, 19, secs2.U4(id))
	if err == nil && reply.Len() != 1 {
		f.fault("report %d is gone: %v", id, reply)
	}
	return err
}

// drain gets all that is spooled, up to the number that is the last.
func (f *factory) drain(ctx context.Context, address string, last uint64) error {
	ctx, stop := context.WithTimeoutCause(ctx, 2*patience, fmt.Errorf("number %d did not come", last))
	defer stop()
	s, err := f.session(ctx, address, 0)
	if err != nil {
		return err
	}
	defer func() { _ = s.Close(context.WithoutCancel(ctx)) }()
	again := time.NewTicker(50 * time.Millisecond)
	defer again.Stop()
	for {
		if _, err := request(ctx, s, 6, 23, secs2.U1(0)); err != nil {
			return err
		}
		f.mu.Lock()
		got, news := slices.ContainsFunc(f.received, func(a arrival) bool { return a.number == last }), f.news
		f.mu.Unlock()
		if got {
			break
		}
		select {
		case <-again.C:
			<-news
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	if err := f.verify(ctx, s); err != nil {
		return err
	}
	for _, id := range f.reports {
		if err := f.verifyReport(ctx, s, id); err != nil {
			return err
		}
	}
	return nil
}
