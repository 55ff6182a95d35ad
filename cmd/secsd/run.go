package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"go.uber.org/zap"
	"golang.org/x/sync/errgroup"

	"github.com/secsd/secsd/api"
	"github.com/secsd/secsd/daemon"
	"github.com/secsd/secsd/internal/command"
	"github.com/secsd/secsd/internal/config"
	"github.com/secsd/secsd/internal/folder"
	"github.com/secsd/secsd/sim"
)

// stopTimeout bounds the orderly end after a signal; what still runs then is
// cut off by the end of the process. With the last log lines, which get a second,
// it is less than five.
const stopTimeout = 3500 * time.Millisecond

// run serves hosts until a signal comes.
func run(c *cobra.Command, _ []string) error {
	s, err := newSettings(c.Flags())
	if err != nil {
		return err
	}
	cfg, err := s.load()
	if err != nil {
		return err
	}
	if info, err := os.Stat(cfg.DataDir); err == nil && !info.IsDir() {
		return command.Fail(2, fmt.Errorf("data folder %s: is a file", cfg.DataDir), "name a folder with --data-dir")
	}
	ctx, stop := untilSignal(c.Context())
	defer stop()
	log, always, queue := newLoggers(cfg.Log, c.ErrOrStderr())
	defer queue.Close()
	for _, w := range cfg.Warnings {
		log.Warn("unusual configuration", zap.String("detail", w))
	}
	journal, err := folder.Open(cfg.DataDir)
	if err != nil {
		return command.Fail(1, err, folder.Hint(err))
	}
	log.Info("data folder", zap.String("dir", cfg.DataDir), zap.Stringer("identity", journal.Identity()))
	p, err := newProcess(cfg, journal, log, always)
	if err == nil {
		err = p.serve(ctx)
	}
	if failed := journal.Close(); failed != nil {
		// The next start reads the folder as after a loss of power: nothing is lost.
		log.Warn("data folder not closed", zap.Error(failed))
	}
	return err
}

// untilSignal returns a context that ends with the first signal to stop. A second
// one ends the process at once, but not SIGHUP, of which a terminal that closes
// sends several. Where the parent ignores SIGHUP, as nohup does, so does secsd.
// A reader of stderr that goes away never ends the process.
func untilSignal(ctx context.Context) (context.Context, context.CancelFunc) {
	signal.Ignore(syscall.SIGPIPE)
	signals := []os.Signal{syscall.SIGTERM, os.Interrupt}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(ctx, signals...)
	context.AfterFunc(ctx, func() {
		signal.Ignore(syscall.SIGHUP)
		stop()
	})
	return ctx, stop
}

// process is a daemon with its addresses bound.
type process struct {
	daemon      *daemon.Daemon
	hsms        []net.Addr
	http        net.Listener // nil when HTTP is off
	api         api.Config
	dataDir     string
	log, always *zap.Logger
}

// newProcess binds every address, so that what is taken is told before anything
// runs.
func newProcess(cfg config.Config, journal daemon.Journal, log, always *zap.Logger) (*process, error) {
	tool, err := sim.New(cfg.Sim, cfg.Equipment)
	if err != nil {
		return nil, command.Fail(2, err, "")
	}
	p := &process{api: cfg.API, log: log, always: always, dataDir: cfg.DataDir}
	p.daemon, err = daemon.New(daemon.Config{Equipment: cfg.Equipment, Links: cfg.Links, Journal: journal, Logger: log},
		announcer{tool, p.ready})
	if err != nil {
		return nil, command.Fail(2, err, "")
	}
	if p.hsms, err = p.daemon.Listen(); err != nil {
		return nil, command.Fail(1, err, inUse(err, "--hsms-address"))
	}
	if cfg.API.Address == "" {
		return p, nil
	}
	if p.http, err = net.Listen("tcp", cfg.API.Address); err != nil {
		return nil, command.Fail(1, fmt.Errorf("api: %w", err), inUse(err, "--api-address"))
	}
	return p, nil
}

// inUse says what to do about an address that another process has.
func inUse(err error, flag string) string {
	if errors.Is(err, syscall.EADDRINUSE) {
		return "another secsd may be running; " + flag + " HOST:PORT takes another address"
	}
	return ""
}

// serve runs everything until ctx is done or a part of it fails, which ends the
// others. It waits for all of them, but not for ever.
func (p *process) serve(ctx context.Context) error {
	group, inner := errgroup.WithContext(ctx)
	group.Go(func() error { return p.daemon.Run(inner) })
	if p.http != nil {
		group.Go(func() error { return api.Serve(inner, p.http, p.daemon, p.api, p.log) })
	}
	ended := make(chan error, 1)
	go func() { ended <- group.Wait() }()
	select {
	case err := <-ended:
		return p.end(err)
	case <-inner.Done():
	}
	select {
	case err := <-ended:
		return p.end(err)
	case <-time.After(stopTimeout):
	}
	p.log.Error("stop cut short", zap.Duration("after", stopTimeout))
	if ctx.Err() == nil {
		return p.end(context.Cause(inner))
	}
	return nil
}

// end turns the end of everything into the end of the command.
func (p *process) end(err error) error {
	if hint := folder.Hint(err); err != nil && hint != "" {
		return command.Fail(1, fmt.Errorf("data folder %s: %w", p.dataDir, err), hint)
	}
	if err != nil {
		return command.Fail(1, err, "")
	}
	p.log.Info("stopped")
	return nil
}

// ready logs the line that those who started the process wait for: the addresses
// tell which ports were taken for port 0.
func (p *process) ready() {
	address := ""
	if p.http != nil {
		address = p.http.Addr().String()
	}
	p.always.Info("ready", zap.Stringers("hsms", p.hsms), zap.String("api", address),
		zap.String("version", versionText()))
}

// announcer is the tool, which the daemon starts when all else runs.
type announcer struct {
	*sim.Tool
	started func()
}

// Run implements daemon.Tool.
func (a announcer) Run(ctx context.Context, d *daemon.Daemon) error {
	a.started()
	return a.Tool.Run(ctx, d)
}
