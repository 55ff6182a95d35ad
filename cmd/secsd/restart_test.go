package main

import (
	"bytes"
	"context"
	"io"
	"net"
	"testing"
	"time"

	"go.uber.org/zap"

	"github.com/secsd/secsd/configs"
	"github.com/secsd/secsd/internal/config"
)

var (
	selectReq   = []byte{0, 0, 0, 10, 0xFF, 0xFF, 0, 0, 0, 1, 0, 0, 0, 1}
	selectRsp   = []byte{0, 0, 0, 10, 0xFF, 0xFF, 0, 0, 0, 2, 0, 0, 0, 1}
	separateReq = []byte{0, 0, 0, 10, 0xFF, 0xFF, 0, 0, 0, 9}
)

// demo returns the demo process on an address.
func demo(t *testing.T, address string) *process {
	t.Helper()
	cfg, err := config.Load(config.Source{Data: configs.Etcher, Overrides: []config.Override{
		{Setting: "hsms-address", Value: address}, {Setting: "api-address", Value: "127.0.0.1:0"},
	}})
	if err != nil {
		t.Fatal(err)
	}
	p, err := newProcess(cfg, nil, zap.NewNop(), zap.NewNop())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// selected connects a client that is SELECTED.
func selected(t *testing.T, address string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Write(selectReq); err != nil {
		t.Fatal(err)
	}
	got := make([]byte, len(selectRsp))
	if _, err := io.ReadFull(c, got); err != nil || !bytes.Equal(got, selectRsp) {
		t.Fatalf("% X, %v", got, err)
	}
	return c
}

// TestFC81_RestartOnTheSamePort stops and starts again at once, without a
// client, with one that reads, and with one that never reads.
func TestFC81_RestartOnTheSamePort(t *testing.T) {
	address := "127.0.0.1:0"
	for round := range 20 {
		connects, reads := round%2 == 1, round%10 != 9
		p := demo(t, address)
		address = p.hsms[0].String()
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- p.serve(ctx) }()
		var client net.Conn
		if connects {
			client = selected(t, address)
		}
		begin := time.Now()
		stop()
		if connects && reads {
			rest, err := io.ReadAll(client)
			if err != nil || !bytes.Contains(rest, separateReq) {
				t.Fatalf("round %d: after stop came % X, %v", round, rest, err)
			}
			client.Close()
		}
		if err := <-done; err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		if d := time.Since(begin); d > 5*time.Second {
			t.Fatalf("round %d: stopped after %v", round, d)
		}
		if client != nil {
			client.Close()
		}
	}
}
