package hsms

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/zap"

	"github.com/secsd/secsd/hsms/hsmstest"
	"github.com/secsd/secsd/secs2"
)

const selectRsp3 = "0000000A FFFF 00 03 00 02 00000001"

func TestHSMS15_FC08_SecondConnection(t *testing.T) {
	inBubble(t, nil, func(t *testing.T, r *rig) {
		r.on(echo)
		a, _ := r.selected()
		b := r.dial()
		h, _ := a.next() // the second connection has the first one probed
		if sType(h.SType()) != sLinktestReq {
			t.Errorf("old peer got %s, want Linktest.req", messageName(h))
		}
		a.Write(appendFrame(nil, controlHeader(noSession, 0, 0, sLinktestRsp, h.System()), nil))
		b.send(selectReq1)
		time.Sleep(handover)
		b.expect(selectRsp3)
		b.expectEOF()

		b = r.dial()
		b.send(s1f1w7) // anything but Select.req
		b.expectEOF()
		r.want()
		a.next()
		a.send(s1f1w7)
		a.expect("0000000A 0001 01 02 00 00 00000007")
		lines := r.logs.FilterMessage("connection refused").All()
		if len(lines) != 1 {
			t.Fatalf("log %v, want one line", lines)
		}
		f := lines[0].ContextMap()
		if f["reason"] != "session taken" || f["peer"] != "192.0.2.1:40002" || f["selected_peer"] != "192.0.2.1:40001" {
			t.Errorf("log %v, want both peers", f)
		}
	})
}

func TestHSMS15_SecondConnectionPolicies(t *testing.T) {
	policy := func(p SecondConnection) func(*EndpointConfig) {
		return func(c *EndpointConfig) { c.SecondConnection, c.NoProbeOnSecond = p, true }
	}
	inBubble(t, policy(SecondRefuseSelect1), func(t *testing.T, r *rig) {
		a, _ := r.selected()
		b := r.dial()
		a.expectSilence()
		b.send(selectReq1)
		time.Sleep(handover)
		b.expect("0000000A FFFF 00 01 00 02 00000001")
		b.expectEOF()
	})
	inBubble(t, policy(SecondClose), func(t *testing.T, r *rig) {
		r.selected()
		b := r.dial()
		b.expectEOF()
		r.want()
	})
	inBubble(t, policy(SecondReplace), func(t *testing.T, r *rig) {
		a, _ := r.selected()
		b := r.dial()
		b.send(selectReq1, s1f1w7)
		b.expect(selectRsp1)
		r.want(NotSelected, Selected, Primary)
		if h, _ := a.next(); sType(h.SType()) != sSeparateReq {
			t.Errorf("the replaced peer got %s, want Separate.req", messageName(h))
		}
		a.expectEOF()

		stranger, _ := r.listener.DialFrom(t.Context(), "203.0.113.9:1")
		p := peer{t, stranger}
		p.send(selectReq1)
		time.Sleep(handover)
		p.expect(selectRsp3)
		r.want()
	})
}

func TestHSMS15_GhostIsFoundByTheProbe(t *testing.T) {
	inBubble(t, nil, func(t *testing.T, r *rig) {
		ghost, _ := r.selected()
		ghost.Cut()
		b := r.dial()
		b.send(selectReq1)
		time.Sleep(handover)
		b.expect(selectRsp3)
		b.expectEOF()
		time.Sleep(5*time.Second - handover - 2)
		r.want()
		time.Sleep(2)
		wantTimeout(t, r.want(NotSelected)[0].Err, T6)
		r.selected()
	})
}

func TestParkedConnections(t *testing.T) {
	inBubble(t, nil, func(t *testing.T, r *rig) {
		r.selected()
		var parked []peer
		for range maxParked {
			parked = append(parked, r.dial())
		}
		more := r.dial()
		more.expectEOF()
		for _, p := range parked[1:] {
			p.expectSilence()
		}
		time.Sleep(10 * time.Second) // T7 runs for them
		for _, p := range parked {
			p.expectEOF()
		}
	})
}

// A host that reconnects faster than the old connection ends gets the session.
func TestReconnectAtOnce(t *testing.T) {
	inBubble(t, nil, func(t *testing.T, r *rig) {
		r.on(func(_ *Conn, ev *Event) {
			if ev.Kind == NotSelected {
				time.Sleep(handover / 2) // the news travels slowly
			}
		})
		a, _ := r.selected()
		a.send(separateReqA)
		b := r.dial()
		b.send(selectReq1)
		time.Sleep(handover)
		b.expect(selectRsp1)
		r.want(NotSelected, Selected)
	})
}

func TestFC87_PartnerDialsAllDay(t *testing.T) {
	inBubble(t, nil, func(t *testing.T, r *rig) {
		r.on(echo)
		a, _ := r.selected()
		go answerLinktests(a)
		attempts := uint64(8640)
		if testing.Short() {
			attempts = 864
		}
		for range attempts {
			b := r.dial()
			b.send(selectReq1)
			time.Sleep(10 * time.Second)
			b.expect(selectRsp3)
			b.expectEOF()
		}
		r.want()
		synctest.Wait()
		s := r.endpoint.Stats()
		if s.Refused != attempts || s.State != StateSelected || s.T6 != 0 {
			t.Errorf("stats %+v", s)
		}
		if n := len(r.endpoint.conns); n != 1 {
			t.Errorf("%d connections are left, want 1", n)
		}
		a.Close()
	})
}

func answerLinktests(p peer) {
	for {
		h, _, err := readFrame(p)
		if err != nil {
			return
		}
		p.Write(appendFrame(nil, controlHeader(noSession, 0, 0, sLinktestRsp, h.System()), nil))
	}
}

func TestRefusalsAreNotLoggedWithoutBound(t *testing.T) {
	edit := func(c *EndpointConfig) {
		c.SecondConnection, c.NoProbeOnSecond, c.Config.Linktest.Interval = SecondClose, true, -1
	}
	inBubble(t, edit, func(t *testing.T, r *rig) {
		r.selected()
		for range 1000 {
			r.dial().expectEOF() // which takes no time
		}
		if n := r.logged("connection refused"); n != linesPerSecond {
			t.Errorf("%d lines, want %d", n, linesPerSecond)
		}
		if n := r.logs.FilterLevelExact(zap.InfoLevel).Len(); n != 4 {
			t.Errorf("%d lines at info level, want those of the first connection", n)
		}
		time.Sleep(time.Minute)
		r.dial()
		lines := r.logs.FilterMessage("connection refused").All()
		if got := lines[len(lines)-1].ContextMap()["suppressed"]; got != int64(1000-linesPerSecond) {
			t.Errorf("%v lines suppressed, want %d", got, 1000-linesPerSecond)
		}
	})
}

func TestFC05_LinktestOnEachConnection(t *testing.T) {
	inBubble(t, nil, func(t *testing.T, r *rig) {
		for range 3 {
			p, _ := r.selected()
			for range 2 {
				time.Sleep(60 * time.Second)
				h, _ := p.next()
				p.Write(appendFrame(nil, controlHeader(noSession, 0, 0, sLinktestRsp, h.System()), nil))
			}
			p.Reset()
			r.want(NotSelected)
		}
		r.selected()
		time.Sleep(65*time.Second - 1)
		r.want()
		time.Sleep(1)
		wantTimeout(t, r.want(NotSelected)[0].Err, T6)
	})
}

func TestHSMS33_CutCable(t *testing.T) {
	inBubble(t, nil, func(t *testing.T, r *rig) {
		p, _ := r.selected()
		p.Cut()
		time.Sleep(65*time.Second - 1)
		r.want()
		time.Sleep(1)
		wantTimeout(t, r.want(NotSelected)[0].Err, T6)
	})
}

func TestFC16_SendingWithoutHost(t *testing.T) {
	inBubble(t, nil, func(t *testing.T, r *rig) {
		p, c := r.selected()
		p.Close()
		r.want(NotSelected)
		lines := r.logs.Len()
		for range 60_000 {
			if _, err := c.Send(1, 6, 11, secs2.WantReply, 1, nil); !errors.Is(err, ErrNotSelected) {
				t.Fatal(err)
			}
		}
		if n := r.logs.Len(); n != lines {
			t.Errorf("%d log lines", n-lines)
		}
		r.selected() // Select.rsp comes at once
	})
}

// FC-07: two peers fight, the operator toggles; one owner survives it all.
func TestFC07_Storm(t *testing.T) {
	inBubble(t, nil, func(t *testing.T, r *rig) {
		fight, stop := context.WithCancel(t.Context())
		for range 2 {
			go func() {
				for fight.Err() == nil {
					c, err := r.listener.Dial(fight)
					if err != nil {
						return
					}
					c.Write(unhex(selectReq1))
					time.Sleep(200 * time.Millisecond)
					c.Close()
				}
			}()
		}
		for range 50 {
			time.Sleep(330 * time.Millisecond)
			r.endpoint.Disable()
			time.Sleep(70 * time.Millisecond)
			r.endpoint.Enable()
		}
		stop()
		time.Sleep(time.Second)
		selected := 0
		for _, ev := range r.take() {
			switch ev.Kind {
			case Selected:
				selected++
			case NotSelected:
				selected--
			}
			if selected < 0 || selected > 1 {
				t.Fatalf("%d sessions at once", selected)
			}
		}
		if selected != 0 {
			t.Error("a session was not ended")
		}
		r.selected()
	})
}

func TestDisable(t *testing.T) {
	inBubble(t, nil, func(t *testing.T, r *rig) {
		r.endpoint.Disable()
		r.dial().expectEOF()
		r.endpoint.Enable()
		r.endpoint.Enable()
		p, _ := r.selected()
		r.endpoint.Disable()
		r.endpoint.Disable()
		if ev := r.want(NotSelected)[0]; !errors.Is(ev.Err, errDisabled) {
			t.Errorf("NotSelected with %v, want disabled", ev.Err)
		}
		if h, _ := p.next(); sType(h.SType()) != sSeparateReq {
			t.Errorf("got %s, want Separate.req", messageName(h))
		}
		p.expectEOF()
		r.dial().expectEOF()
		r.endpoint.Enable()
		r.selected()
	})
}

func TestAllowFrom(t *testing.T) {
	allow := func(c *EndpointConfig) {
		c.AllowFrom = []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("192.0.2.0/24")}
	}
	inBubble(t, allow, func(t *testing.T, r *rig) {
		for _, from := range []string{"203.0.113.9:1", "no address"} {
			c, _ := r.listener.DialFrom(t.Context(), from)
			peer{t, c}.expectEOF()
		}
		r.selected()
		if n := r.logs.FilterField(zap.String("reason", "peer not allowed")).Len(); n != 2 {
			t.Errorf("%d lines, want 2", n)
		}
	})
}

func TestListenerIsOpenedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		attempts := calls{start: time.Now()}
		ready := make(chan net.Listener, 1)
		r := newRig(t, func(c *EndpointConfig) {
			c.Listen = func() (net.Listener, error) {
				attempts.add()
				select {
				case l := <-ready:
					return l, nil
				default:
					return nil, errors.New("address in use")
				}
			}
		})
		defer r.end()
		time.Sleep(7*firstRetry - 1)
		synctest.Wait()
		attempts.want(t, 0, firstRetry, 3*firstRetry)
		for _, name := range []string{"first:1", "second:1"} {
			l := hsmstest.Listen(name)
			ready <- l
			time.Sleep(lastRetry)
			r.listener = l
			p, _ := r.selected()
			l.Close() // the session does not care
			p.expectSilence()
			p.Close()
			r.want(NotSelected)
		}
	})
}

func TestListenReportsTheAddress(t *testing.T) {
	for _, tc := range []struct {
		cfg  EndpointConfig
		want string
	}{
		{EndpointConfig{Listen: func() (net.Listener, error) { return hsmstest.Listen("here:5000"), nil }}, "here:5000"},
		{EndpointConfig{Connect: Active}, ""},
	} {
		tc.cfg.Config.Handle = handleNothing
		e, err := NewEndpoint(tc.cfg)
		if err != nil {
			t.Fatal(err)
		}
		addr, err := e.Listen()
		if got := addrString(addr); err != nil || got != tc.want {
			t.Errorf("Listen = %q, %v; want %q", got, err, tc.want)
		}
	}
}

func addrString(a net.Addr) string {
	if a == nil {
		return ""
	}
	return a.String()
}

func TestRunStopsInBoundedTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, nil)
		_, c := r.selected()
		r.dial()
		push(t, c, 200, 1024) // the peer never reads
		began := time.Now()
		r.end()
		if d := time.Since(began); d > 2*leaveTime {
			t.Errorf("stopped after %v, want at most %v", d, 2*leaveTime)
		}
		r.want(NotSelected)
	})
}

func TestStats(t *testing.T) {
	inBubble(t, nil, func(t *testing.T, r *rig) {
		r.on(echo)
		if s := r.endpoint.Stats(); s != (Stats{State: StateNotConnected}) {
			t.Errorf("stats %+v at the start", s)
		}
		for range 2 {
			p, _ := r.selected()
			p.send(s1f1w7, "0000000A FFFF 00 00 00 08 00000058")
			p.next()
			p.next()
			s := r.endpoint.Stats()
			if s.State != StateSelected || s.Peer != p.LocalAddr().String() {
				t.Errorf("state %v, peer %s", s.State, s.Peer)
			}
			p.Close()
			r.want(Primary, NotSelected)
		}
		got := r.endpoint.Stats()
		want := Stats{State: StateNotConnected, Connections: 2, Counts: Counts{
			FramesIn: 6, FramesOut: 6, BytesIn: 84, BytesOut: 84, RejectsOut: 2, Selects: 2}}
		if got != want {
			t.Errorf("stats %+v, want %+v", got, want)
		}
	})
}
