package hsms

import (
	"context"
	"io"
	"net"
	"testing"
	"time"

	"github.com/secsd/secsd/secs2"
)

// BenchmarkMachineReceive is one S1F1 W through the machine, without reply.
func BenchmarkMachineReceive(b *testing.B) {
	m := selectedMachine(b, Config{})
	frame := unhex(s1f1w7)
	var ev Event
	b.ReportAllocs()
	for b.Loop() {
		if n, v := m.receive(epoch, frame, &ev); n != len(frame) || v != deliver {
			b.Fatal(n, v)
		}
	}
}

// BenchmarkMachineTransaction is one primary out and its reply in.
func BenchmarkMachineTransaction(b *testing.B) {
	m := selectedMachine(b, Config{})
	var ev Event
	var reply []byte
	b.ReportAllocs()
	for b.Loop() {
		h, err := m.send(outgoing{session: 1, stream: 6, function: 11, w: secs2.WantReply})
		if err != nil {
			b.Fatal(err)
		}
		for chunk := m.out.chunk(1 << 20); chunk != nil; chunk = m.out.chunk(1 << 20) {
			m.wrote(epoch, len(chunk))
		}
		reply = appendFrame(reply[:0], secs2.DataHeader(1, 6, 12, secs2.NoReply, h.System()), nil)
		if m.receive(epoch, reply, &ev); ev.Kind != Reply {
			b.Fatal(ev)
		}
	}
}

// BenchmarkConnEcho has a host with a window of 16 ask S1F1 over loopback.
func BenchmarkConnEcho(b *testing.B) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	e, err := NewEndpoint(EndpointConfig{
		Listen: func() (net.Listener, error) { return l, nil },
		Config: Config{Handle: echo},
	})
	if err != nil {
		b.Fatal(err)
	}
	ctx, cancel := context.WithCancel(b.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		e.Run(ctx)
	}()
	defer func() { cancel(); <-done }()
	nc, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		b.Fatal(err)
	}
	defer nc.Close()
	nc.Write(unhex(selectReq1))
	if _, err := io.ReadFull(nc, make([]byte, prefixSize)); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	b.ResetTimer()
	windowed(b, nc, 16)
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "ops/s")
}

// windowed keeps window requests outstanding until b.N are answered.
func windowed(b *testing.B, nc net.Conn, window int) {
	request := unhex(s1f1w7)
	var batch []byte
	buf := make([]byte, 64<<10)
	sent, answered, rest := 0, 0, 0
	for credit := window; answered < b.N; {
		batch = batch[:0]
		for ; credit > 0 && sent < b.N; credit-- {
			batch = append(batch, request...)
			sent++
		}
		if len(batch) > 0 {
			nc.Write(batch)
		}
		nc.SetReadDeadline(time.Time{})
		n, err := nc.Read(buf)
		if err != nil {
			b.Fatal(err)
		}
		rest += n
		answered += rest / prefixSize
		credit += rest / prefixSize
		rest %= prefixSize
	}
}
