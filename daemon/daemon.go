package daemon

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"sync/atomic"

	"go.uber.org/zap"

	"github.com/secsd/secsd/gem"
	"github.com/secsd/secsd/hsms"
	"github.com/secsd/secsd/persist"
	"github.com/secsd/secsd/secs2"
)

// Daemon is one equipment with its links.
type Daemon struct {
	cfg       Config
	core      *core
	tool      Tool
	addresses []net.Addr
	running   atomic.Bool
}

// The bounds of what waits for the tool to take it.
const (
	maxChanges   = 1024
	maxQuestions = 64
)

// New returns a daemon that has not begun; Run begins it. The error joins
// every problem of the configuration.
func New(cfg Config, tool Tool) (*Daemon, error) {
	if len(cfg.Links) != len(cfg.Equipment.Hosts) {
		return nil, fmt.Errorf("daemon: %d links for %d hosts", len(cfg.Links), len(cfg.Equipment.Hosts))
	}
	cfg.Equipment.Hosts = slices.Clone(cfg.Equipment.Hosts)
	for i, lc := range cfg.Links {
		if lc.Config.MaxFrame > 0 {
			cfg.Equipment.Hosts[i].MaxText = lc.Config.MaxFrame - secs2.HeaderSize
		}
	}
	if _, ok := tool.(Verifier); ok {
		cfg.Equipment.Programs.Verification = gem.ToolVerifies
	}
	eq, err := gem.New(cfg.Equipment)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(responds(&cfg.Equipment, tool), handles(&cfg.Equipment, tool)); err != nil {
		return nil, err
	}
	if cfg.Logger == nil {
		cfg.Logger = zap.NewNop()
	}
	if cfg.Journal == nil {
		cfg.Journal = persist.NewMemory()
	}
	c := &core{
		eq: eq, journal: cfg.Journal, strict: cfg.Equipment.Delivery == gem.StrictDelivery,
		conns: make([]*hsms.Conn, len(cfg.Links)), touched: make([]bool, len(cfg.Links)), blocked: make([]bool, len(cfg.Links)),
		wake: make(chan struct{}, 1), ordered: make(chan struct{}, 1), verdicts: map[uint64]chan gem.Verdict{}, changes: make(chan change, maxChanges), questions: make(chan gem.Question, maxQuestions),
		log: cfg.Logger.Named("gem"), notes: sampled(cfg.Logger.Named("gem")),
	}
	if j, ok := cfg.Journal.(*persist.Journal); ok {
		c.storage.Identity = j.Identity().String()
		if cfg.Programs == nil {
			cfg.Programs = j.Programs()
		}
	}
	if cfg.Programs == nil {
		cfg.Programs = persist.NewMemoryPrograms()
	}
	c.programs = newProgramTasks(cfg.Programs, eq.ProgramRules())
	d := &Daemon{cfg: cfg, core: c, tool: tool}
	var problems []error
	for i, lc := range cfg.Links {
		c.requests = append(c.requests, make(chan gem.Request, maxRequests))
		c.stalled = append(c.stalled, make(chan *hsms.Conn, 1))
		l := &link{core: c, host: i}
		lc.Name = cfg.Equipment.Hosts[i].Name
		lc.Config.Handle = l.handle
		if lc.Config.Logger == nil {
			lc.Config.Logger = cfg.Logger
		}
		ep, err := hsms.NewEndpoint(lc)
		if err != nil {
			problems = append(problems, fmt.Errorf("host %s: %w", cfg.Equipment.Hosts[i].Name, err))
			continue
		}
		c.endpoints = append(c.endpoints, ep)
	}
	if err := errors.Join(problems...); err != nil {
		return nil, err
	}
	return d, nil
}

// Listen binds the addresses of the passive links and returns them, in the
// order of the hosts; an active link has none. Run calls it when nobody did.
func (d *Daemon) Listen() ([]net.Addr, error) {
	if d.addresses != nil {
		return d.addresses, nil
	}
	addresses := []net.Addr{}
	for i, ep := range d.core.endpoints {
		a, err := ep.Listen()
		if err != nil {
			return nil, fmt.Errorf("host %s: %w", d.cfg.Equipment.Hosts[i].Name, err)
		}
		if a != nil {
			addresses = append(addresses, a)
		}
	}
	d.addresses = addresses
	return addresses, nil
}

// Set stores values of status variables: all of them or, with an error that
// wraps gem.ErrUnknown or gem.ErrValue, none.
func (d *Daemon) Set(values ...gem.Value) error {
	_, err := d.core.step(gem.SetVariables{Values: values})
	return err
}

// Trigger tells that the collection event ceid happened, after storing values:
// each host that enabled it gets its report, with the values of this moment.
// While the out buffer of such a host is full it waits, up to ctx, and some
// seconds while too many reports wait for the host's answers. An error says
// that nothing was stored and no event happened.
//
// An event that is triggered while Tool.Command runs goes out behind the reply
// to that command.
func (d *Daemon) Trigger(ctx context.Context, ceid uint32, values ...gem.Value) error {
	return d.core.occurs(ctx, gem.Trigger{CEID: ceid, Values: values})
}

// Alarm tells that an alarm is set or cleared, after storing values: each host
// that enabled it gets S5F1, then those that enabled the event of it the report,
// with the values of this moment. It waits as Trigger does; an error says that
// nothing was stored and the alarm is as it was. In that state already it changes
// nothing. A new daemon has no alarm set: the tool tells those that are.
func (d *Daemon) Alarm(ctx context.Context, alid uint32, state gem.AlarmState, values ...gem.Value) error {
	return d.core.occurs(ctx, gem.AlarmChange{ALID: alid, State: state, Values: values})
}

// Process tells that the tool's processing state changed: trigger is one of the
// processing state model, as "start" in that of E30 3.4; values are stored first.
// It waits for hosts as Trigger does. An error that wraps gem.ErrNotNow says that
// the model has no such transition now: nothing has changed.
func (d *Daemon) Process(ctx context.Context, trigger string, values ...gem.Value) error {
	return d.core.occurs(ctx, gem.Process{Trigger: trigger, Values: values})
}

// Operator is an action at the panel for the host called name, or for all
// hosts when name is empty. It returns when the action is durable, or why it
// was refused.
func (d *Daemon) Operator(ctx context.Context, name string, action gem.Action) error {
	host := gem.AllHosts
	if name != "" {
		var err error
		if host, err = d.hostIndex(name); err != nil {
			return err
		}
	}
	return d.core.settle(ctx, gem.Operator{Host: host, Action: action})
}

func (d *Daemon) hostIndex(name string) (int, error) {
	for i, h := range d.cfg.Equipment.Hosts {
		if h.Name == name {
			return i, nil
		}
	}
	return 0, fmt.Errorf("%w: host %q", gem.ErrUnknown, name)
}

// Snapshot is the state of a daemon for people and metrics.
type Snapshot struct {
	gem.Snapshot
	Links   []hsms.Stats // in the order of the hosts
	Storage Storage
}

// Snapshot returns the present state.
func (d *Daemon) Snapshot() Snapshot {
	d.core.mu.Lock()
	s := Snapshot{Snapshot: d.core.eq.Snapshot(), Storage: d.core.storage}
	d.core.mu.Unlock()
	for _, ep := range d.core.endpoints {
		s.Links = append(s.Links, ep.Stats())
	}
	return s
}

// Ready returns nil while the daemon serves hosts, else why it does not.
func (d *Daemon) Ready() error {
	if !d.running.Load() {
		return ErrNotRunning
	}
	if s := d.Snapshot(); s.StorageFailed {
		return storageError{s.Storage}
	}
	return nil
}

// ErrNotRunning says that Run has not begun to serve, or does not any more.
var ErrNotRunning = errors.New("daemon: not running")
