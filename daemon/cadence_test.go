package daemon

import (
	"bufio"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/hsms"
	"github.com/secsd/secsd/hsms/hsmstest"
	"github.com/secsd/secsd/secs2"
)

// BenchmarkTraceCadence runs 200 traces of 20 variables at 10 Hz in the whole
// daemon, for a second an iteration, against a host that takes its time to answer.
// It tells how late samples were taken, by their STIME, and how late their reports
// arrived, against the earliest of each trace.
func BenchmarkTraceCadence(b *testing.B) {
	for _, c := range []struct {
		group  int
		answer time.Duration
	}{{1, time.Millisecond}, {10, 20 * time.Millisecond}} {
		b.Run(fmt.Sprintf("REPGSZ %d, answers after %v", c.group, c.answer), func(b *testing.B) { cadence(b, c.group, c.answer) })
	}
}

const (
	cadenceTraces = 200
	cadenceSVs    = 20
	cadencePeriod = 100 * time.Millisecond
)

func cadence(b *testing.B, group int, answer time.Duration) {
	h := &tracingHost{tb: b, answer: answer, start: map[uint64]moment{}, enough: make(chan struct{})}
	defer h.connect(cadenceConfig())()
	h.write(secs2.Header{0xFF, 0xFF, 0, 0, 0, 1, 0, 0, 0, 1}, secs2.Item{})
	h.write(secs2.DataHeader(0, 1, 13, secs2.WantReply, 2), secs2.L())
	h.write(secs2.DataHeader(0, 2, 15, secs2.NoReply, 3), secs2.L(secs2.L(secs2.U4(252), secs2.U4(2)))) // TimeFormat: microseconds
	var svids []secs2.Item
	for i := range cadenceSVs {
		svids = append(svids, secs2.U4(uint32(1001+i)))
	}
	go h.listen()
	b.ResetTimer()
	h.want = cadenceTraces * 10 * b.N / group
	for i := range cadenceTraces {
		h.write(secs2.DataHeader(0, 2, 23, secs2.NoReply, uint32(10+i)),
			secs2.L(secs2.U4(uint32(i)), secs2.A("00000010"), secs2.U4(uint32(10*b.N)), secs2.U4(uint32(group)), secs2.L(svids...)))
	}
	select {
	case <-h.enough:
	case <-time.After(time.Duration(b.N)*time.Second + 10*time.Second):
		b.Fatal("reports are missing")
	}
	b.StopTimer()
	b.ReportMetric(0, "ns/op")
	for name, late := range map[string][]time.Duration{"sampled": h.sampled, "arrived": h.arrived} {
		slices.Sort(late)
		b.ReportMetric(float64(late[len(late)/2].Microseconds()), "µs-"+name+"-p50")
		b.ReportMetric(float64(late[len(late)*99/100].Microseconds()), "µs-"+name+"-p99")
		b.ReportMetric(float64(late[len(late)-1].Microseconds()), "µs-"+name+"-max")
	}
}

func cadenceConfig() Config {
	cfg := Config{
		Equipment: gem.Config{
			MDLN: "ETCH9", SOFTREV: "1.0", Hosts: []gem.HostConfig{{Name: "mes", Window: 1000}},
			Control: gem.Control{Default: gem.StartOnLine}, Traces: gem.Traces{Max: cadenceTraces},
		},
		Links: make([]hsms.EndpointConfig, 1),
	}
	for i := range cadenceSVs {
		cfg.Equipment.Variables = append(cfg.Equipment.Variables, gem.Variable{VID: uint32(1001 + i), Name: fmt.Sprint("Value", i), Format: secs2.FormatF4})
	}
	return cfg
}

// tracingHost answers S6F1 after a while and notes when it came.
type tracingHost struct {
	tb     testing.TB
	answer time.Duration
	mu     sync.Mutex // of writes
	conn   net.Conn

	want             int
	start            map[uint64]moment // by TRID: where its samples are counted from
	sampled, arrived []time.Duration
	reports          []traced
	enough           chan struct{}
}

// moment is when something was sampled and when it arrived.
type moment struct{ sampled, arrived time.Time }

type traced struct {
	trid, smpln uint64
	moment
}

func (h *tracingHost) connect(cfg Config) (end func()) {
	listener := hsmstest.Listen("equipment")
	cfg.Links[0].Listen = func() (net.Listener, error) { return listener, nil }
	d, err := New(cfg, &idleTool{})
	if err != nil {
		h.tb.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- d.Run(ctx) }()
	if h.conn, err = listener.Dial(ctx); err != nil {
		h.tb.Fatal(err)
	}
	return func() {
		cancel()
		if err := <-ended; err != nil {
			h.tb.Error(err)
		}
	}
}

func (h *tracingHost) write(header secs2.Header, body secs2.Item) {
	frame := binary.BigEndian.AppendUint32(nil, uint32(secs2.HeaderSize+len(body.Encoded())))
	frame = append(append(frame, header[:]...), body.Encoded()...)
	h.mu.Lock()
	defer h.mu.Unlock()
	_, _ = h.conn.Write(frame) // what becomes of it shows in what comes back
}

func (h *tracingHost) listen() {
	in := bufio.NewReaderSize(h.conn, 1<<16)
	for {
		var length [4]byte
		if _, err := io.ReadFull(in, length[:]); err != nil {
			return
		}
		frame := make([]byte, binary.BigEndian.Uint32(length[:]))
		if _, err := io.ReadFull(in, frame); err != nil {
			return
		}
		var header secs2.Header
		copy(header[:], frame)
		if header.SType() == 0 && header.Stream() == 6 {
			h.take(header, frame[secs2.HeaderSize:], time.Now())
		}
	}
}

// take notes one S6F1, and all of them when it is the last.
func (h *tracingHost) take(header secs2.Header, body []byte, now time.Time) {
	system := binary.BigEndian.Uint32(header[6:])
	time.AfterFunc(h.answer, func() { h.write(secs2.DataHeader(0, 6, 2, secs2.NoReply, system), secs2.B(0)) })
	it, err := secs2.Parse(body)
	if err != nil {
		h.tb.Error(err)
		return
	}
	r := secs2.NewReader(it)
	r.Tuple(4)
	x := traced{trid: r.Uint("TRID"), smpln: r.Uint("SMPLN")}
	stime, err := time.Parse("2006-01-02T15:04:05.000000Z07:00", string(r.Text("STIME")))
	if err != nil {
		h.tb.Error(err)
	}
	offset := -time.Duration(x.smpln) * cadencePeriod
	x.moment = moment{stime.Add(offset), now.Add(offset)}
	first, known := h.start[x.trid]
	if !known || x.sampled.Before(first.sampled) {
		first.sampled = x.sampled
	}
	if !known || x.arrived.Before(first.arrived) {
		first.arrived = x.arrived
	}
	h.start[x.trid] = first
	if h.reports = append(h.reports, x); len(h.reports) == h.want {
		for _, x := range h.reports {
			h.sampled = append(h.sampled, x.sampled.Sub(h.start[x.trid].sampled))
			h.arrived = append(h.arrived, x.arrived.Sub(h.start[x.trid].arrived))
		}
		close(h.enough)
	}
}
