package hsms

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"sync"
	"time"

	"go.uber.org/zap"
)

// EndpointConfig holds what an Endpoint needs to know. It is copied when it
// is taken and never changed after.
type EndpointConfig struct {
	// Name names the link in the log, for example by its host.
	Name string

	// Connect is Passive (default) or Active.
	Connect Connect

	// Address is the TCP address, host:port, to listen on or to dial.
	// Default "127.0.0.1:5000".
	Address string

	// AllowFrom lists the networks that may connect to a passive end.
	// Default: any.
	AllowFrom []netip.Prefix

	// SecondConnection says what a passive end does with a connection while
	// another one is SELECTED. Default SecondRefuseSelect.
	SecondConnection SecondConnection

	// NoProbeOnSecond leaves out the Linktest.req on the SELECTED
	// connection that a second connection brings about.
	NoProbeOnSecond bool

	// ReplaceAnyIP lets SecondReplace work for a newcomer from any address.
	// Default: only from the address of the connection it replaces.
	ReplaceAnyIP bool

	// ConnectTimeout bounds each attempt of an active end. Default 10 s.
	ConnectTimeout time.Duration

	// Config is for each connection.
	Config Config

	// Listen and Dial bring connections from elsewhere than TCP to Address.
	Listen func() (net.Listener, error)
	Dial   func(context.Context) (net.Conn, error)
}

// SecondConnection says what a passive end does with a second connection.
type SecondConnection string

// The answers to a second connection. E37 allows the first three.
const (
	SecondRefuseSelect  SecondConnection = "refuse-select"   // Select.rsp, connect exhausted; then close
	SecondRefuseSelect1 SecondConnection = "refuse-select-1" // Select.rsp, already active; then close
	SecondClose         SecondConnection = "close"           // closed without an answer
	SecondReplace       SecondConnection = "replace"         // it gets the session, the other one is closed
)

func (c EndpointConfig) withDefaults() EndpointConfig {
	setDefault(&c.Connect, Passive)
	setDefault(&c.Address, "127.0.0.1:5000")
	setDefault(&c.SecondConnection, SecondRefuseSelect)
	setDefault(&c.ConnectTimeout, 10*time.Second)
	c.Config = c.Config.withDefaults()
	return c
}

// Validate reports every value that cannot work, joined.
func (c EndpointConfig) Validate() error {
	errs := []error{c.Config.Validate()}
	setDefault(&c.Connect, Passive)
	setDefault(&c.SecondConnection, SecondRefuseSelect)
	setDefault(&c.ConnectTimeout, time.Second)
	errs = append(errs,
		oneOf("connect", c.Connect, Passive, Active),
		oneOf("second_connection", c.SecondConnection, SecondRefuseSelect, SecondRefuseSelect1, SecondClose, SecondReplace),
		positive("connect_timeout", c.ConnectTimeout))
	if c.Address != "" {
		if _, _, err := net.SplitHostPort(c.Address); err != nil {
			errs = append(errs, fmt.Errorf("hsms: address is %q, allowed is HOST:PORT: %w", c.Address, err))
		}
	}
	for _, p := range c.AllowFrom {
		if !p.IsValid() {
			errs = append(errs, errors.New("hsms: allow_from has an invalid network, allowed is ADDRESS/BITS"))
		}
	}
	return errors.Join(errs...)
}

// Endpoint is one configured link and the one owner of its connections: it
// listens or dials for as long as Run runs.
type Endpoint struct {
	cfg EndpointConfig
	log *logger

	// listener is nil, or what the next Accept is called on; address is
	// where it was first bound. Listen and Run, in this order, own them.
	listener net.Listener
	address  net.Addr

	mu       sync.Mutex // guards the fields below
	disabled bool
	changed  chan struct{} // closed at the next Enable or Disable
	conns    map[*Conn]context.CancelCauseFunc
	dialing  context.CancelCauseFunc // ends the dial under way; nil: none
	owner    *Conn                   // has the session
	freed    chan struct{}           // closed when owner gives the session back
	totals   Stats                   // of the connections that are over
}

// NewEndpoint returns the link, neither listening nor dialing yet.
func NewEndpoint(cfg EndpointConfig) (*Endpoint, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	cfg = cfg.withDefaults()
	return &Endpoint{
		cfg:     cfg,
		log:     newLogger(cfg.Config.Logger.Named("hsms").With(zap.String("link", cfg.Name))),
		changed: make(chan struct{}),
		conns:   map[*Conn]context.CancelCauseFunc{},
	}, nil
}

// Config returns what the link was made from, with every default filled in.
func (e *Endpoint) Config() EndpointConfig { return e.cfg }

// Run serves the link until ctx is done and all its connections have ended in
// order. A passive end that could not listen before tries for ever.
func (e *Endpoint) Run(ctx context.Context) error {
	for _, w := range e.cfg.Config.Warnings() {
		e.log.Warn("unusual setting", zap.String("setting", w))
	}
	if e.cfg.Connect == Active {
		e.dialForEver(ctx)
	} else {
		e.acceptForEver(ctx)
	}
	return context.Cause(ctx)
}

// Enable lets the link connect again.
func (e *Endpoint) Enable() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.disabled {
		e.disabled = false
		e.announceChange()
	}
}

// Disable ends the connections in order and refuses new ones until Enable.
func (e *Endpoint) Disable() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.disabled {
		return
	}
	e.disabled = true
	e.announceChange()
	for _, cancel := range e.conns {
		cancel(errDisabled)
	}
	if e.dialing != nil {
		e.dialing(errDisabled)
	}
}

// announceChange wakes who waits for a change of disabled; mu is held.
func (e *Endpoint) announceChange() {
	close(e.changed)
	e.changed = make(chan struct{})
}

// serve runs one connection to its end.
func (e *Endpoint) serve(ctx context.Context, c *Conn) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if e.enter(c, cancel) {
		_ = c.Serve(ctx) // the log has the reason already
		e.exit(c)
		return
	}
	c.nc.Close()
}

// enter adds the connection to those of the link, unless the link is
// disabled.
func (e *Endpoint) enter(c *Conn, cancel context.CancelCauseFunc) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.disabled {
		return false
	}
	e.conns[c] = cancel
	e.totals.Connections++
	return true
}

func (e *Endpoint) exit(c *Conn) {
	_, counts := c.snapshot()
	e.mu.Lock()
	defer e.mu.Unlock()
	delete(e.conns, c)
	e.totals.Counts.add(counts)
}
