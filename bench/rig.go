package bench

import (
	"context"
	"net"

	"golang.org/x/sync/errgroup"

	"github.com/secsd/secsd/api"
	"github.com/secsd/secsd/daemon"
	"github.com/secsd/secsd/hsms"
)

// rig is an equipment and the host that is connected to it.
type rig struct {
	cfg    Config
	kind   hostKind
	daemon *daemon.Daemon
	link   *link
}

// hostKind is the way in which a host asks.
type hostKind string

const (
	windowedHost hostKind = "windowed"
	waitingHost  hostKind = "goroutine per request"
)

// withRig starts an equipment and a host, has measure use them, and returns
// when all have stopped.
func withRig(ctx context.Context, cfg Config, kind hostKind, measure func(context.Context, *rig) error) error {
	d, log, err := newDaemon(cfg)
	if err != nil {
		return err
	}
	addresses, err := d.Listen()
	if err != nil {
		return err
	}
	r := &rig{cfg: cfg, kind: kind, daemon: d, link: newLink()}
	host, err := hsms.NewEndpoint(hsms.EndpointConfig{
		Connect: hsms.Active, Address: addresses[0].String(),
		Config: hsms.Config{Handle: r.link.event, Gather: kind == waitingHost},
	})
	if err != nil {
		return err
	}
	http, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	group, inner := errgroup.WithContext(ctx)
	serving, stop := context.WithCancel(inner)
	group.Go(func() error { return d.Run(serving) })
	group.Go(func() error { return api.Serve(serving, http, d, log) })
	group.Go(func() error {
		_ = host.Run(serving) // it only says that serving has ended
		return nil
	})
	group.Go(func() error {
		defer stop()
		if err := r.prepare(inner); err != nil {
			return err
		}
		return measure(inner, r)
	})
	err = group.Wait()
	if cause := context.Cause(ctx); cause != nil {
		return cause // the rest follows from it
	}
	return err
}
