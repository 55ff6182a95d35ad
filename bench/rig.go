package bench

import (
	"context"
	"errors"
	"net"
	"os"

	"golang.org/x/sync/errgroup"

	"github.com/secsd/secsd/api"
	"github.com/secsd/secsd/daemon"
	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/hsms"
	"github.com/secsd/secsd/model"
	"github.com/secsd/secsd/persist"
)

// setup says which equipment and host to start.
type setup struct {
	cfg      Config
	kind     hostKind
	delivery gem.Delivery
	twoHosts bool         // a second host
	material model.Config // ports and places; none: no GEM300
}

// rig is an equipment, with its data folder, and the hosts that are connected
// to it.
type rig struct {
	setup
	daemon    *daemon.Daemon
	journal   *journal
	addresses []net.Addr
	group     *errgroup.Group
	serving   context.Context
	link      *link
	second    *link // nil without a second host
}

// hostKind is the way in which a host asks.
type hostKind string

const (
	windowedHost hostKind = "windowed"
	waitingHost  hostKind = "goroutine per request"
)

// journal tells when something may have become durable.
type journal struct {
	*persist.Journal
	told chan struct{} // capacity 1
}

func (j *journal) Run(ctx context.Context, notify func(persist.Event)) error {
	return j.Journal.Run(ctx, func(ev persist.Event) {
		notify(ev)
		select {
		case j.told <- struct{}{}:
		default:
		}
	})
}

// withRig starts an equipment and its hosts, has measure use them, and returns
// when all have stopped. Its data folder is gone then.
func withRig(ctx context.Context, s setup, measure func(context.Context, *rig) error) (err error) {
	dir, err := os.MkdirTemp(s.cfg.DataDir, "equipment-")
	if err != nil {
		return err
	}
	defer discard(dir)
	disk, err := persist.Open(persist.Config{Dir: dir})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, disk.Close()) }()
	r := &rig{setup: s, journal: &journal{disk, make(chan struct{}, 1)}}
	err = r.run(ctx, measure)
	if cause := context.Cause(ctx); cause != nil {
		return cause // the rest follows from it
	}
	return err
}

func (r *rig) run(ctx context.Context, measure func(context.Context, *rig) error) error {
	cfg := equipment(r.cfg)
	cfg.Delivery = r.delivery
	cfg.Material = r.material
	if r.twoHosts {
		cfg.Hosts = append(cfg.Hosts, gem.HostConfig{Name: "second", Window: r.cfg.Concurrency})
	}
	d, log, err := newDaemon(cfg, r.journal)
	if err != nil {
		return err
	}
	r.daemon = d
	if r.addresses, err = d.Listen(); err != nil {
		return err
	}
	http, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	group, inner := errgroup.WithContext(ctx)
	serving, stop := context.WithCancel(inner)
	r.group, r.serving = group, serving
	group.Go(func() error { return d.Run(serving) })
	group.Go(func() error { return api.Serve(serving, http, d, api.Config{}, log) })
	group.Go(func() error {
		defer stop()
		if err := r.prepare(inner); err != nil {
			return err
		}
		return measure(inner, r)
	})
	return group.Wait()
}

// prepare brings the hosts into the state that the scenarios need.
func (r *rig) prepare(ctx context.Context) (err error) {
	if r.link, err = r.connect(ctx, 0); err != nil {
		return err
	}
	if r.twoHosts {
		if r.second, err = r.connect(ctx, 1); err != nil {
			return err
		}
	}
	if r.material.Enabled() {
		if err := r.link.storeRecipe(ctx); err != nil {
			return err
		}
	}
	return r.link.define(ctx)
}

// connect brings up the session of a host. It ends with the rig, or by the
// link's disconnect.
func (r *rig) connect(ctx context.Context, host int) (*link, error) {
	l := newLink()
	ep, err := hsms.NewEndpoint(hsms.EndpointConfig{
		Connect: hsms.Active, Address: r.addresses[host].String(),
		Config: hsms.Config{Handle: l.event, Gather: r.kind == waitingHost},
	})
	if err != nil {
		return nil, err
	}
	serving, stop := context.WithCancel(r.serving)
	ended := make(chan struct{})
	r.group.Go(func() error {
		defer close(ended)
		_ = ep.Run(serving) // it only says that serving has ended
		return nil
	})
	l.disconnect = func() {
		stop()
		<-ended
	}
	return l, l.establish(ctx)
}
