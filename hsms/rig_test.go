package hsms

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	"go.uber.org/zap/zaptest/observer"

	"github.com/secsd/secsd/hsms/hsmstest"
	"github.com/secsd/secsd/secs2"
)

// unhex reads bytes from hex with blanks for reading.
func unhex(s string) []byte {
	b, err := hex.DecodeString(strings.ReplaceAll(s, " ", ""))
	if err != nil {
		panic(err)
	}
	return b
}

// The frames that most tests use.
const (
	selectReq1   = "0000000A FFFF 00 00 00 01 00000001"
	selectRsp1   = "0000000A FFFF 00 00 00 02 00000001"
	linktestReq9 = "0000000A FFFF 00 00 00 05 00000009"
	linktestRsp9 = "0000000A FFFF 00 00 00 06 00000009"
	separateReqA = "0000000A FFFF 00 00 00 09 0000000A"
	s1f1w7       = "0000000A 0001 81 01 00 00 00000007"
	s1f2r7       = "0000000C 0001 01 02 00 00 00000007 0100"
)

// told is an Event that outlives Handle, and when it came.
type told struct {
	Event
	conn *Conn
	at   time.Duration // since the rig was made
}

// rig is an Endpoint in memory. It must live in a synctest bubble.
type rig struct {
	t        *testing.T
	endpoint *Endpoint
	listener *hsmstest.Listener // where the endpoint listens, or what it dials
	logs     *observer.ObservedLogs
	start    time.Time
	stop     context.CancelFunc
	done     chan struct{}

	mu     sync.Mutex
	events []told
	onEach func(*Conn, *Event)
}

// newRig runs a passive endpoint; edit may change its configuration.
func newRig(t *testing.T, edit func(*EndpointConfig)) *rig {
	core, logs := observer.New(zapcore.DebugLevel)
	r := &rig{t: t, logs: logs, start: time.Now(), done: make(chan struct{}), listener: hsmstest.Listen("198.51.100.1:5000")}
	cfg := EndpointConfig{
		Name:   "MES",
		Listen: func() (net.Listener, error) { return r.listener, nil },
		Dial: func(ctx context.Context) (net.Conn, error) {
			c, err := r.listener.Dial(ctx)
			if err != nil {
				return nil, err
			}
			return c, nil
		},
		Config: Config{Handle: r.handle, Logger: zap.New(core)},
	}
	if edit != nil {
		edit(&cfg)
	}
	var err error
	if r.endpoint, err = NewEndpoint(cfg); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	r.stop = cancel
	go func() {
		defer close(r.done)
		r.endpoint.Run(ctx)
	}()
	synctest.Wait()
	return r
}

// end stops the endpoint and waits for it.
func (r *rig) end() {
	r.stop()
	<-r.done
}

func (r *rig) handle(c *Conn, ev *Event) {
	e := told{Event: *ev, conn: c, at: time.Since(r.start)}
	e.Text = bytes.Clone(ev.Text)
	r.mu.Lock()
	r.events = append(r.events, e)
	onEach := r.onEach
	r.mu.Unlock()
	if onEach != nil {
		onEach(c, ev)
	}
}

// on sets what the user of the endpoint does with each event.
func (r *rig) on(f func(*Conn, *Event)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.onEach = f
}

// take waits until all is quiet and returns the events since the last take.
func (r *rig) take() []told {
	synctest.Wait()
	r.mu.Lock()
	defer r.mu.Unlock()
	events := r.events
	r.events = nil
	return events
}

// want takes the events and compares their kinds.
func (r *rig) want(kinds ...Kind) []told {
	r.t.Helper()
	events := r.take()
	var got []Kind
	for _, e := range events {
		got = append(got, e.Kind)
	}
	if len(got) != len(kinds) {
		r.t.Fatalf("events %v, want %v", got, kinds)
	}
	for i := range got {
		if got[i] != kinds[i] {
			r.t.Fatalf("events %v, want %v", got, kinds)
		}
	}
	return events
}

// logged returns how many lines have the message.
func (r *rig) logged(message string) int { return r.logs.FilterMessage(message).Len() }

// peer is the other end of a connection, which speaks in raw bytes.
type peer struct {
	t *testing.T
	*hsmstest.Conn
}

// dial connects a peer to a passive endpoint.
func (r *rig) dial() peer {
	r.t.Helper()
	c, err := r.listener.Dial(r.t.Context())
	if err != nil {
		r.t.Fatal(err)
	}
	synctest.Wait()
	return peer{r.t, c}
}

// selected connects a peer and selects; it returns our end, too.
func (r *rig) selected() (peer, *Conn) {
	r.t.Helper()
	p := r.dial()
	p.send(selectReq1)
	p.expect(selectRsp1)
	return p, r.want(Selected)[0].conn
}

// send writes bytes given in hex.
func (p peer) send(frames ...string) {
	p.t.Helper()
	if _, err := p.Write(unhex(strings.Join(frames, ""))); err != nil {
		p.t.Fatalf("peer cannot send: %v", err)
	}
}

// expect reads exactly these frames, at this instant.
func (p peer) expect(frames ...string) {
	p.t.Helper()
	synctest.Wait()
	want := unhex(strings.Join(frames, ""))
	got := make([]byte, len(want))
	p.SetReadDeadline(time.Now().Add(time.Nanosecond))
	defer p.SetReadDeadline(time.Time{})
	n, err := io.ReadFull(p, got)
	if err != nil || !bytes.Equal(got, want) {
		p.t.Fatalf("peer got % X (%v), want % X", got[:n], err, want)
	}
}

// expectSilence checks that nothing has come and the connection is open.
func (p peer) expectSilence() {
	p.t.Helper()
	synctest.Wait()
	p.SetReadDeadline(time.Now().Add(1))
	defer p.SetReadDeadline(time.Time{})
	var b [64]byte
	if n, err := p.Read(b[:]); !errors.Is(err, os.ErrDeadlineExceeded) {
		p.t.Fatalf("peer got % X (%v), want silence", b[:n], err)
	}
}

// expectEOF checks that the other end has closed, and closes.
func (p peer) expectEOF() {
	p.t.Helper()
	synctest.Wait()
	p.SetReadDeadline(time.Now().Add(1))
	var b [64]byte
	if n, err := p.Read(b[:]); n != 0 || errors.Is(err, os.ErrDeadlineExceeded) {
		p.t.Fatalf("peer got % X (%v), want the end", b[:n], err)
	}
	p.Close()
}

// next reads one frame at this instant.
func (p peer) next() (secs2.Header, []byte) {
	p.t.Helper()
	synctest.Wait()
	p.SetReadDeadline(time.Now().Add(1))
	defer p.SetReadDeadline(time.Time{})
	h, text, err := readFrame(p)
	if err != nil {
		p.t.Fatalf("peer got no frame: %v", err)
	}
	return h, text
}

func readFrame(r io.Reader) (h secs2.Header, text []byte, err error) {
	var prefix [prefixSize]byte
	if _, err := io.ReadFull(r, prefix[:]); err != nil {
		return h, nil, err
	}
	copy(h[:], prefix[lengthSize:])
	length := binary.BigEndian.Uint32(prefix[:])
	if length < secs2.HeaderSize || length > 64<<20 {
		return h, nil, fmt.Errorf("length field %#x", length)
	}
	text = make([]byte, length-secs2.HeaderSize)
	_, err = io.ReadFull(r, text)
	return h, text, err
}

// echo answers each primary with W=1 by its secondary without text.
func echo(c *Conn, ev *Event) {
	if ev.Kind == Primary && ev.Header.W() {
		c.Reply(ev.Header, ev.Header.Function()+1, nil)
	}
}

// calls remembers when something was called.
type calls struct {
	start time.Time

	mu sync.Mutex
	at []time.Duration
}

func (c *calls) add() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = append(c.at, time.Since(c.start))
}

func (c *calls) want(t *testing.T, at ...time.Duration) {
	t.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	if !slices.Equal(c.at, at) {
		t.Errorf("called at %v, want %v", c.at, at)
	}
}

// refuse is a Dial that fails at once.
func refuse(c *calls) func(context.Context) (net.Conn, error) {
	return func(context.Context) (net.Conn, error) {
		c.add()
		return nil, errors.New("connection refused")
	}
}

// hang is a Dial that never succeeds.
func hang(c *calls) func(context.Context) (net.Conn, error) {
	return func(ctx context.Context) (net.Conn, error) {
		c.add()
		<-ctx.Done()
		return nil, context.Cause(ctx)
	}
}
