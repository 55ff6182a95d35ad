package daemon

import (
	"context"
	"errors"
	"net"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	"go.uber.org/zap/zaptest/observer"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/hsms"
	"github.com/secsd/secsd/hsms/hsmstest"
	"github.com/secsd/secsd/secs2"
	"github.com/secsd/secsd/secs2/sml"
)

// idleTool does nothing but remember what it was told.
type idleTool struct {
	mu      sync.Mutex
	changes []gem.Transition
}

func (t *idleTool) Run(ctx context.Context, _ *Daemon) error { <-ctx.Done(); return nil }

func (t *idleTool) Changed(c gem.Transition) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.changes = append(t.changes, c)
}

func (t *idleTool) Command(context.Context, gem.Question) (secs2.HCACK, []gem.BadParameter) {
	return secs2.HCACKDone, nil
}

// count returns how often a row of a model was told.
func (t *idleTool) count(machine string, row int) (n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, c := range t.changes {
		if c.Machine == machine && c.Row == row {
			n++
		}
	}
	return n
}

// bench is a daemon in a bubble and the host at the other end of its link.
type bench struct {
	t        *testing.T
	d        *Daemon
	tool     *idleTool
	logs     *observer.ObservedLogs
	listener *hsmstest.Listener
	stop     func() error
	mu       sync.Mutex // guards the fields below
	host     *hsms.Conn
	received []string
	down     int
}

func start(t *testing.T, journal Journal, adjust func(*Config)) *bench {
	t.Helper()
	b := &bench{t: t, tool: &idleTool{}, listener: hsmstest.Listen("equipment")}
	core, logs := observer.New(zap.InfoLevel)
	b.logs = logs
	cfg := Config{
		Equipment: gem.Config{
			MDLN: "ETCH9", SOFTREV: "1.0", Hosts: []gem.HostConfig{{Name: "mes"}},
			Control:   gem.Control{Default: gem.StartOnLine},
			Variables: []gem.Variable{{VID: 1001, Name: "WaferCount", Format: secs2.FormatU4}},
		},
		Links:   []hsms.EndpointConfig{{Listen: func() (net.Listener, error) { return b.listener, nil }}},
		Journal: journal,
		Logger:  zap.New(core),
	}
	if adjust != nil {
		adjust(&cfg)
	}
	var err error
	if b.d, err = New(cfg, b.tool); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- b.d.Run(ctx) }()
	b.stop = func() error { cancel(); return <-ended }
	synctest.Wait()
	return b
}

// connect selects a session; answer is called with each primary.
func (b *bench) connect(answer func(*hsms.Conn, *hsms.Event)) (disconnect func()) {
	ctx, cancel := context.WithCancel(b.t.Context())
	ep, err := hsms.NewEndpoint(hsms.EndpointConfig{
		Connect: hsms.Active,
		Dial:    func(ctx context.Context) (net.Conn, error) { return b.listener.Dial(ctx) },
		Config: hsms.Config{Handle: func(c *hsms.Conn, ev *hsms.Event) {
			b.mu.Lock()
			defer b.mu.Unlock()
			switch ev.Kind {
			case hsms.Selected:
				b.host = c
			case hsms.NotSelected:
				b.down++
			default:
				body, _ := secs2.ParseBody(ev.Text)
				m := secs2.Message{Stream: ev.Header.Stream(), Function: ev.Header.Function(), Body: body}
				b.received = append(b.received, strings.Join(strings.Fields(sml.Format(m)), " "))
				if ev.Kind == hsms.Primary && answer != nil {
					answer(c, ev)
				}
			}
		}},
	})
	if err != nil {
		b.t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- ep.Run(ctx) }()
	synctest.Wait()
	return func() { cancel(); <-ended; synctest.Wait() }
}

// accept answers S1F13 with yes.
func accept(c *hsms.Conn, ev *hsms.Event) {
	if ev.Header.Function() == 13 {
		_ = c.Reply(ev.Header, 14, secs2.L(secs2.B(0), secs2.L()).Encoded())
	}
}

func (b *bench) send(stream, function byte, body secs2.Item) {
	b.t.Helper()
	if _, err := b.host.Send(0, stream, function, secs2.WantReply, 1, body.Encoded()); err != nil {
		b.t.Fatal(err)
	}
	b.host.Flush()
	synctest.Wait()
}

func (b *bench) expect(want ...string) {
	b.t.Helper()
	got := b.taken()
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		b.t.Fatalf("the host received\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// taken returns what the host received since the last call.
func (b *bench) taken() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	got := b.received
	b.received = nil
	return got
}

const s1f13 = `S1F13 <L [2] <A [5] "ETCH9"> <A [3] "1.0"> >.`

func TestSessionFromSelectToSeparate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := start(t, nil, nil)
		disconnect := b.connect(accept)
		b.expect(s1f13)
		if err := b.d.Set(gem.Value{VID: 1001, Item: secs2.U4(5)}); err != nil {
			t.Fatal(err)
		}
		b.send(1, 3, secs2.L(secs2.U4(1001), secs2.U4(9)))
		b.expect(`S1F4 <L [2] <U4 [1] 5> <L [0]> >.`)
		disconnect()
		if got := b.d.Snapshot().Hosts[0].Communication; got != gem.WaitDelay {
			t.Errorf("after the host left: %v, want WAIT DELAY", got)
		}
		if err := b.stop(); err != nil {
			t.Errorf("Run = %v", err)
		}
		if err := b.d.Ready(); err == nil {
			t.Error("ready after the end")
		}
	})
}

func TestFC45_LinkLossIsToldOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := start(t, nil, nil)
		b.connect(accept)
		b.host.Close(errors.New("cable cut"))
		synctest.Wait()
		if n := b.tool.count("communications", 14); n != 1 {
			t.Errorf("the tool was told %d times of row 14, want once", n)
		}
		// The host's endpoint dials again after T5: the equipment starts afresh.
		b.taken()
		time.Sleep(11 * time.Second)
		synctest.Wait()
		b.expect(s1f13)
		if err := b.stop(); err != nil {
			t.Errorf("Run = %v", err)
		}
		if n := b.tool.count("communications", 14); n != 2 {
			t.Errorf("the tool was told %d times of row 14 after a planned end, want twice in all", n)
		}
	})
}

func TestOperatorDisableSeparatesAndRefuses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := start(t, nil, nil)
		b.connect(accept)
		b.taken()
		ctx := t.Context()
		if err := b.d.Operator(ctx, "mes", gem.Disable); err != nil {
			t.Fatal(err)
		}
		time.Sleep(30 * time.Second)
		synctest.Wait()
		if b.down != 1 || b.d.Snapshot().Links[0].State == hsms.StateSelected {
			t.Errorf("the host lost its session %d times, want once and for good", b.down)
		}
		b.expect()
		if err := b.d.Operator(ctx, "", gem.Enable); err != nil {
			t.Fatal(err)
		}
		time.Sleep(11 * time.Second)
		synctest.Wait()
		b.expect(s1f13)
		if err := b.d.Operator(ctx, "nobody", gem.Enable); !errors.Is(err, gem.ErrUnknown) {
			t.Errorf("an unknown host gave %v, want ErrUnknown", err)
		}
		if err := b.stop(); err != nil {
			t.Error(err)
		}
	})
}

func TestToolErrorEndsTheDaemon(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		broken := errors.New("robot lost")
		cfg := Config{
			Equipment: gem.Config{MDLN: "X", SOFTREV: "1", Hosts: []gem.HostConfig{{Name: "mes"}}},
			Links:     []hsms.EndpointConfig{{Listen: func() (net.Listener, error) { return hsmstest.Listen("equipment"), nil }}},
		}
		d, err := New(cfg, failingTool{broken})
		if err != nil {
			t.Fatal(err)
		}
		if err := d.Run(t.Context()); !errors.Is(err, broken) {
			t.Errorf("Run = %v, want the tool's error", err)
		}
	})
}

type failingTool struct{ err error }

func (f failingTool) Run(context.Context, *Daemon) error { return f.err }
func (f failingTool) Changed(gem.Transition)             {}
func (f failingTool) Command(context.Context, gem.Question) (secs2.HCACK, []gem.BadParameter) {
	return secs2.HCACKCannotPerformNow, nil
}

// TestFC16_LogOfIgnoredMessagesIsBounded: a host that keeps talking before
// communications stand does not flood the log.
func TestFC16_LogOfIgnoredMessagesIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := start(t, nil, nil)
		b.connect(nil)
		for range 500 {
			b.send(1, 1, secs2.Item{})
		}
		lines := b.logs.FilterMessage("message ignored").FilterLevelExact(zapcore.InfoLevel).Len()
		if lines == 0 || lines > 2*notesPerSecond {
			t.Errorf("%d lines for 500 ignored messages in one second", lines)
		}
		if err := b.stop(); err != nil {
			t.Error(err)
		}
	})
}
