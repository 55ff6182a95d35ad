package hsms

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"os"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/secsd/secsd/secs2"
)

// This file holds the tests on real sockets, of which there are few: what
// depends on the kernel.

// socketRig is an endpoint on TCP.
type socketRig struct {
	*Endpoint
	addr   string
	events chan Kind
	stop   func()
}

func newSocketRig(t *testing.T, address string, edit func(*EndpointConfig)) *socketRig {
	t.Helper()
	s := &socketRig{events: make(chan Kind, 1<<16)}
	cfg := EndpointConfig{
		Address: address,
		Config: Config{Handle: func(c *Conn, ev *Event) {
			echo(c, ev)
			s.events <- ev.Kind
		}},
	}
	if edit != nil {
		edit(&cfg)
	}
	var err error
	if s.Endpoint, err = NewEndpoint(cfg); err != nil {
		t.Fatal(err)
	}
	if cfg.Connect != Active {
		addr, err := s.Listen()
		if err != nil {
			t.Fatal(err)
		}
		s.addr = addr.String()
	}
	ctx, cancel := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	wg.Go(func() { s.Run(ctx) })
	s.stop = func() {
		cancel()
		wg.Wait()
	}
	return s
}

// wait waits for an event of the kind.
func (s *socketRig) wait(t *testing.T, kind Kind) {
	t.Helper()
	deadline := time.After(10 * time.Second)
	for {
		select {
		case k := <-s.events:
			if k == kind {
				return
			}
		case <-deadline:
			t.Fatalf("no event of kind %d", kind)
		}
	}
}

// exchange sends frames and reads exactly what must come back.
func exchange(t *testing.T, nc net.Conn, send, want string) {
	t.Helper()
	if _, err := nc.Write(unhex(send)); err != nil {
		t.Fatal(err)
	}
	nc.SetReadDeadline(time.Now().Add(10 * time.Second))
	got := make([]byte, len(unhex(want)))
	if _, err := io.ReadFull(nc, got); err != nil || !bytes.Equal(got, unhex(want)) {
		t.Fatalf("sent %s, got % X (%v), want %s", send, got, err, want)
	}
}

func dialTCP(t *testing.T, addr string) net.Conn {
	t.Helper()
	nc, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { nc.Close() })
	return nc
}

func descriptors(t *testing.T) int {
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Skip("the system does not list descriptors")
	}
	return len(entries)
}

func cycles(full, short int) int {
	if testing.Short() {
		return short
	}
	return full
}

func TestHSMS35_FC14_Cycles(t *testing.T) {
	s := newSocketRig(t, "127.0.0.1:0", nil)
	cycle := func() {
		nc, err := net.Dial("tcp", s.addr)
		if err != nil {
			t.Fatal(err)
		}
		exchange(t, nc, selectReq1, selectRsp1)
		exchange(t, nc, s1f13w2, "0000000A 0000 01 0E 00 00 00000002")
		nc.Write(unhex(separateReqA))
		nc.Close()
		s.wait(t, NotSelected)
	}
	for range 20 {
		cycle()
	}
	goroutines, files := runtime.NumGoroutine(), descriptors(t)
	n := cycles(10_000, 300)
	for range n {
		cycle()
	}
	s.stop()
	if g := runtime.NumGoroutine(); g > goroutines {
		t.Errorf("%d goroutines after %d cycles, %d before", g, n, goroutines)
	}
	if f := descriptors(t); f > files {
		t.Errorf("%d descriptors after %d cycles, %d before", f, n, files)
	}
	if st := s.Stats(); st.RejectsOut != 0 || st.Refused != 0 || st.Selects != uint64(n+20) {
		t.Errorf("stats %+v, want no reject and no refusal", st)
	}
}

func TestFC81_RestartOnTheSamePort(t *testing.T) {
	address := "127.0.0.1:0"
	for round := range cycles(100, 9) {
		s := newSocketRig(t, address, nil)
		address = s.addr
		began := time.Now()
		switch {
		case round%25 == 5: // a client that never reads: it costs a second
			exchange(t, dialTCP(t, s.addr), selectReq1, selectRsp1)
			s.stop()
		case round%2 == 1: // a client that reads to the end and closes
			nc := dialTCP(t, s.addr)
			exchange(t, nc, selectReq1, selectRsp1)
			var wg sync.WaitGroup
			wg.Go(s.stop)
			last, _ := io.ReadAll(nc)
			if len(last) != prefixSize || sType(last[9]) != sSeparateReq {
				t.Errorf("the client got % X, want Separate.req", last)
			}
			nc.Close()
			wg.Wait()
		default:
			s.stop()
		}
		if d := time.Since(began); d > 2*leaveTime+time.Second {
			t.Errorf("round %d: stopped after %v", round, d)
		}
	}
}

func TestSocketReaderNeverReads(t *testing.T) {
	s := newSocketRig(t, "127.0.0.1:0", func(c *EndpointConfig) {
		c.Config.WriteTimeout = 300 * time.Millisecond
		handle := c.Config.Handle
		c.Config.Handle = func(c *Conn, ev *Event) {
			if ev.Kind == Selected {
				c.Send(1, 7, 3, secs2.NoReply, 0, make([]byte, 16<<20))
			}
			handle(c, ev)
		}
	})
	defer s.stop()
	nc := dialTCP(t, s.addr)
	nc.Write(unhex(selectReq1))
	s.wait(t, NotSelected)
}

func TestSocketActiveAndPassive(t *testing.T) {
	passive := newSocketRig(t, "127.0.0.1:0", nil)
	defer passive.stop()
	active := newSocketRig(t, passive.addr, func(c *EndpointConfig) {
		c.Connect = Active
		c.Config.Timers.T5 = time.Millisecond
	})
	defer active.stop()
	for range 3 {
		active.wait(t, Selected)
		passive.wait(t, Selected)
		passive.Disable()
		active.wait(t, NotSelected)
		passive.wait(t, NotSelected)
		passive.Enable()
	}
}

func TestSocketAddressInUse(t *testing.T) {
	s := newSocketRig(t, "127.0.0.1:0", nil)
	defer s.stop()
	e, err := NewEndpoint(EndpointConfig{Address: s.addr, Config: Config{Handle: handleNothing}})
	if err != nil {
		t.Fatal(err)
	}
	var oe *net.OpError
	if _, err := e.Listen(); !errors.As(err, &oe) {
		t.Errorf("Listen on a port in use: %v", err)
	}
}

// The last bytes of a host reach it although it never stops sending: the
// connection is closed for writing first, and its input read to the end.
func TestSocketCloseLosesNothing(t *testing.T) {
	s := newSocketRig(t, "127.0.0.1:0", nil)
	nc := dialTCP(t, s.addr)
	exchange(t, nc, selectReq1, selectRsp1)
	s.wait(t, Selected)
	var wg sync.WaitGroup
	wg.Go(func() {
		for range 5000 {
			if _, err := nc.Write(unhex(s1f1w7)); err != nil {
				return
			}
		}
	})
	wg.Go(s.stop)
	all, err := io.ReadAll(nc)
	nc.Close()
	wg.Wait()
	if n := len(all); err != nil || n < prefixSize || sType(all[n-5]) != sSeparateReq {
		t.Errorf("%d bytes, the last % X (%v), want Separate.req last", n, all[max(0, n-prefixSize):], err)
	}
}
