package daemon_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/secsd/secsd/daemon"
	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/host"
	"github.com/secsd/secsd/hsms"
	"github.com/secsd/secsd/hsms/hsmstest"
	"github.com/secsd/secsd/secs2"
)

// pair is a daemon with two hosts, in a bubble.
type pair struct {
	t         *testing.T
	d         *daemon.Daemon
	listeners map[string]*hsmstest.Listener
}

// inPair runs a test in a bubble, and ends the daemon behind it.
func inPair(t *testing.T, tool daemon.Tool, test func(p *pair)) {
	synctest.Test(t, func(t *testing.T) {
		p := &pair{t: t, listeners: map[string]*hsmstest.Listener{}}
		cfg := daemon.Config{Equipment: gem.Config{
			MDLN: "ETCH9", SOFTREV: "1.0", Control: gem.Control{Default: gem.StartOnLine},
			Variables: []gem.Variable{{VID: 1001, Name: "A", Format: secs2.FormatU4}, {VID: 1002, Name: "B", Format: secs2.FormatU4}},
			Events:    []gem.Event{{CEID: 5001, Name: "Done"}},
			Commands:  []gem.Command{{Name: "START"}},
			Private:   []gem.PrivateMessage{{Stream: 65, Function: 1, Name: "Ask"}},
		}}
		for _, name := range []string{"mes", "fdc"} {
			l := hsmstest.Listen(name)
			p.listeners[name] = l
			cfg.Equipment.Hosts = append(cfg.Equipment.Hosts, gem.HostConfig{Name: name})
			cfg.Links = append(cfg.Links, hsms.EndpointConfig{Listen: func() (net.Listener, error) { return l, nil }})
		}
		var err error
		if p.d, err = daemon.New(cfg, tool); err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- p.d.Run(ctx) }()
		synctest.Wait()
		test(p)
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

// open brings a host to COMMUNICATING.
func (p *pair) open(name string, received func(header secs2.Header, body secs2.Item)) *host.Session {
	p.t.Helper()
	s, err := host.Open(p.t.Context(), host.Config{
		Link: hsms.EndpointConfig{Dial: func(ctx context.Context) (net.Conn, error) { return p.listeners[name].Dial(ctx) }}, Received: received,
	})
	if err == nil {
		err = s.Establish(p.t.Context())
	}
	if err != nil {
		p.t.Fatal(err)
	}
	return s
}

// ask returns the item of a reply, its last byte with it.
func ask(ctx context.Context, s *host.Session, stream, function byte, body secs2.Item) (secs2.Item, byte, error) {
	r, err := s.Request(ctx, secs2.Message{Stream: stream, Function: function, Body: body})
	if err != nil {
		return secs2.Item{}, 0, err
	}
	text := r.Body.Encoded()
	return r.Body, text[len(text)-1], nil
}

// prompt is a tool that does at once what it is told.
type prompt struct{}

func (prompt) Run(ctx context.Context, _ *daemon.Daemon) error { <-ctx.Done(); return nil }
func (prompt) Changed(gem.Transition)                          {}
func (prompt) Command(context.Context, gem.Question) (secs2.HCACK, []gem.BadParameter) {
	return secs2.HCACKDone, nil
}
func (prompt) Respond(context.Context, gem.Request) gem.Response { return gem.Response{} }

// TestFC68_TwoHostsAtOnce: each defines the same report in its own way, over and
// over, while the other does the same and a third moves control to and fro. Each
// sees only its own.
func TestFC68_TwoHostsAtOnce(t *testing.T) {
	inPair(t, prompt{}, func(p *pair) {
		ctx := p.t.Context()
		if err := p.d.Set(gem.Value{VID: 1001, Item: secs2.U4(10)}, gem.Value{VID: 1002, Item: secs2.U4(11)}); err != nil {
			p.t.Fatal(err)
		}
		var work sync.WaitGroup
		for i, name := range []string{"mes", "fdc"} {
			s := p.open(name, nil)
			mine := secs2.L(secs2.U4(0), secs2.L(secs2.L(secs2.U4(1), secs2.L(secs2.U4(uint32(1001+i))))))
			work.Go(func() {
				for n := range 50 {
					if n > 0 {
						if _, code, err := ask(ctx, s, 2, 33, secs2.L(secs2.U4(0), secs2.L(secs2.L(secs2.U4(1), secs2.L())))); err != nil || code != 0 {
							p.t.Errorf("%s: delete: %d %v", name, code, err)
						}
					}
					if _, code, err := ask(ctx, s, 2, 33, mine); err != nil || code != 0 {
						p.t.Errorf("%s: define: %d %v", name, code, err)
					}
					if _, got, err := ask(ctx, s, 6, 19, secs2.U4(1)); err != nil || got != byte(10+i) {
						p.t.Errorf("%s: its report tells %d, %v", name, got, err)
					}
					// Whoever controls when it comes to that: 0 or 2, nothing else.
					if body, _, err := ask(ctx, s, 2, 41, secs2.L(secs2.A("START"), secs2.L())); err != nil ||
						!body.Equal(secs2.L(secs2.B(0), secs2.L())) && !body.Equal(secs2.L(secs2.B(2), secs2.L())) {
						p.t.Errorf("%s: START: % X %v", name, body.Encoded(), err)
					}
				}
			})
		}
		work.Go(func() {
			for range 50 {
				for _, name := range []string{"fdc", "mes"} {
					if err := p.d.Control(ctx, name); err != nil {
						p.t.Error(err)
					}
				}
			}
		})
		work.Wait()
	})
}

// TestAHostThatDoesNotRead: events wait for it until it is cut off; the other
// host's own business goes on at once all the time.
func TestAHostThatDoesNotRead(t *testing.T) {
	inPair(t, prompt{}, func(p *pair) {
		ctx := p.t.Context()
		var events atomic.Int64
		mes := p.open("mes", func(header secs2.Header, _ secs2.Item) {
			if header.SF() == "S6F11" {
				events.Add(1)
			}
		})
		blocked := make(chan struct{})
		fdc := p.open("fdc", func(header secs2.Header, _ secs2.Item) {
			if header.SF() == "S6F11" {
				<-blocked // its reader stands still
			}
		})
		for _, s := range []*host.Session{mes, fdc} {
			if _, code, err := ask(ctx, s, 2, 37, secs2.L(secs2.Bool(true), secs2.L(secs2.U4(5001)))); err != nil || code != 0 {
				p.t.Fatal(code, err)
			}
			if _, code, err := ask(ctx, s, 2, 15, secs2.L(secs2.L(secs2.U4(258), secs2.Bool(false)))); err != nil || code != 0 {
				p.t.Fatal(code, err)
			}
		}
		const many = 200_000 // more than buffers hold
		done := make(chan error, 1)
		go func() {
			for range many {
				if err := p.d.Trigger(ctx, 5001); err != nil {
					done <- err
					return
				}
			}
			done <- nil
		}()
		synctest.Wait()
		begin := time.Now()
		if _, _, err := ask(ctx, mes, 1, 1, secs2.Item{}); err != nil || time.Since(begin) != 0 {
			p.t.Errorf("S1F1 of the other host took %v: %v", time.Since(begin), err)
		}
		if err := <-done; err != nil {
			p.t.Error(err)
		}
		if d := time.Since(begin); d > time.Minute {
			p.t.Errorf("the tool was held up for %v", d)
		}
		synctest.Wait()
		if n := events.Load(); n != many {
			p.t.Errorf("the other host got %d events of %d", n, many)
		}
		close(blocked)
		synctest.Wait()
	})
}

// sleepy answers the private messages of one host never.
type sleepy struct{ prompt }

func (sleepy) Respond(ctx context.Context, r gem.Request) gem.Response {
	if r.HostName == "fdc" {
		<-ctx.Done()
		return gem.Response{Do: gem.RespondAbort}
	}
	return gem.Response{Item: r.Item}
}

// TestPrivateMessagesOfTwoHosts: what one host floods the tool with does not hold
// up the other.
func TestPrivateMessagesOfTwoHosts(t *testing.T) {
	inPair(t, sleepy{}, func(p *pair) {
		ctx := p.t.Context()
		mes, fdc := p.open("mes", nil), p.open("fdc", nil)
		var work sync.WaitGroup
		var aborted atomic.Int64
		for range 40 {
			work.Go(func() {
				var abort *host.AbortError
				if _, _, err := ask(ctx, fdc, 65, 1, secs2.A("X")); errors.As(err, &abort) {
					aborted.Add(1)
				}
			})
		}
		synctest.Wait()
		begin := time.Now()
		for n := range 20 {
			text := secs2.A(fmt.Sprint(n))
			if got, _, err := ask(ctx, mes, 65, 1, text); err != nil || !got.Equal(text) {
				p.t.Errorf("%v, % X", err, got.Encoded())
			}
		}
		if d := time.Since(begin); d != 0 {
			p.t.Errorf("held up for %v", d)
		}
		work.Wait()
		if aborted.Load() != 40 || time.Since(begin) != 5*time.Second {
			p.t.Errorf("%d of 40 got S65F0, after %v", aborted.Load(), time.Since(begin))
		}
	})
}

// TestAskTime: the caller learns what became of it.
func TestAskTime(t *testing.T) {
	inPair(t, prompt{}, func(p *pair) {
		ctx := p.t.Context()
		if err := p.d.AskTime(ctx, "mes"); !errors.Is(err, gem.ErrNotNow) {
			p.t.Errorf("without a host: %v", err)
		}
		if err := p.d.AskTime(ctx, "nobody"); !errors.Is(err, gem.ErrUnknown) {
			p.t.Errorf("of nobody: %v", err)
		}
		s, err := host.Open(ctx, host.Config{
			Link: hsms.EndpointConfig{Dial: func(ctx context.Context) (net.Conn, error) { return p.listeners["mes"].Dial(ctx) }},
			Answer: func(h secs2.Header, _ secs2.Item) (secs2.Item, bool) {
				return secs2.A("2030010112000000"), h.SF() == "S2F17"
			},
		})
		if err == nil {
			err = s.Establish(ctx)
		}
		if err != nil {
			p.t.Fatal(err)
		}
		if err := p.d.AskTime(ctx, ""); err != nil {
			p.t.Error(err)
		}
		if now, _, err := ask(ctx, s, 2, 17, secs2.Item{}); err != nil || !now.Equal(secs2.A("2030010112000000")) {
			p.t.Errorf("the clock says %s, %v", now.Data(), err)
		}
		p.open("fdc", nil) // answers S2F0
		if err := p.d.AskTime(ctx, "fdc"); !errors.Is(err, gem.ErrNoReply) {
			p.t.Errorf("of one that aborts: %v", err)
		}
		over, stop := context.WithCancel(ctx)
		stop()
		if err := p.d.AskTime(over, "mes"); err != nil && !errors.Is(err, context.Canceled) {
			p.t.Errorf("canceled: %v", err)
		}
	})
}
