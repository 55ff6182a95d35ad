package host

import (
	"context"
	"errors"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/secsd/secsd/hsms"
	"github.com/secsd/secsd/hsms/hsmstest"
	"github.com/secsd/secsd/secs2"
)

// equipment is a passive link in memory that does with each event what the
// test says.
func equipment(t *testing.T, handle func(*hsms.Conn, *hsms.Event)) *hsmstest.Listener {
	t.Helper()
	l := hsmstest.Listen("equipment")
	ep, err := hsms.NewEndpoint(hsms.EndpointConfig{
		Listen: func() (net.Listener, error) { return l, nil },
		Config: hsms.Config{Handle: handle},
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- ep.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("the equipment's link: %v", err)
		}
	})
	return l
}

func dialing(l *hsmstest.Listener) Config {
	return Config{Link: hsms.EndpointConfig{Dial: func(ctx context.Context) (net.Conn, error) { return l.Dial(ctx) }}}
}

func open(t *testing.T, cfg Config) *Session {
	t.Helper()
	s, err := Open(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func closeSession(t *testing.T, s *Session) {
	t.Helper()
	if err := s.Close(t.Context()); err != nil {
		t.Errorf("Close: %v", err)
	}
}

// answering replies to each primary by its function.
func answering(c *hsms.Conn, ev *hsms.Event) {
	if ev.Kind != hsms.Primary || !ev.Header.W() {
		return
	}
	switch ev.Header.Function() {
	case 1:
		_ = c.Reply(ev.Header, 2, secs2.L(secs2.A("ETCH9"), secs2.A("1.0")).Encoded())
	case 3:
		_ = c.Reply(ev.Header, 0, nil)
	case 5:
		_, _ = c.Send(0, 9, 5, secs2.NoReply, 0, secs2.B(ev.Header[:]...).Encoded())
	case 7:
		_ = c.Reply(ev.Header, 8, []byte{0x41, 9})
	case 13:
		_ = c.Reply(ev.Header, 14, secs2.L(secs2.B(0), secs2.L()).Encoded())
	}
}

func TestRequest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := open(t, dialing(equipment(t, answering)))
		defer closeSession(t, s)
		if err := s.Establish(t.Context()); err != nil {
			t.Fatal(err)
		}
		reply, err := s.Request(t.Context(), secs2.Message{Stream: 1, Function: 1})
		if err != nil || !reply.Body.Equal(secs2.L(secs2.A("ETCH9"), secs2.A("1.0"))) {
			t.Errorf("S1F1: %v, %v", reply, err)
		}
		var abort *AbortError
		if _, err := s.Request(t.Context(), secs2.Message{Stream: 1, Function: 3}); !errors.As(err, &abort) {
			t.Errorf("S1F3: %v, want an AbortError", err)
		}
		var s9 *S9Error
		if _, err := s.Request(t.Context(), secs2.Message{Stream: 1, Function: 5}); !errors.As(err, &s9) || s9.Function != 5 {
			t.Errorf("S1F5: %v, want S9F5", err)
		}
		var syntax *secs2.SyntaxError
		if _, err := s.Request(t.Context(), secs2.Message{Stream: 1, Function: 7}); !errors.As(err, &syntax) {
			t.Errorf("S1F7: %v, want a SyntaxError", err)
		}
		began := time.Now()
		var timeout *hsms.TimeoutError
		if _, err := s.Request(t.Context(), secs2.Message{Stream: 1, Function: 9}); !errors.As(err, &timeout) || time.Since(began) != 45*time.Second {
			t.Errorf("S1F9: %v after %v, want T3 after 45 s", err, time.Since(began))
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := s.Request(ctx, secs2.Message{Stream: 1, Function: 9}); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("with a context: %v", err)
		}
	})
}

func TestPrimariesAreAnswered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var conn *hsms.Conn
		replies := make(chan string, 10)
		l := equipment(t, func(c *hsms.Conn, ev *hsms.Event) {
			switch ev.Kind {
			case hsms.Selected:
				conn = c
			case hsms.Reply:
				replies <- ev.Header.SF()
			}
		})
		cfg := dialing(l)
		var seen []string
		cfg.Received = func(h secs2.Header, _ secs2.Item) { seen = append(seen, h.SF()) }
		cfg.Leave = func(h secs2.Header) bool { return h.Stream() == 5 }
		s := open(t, cfg)
		defer closeSession(t, s)
		synctest.Wait()
		for _, sf := range []secs2.SF{{Stream: 1, Function: 13}, {Stream: 5, Function: 1}, {Stream: 6, Function: 11}, {Stream: 7, Function: 5}} {
			if _, err := conn.Send(0, sf.Stream, sf.Function, secs2.WantReply, 1, nil); err != nil {
				t.Fatal(err)
			}
		}
		conn.Flush()
		got := []string{<-replies, <-replies, <-replies}
		if strings.Join(got, " ") != "S1F14 S6F12 S7F0" || strings.Join(seen, " ") != "S1F13 S5F1 S6F11 S7F5" {
			t.Errorf("replies %v to %v", got, seen)
		}
	})
}

func TestOpenTellsWhySelectWasRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := equipment(t, answering)
		defer closeSession(t, open(t, dialing(l)))
		var refused *hsms.SelectError
		s, err := Open(t.Context(), dialing(l))
		if !errors.As(err, &refused) {
			t.Errorf("a second host: %v, want a SelectError", err)
		}
		if err == nil {
			closeSession(t, s)
		}
	})
}

func TestOpenFails(t *testing.T) {
	refused := errors.New("connection refused")
	for name, cfg := range map[string]Config{
		"no equipment": {Link: hsms.EndpointConfig{Dial: func(context.Context) (net.Conn, error) { return nil, refused }}},
		"silent": {Link: hsms.EndpointConfig{Dial: func(context.Context) (net.Conn, error) {
			a, _ := hsmstest.Pipe("host", "equipment")
			return a, nil
		}}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s, err := Open(t.Context(), cfg)
				if err == nil {
					closeSession(t, s)
					t.Fatal("opened")
				}
				if name == "no equipment" && !errors.Is(err, refused) {
					t.Errorf("error %v, want the dial error", err)
				}
			})
		})
	}
}

func TestLossEndsRequests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := equipment(t, func(c *hsms.Conn, ev *hsms.Event) {
			if ev.Kind == hsms.Primary {
				c.Close(errors.New("power lost"))
			}
		})
		s := open(t, dialing(l))
		defer closeSession(t, s)
		if _, err := s.Request(t.Context(), secs2.Message{Stream: 1, Function: 1}); !errors.Is(err, net.ErrClosed) {
			t.Errorf("Request: %v, want an error that matches net.ErrClosed", err)
		}
		<-s.Ended()
		if err := s.Send(secs2.Message{Stream: 1, Function: 1}); err == nil {
			t.Error("Send after the end succeeded")
		}
	})
}

func TestPassiveHost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := hsmstest.Listen("host")
		ep, err := hsms.NewEndpoint(hsms.EndpointConfig{
			Connect: hsms.Active,
			Dial:    func(ctx context.Context) (net.Conn, error) { return l.Dial(ctx) },
			Config:  hsms.Config{Handle: answering},
		})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- ep.Run(ctx) }()
		s := open(t, Config{Link: hsms.EndpointConfig{Connect: hsms.Passive, Listen: func() (net.Listener, error) { return l, nil }}})
		if err := s.Establish(t.Context()); err != nil {
			t.Error(err)
		}
		closeSession(t, s)
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
}
