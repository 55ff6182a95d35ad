package main

import (
	"context"
	"io"
	"net"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/secsd/secsd/configs"
	"github.com/secsd/secsd/daemon"
	"github.com/secsd/secsd/internal/cmdtest"
	"github.com/secsd/secsd/internal/config"
	"github.com/secsd/secsd/sim"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"secs": main})
}

// TestScripts runs the documented commands against the demo equipment.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata",
		RequireExplicitExec: true,
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exits":     cmdtest.Exits,
			"equipment": equipment,
			"silent":    silent,
			"busy":      busy,
		},
	})
}

// equipment runs the demo equipment, standing still, and puts its address into
// EQUIPMENT.
func equipment(ts *testscript.TestScript, neg bool, args []string) {
	address, stop, err := serve()
	ts.Check(err)
	ts.Defer(func() {
		if err := stop(); err != nil {
			ts.Logf("daemon: %v", err)
		}
	})
	ts.Setenv("EQUIPMENT", address)
}

// serve runs the demo equipment until stop; its tool stands still.
func serve() (address string, stop func() error, err error) {
	cfg, err := config.Load(config.Source{Data: configs.Etcher, Overrides: []config.Override{
		{Setting: "hsms-address", Value: "127.0.0.1:0"},
	}})
	if err != nil {
		return "", nil, err
	}
	tool, err := sim.New(sim.Config{}, cfg.Equipment)
	if err != nil {
		return "", nil, err
	}
	d, err := daemon.New(daemon.Config{Equipment: cfg.Equipment, Links: cfg.Links}, tool)
	if err != nil {
		return "", nil, err
	}
	addresses, err := d.Listen()
	if err != nil {
		return "", nil, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- d.Run(ctx) }()
	return addresses[0].String(), func() error { cancel(); return <-done }, nil
}

// silent listens, accepts, and never says anything; its address is SILENT.
func silent(ts *testscript.TestScript, neg bool, args []string) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	ts.Check(err)
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() { _, _ = io.Copy(io.Discard, c) }()
		}
	}()
	ts.Defer(func() { l.Close() })
	ts.Setenv("SILENT", l.Addr().String())
}

// busy takes the session of the equipment and keeps it.
func busy(ts *testscript.TestScript, neg bool, args []string) {
	c, err := net.Dial("tcp", ts.Getenv("EQUIPMENT"))
	ts.Check(err)
	ts.Defer(func() { c.Close() })
	_, err = c.Write([]byte{0, 0, 0, 10, 0xFF, 0xFF, 0, 0, 0, 1, 0, 0, 0, 1})
	ts.Check(err)
	_, err = io.ReadFull(c, make([]byte, 14))
	ts.Check(err)
	go func() { _, _ = io.Copy(io.Discard, c) }()
}

func TestUsageFitsAScreen(t *testing.T) { cmdtest.UsageFits(t, usage) }
